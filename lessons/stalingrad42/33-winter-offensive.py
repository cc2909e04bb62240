# %% [markdown]
# # Stalingrad '42 33: the winter offensive
#
# On 19 November the initiative changes hands. So does the turn.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/33-winter-offensive")
page.opening()

# %%
page.step("marker")

# %%
page.step("order")

# %%
page.step("mini")

# %%
page.step("no-attack")

# %% [markdown]
# On to [chapter 34: maskirovka](34-maskirovka.ipynb), or back to the [start](../index.ipynb).
