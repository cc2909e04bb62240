# %% [markdown]
# # Holland '44 20: night turns and replacements
#
# The night belongs to those who mend. It is long, quiet in the air, and from the third night on
# it brings men.

# %%
from tutor.pages.lesson import open_page

page = open_page("holland44/20-night-turns")
page.opening()

# %%
page.step("night")

# %%
page.step("how-many")

# %%
page.step("fresh-men")

# %%
page.step("back-from-the-dead")

# %% [markdown]
# On to [chapter 21: breaking down and combining](21-breakdown.ipynb), or back to the
# [start](../index.ipynb).
