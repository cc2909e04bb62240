# %% [markdown]
# # Holland '44 9: combat
#
# How an attack is put together, step by step. The table it is rolled on is wild in the middle
# and safe at its ends; so most of the art is in getting one column farther.

# %%
from tutor.pages.lesson import open_page

page = open_page("holland44/09-combat")
page.opening()

# %%
page.step("who")

# %%
page.step("town")

# %% tags=["nbval-check-output"]
page.examples("H44-9.3")

# %%
page.step("not-this-one")

# %%
page.step("both-ends")

# %% tags=["nbval-check-output"]
page.examples("H44-9.4")

# %%
page.step("first-attack")

# %% [markdown]
# The table of results sat on a player aid that we do not have. The rulebook fixes its columns and
# the kinds of result; the cells are a **reconstruction**, and the chart says so.

# %%
page.chart("crt", "die")

# %% [markdown]
# ## Wide rivers

# %%
page.step("no-bridge")

# %%
page.step("assault")

# %% tags=["nbval-check-output"]
page.examples("H44-9.5.3")

# %% [markdown]
# On to [chapter 10: combat modifiers](10-modifiers.ipynb), or back to the [start](../index.ipynb).
