# %% [markdown]
# # Stalingrad '42 36: the Caucasus campaign
#
# To the oil, and over the mountains.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/36-caucasus")
page.opening()

# %%
page.step("before")

# %%
page.step("gates")

# %%
page.step("soviets")

# %%
page.step("win")

# %% [markdown]
# On to [chapter 37: Operation Uranus](37-uranus.ipynb), or back to the [start](../index.ipynb).
