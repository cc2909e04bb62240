# %% [markdown]
# # Stalingrad '42 29: contested cities
#
# Voronezh, Stalingrad: some cities were not taken but shared.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/29-contested-cities")
page.opening()

# %%
page.step("begin")

# %%
page.step("inside")

# %%
page.step("leave")

# %%
page.step("which")

# %% [markdown]
# On to [chapter 30: the Transcaucasus Front](30-transcaucasus.ipynb), or back to the [start](../index.ipynb).
