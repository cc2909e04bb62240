# %% [markdown]
# # Stalingrad '42 25: reserves
#
# A breakthrough needs somebody behind it. This short chapter is about the divisions that wait.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/25-reserves")
page.opening()

# %%
page.step("why")

# %%
page.step("place")

# %%
page.step("which")

# %%
page.step("forward")

# %% [markdown]
# On to [chapter 26: planned offensives](26-planned-offensives.ipynb), or back to the [start](../index.ipynb).
