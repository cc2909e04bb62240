# %% [markdown]
# # Stalingrad '42 38: the campaign
#
# You know the rules now. This is the game.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/38-campaign")
page.opening()

# %%
page.step("all")

# %%
page.step("first-turn")

# %%
page.step("win")

# %% [markdown]
# Back to the [start](../index.ipynb), or play [White Steppe in the sandbox](../sandbox.ipynb?scenario=stalingrad42/white-steppe).
