# %% [markdown]
# # Conflict of Heroes 20: aircraft
#
# You hear them before you see them, and by then they have seen you. For half a minute the ridge,
# the wood and the wall in front of you mean nothing at all.
#
# On our screen a picked plane shows its sets of impulses as buttons: straight on, with a turn, a
# change of height, an attack or bombs somewhere on the way.

# %%
from tutor.pages.lesson import open_page

page = open_page("conflict-of-heroes/20-aircraft")
page.opening()

# %% [markdown]
# ## A set of impulses

# %%
page.step("impulses")

# %% tags=["nbval-check-output"]
page.examples("COH-20.0")

# %%
page.step("order")

# %%
page.step("strike")

# %% [markdown]
# ## High and far

# %%
page.step("height")

# %% tags=["nbval-check-output"]
page.examples("COH-20.1")

# %%
page.step("far")

# %% tags=["nbval-check-output"]
page.examples("COH-20.2")

# %%
page.step("sight")

# %% tags=["nbval-check-output"]
page.examples("COH-20.3")

# %% [markdown]
# ## Guns and bombs

# %%
page.step("flak")

# %%
page.step("bombs")

# %% tags=["nbval-check-output"]
page.examples("COH-20.4")

# %%
page.step("home")

# %% [markdown]
# ## A firefight with planes

# %%
page.step("ridge")

# %%
page.step("fight-10")

# %% [markdown]
# Then on to [chapter 21: three or four players, and one](21-players.ipynb), or back to the
# [start](../index.ipynb).
