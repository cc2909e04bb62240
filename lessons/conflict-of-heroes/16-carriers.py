# %% [markdown]
# # Conflict of Heroes 16: trucks, carriers and guns
#
# Behind the tanks come the things that make an army: bread, shells, men on benches. Most of them
# have no armour at all, and know it.

# %%
from tutor.pages.lesson import open_page

page = open_page("conflict-of-heroes/16-carriers")
page.opening()

# %% [markdown]
# ## Trucks

# %%
page.step("jam")

# %%
page.step("past")

# %% [markdown]
# ## Carriers

# %%
page.step("shield")

# %%
page.step("burst")

# %% [markdown]
# ## Guns

# %%
page.step("shield-in-front")

# %% [markdown]
# On to [chapter 17: loading and carrying](17-carrying.ipynb), or back to the
# [start](../index.ipynb).
