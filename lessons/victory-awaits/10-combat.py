# %% [markdown]
# # A Victory Awaits 10: combat
#
# Three questions for every attack: how strong are we really, what does the table say, and where
# does everybody end up? People get the first one wrong over rivers, and the last one over
# retreats. Take your time; this is the longest chapter of the game.

# %%
from tutor.pages.lesson import open_page

page = open_page("victory-awaits/10-combat")
page.opening()

# %% [markdown]
# ## Who attacks

# %%
page.step("in-reach")

# %%
page.step("one-may-not")

# %% [markdown]
# ## The odds
#
# Add up the attackers, halve those who cross a river, drop a fraction at the very end. Divide by
# the defenders and round down to a column. Then shift to the left for the ground. In that order.

# %%
page.step("halves")

# %%
page.step("bridge")

# %%
page.step("gates")

# %%
page.step("woods")

# %% [markdown]
# The sums that the rulebook works through, checked:

# %% tags=["nbval-check-output"]
page.examples("AVA-10.3-a", "AVA-10.3-b", "AVA-10.3-c")

# %% [markdown]
# ## The result

# %%
page.step("results")

# %%
page.chart("crt", "die")

# %%
page.step("two-losses")

# %% tags=["nbval-check-output"]
page.examples("AVA-10.4", "AVA-10.5")

# %% [markdown]
# ## Retreat
#
# Most attacks that succeed end in a retreat, and most retreats have only one right way. It is
# worth knowing where the enemy will have to go before you choose whom to attack, and from where.

# %%
page.step("way-back")

# %% tags=["nbval-check-output"]
page.examples("AVA-10.6-a", "AVA-10.6-b")

# %%
page.step("river-behind")

# %%
page.step("no-way-out")

# %%
page.step("falling-back")

# %% [markdown]
# ## Pursuit

# %%
page.step("pursuit")

# %% tags=["nbval-check-output"]
page.examples("AVA-10.7")

# %% [markdown]
# ## A small battle

# %%
page.step("soshikhin")

# %% [markdown]
# On to [chapter 11: supply](11-supply.ipynb), or back to the [start](../index.ipynb).
