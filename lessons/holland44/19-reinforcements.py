# %% [markdown]
# # Holland '44 19: reinforcements and entry areas
#
# The battle is larger than the map. Behind its edge lie the boxes out of which armies come, and
# some of them change hands while you are looking elsewhere.

# %%
from tutor.pages.lesson import open_page

page = open_page("holland44/19-reinforcements")
page.opening()

# %%
page.step("areas")

# %%
page.step("come-in")

# %%
page.step("pass-on")

# %% [markdown]
# ## Fighting at the edge

# %%
page.step("from-the-edge")

# %%
page.step("off-the-map")

# %%
page.step("guns-at-the-edge")

# %% tags=["nbval-check-output"]
page.examples("H44-19.8")

# %% [markdown]
# On to [chapter 20: nights and replacements](20-night-turns.ipynb), or back to the
# [start](../index.ipynb).
