# %% [markdown]
# # Stalingrad '42 27: disengagement
#
# A retreat is what the enemy does to you. Disengagement is what you do yourself.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/27-disengagement")
page.opening()

# %%
page.step("what")

# %%
page.step("fast")

# %%
page.step("slow")

# %% tags=["nbval-check-output"]
page.examples("S42-27.2.3")

# %%
page.step("away")

# %% [markdown]
# On to [chapter 28: leaders](28-leaders.ipynb), or back to the [start](../index.ipynb).
