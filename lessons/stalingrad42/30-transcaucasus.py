# %% [markdown]
# # Stalingrad '42 30: the Transcaucasus Front
#
# The oil is far, and somebody waits in front of it.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/30-transcaucasus")
page.opening()

# %%
page.step("called")

# %%
page.step("arrive")

# %%
page.step("enter")

# %% [markdown]
# On to [chapter 31: Soviet reserve armies](31-reserve-armies.ipynb), or back to the [start](../index.ipynb).
