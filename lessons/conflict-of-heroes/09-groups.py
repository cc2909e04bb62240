# %% [markdown]
# # Conflict of Heroes 9: acting together
#
# One squad walks and the enemy answers; that is how a round creeps along. Two squads that walk as
# one, or fire as one, get twice as much done between two answers. This chapter is about the price.

# %%
from tutor.pages.lesson import open_page

page = open_page("conflict-of-heroes/09-groups")
page.opening()

# %% [markdown]
# ## One pool for several

# %%
page.step("one-pool")

# %% tags=["nbval-check-output"]
page.examples("COH-9.0")

# %% [markdown]
# ## Moving as a group

# %%
page.step("go-together")

# %%
page.step("slowest")

# %% tags=["nbval-check-output"]
page.examples("COH-9.11-a")

# %%
page.step("four-in-a-line")

# %% tags=["nbval-check-output"]
page.examples("COH-9.11-b")

# %% [markdown]
# ## Firing and rallying as a group

# %%
page.step("support")

# %% tags=["nbval-check-output"]
page.examples("COH-9.12")

# %%
page.step("fire-together")

# %%
page.step("rally-together")

# %% [markdown]
# ## What to pay it with

# %%
page.step("paid-twice")

# %% tags=["nbval-check-output"]
page.examples("COH-9.2")

# %% [markdown]
# On to [chapter 10: hidden units](10-hidden.ipynb), or back to the [start](../index.ipynb).
