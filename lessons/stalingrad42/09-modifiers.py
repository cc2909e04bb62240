# %% [markdown]
# # Stalingrad '42 9: what changes the odds
#
# Everything in this chapter bends either a strength or a column. The order is always the same:
# halve, double, divide, shift.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/09-modifiers")
page.opening()

# %%
page.step("halving")

# %% tags=["nbval-check-output"]
page.examples("S42-9.1-a", "S42-9.1-b", "S42-9.1-c")

# %%
page.step("red-dot")

# %% tags=["nbval-check-output"]
page.examples("S42-9.2.2")

# %%
page.step("tank-duel")

# %% tags=["nbval-check-output"]
page.examples("S42-9.2.3")

# %%
page.step("two-banks")

# %%
page.step("one-on-the-bank")

# %% tags=["nbval-check-output"]
page.examples("S42-9.5.2-x", "S42-9.5.2-y")

# %%
page.step("ground")

# %% tags=["nbval-check-output"]
page.examples("S42-9.5.4")

# %%
page.step("air")

# %%
page.step("superiority")

# %%
page.step("used-up")

# %%
page.step("forts")

# %%
page.step("fort-in-the-hills")

# %% [markdown]
# On to [chapter 10: combat results](10-results.ipynb), or back to the [start](../index.ipynb).
