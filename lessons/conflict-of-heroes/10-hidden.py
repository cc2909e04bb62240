# %% [markdown]
# # Conflict of Heroes 10: hidden units
#
# So far you have seen everything. From here on an empty wood may hold a squad, and a quiet house
# a sniper; who hides first chooses the ground, and who searches pays in time.

# %%
from tutor.lesson_page import open_page

page = open_page("conflict-of-heroes/10-hidden")
page.opening()

# %% [markdown]
# ## Hidden, and found

# %%
page.step("into-the-trees")

# %% tags=["nbval-check-output"]
page.examples("COH-10")

# %%
page.step("search")

# %% [markdown]
# ## Moving unseen

# %%
page.step("sneak-price")

# %% tags=["nbval-check-output"]
page.examples("COH-10.1")

# %%
page.step("sneak")

# %%
page.step("vanish")

# %% [markdown]
# ## Snipers

# %%
page.step("sniper")

# %% tags=["nbval-check-output"]
page.examples("COH-10.3")

# %% [markdown]
# ## The firefights of part 2

# %%
page.step("ambush")

# %% [markdown]
# Now play part 2, with the bot for one side. The first two firefights again, with cards and groups:
# [1 · The crossroads](../sandbox.ipynb?scenario=conflict-of-heroes/crossroads-with-cards) and
# [2 · The granary](../sandbox.ipynb?scenario=conflict-of-heroes/granary-with-cards). Then two new
# ones: [3 · The ambush](../sandbox.ipynb?scenario=conflict-of-heroes/ambush) and
# [4 · Reserves by road](../sandbox.ipynb?scenario=conflict-of-heroes/reserves). Hills, mortars and
# smoke come with [chapter 11](11-hills.ipynb), or go back to the [start](../index.ipynb).
