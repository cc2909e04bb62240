# %% [markdown]
# # Stalingrad '42 21: replacements
#
# There are never enough of them. This chapter is about where they do the most good.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/21-replacements")
page.opening()

# %%
page.step("kinds")

# %%
page.step("which-kind")

# %%
page.step("give-out")

# %%
page.step("rest")

# %% [markdown]
# On to [chapter 22: reinforcements and entry areas](22-reinforcements.ipynb), or back to the
# [start](../index.ipynb).
