# %% [markdown]
# # A Victory Awaits 19: the campaign for many
#
# Three maps make one front from the Baltic to the Black Sea, and up to eight people can play on it.
# If they all waited for one chit at a time it would take a week. So one of them becomes the
# controller.

# %%
from tutor.pages.lesson import open_page

page = open_page("victory-awaits/19-controller")
page.opening()

# %% [markdown]
# ## Seats

# %%
page.step("the-table")

# %%
page.step("two-sheets")

# %% [markdown]
# ## The queue

# %%
page.step("first-queue")

# %% [markdown]
# The rulebook tells this game and another one. Here is what they state, checked:

# %% tags=["nbval-check-output"]
page.examples("AVA-19.4-a", "AVA-19.4-b")

# %%
page.step("up-or-down")

# %%
page.step("be-scott")

# %%
page.step("turn-them-up")

# %% [markdown]
# ## Interrupts

# %%
page.step("cancel")

# %% [markdown]
# ## A small battle

# %%
page.step("two-fronts")

# %% [markdown]
# On to [chapter 20: the team variant](20-teams.ipynb), or back to the [start](../index.ipynb).
