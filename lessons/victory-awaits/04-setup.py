# %% [markdown]
# # A Victory Awaits 4: setting up
#
# A set-up is half a plan. The Soviets show theirs first, spread thin along a border that they were
# told to hold everywhere; the Axis then decides where the blow will fall.

# %%
from tutor.pages.lesson import open_page

page = open_page("victory-awaits/04-setup")
page.opening()

# %%
page.step("zones")

# %%
page.step("who-first")

# %%
page.step("find-place")

# %%
page.step("fill-the-area")

# %% [markdown]
# ## Boxes and markers

# %%
page.step("who-waits")

# %%
page.step("markers")

# %% [markdown]
# ## Your own line

# %%
page.step("axis-line")

# %% [markdown]
# On to [chapter 5: the course of a turn](05-sequence.ipynb), or back to the
# [start](../index.ipynb).
