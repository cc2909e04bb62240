# %% [markdown]
# # Stalingrad '42 37: operation Uranus
#
# Now the other side attacks.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/37-uranus")
page.opening()

# %%
page.step("start")

# %%
page.step("mini")

# %%
page.step("reinforce")

# %%
page.step("win")

# %% [markdown]
# On to [chapter 38: the campaign](38-campaign.ipynb), or back to the [start](../index.ipynb).
