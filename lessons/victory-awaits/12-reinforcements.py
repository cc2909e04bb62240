# %% [markdown]
# # A Victory Awaits 12: reinforcements
#
# In the first three turns both sides live on what stands on the map. From turn 4 trains roll. Who
# may come, how many, and above all how far: that is this chapter.

# %%
from tutor.pages.lesson import open_page

page = open_page("victory-awaits/12-reinforcements")
page.opening()

# %% [markdown]
# ## Where they arrive

# %%
page.step("railheads")

# %%
page.step("closed-station")

# %% [markdown]
# ## Who, and how many

# %%
page.step("how-many")

# %%
page.step("who-returns")

# %%
page.step("three-trains")

# %% [markdown]
# ## Shutting a railway
#
# Leave your own rails empty and the enemy may step off a train behind you.

# %%
page.step("cut-the-line")

# %% [markdown]
# ## A small battle

# %%
page.step("iron-road")

# %% [markdown]
# On to [chapter 13: headquarters](13-headquarters.ipynb), or back to the [start](../index.ipynb).
