# %% [markdown]
# # A Victory Awaits 11: supply
#
# Supply is quiet in this game. It slows nobody down and weakens nobody, until one chit comes out of
# the cup and asks everybody the same question at once.

# %%
from tutor.pages.lesson import open_page

page = open_page("victory-awaits/11-supply")
page.opening()

# %%
page.step("lines")

# %%
page.step("how-many")

# %%
page.step("early")

# %%
page.step("the-check")

# %% [markdown]
# ## What else the check is good for

# %%
page.step("withdraw")

# %%
page.step("fortress")

# %% [markdown]
# ## A race against the chit

# %%
page.step("before-the-check")

# %% [markdown]
# On to [chapter 12: reinforcements](12-reinforcements.ipynb), or back to the
# [start](../index.ipynb).
