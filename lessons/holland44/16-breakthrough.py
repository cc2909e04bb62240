# %% [markdown]
# # Holland '44 16: breakthrough combat
#
# What matters about the best result of the table is not the loss it inflicts, but the second
# battle it allows.

# %%
from tutor.pages.lesson import open_page

page = open_page("holland44/16-breakthrough")
page.opening()

# %%
page.step("what")

# %%
page.step("through")

# %% tags=["nbval-check-output"]
page.examples("H44-16.2")

# %%
page.step("bonus")

# %% tags=["nbval-check-output"]
page.examples("H44-16.3.4")

# %%
page.step("limits")

# %%
page.step("join")

# %% [markdown]
# ## A turn of your own

# %%
page.step("by-dusk")

# %% [markdown]
# On to [chapter 17: artillery](17-artillery.ipynb), or back to the [start](../index.ipynb).
