# %% [markdown]
# # Holland '44 26: winning
#
# A bridge too far is no figure of speech here: the last river is worth more than all the cities,
# and only the units that came by road count beyond it.

# %%
from tutor.pages.lesson import open_page

page = open_page("holland44/26-victory")
page.opening()

# %%
page.step("points")

# %% tags=["nbval-check-output"]
page.examples("H44-26.5.1")

# %%
page.step("half-points")

# %%
page.step("is-it-over")

# %%
page.step("last-turn")

# %% [markdown]
# On to [chapter 27: optional rules](27-optional.ipynb), or back to the [start](../index.ipynb).
