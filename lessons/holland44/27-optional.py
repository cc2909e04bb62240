# %% [markdown]
# # Holland '44 27: optional rules
#
# Two rules for those who have played a few times and want more of the same.

# %%
from tutor.pages.lesson import open_page

page = open_page("holland44/27-optional")
page.opening()

# %%
page.step("agree")

# %%
page.chart("disengage", "die")

# %%
page.step("slip-away")

# %% tags=["nbval-check-output"]
page.examples("H44-27.1")

# %% [markdown]
# ## In the pocket

# %%
page.step("pocket")

# %%
page.step("which-faces")

# %% tags=["nbval-check-output"]
page.examples("H44-27.2")

# %% [markdown]
# On to [the scenarios](28-scenarios.ipynb), or back to the [start](../index.ipynb).
