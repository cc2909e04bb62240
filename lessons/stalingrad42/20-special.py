# %% [markdown]
# # Stalingrad '42 20: special units
#
# Some counters come with a paragraph of their own. Here they are, in the order of the book.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/20-special")
page.opening()

# %%
page.step("soviets")

# %%
page.step("asleep")

# %%
page.step("allies")

# %%
page.step("coalition")

# %%
page.step("engineers")

# %%
page.step("late-comers")

# %% [markdown]
# On to [chapter 21: replacements](21-replacements.ipynb), or back to the [start](../index.ipynb).
