# %% [markdown]
# # Holland '44 17: artillery
#
# A gun is one column, once. What makes it an art is the word *once*: shells come slowly, guns
# move slowly, and everybody wants them in the same afternoon.

# %%
from tutor.pages.lesson import open_page

page = open_page("holland44/17-artillery")
page.opening()

# %%
page.step("what-guns-do")

# %%
page.step("two-guns")

# %% tags=["nbval-check-output"]
page.examples("H44-17.4")

# %%
page.step("under-attack")

# %% [markdown]
# ## Moving guns

# %%
page.step("moving")

# %% [markdown]
# ## Shells

# %%
page.step("shells")

# %%
page.step("german-night")

# %% [markdown]
# On to [chapter 18: supply](18-supply.ipynb), or back to the [start](../index.ipynb).
