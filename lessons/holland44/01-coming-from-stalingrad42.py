# %% [markdown]
# # Holland '44 1: coming from Stalingrad '42
#
# The two games are sisters. If you have played the one, most of the other is in your hands
# already, and that is exactly where mistakes come from: you play the rule you remember. Here is
# everything in which the two differ, made from the very rules and tables that the program uses.

# %%
from tutor.pages.lesson import open_page

page = open_page("holland44/01-coming-from-stalingrad42")
page.opening()

# %%
page.differences("stalingrad42")

# %%
page.step("same")

# %%
page.step("two-steps")

# %%
page.step("extended")

# %% [markdown]
# ## The ends of the table

# %%
page.step("weak")

# %%
page.step("strong")

# %% [markdown]
# ## Supply

# %%
page.step("roads")

# %% [markdown]
# What Holland '44 has and Stalingrad '42 has not - bridges to blow, drops, formations, engaged
# units, night turns - has chapters of its own. On to [chapter 2: components](02-components.ipynb),
# or back to the [start](../index.ipynb).
