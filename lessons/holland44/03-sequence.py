# %% [markdown]
# # Holland '44 3: the turn
#
# A turn is a quarter of a day by daylight, half a day by night. What happens in it always comes
# in the same order, and a good part of playing well is to know what comes next.

# %%
from tutor.pages.lesson import open_page

page = open_page("holland44/03-sequence")
page.opening()

# %%
page.step("order")

# %%
page.step("watch-it")

# %%
page.step("which-first")

# %%
page.step("which-is-not")

# %% [markdown]
# On to [chapter 4: weather](04-weather.ipynb), or back to the [start](../index.ipynb).
