# %% [markdown]
# # Holland '44 11: combat results
#
# The die has fallen, and the table says something like A1/DR. This chapter is the dictionary.
# The cells of the table are our reconstruction; the meaning of the letters is the rulebook's.

# %%
from tutor.pages.lesson import open_page

page = open_page("holland44/11-results")
page.opening()

# %%
page.step("letters")

# %%
page.chart("crt", "die")

# %%
page.step("what-stands")

# %% [markdown]
# ## Who bears a loss

# %%
page.step("exchange")

# %%
page.step("price")

# %%
page.step("remnants")

# %% [markdown]
# ## Engaged

# %%
page.step("engaged")

# %%
page.step("half-hearted")

# %% [markdown]
# On to [chapter 12: determined defence](12-determined-defence.ipynb), or back to the
# [start](../index.ipynb).
