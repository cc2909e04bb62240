# %% [markdown]
# # Stalingrad '42 32: withdrawals and upgrades
#
# Armies are not yours for good: some of these divisions are wanted elsewhere.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/32-withdrawals")
page.opening()

# %%
page.step("ten")

# %%
page.step("spare")

# %%
page.step("hand-on")

# %% tags=["nbval-check-output"]
page.examples("S42-32.1")

# %%
page.step("corps")

# %%
page.step("foot")

# %%
page.step("grow")

# %% [markdown]
# On to [chapter 33: the winter offensive](33-winter-offensive.ipynb), or back to the [start](../index.ipynb).
