# %% [markdown]
# # Stalingrad '42 5: movement
#
# The steppe is wide, the rivers are the map. This chapter is about getting there: by road, on foot,
# over water, by train and by ship.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/05-movement")
page.opening()

# %%
page.step("normal")

# %%
page.step("panzers-east")

# %%
page.step("extended")

# %%
page.step("wade")

# %%
page.step("pontoon")

# %% [markdown]
# The four divisions at the river that the rulebook works through:

# %% tags=["nbval-check-output"]
page.examples("S42-5.5.5")

# %%
page.step("volga")

# %%
page.step("by-rail")

# %%
page.step("which-train")

# %%
page.step("by-sea")

# %% [markdown]
# On to [chapter 6: zones of control](06-zones.ipynb), or back to the [start](../index.ipynb).
