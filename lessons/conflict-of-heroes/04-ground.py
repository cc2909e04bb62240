# %% [markdown]
# # Conflict of Heroes 4: the ground
#
# Everything you will ever do is done on ground: it slows you, it covers you, it blinds you. Half
# of the art is to see which of the three a hex does.

# %%
from tutor.pages.lesson import open_page

page = open_page("conflict-of-heroes/04-ground")
page.opening()

# %% [markdown]
# ## What there is

# %%
page.step("kinds")

# %% [markdown]
# ## What it costs, and what it gives

# %%
page.step("house")

# %%
page.step("stone")

# %% [markdown]
# ## What it hides, and what it bars

# %%
page.step("fields")

# %%
page.step("river")

# %% [markdown]
# On to [chapter 5: infantry on the move](05-movement.ipynb), or back to the
# [start](../index.ipynb).
