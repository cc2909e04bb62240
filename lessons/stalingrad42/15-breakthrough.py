# %% [markdown]
# # Stalingrad '42 15: breakthrough combat
#
# What panzer divisions are for. The rules of this chapter are few, and every one of them is about a
# price.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/15-breakthrough")
page.opening()

# %%
page.step("what")

# %%
page.step("purse")

# %% tags=["nbval-check-output"]
page.examples("S42-15.2.4-a")

# %%
page.step("limits")

# %%
page.step("through")

# %% tags=["nbval-check-output"]
page.examples("S42-15.2.4-b")

# %%
page.step("split")

# %% tags=["nbval-check-output"]
page.examples("S42-15.2.10")

# %% [markdown]
# On to [chapter 16: supply and isolation](16-supply.ipynb), or back to the [start](../index.ipynb).
