# %% [markdown]
# # Stalingrad '42 10: combat results
#
# One die has spoken. What it said is printed in three or four letters; this chapter spells them
# out. The table itself is our reconstruction.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/10-results")
page.opening()

# %%
page.step("letters")

# %%
page.chart("crt")

# %%
page.step("how-far")

# %%
page.step("who-pays")

# %% tags=["nbval-check-output"]
page.examples("S42-10.2.1")

# %%
page.step("exchange")

# %%
page.step("for-good")

# %% [markdown]
# On to [chapter 11: determined defence](11-standing.ipynb), or back to the [start](../index.ipynb).
