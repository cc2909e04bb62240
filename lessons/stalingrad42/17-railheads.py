# %% [markdown]
# # Stalingrad '42 17: railheads
#
# The armies outrun their trains. How fast the trains can follow decides how far the armies may go.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/17-railheads")
page.opening()

# %%
page.step("gauge")

# %%
page.step("forward")

# %%
page.step("how-long")

# %%
page.step("raid")

# %% [markdown]
# On to [chapter 18: resource points, supply points and guns](18-guns.ipynb), or back to the
# [start](../index.ipynb).
