# %% [markdown]
# # Holland '44 21: breaking down and combining
#
# Bridges, ferries and long flanks ask for more counters than you have. Here is how to make
# change, and how to get it back.

# %%
from tutor.pages.lesson import open_page

page = open_page("holland44/21-breakdown")
page.opening()

# %%
page.step("companies")

# %%
page.step("over-the-ferry")

# %%
page.step("rejoin")

# %%
page.step("fill-up")

# %% [markdown]
# On to [chapter 22: airborne landings](22-airborne.ipynb), or back to the [start](../index.ipynb).
