# %% [markdown]
# # Stalingrad '42 26: planned offensives
#
# Some attacks are worth preparing for a whole turn. This is how.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/26-planned-offensives")
page.opening()

# %%
page.step("price")

# %%
page.step("ripe")

# %%
page.step("column")

# %%
page.step("two-dice")

# %% [markdown]
# On to [chapter 27: disengagement](27-disengagement.ipynb), or back to the [start](../index.ipynb).
