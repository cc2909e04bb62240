# %% [markdown]
# # Stalingrad '42 4: stacking
#
# How much goes into ten miles. The two armies differ, and the difference can be bridged by a staff
# with a desk and a telephone.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/04-stacking")
page.opening()

# %%
page.step("limit")

# %%
page.step("germans")

# %%
page.step("when")

# %%
page.step("third-rifle")

# %%
page.step("overcrowded")

# %%
page.step("guards-tanks")

# %% [markdown]
# On to [chapter 5: movement](05-movement.ipynb), or back to the [start](../index.ipynb).
