# %% [markdown]
# # Conflict of Heroes 6: what a unit sees
#
# You cannot hit what you do not see, and you see only what lies on a clear line in front of you.
# The program draws the line for you; the habit of asking has to be yours.

# %%
from tutor.pages.lesson import open_page

page = open_page("conflict-of-heroes/06-sight")
page.opening()

# %% [markdown]
# ## Lines of sight

# %%
page.step("figure-5")

# %%
page.step("through")

# %%
page.step("both-ways")

# %% tags=["nbval-check-output"]
page.examples("COH-6.0")

# %% [markdown]
# ## The arc

# %%
page.step("round-the-flank")

# %% tags=["nbval-check-output"]
page.examples("COH-6.1")

# %%
page.step("turn-and-fire")

# %% [markdown]
# On to [chapter 7: fighting](07-fighting.ipynb), or back to the [start](../index.ipynb).
