# %% [markdown]
# # Conflict of Heroes 14: vehicles on the move
#
# The ground begins to shake before you hear the engines. Steel is fast where the ground is good
# and helpless where it is not; a tank commander reads the map like a sailor reads the sea.
#
# In the sums below the track and wheel symbols of the T-34, the PzIII and the truck are the
# rulebook's; what it does not print about other counters is our reconstruction.

# %%
from tutor.pages.lesson import open_page

page = open_page("conflict-of-heroes/14-vehicles")
page.opening()

# %% [markdown]
# ## Hexes for nothing

# %%
page.step("symbols")

# %% tags=["nbval-check-output"]
page.examples("COH-14.0-a")

# %%
page.step("into-the-woods")

# %% tags=["nbval-check-output"]
page.examples("COH-14.0-b", "COH-14.0-d")

# %%
page.step("by-road")

# %% [markdown]
# ## One action, however long

# %%
page.step("uphill")

# %% tags=["nbval-check-output"]
page.examples("COH-14.0-c", "COH-faq-14")

# %%
page.step("backward")

# %% [markdown]
# ## Stuck

# %%
page.step("swamp")

# %% [markdown]
# On to [chapter 15: vehicles in combat](15-armour.ipynb), or back to the [start](../index.ipynb).
