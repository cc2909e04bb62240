# %% [markdown]
# # Stalingrad '42 16: supply and isolation
#
# Divisions eat. In this game they can go hungry for a long time, as long as there is one way out,
# however long.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/16-supply")
page.opening()

# %%
page.step("line")

# %% tags=["nbval-check-output"]
page.examples("S42-16.3.3")

# %%
page.step("cut-off")

# %%
page.step("penalties")

# %%
page.step("close-the-ring")

# %%
page.step("attrition")

# %% tags=["nbval-check-output"]
page.examples("S42-16.5.4")

# %%
page.step("snow")

# %% [markdown]
# On to [chapter 17: railheads](17-railheads.ipynb), or back to the [start](../index.ipynb).
