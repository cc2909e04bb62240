# %% [markdown]
# # Stalingrad '42 7: ZOC bonds
#
# The front from Voronezh to the Caucasus is longer than any army. It holds because two units
# that stand two hexes apart close what lies between them, and it breaks where somebody finds the
# pair that does not. Take your time with this chapter: all others lean on it.
#
# Switch on *ZOC bonds* under a board to see them: a chain along a hexside, a hatched hex with a
# ring; a dotted line with a cross is a bond that something has broken.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/07-bonds")
page.opening()

# %% [markdown]
# ## What a bond is

# %%
page.step("two-kinds")

# %%
page.step("who-bonds")

# %%
page.step("form")

# %%
page.step("shut")

# %% [markdown]
# ## Breaking and crossing

# %%
page.step("break")

# %% tags=["nbval-check-output"]
page.examples("S42-7.3")

# %%
page.step("cross")

# %% [markdown]
# The diagram of the rulebook has all of it on one map.

# %% tags=["nbval-check-output"]
page.examples("S42-7")

# %% [markdown]
# ## The edge of the map

# %%
page.step("edge")

# %% [markdown]
# ## Ground

# %%
page.step("rivers")

# %%
page.step("shift")

# %% tags=["nbval-check-output"]
page.examples("S42-7.6")

# %% [markdown]
# ## Trapped

# %%
page.step("trap")

# %% [markdown]
# On to [chapter 8: combat](08-combat.ipynb), or back to the [start](../index.ipynb).
