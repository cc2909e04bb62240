# %% [markdown]
# # Holland '44 4: weather
#
# The Allied plan hangs on aeroplanes, and the aeroplanes hang on the weather over England and
# the Rhine. Two dice at dawn, and the whole day is settled.

# %%
from tutor.pages.lesson import open_page

page = open_page("holland44/04-weather")
page.opening()

# %%
page.step("gives")

# %%
page.chart("weather", "die")

# %%
page.chart("sky", "weather")

# %%
page.step("dawn")

# %%
page.step("eighteenth")

# %%
page.step("nineteenth")

# %%
page.step("night-points")

# %% [markdown]
# On to [chapter 5: bridges](05-bridges.ipynb), or back to the [start](../index.ipynb).
