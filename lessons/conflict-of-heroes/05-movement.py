# %% [markdown]
# # Conflict of Heroes 5: infantry on the move
#
# A squad goes fifty paces, and the enemy gets to answer. Then it goes fifty more. So every step
# has to end somewhere you would like to be shot at.

# %%
from tutor.pages.lesson import open_page

page = open_page("conflict-of-heroes/05-movement")
page.opening()

# %% [markdown]
# ## What a step costs

# %%
page.step("woods")

# %% tags=["nbval-check-output"]
page.examples("COH-5.0")

# %%
page.step("road")

# %% [markdown]
# ## Front and flank

# %%
page.step("figure-4")

# %%
page.step("backwards")

# %%
page.step("face")

# %%
page.step("turn")

# %% [markdown]
# ## In by the edge, and carefully

# %%
page.step("reserve")

# %%
page.step("carefully")

# %% [markdown]
# On to [chapter 6: what a unit sees](06-sight.ipynb), or back to the [start](../index.ipynb).
