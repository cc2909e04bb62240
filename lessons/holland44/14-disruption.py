# %% [markdown]
# # Holland '44 14: disruption and recovery
#
# Battles here seldom destroy; they disorder. What a beaten unit can do, and how soon it is back,
# decides more than the losses.

# %%
from tutor.pages.lesson import open_page

page = open_page("holland44/14-disruption")
page.opening()

# %%
page.step("disrupted")

# %%
page.step("not-allowed")

# %%
page.step("half")

# %%
page.step("get-out")

# %% [markdown]
# ## Full retreat

# %%
page.step("run")

# %%
page.step("flush")

# %% [markdown]
# ## Recovery

# %%
page.step("recovery")

# %%
page.step("what-chance")

# %% [markdown]
# On to [chapter 15: advance after combat](15-advance.ipynb), or back to the
# [start](../index.ipynb).
