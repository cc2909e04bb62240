# %% [markdown]
# # Stalingrad '42 1: coming from Holland '44
#
# The two games are sisters. If you have played the one, most of the other is in your hands
# already, and that is exactly where mistakes come from: you play the rule you remember. Here is
# everything in which the two differ, made from the very rules and tables that the program uses.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/01-coming-from-holland44")
page.opening()

# %%
page.differences("holland44")

# %%
page.step("same")

# %%
page.step("one-step")

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
# What Stalingrad '42 has and Holland '44 has not - railways, the Volga, supply points, planned
# offensives, winter - has chapters of its own. On to [chapter 2: components](02-components.ipynb),
# or back to the [start](../index.ipynb).
