# %% [markdown]
# # A Victory Awaits 18: the one-map scenarios
#
# Who has no room for three maps, or no week to spare, plays one of them. Each is the campaign with
# its own chits, its own number to reach, and one or two ideas that nobody else has.

# %%
from tutor.pages.lesson import open_page

page = open_page("victory-awaits/18-scenarios")
page.opening()

# %% [markdown]
# ## What all three share

# %%
page.step("three-maps")

# %%
page.step("one-more-army")

# %%
page.step("fewer-walls")

# %% [markdown]
# ## Leningrad

# %%
page.step("zhukov")

# %%
page.step("short-reserve")

# %% [markdown]
# ## Smolensk

# %%
page.step("eighteen")

# %%
page.step("edge-hexes")

# %% [markdown]
# ## Kiev: a small battle

# %%
page.step("kiev")

# %% [markdown]
# On to [chapter 19: the campaign for many](19-controller.ipynb), or back to the
# [start](../index.ipynb).
