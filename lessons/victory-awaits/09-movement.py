# %% [markdown]
# # A Victory Awaits 9: movement
#
# Two ways of moving, one chart of costs, and three things that people get wrong: what a zone of
# control adds, what a major river takes, and what a railway does not give.

# %%
from tutor.pages.lesson import open_page

page = open_page("victory-awaits/09-movement")
page.opening()

# %% [markdown]
# ## Paying for hexes

# %%
page.step("terrain")

# %%
page.step("eight-points")

# %%
page.step("to-the-stream")

# %% [markdown]
# The two infantry walks and the march of the headquarters that the rulebook works through:

# %% tags=["nbval-check-output"]
page.examples("AVA-9.2-a", "AVA-9.2-b", "AVA-9.2-e")

# %% [markdown]
# ## In and out of zones

# %%
page.step("zone-to-zone")

# %%
page.step("break-away")

# %% tags=["nbval-check-output"]
page.examples("AVA-9.2-c")

# %% [markdown]
# ## Rivers and mountains

# %%
page.step("big-river")

# %% tags=["nbval-check-output"]
page.examples("AVA-9.2-d")

# %%
page.step("which-is-illegal")

# %%
page.step("lake-shore")

# %% [markdown]
# ## Strategic movement

# %%
page.step("ten-hexes")

# %% tags=["nbval-check-output"]
page.examples("AVA-9.2-f")

# %% [markdown]
# ## A small exercise

# %%
page.step("a-segment")

# %%
page.step("night-race")

# %% [markdown]
# Back to the [start](../index.ipynb), or play [the river line in the sandbox](../sandbox.ipynb?scenario=victory-awaits/river-line).
