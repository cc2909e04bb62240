# %% [markdown]
# # A Victory Awaits 20: the team variant
#
# The controller of the last chapter has to be impartial, and never gets to be surprised. Here is the
# other way: let the cups do it.

# %%
from tutor.pages.lesson import open_page

page = open_page("victory-awaits/20-teams")
page.opening()

# %% [markdown]
# ## Cups

# %%
page.step("two-cups")

# %%
page.step("how-many")

# %%
page.step("deal")

# %%
page.step("dummies")

# %%
page.step("a-master")

# %% [markdown]
# ## A small battle

# %%
page.step("cut-in")

# %% [markdown]
# That is the whole rulebook. Back to the [start](../index.ipynb), or play
# [nine turns to the Dnieper in the sandbox](../sandbox.ipynb?scenario=victory-awaits/nine-turns).
