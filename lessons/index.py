# %% [markdown]
# # Learn it on the board
#
# Five rulebooks, taught step by step on boards that know the rules. Move a counter: an illegal
# move tells you why, by which rule, and what would make it legal; a legal one shows where every
# point of its cost comes from.

# %%
from tutor.pages.home import Home

home = Home()
home.welcome()

# %%
home.games()

# %% [markdown]
# ## Your name and your record
#
# Progress is kept on this machine. If several people learn here, give a name; to change machines,
# take your record along as a file. Who teaches a class sees how far everybody is in the
# [classroom](classroom.ipynb).

# %%
home.learner_row()
