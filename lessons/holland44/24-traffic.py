# %% [markdown]
# # Holland '44 24: traffic jams
#
# Twenty thousand vehicles, one road, two lanes. The smallest chapter of the book, and on some
# days the strongest German unit.

# %%
from tutor.pages.lesson import open_page

page = open_page("holland44/24-traffic")
page.opening()

# %%
page.step("jams")

# %%
page.step("place")

# %%
page.step("toll")

# %% [markdown]
# On to [chapter 25: unknown units](25-unknown-units.ipynb), or back to the [start](../index.ipynb).
