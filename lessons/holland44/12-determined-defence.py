# %% [markdown]
# # Holland '44 12: determined defence
#
# "Hold at any price" has a table of its own. Half the art of this game is in knowing when to go,
# and the other half in choosing who stays.

# %%
from tutor.games.zocbond.charts import show_chart
from tutor.pages.lesson import open_page

page = open_page("holland44/12-determined-defence")
page.opening()

# %%
page.step("when")

# %%
show_chart(page, "stand", "die")

# %%
page.step("which-column")

# %%
page.step("hold-dorp")

# %%
page.step("lost-anyway")

# %% [markdown]
# ## Desperate defence

# %%
page.step("cornered")

# %% tags=["nbval-check-output"]
page.examples("H44-12.4")

# %% [markdown]
# ## The last step of an attack

# %%
page.step("spent")

# %% [markdown]
# On to [chapter 13: retreats](13-retreats.ipynb), or back to the [start](../index.ipynb).
