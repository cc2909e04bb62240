# %% [markdown]
# # Conflict of Heroes 2: rounds and turns
#
# There are no movement phases and no fire phases. You do one thing, he does one thing, and so on
# until both of you have had enough. Nobody watches for long.

# %%
from tutor.pages.lesson import open_page

page = open_page("conflict-of-heroes/02-rounds")
page.opening()

# %% [markdown]
# ## Before the first turn

# %%
page.step("before")

# %% [markdown]
# ## Turn by turn

# %%
page.step("one-action-each")

# %% tags=["nbval-check-output"]
page.examples("COH-2.2")

# %%
page.step("what-is-illegal")

# %% [markdown]
# ## The end of a round, and of the fight

# %%
page.step("score")

# %%
page.step("draw")

# %% [markdown]
# On to [chapter 3: action points and command points](03-points.ipynb), or back to the
# [start](../index.ipynb).
