# %% [markdown]
# # Stalingrad '42 19: non-combat units
#
# An army is not only what shoots.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/19-noncombat")
page.opening()

# %%
page.step("what")

# %%
page.step("through-the-staff")

# %%
page.step("back")

# %% tags=["nbval-check-output"]
page.examples("S42-19.4")

# %% [markdown]
# On to [chapter 20: special units](20-special.ipynb), or back to the [start](../index.ipynb).
