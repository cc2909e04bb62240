# %% [markdown]
# # A Victory Awaits 16: winning
#
# Nine turns, and then somebody counts. The list is short, but each line of it asks the same
# question twice: do you hold it, and can you supply it?

# %%
from tutor.pages.lesson import open_page

page = open_page("victory-awaits/16-victory")
page.opening()

# %% [markdown]
# ## Points

# %%
page.step("who-scores")

# %%
page.step("count-it")

# %%
page.step("cut-off")

# %% [markdown]
# ## Stand Fast
#
# The marker is an order not to retreat, and a promise to the enemy. The Soviet side can withdraw
# it, one city at a time, if it sees the fall coming.

# %%
page.step("stand-down")

# %% [markdown]
# ## Breakthrough

# %%
page.step("breakthrough")

# %% [markdown]
# ## Who has won

# %%
page.step("who-wins")

# %%
page.step("last-day")

# %% [markdown]
# On to [chapter 17: optional rules](17-optional.ipynb), or back to the [start](../index.ipynb).
