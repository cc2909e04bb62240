# %% [markdown]
# # Holland '44 13: retreats
#
# A retreat is a list of six wishes in order, and a list of ways to die. The way back is decided
# long before, when you choose where to stand: never with your back to a canal.

# %%
from tutor.pages.lesson import open_page

page = open_page("holland44/13-retreats")
page.opening()

# %%
page.step("order")

# %%
page.step("way-back")

# %% tags=["nbval-check-output"]
page.examples("H44-13.1.3")

# %% [markdown]
# ## What kills

# %%
page.step("canal-behind")

# %% tags=["nbval-check-output"]
page.examples("H44-13.2")

# %% [markdown]
# ## Short, and twice

# %%
page.step("one-hex")

# %%
page.step("twice")

# %% [markdown]
# On to [chapter 14: disruption and recovery](14-disruption.ipynb), or back to the
# [start](../index.ipynb).
