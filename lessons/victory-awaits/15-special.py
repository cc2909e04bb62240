# %% [markdown]
# # A Victory Awaits 15: special rules
#
# Four exceptions that only make sense in 1941: one that opens the campaign, one that keeps the
# armies from all being there at once, and two that bring in those who were not.

# %%
from tutor.pages.lesson import open_page

page = open_page("victory-awaits/15-special")
page.opening()

# %% [markdown]
# ## The surprise attack

# %%
page.step("before-dawn")

# %%
page.step("who-strikes")

# %%
page.step("dry-rivers")

# %%
page.step("first-blow")

# %%
page.step("three-weeks")

# %% [markdown]
# ## Chits that come later

# %%
page.step("not-yet")

# %% [markdown]
# ## On the march

# %%
page.step("nineteenth")

# %%
page.step("last-reserve")

# %% [markdown]
# On to [chapter 16: winning](16-victory.ipynb), or back to the [start](../index.ipynb).
