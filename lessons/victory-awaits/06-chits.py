# %% [markdown]
# # A Victory Awaits 6: choosing chits
#
# Before anything can be drawn, somebody has to put it in. This is where the Soviets decide which of
# their armies will be awake, and where the Axis decides what to keep in its hand.

# %%
from tutor.pages.lesson import open_page

page = open_page("victory-awaits/06-chits")
page.opening()

# %%
page.step("in-secret")

# %%
page.step("one-of-two")

# %%
page.step("how-many")

# %%
page.step("find-chit")

# %% [markdown]
# ## A choice of your own

# %%
page.step("hold-one-back")

# %% [markdown]
# On to [chapter 7: drawing chits](07-activations.ipynb), or back to the [start](../index.ipynb).
