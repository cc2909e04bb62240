# %% [markdown]
# # Conflict of Heroes 3: action points and command points
#
# Two currencies run this game. AP belong to the one unit you have woken up. CAP belong to you:
# the sergeants, the runners, the spare belts of ammunition. The first buy you plans, the second
# buy you the moment.

# %%
from tutor.pages.lesson import open_page

page = open_page("conflict-of-heroes/03-points")
page.opening()

# %% [markdown]
# ## AP: one unit awake

# %%
page.step("switch")

# %% tags=["nbval-check-output"]
page.examples("COH-3.0")

# %% [markdown]
# ## One free action for a fresh unit

# %%
page.step("opportunity")

# %% tags=["nbval-check-output"]
page.examples("COH-3.1")

# %% [markdown]
# ## CAP: three uses and a half

# %%
page.step("topping-up")

# %% tags=["nbval-check-output"]
page.examples("COH-3.21")

# %%
page.step("on-cap")

# %% tags=["nbval-check-output"]
page.examples("COH-3.22")

# %%
page.step("dice")

# %%
page.step("two-cap")

# %% tags=["nbval-check-output"]
page.examples("COH-3.23")

# %%
page.step("first-turn")

# %% tags=["nbval-check-output"]
page.examples("COH-3.24")

# %% [markdown]
# On to [chapter 4: the ground](04-ground.ipynb), or back to the [start](../index.ipynb).
