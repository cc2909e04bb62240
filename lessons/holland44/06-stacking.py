# %% [markdown]
# # Holland '44 6: stacking
#
# One road and too many people on it. The limit here is softer than elsewhere, and the price of
# breaking it is paid in battle.

# %%
from tutor.pages.lesson import open_page

page = open_page("holland44/06-stacking")
page.opening()

# %%
page.step("limit")

# %%
page.step("who-counts")

# %% [markdown]
# ## Crowded hexes

# %%
page.step("crowded")

# %%
page.step("steps-over")

# %%
page.step("make-room")

# %%
page.step("too-many")

# %% [markdown]
# On to [chapter 7: zones and bonds](07-bonds.ipynb), or back to the [start](../index.ipynb).
