# %% [markdown]
# # Holland '44 28: the scenarios
#
# Eleven turns to the Waal, or twenty to the end. Both begin with the sky full of aeroplanes.

# %%
from tutor.pages.lesson import open_page

page = open_page("holland44/28-scenarios")
page.opening()

# %%
page.step("two-games")

# %%
page.step("how-many-jams")

# %%
page.step("who-wins")

# %%
page.step("to-the-waal")

# %% [markdown]
# That was the last chapter. Play [five days in the sandbox](../sandbox.ipynb?scenario=holland44/five-days),
# or go back to the [start](../index.ipynb).
