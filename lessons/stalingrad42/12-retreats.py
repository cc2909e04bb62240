# %% [markdown]
# # Stalingrad '42 12: retreats
#
# Most divisions that leave this game do not die in battle; they die on the way back from one.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/12-retreats")
page.opening()

# %%
page.step("how")

# %%
page.step("deadly")

# %%
page.step("find-the-gap")

# %%
page.step("advance-anyway")

# %%
page.step("twice")

# %% [markdown]
# On to [chapter 13: disruption, rout and recovery](13-disorder.ipynb), or back to the
# [start](../index.ipynb).
