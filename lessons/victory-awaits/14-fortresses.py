# %% [markdown]
# # A Victory Awaits 14: fortresses
#
# The Soviet side loses units by the dozen and cities by the week. What it can do is dig. A level of
# wall defends with only one, but it turns the road to the rear, which ends most defences, into
# ground that has to be paid for.

# %%
from tutor.pages.lesson import open_page

page = open_page("victory-awaits/14-fortresses")
page.opening()

# %% [markdown]
# ## Building

# %%
page.step("markers")

# %%
page.step("two-levels")

# %%
page.step("too-late")

# %% [markdown]
# ## What the walls do

# %%
page.step("through-the-zone")

# %%
page.step("the-odds")

# %%
page.step("three-losses")

# %% [markdown]
# This is the rulebook's own example, played to the end:

# %% tags=["nbval-check-output"]
page.examples("AVA-14.2")

# %%
page.step("who-pays")

# %% [markdown]
# ## A small battle

# %%
page.step("storm")

# %% [markdown]
# On to [chapter 15: special rules](15-special.ipynb), or back to the [start](../index.ipynb).
