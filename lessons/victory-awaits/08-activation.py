# %% [markdown]
# # A Victory Awaits 8: activation
#
# Nobody moves because it is their turn. A chit comes out of the cup, a headquarters wakes up, and
# with it every unit that can hear it.

# %%
from tutor.pages.lesson import open_page

page = open_page("victory-awaits/08-activation")
page.opening()

# %%
page.step("range")

# %%
page.step("count")

# %%
page.step("asleep")

# %%
page.step("march-off")

# %% [markdown]
# ## The rulebook's own example
#
# The position above is the activation example of 8.2. This is what it states, checked:

# %% tags=["nbval-check-output"]
page.examples("AVA-8.2")

# %% [markdown]
# On to [chapter 9: movement](09-movement.ipynb), or back to the [start](../index.ipynb).
