# %% [markdown]
# # Stalingrad '42 2: map and counters
#
# Before anything moves: what the board shows, and how to read the cardboard. Positions and boards
# here are our own; the figures of the units are in the style of the game, not its order of battle.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/02-components")
page.opening()

# %%
page.step("counters")

# %%
page.step("which-number")

# %%
page.step("no-combat")

# %%
page.step("three-families")

# %%
page.step("who-climbs")

# %%
page.step("lake")

# %% [markdown]
# On to [chapter 3: the turn](03-sequence.ipynb), or back to the [start](../index.ipynb).
