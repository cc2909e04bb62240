# %% [markdown]
# # Holland '44 2: map and counters
#
# One road, three airborne divisions, and an armoured corps that has to reach them. Before the
# first rule, the first look: what the numbers say, and why a tank and a lorry are not the same.

# %%
from tutor.pages.lesson import open_page

page = open_page("holland44/02-components")
page.opening()

# %%
page.step("counters")

# %%
page.step("which-number")

# %% [markdown]
# ## Units

# %%
page.step("three-families")

# %%
page.step("who-swims")

# %%
page.step("stream-in-the-swamp")

# %% [markdown]
# On to [chapter 3: the turn](03-sequence.ipynb), or back to the [start](../index.ipynb).
