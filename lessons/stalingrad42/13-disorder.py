# %% [markdown]
# # Stalingrad '42 13: disruption, rout and recovery
#
# Between a division and a crowd there are two steps, and one can go them in both directions.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/13-disorder")
page.opening()

# %%
page.step("states")

# %%
page.step("half")

# %%
page.step("who-may")

# %%
page.step("run")

# %%
page.step("driven")

# %%
page.step("recover")

# %% [markdown]
# On to [chapter 14: advance after combat](14-advance.ipynb), or back to the
# [start](../index.ipynb).
