# %% [markdown]
# # Holland '44 15: advance after combat
#
# Movement is what you plan; advance is what the enemy gives you. In this game it may go farther
# than a morning's march.

# %%
from tutor.pages.lesson import open_page

page = open_page("holland44/15-advance")
page.opening()

# %%
page.step("how-far")

# %%
page.step("count")

# %%
page.step("up-the-road")

# %% [markdown]
# ## What still stops you

# %%
page.step("zone-to-zone")

# %% tags=["nbval-check-output"]
page.examples("H44-15.5.2")

# %%
page.step("over-the-stream")

# %% tags=["nbval-check-output"]
page.examples("H44-15.6")

# %% [markdown]
# On to [chapter 16: breakthrough](16-breakthrough.ipynb), or back to the [start](../index.ipynb).
