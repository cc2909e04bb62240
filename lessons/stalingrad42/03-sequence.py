# %% [markdown]
# # Stalingrad '42 3: the turn
#
# A turn is about ten days. What happens in it always comes in the same order, and a good part of
# playing well is to know what comes next.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/03-sequence")
page.opening()

# %%
page.step("order")

# %%
page.step("watch-it")

# %%
page.step("which-first")

# %%
page.step("who-lacks")

# %%
page.step("victory-check")

# %% [markdown]
# On to [chapter 4: stacking](04-stacking.ipynb), or back to the [start](../index.ipynb).
