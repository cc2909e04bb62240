# %% [markdown]
# # Stalingrad '42 11: determined defence
#
# The battle is lost, the hex is not. A division that digs in its heels can turn a retreat into a
# butcher's bill for both sides.

# %%
from tutor.games.zocbond.charts import show_chart
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/11-standing")
page.opening()

# %%
page.step("why")

# %%
page.step("not-one-step")

# %%
page.step("modifier")

# %%
show_chart(page, "stand", "die")

# %%
page.step("stanitsa")

# %%
page.step("city-battle")

# %% tags=["nbval-check-output"]
page.examples("S42-11.6")

# %%
page.step("desperate")

# %% tags=["nbval-check-output"]
page.examples("S42-11.5.2")

# %% [markdown]
# On to [chapter 12: retreats](12-retreats.ipynb), or back to the [start](../index.ipynb).
