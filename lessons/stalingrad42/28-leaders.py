# %% [markdown]
# # Stalingrad '42 28: leaders
#
# Dice decide battles. Two men in this game have a word with the dice.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/28-leaders")
page.opening()

# %%
page.step("two-men")

# %%
page.step("again")

# %%
page.step("slip-too")

# %%
page.step("train")

# %% [markdown]
# On to [chapter 29: contested cities](29-contested-cities.ipynb), or back to the [start](../index.ipynb).
