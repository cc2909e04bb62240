# %% [markdown]
# # Stalingrad '42 18: resource points, supply points and guns
#
# Shells are the currency of both armies. This chapter says where they come from, how they travel
# and what they buy.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/18-guns")
page.opening()

# %%
page.step("resources")

# %%
page.step("spend")

# %%
page.step("shift-or-not")

# %% tags=["nbval-check-output"]
page.examples("S42-18.4")

# %%
page.step("twice")

# %% tags=["nbval-check-output"]
page.examples("S42-18.6.5")

# %%
page.step("massed")

# %%
page.step("left-behind")

# %% [markdown]
# On to [chapter 19: non-combat units](19-noncombat.ipynb), or back to the [start](../index.ipynb).
