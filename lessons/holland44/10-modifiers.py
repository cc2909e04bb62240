# %% [markdown]
# # Holland '44 10: combat modifiers
#
# Ten modifiers, and each of them is an argument about who stands beside whom. Take them in the
# order of the book: halves, formations, armour, morale, aircraft, ground.

# %%
from tutor.games.zocbond.charts import show_chart
from tutor.pages.lesson import open_page

page = open_page("holland44/10-modifiers")
page.opening()

# %% [markdown]
# ## Halving and doubling

# %%
page.step("halves")

# %%
page.step("all-wet")

# %% tags=["nbval-check-output"]
page.examples("H44-10.1", "H44-10.8.2")

# %% [markdown]
# ## Formations

# %%
page.step("lead")

# %%
page.step("guards-or-wessex")

# %% tags=["nbval-check-output"]
page.examples("H44-10.2.3")

# %% [markdown]
# ## Armour

# %%
page.step("tank-shift")

# %% tags=["nbval-check-output"]
page.examples("H44-10.3")

# %%
page.step("lonely-tanks")

# %% tags=["nbval-check-output"]
page.examples("H44-10.5.2")

# %%
page.step("eighty-eight")

# %% tags=["nbval-check-output"]
page.examples("H44-10.4")

# %% [markdown]
# ## Morale and aircraft

# %%
page.step("best-column")

# %% tags=["nbval-check-output"]
page.examples("H44-10.6")

# %%
page.step("aircraft")

# %% [markdown]
# ## Mud
#
# The figures of this chart come from a player aid that we do not have; they are a reconstruction,
# save those that the rulebook names.

# %%
show_chart(page, "terrain", "ground", "battle")

# %%
page.step("mud")

# %%
page.step("out-of-the-swamp")

# %% tags=["nbval-check-output"]
page.examples("H44-10.8.3", "H44-10.8.4")

# %% [markdown]
# Guns shift as well; they have chapter 17 to themselves. On to
# [chapter 11: results](11-results.ipynb), or back to the [start](../index.ipynb).
