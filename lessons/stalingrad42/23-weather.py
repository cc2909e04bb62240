# %% [markdown]
# # Stalingrad '42 23: weather
#
# Sixteen turns of sun. Then the sky joins in.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/23-weather")
page.opening()

# %%
page.step("table")

# %%
page.chart("weather")

# %%
page.step("star")

# %% tags=["nbval-check-output"]
page.examples("S42-23.3.2")

# %%
page.step("advance-in-rain")

# %%
page.step("what-mud-does")

# %%
page.step("supply-in-rain")

# %%
page.step("winter")

# %% [markdown]
# On to [chapter 24: victory](24-victory.ipynb), or back to the [start](../index.ipynb).
