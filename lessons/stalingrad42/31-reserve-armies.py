# %% [markdown]
# # Stalingrad '42 31: soviet reserve armies
#
# Stalin kept armies back. Here is when they march.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/31-reserve-armies")
page.opening()

# %%
page.step("asleep")

# %%
page.step("wake")

# %% [markdown]
# On to [chapter 32: withdrawals and upgrades](32-withdrawals.ipynb), or back to the [start](../index.ipynb).
