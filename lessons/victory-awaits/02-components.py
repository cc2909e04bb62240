# %% [markdown]
# # A Victory Awaits 2: scale, map and counters
#
# Before the first rule, the first look: what a hex and a turn are worth, what the numbers on a
# counter mean, where the bridges are. And one small rule of arithmetic that decides battles.

# %%
from tutor.pages.lesson import open_page

page = open_page("victory-awaits/02-components")
page.opening()

# %%
page.step("counters")

# %%
page.step("how-far")

# %%
page.step("which-number")

# %% [markdown]
# ## Halves

# %%
page.step("halves")

# %% [markdown]
# ## The map

# %%
page.step("bridges")

# %%
page.step("red-line")

# %% [markdown]
# ## Steps

# %%
page.step("whose-step")

# %% [markdown]
# On to [chapter 3: stacks, zones and lines](03-concepts.ipynb), or back to the
# [start](../index.ipynb).
