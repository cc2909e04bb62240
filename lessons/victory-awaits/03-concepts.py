# %% [markdown]
# # A Victory Awaits 3: stacks, zones and lines
#
# Before anything moves, the board has to be read: who may stand together, which hexes are
# watched, and how supplies find their way to the front.

# %%
from tutor.pages.lesson import open_page

page = open_page("victory-awaits/03-concepts")
page.opening()

# %% [markdown]
# ## Zones of control

# %%
page.step("zones")

# %%
page.step("far-bank")

# %% [markdown]
# ## Stacking

# %%
page.step("two-in-a-hex")

# %%
page.step("never-together")

# %% [markdown]
# ## Lines of communication

# %%
page.step("lines")

# %%
page.step("reopen")

# %% [markdown]
# ## Towns and cities

# %%
page.step("control")

# %% [markdown]
# On to [chapter 8: activation](08-activation.ipynb), or back to the [start](../index.ipynb).
