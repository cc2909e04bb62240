# %% [markdown]
# # Holland '44 22: airborne landings
#
# The largest airborne army of the war needs three days to come down, if the weather holds. It
# lands well on the first day, worse on the second, and wherever it can after that.

# %%
from tutor.games.zocbond.charts import show_chart
from tutor.pages.lesson import open_page

page = open_page("holland44/22-airborne")
page.opening()

# %%
page.step("when")

# %%
page.step("first-lift")

# %%
page.step("where-not")

# %% [markdown]
# ## The landing roll

# %%
page.step("into-the-woods")

# %% tags=["nbval-check-output"]
page.examples("H44-22.3.2")

# %%
show_chart(page, "landing", "die")

# %%
page.step("what-it-costs")

# %%
page.step("on-top")

# %% [markdown]
# ## The way back

# %%
page.step("stragglers")

# %% [markdown]
# On to [chapter 23: special rules](23-special-rules.ipynb), or back to the [start](../index.ipynb).
