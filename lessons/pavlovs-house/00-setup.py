# %% [markdown]
# # Pavlov's House 0: the box and the setup
#
# Four men, ten rounds of covering fire, bread for two days, and the whole of Stalingrad behind
# you. This is what lies on the table before anybody has done anything.

# %%
from tutor.pages.lesson import open_page

page = open_page("pavlovs-house/00-setup")
page.opening()

# %%
page.step("three-sectors")

# %%
page.step("four-men")

# %% [markdown]
# The values of the counters are ours, except where the rulebook's examples give them:

# %%
page.chart("men", "defender")

# %% [markdown]
# ## Two decks

# %%
page.step("how-long")

# %%
page.step("fog")

# %% [markdown]
# ## What can run out

# %%
page.step("no-more")

# %%
page.step("for-good")

# %% [markdown]
# On to [chapter 1: the course of a turn](01-turn.ipynb), or back to the [start](../index.ipynb).
