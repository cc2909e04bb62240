# %% [markdown]
# # Conflict of Heroes 21: three or four players, and one
#
# An ally is a man who promises to be at the crossroads at noon. Share a front with a friend, or
# sit down alone with a cup and find out how badly you can surprise yourself.

# %%
from tutor.pages.lesson import open_page

page = open_page("conflict-of-heroes/21-players")
page.opening()

# %% [markdown]
# ## Several armies

# %%
page.step("order-of-armies")

# %%
page.step("all-but-one")

# %% [markdown]
# ## Alone

# %%
page.step("alone")

# %% tags=["nbval-check-output"]
page.examples("COH-21.2")

# %% [markdown]
# ## Balance

# %%
page.step("handicap")

# %% [markdown]
# ## The firefight for four

# %%
page.step("four-armies")

# %%
page.step("fight-11")

# %% [markdown]
# That was the whole of the rulebook; every firefight is open to you in the
# [sandbox](../sandbox.ipynb), or go back to the [start](../index.ipynb).
