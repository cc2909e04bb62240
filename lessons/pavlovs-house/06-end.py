# %% [markdown]
# # Pavlov's House 6: the end of the game
#
# Sixty-three cards, twenty-one turns, and then a sum.

# %%
from tutor.pages.lesson import open_page

page = open_page("pavlovs-house/06-end")
page.opening()

# %%
page.step("at-once")

# %%
page.step("count")

# %%
page.step("what-is-it")

# %%
page.chart("ranks", "award")

# %%
page.step("milk-house")

# %% [markdown]
# On to [chapter 7: variants](07-variants.ipynb), to [the game itself](08-game.ipynb), or back to the
# [start](../index.ipynb).
