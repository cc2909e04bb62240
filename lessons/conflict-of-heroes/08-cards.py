# %% [markdown]
# # Conflict of Heroes 8: cards
#
# Part 2 begins. AP and CAP say what your men can do; cards are what luck and headquarters add.
# Nobody but you knows what you hold, and that alone changes how the other side walks.

# %%
from tutor.pages.lesson import open_page

page = open_page("conflict-of-heroes/08-cards")
page.opening()

# %% [markdown]
# ## Action cards

# %%
page.step("command")

# %%
page.step("auto-rally")

# %%
page.step("the-deck")

# %%
page.step("not-so")

# %% [markdown]
# ## Arms without counters

# %%
page.step("weapons")

# %%
page.step("grenades")

# %% [markdown]
# ## Veterans

# %%
page.step("veterans")

# %% [markdown]
# On to [chapter 9: acting together](09-groups.ipynb), or back to the [start](../index.ipynb).
