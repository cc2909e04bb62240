# %% [markdown]
# # Holland '44 8: movement
#
# Everybody wants the road. Whoever leaves it pays for mud, woods and water, and whoever stays on
# it meets the enemy. Three gaits help: the normal one, a longer one far from the enemy, and a
# short one that goes almost anywhere.

# %%
from tutor.games.zocbond.charts import show_chart
from tutor.pages.lesson import open_page

page = open_page("holland44/08-movement")
page.opening()

# %% [markdown]
# ## Paying for hexes

# %%
page.step("paying")

# %%
show_chart(page, "terrain", "ground")

# %%
show_chart(page, "sides", "water")

# %%
page.step("road-and-field")

# %% [markdown]
# ## Extended movement

# %%
page.step("long-way")

# %% tags=["nbval-check-output"]
page.examples("H44-8.2.2")

# %% [markdown]
# ## Tactical movement

# %%
page.step("two-hexes")

# %% tags=["nbval-check-output"]
page.examples("H44-8.3.2")

# %%
page.step("infiltrate")

# %% tags=["nbval-check-output"]
page.examples("H44-8.3.3")

# %% [markdown]
# ## Water

# %%
page.step("waters")

# %%
page.step("ferry")

# %% tags=["nbval-check-output"]
page.examples("H44-8.5.5")

# %% [markdown]
# ## Woods, polder, swamp

# %%
page.step("third-wood")

# %% tags=["nbval-check-output"]
page.examples("H44-8.6.1")

# %% [markdown]
# ## The automatic DS

# %%
page.step("run-over")

# %% tags=["nbval-check-output"]
page.examples("H44-8.7")

# %% [markdown]
# On to [chapter 9: combat](09-combat.ipynb), or back to the [start](../index.ipynb).
