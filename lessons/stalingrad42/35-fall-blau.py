# %% [markdown]
# # Stalingrad '42 35: fall Blau
#
# Four scenarios close the book. They bring little that is new, and all of it matters.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/35-fall-blau")
page.opening()

# %%
page.step("setup")

# %%
page.step("first-turn")

# %%
page.step("points")

# %% [markdown]
# On to [chapter 36: the Caucasus campaign](36-caucasus.ipynb), or back to the [start](../index.ipynb).
