# %% [markdown]
# # Conflict of Heroes 19: engineers
#
# Part 6 brings the specialists. The first of them carry a mine probe, a satchel and a smoke pot,
# and everybody lets them go first.

# %%
from tutor.pages.lesson import open_page

page = open_page("conflict-of-heroes/19-engineers")
page.opening()

# %% [markdown]
# ## Mines

# %%
page.step("find-mines")

# %% [markdown]
# ## Smoke

# %%
page.step("price-of-smoke")

# %%
page.step("smoke")

# %% [markdown]
# On to [chapter 20: aircraft](20-aircraft.ipynb), or back to the [start](../index.ipynb).
