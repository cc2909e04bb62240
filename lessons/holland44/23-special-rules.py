# %% [markdown]
# # Holland '44 23: special rules
#
# Every battle has its own exceptions. Most of these last for a turn or two; the engineers stay
# with you to the end.

# %%
from tutor.pages.lesson import open_page

page = open_page("holland44/23-special-rules")
page.opening()

# %% [markdown]
# ## The first turn

# %%
page.step("first-turn")

# %%
page.step("barrage")

# %% [markdown]
# ## Engineers

# %%
page.step("boats")

# %% [markdown]
# ## Boundaries and arrivals

# %%
page.step("boundaries")

# %%
page.step("the-406th")

# %% [markdown]
# ## Scouts

# %%
page.step("scouts")

# %% [markdown]
# On to [chapter 24: traffic jams](24-traffic.ipynb), or back to the [start](../index.ipynb).
