# %% [markdown]
# # Conflict of Heroes 18: fortifications and obstacles
#
# They have had three months to dig. Every spade, every reel of wire, every crate of mines between
# Orel and Belgorod went into this ground, and now you are asked to walk across it.
#
# The bonuses of trench, gun pit and bunker and the 15 that destroys them are the rulebook's; the
# number on our mines, and what guns and tanks have on their counters, is partly a reconstruction.

# %%
from tutor.pages.lesson import open_page

page = open_page("conflict-of-heroes/18-works")
page.opening()

# %% [markdown]
# ## Spades

# %%
page.step("foxhole")

# %%
page.step("trench")

# %%
page.step("gun-pit")

# %% tags=["nbval-check-output"]
page.examples("COH-18.2-a")

# %%
page.step("bunker")

# %% tags=["nbval-check-output"]
page.examples("COH-18.2-b")

# %% [markdown]
# ## Ditches, wire, mines

# %%
page.step("obstacles")

# %%
page.step("wire")

# %% tags=["nbval-check-output"]
page.examples("COH-18.4")

# %%
page.step("mines")

# %% [markdown]
# ## Breaking them

# %%
page.step("wreckers")

# %% tags=["nbval-check-output"]
page.examples("COH-18.6")

# %% [markdown]
# ## The firefight of part 5

# %%
page.step("gap")

# %%
page.step("fight-9")

# %% [markdown]
# That was part 5. Part 6 begins with [chapter 19: engineers](19-engineers.ipynb), or go back to
# the [start](../index.ipynb).
