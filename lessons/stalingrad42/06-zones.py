# %% [markdown]
# # Stalingrad '42 6: zones of control
#
# A division does not fill ten miles of steppe, but it sees them. What it sees it controls, within
# limits.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/06-zones")
page.opening()

# %%
page.step("zones")

# %%
page.step("zone-to-zone")

# %%
page.step("must-stop")

# %%
page.step("around")

# %%
page.step("elsewhere")

# %% [markdown]
# On to [chapter 7: ZOC bonds](07-bonds.ipynb), or back to the [start](../index.ipynb).
