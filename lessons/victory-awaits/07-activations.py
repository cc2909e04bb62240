# %% [markdown]
# # A Victory Awaits 7: drawing chits
#
# The draw is blind, but not quite: twice a turn the Axis can put a chit back and act itself.

# %%
from tutor.pages.lesson import open_page

page = open_page("victory-awaits/07-activations")
page.opening()

# %%
page.step("drawn")

# %%
page.step("whose")

# %% [markdown]
# ## Manstein and Guderian

# %%
page.step("not-in-hand")

# %%
page.step("put-back")

# %%
page.step("the-last")

# %% [markdown]
# ## A moment of your choosing

# %%
page.step("strike-first")

# %% [markdown]
# On to [chapter 8: activation](08-activation.ipynb), or back to the [start](../index.ipynb).
