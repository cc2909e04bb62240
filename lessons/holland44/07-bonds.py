# %% [markdown]
# # Holland '44 7: zones of control and ZOC bonds
#
# There are never enough battalions for a line without gaps. The gaps hold all the same: two
# units that stand two hexes apart close what lies between them. Whoever reads these bonds at a
# glance knows where he may go, where he is trapped, and whom he has trapped.
#
# Switch on *ZOC bonds* under a board to see them: a chain along a hexside, a hatched hex with a
# ring; a dotted line with a cross is a bond that something has broken.

# %%
from tutor.pages.lesson import open_page

page = open_page("holland44/07-bonds")
page.opening()

# %% [markdown]
# ## Zones of control

# %%
page.step("zones")

# %%
page.step("leaving")

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

# %%
page.step("cross")

# %% [markdown]
# The diagram of the rulebook has all of it on one map.

# %% tags=["nbval-check-output"]
page.examples("H44-7.4.3")

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
page.examples("H44-7.4.6-a", "H44-7.4.6-b")

# %% [markdown]
# ## Trapped

# %%
page.step("trap")

# %% [markdown]
# On to [chapter 8: movement](08-movement.ipynb), or back to the [start](../index.ipynb).
