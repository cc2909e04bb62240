# %% [markdown]
# # Stalingrad '42 24: victory
#
# What it is all for, in numbers.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/24-victory")
page.opening()

# %%
page.step("points")

# %%
page.step("baku")

# %%
page.step("benchmark")

# %% tags=["nbval-check-output"]
page.examples("S42-24.2")

# %%
page.step("elbrus")

# %%
page.step("held-and-fed")

# %% [markdown]
# On to [chapter 25: reserves](25-reserves.ipynb), or back to the [start](../index.ipynb).
