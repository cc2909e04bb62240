# %% [markdown]
# # Conflict of Heroes 1: setting up
#
# July 1943, somewhere near Kursk. You lead half a dozen squads, each a counter on a field of
# hexes, and you give one order at a time while your opponent does the same. Before the first
# order you have to know what you command.

# %%
from tutor.pages.lesson import open_page

page = open_page("conflict-of-heroes/01-setting-up")
page.opening()

# %% [markdown]
# ## What a counter says

# %%
page.step("counters")

# %%
page.step("infantry")

# %% [markdown]
# ## What stands ready

# %%
page.step("place")

# %%
page.step("cups")

# %% [markdown]
# ## The whole fight in one sum
#
# An attack is firepower plus two dice against defence plus cover. Chapter 7 takes it apart; this
# is how the rulebook's introduction shows it.

# %% tags=["nbval-check-output"]
page.examples("COH-intro")

# %% [markdown]
# On to [chapter 2: rounds and turns](02-rounds.ipynb), or back to the [start](../index.ipynb).
