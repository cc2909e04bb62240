# %% [markdown]
# # Pavlov's House 1: a guided first turn
#
# Three phases: the staff behind the river, the Germans, the men in the House. See one turn from
# card to counter, then play it.

# %%
from tutor.pages.lesson import open_page

page = open_page("pavlovs-house/01-turn")
page.opening()

# %%
page.step("three-phases")

# %%
page.step("who-sees")

# %% [markdown]
# ## One turn

# %%
page.step("a-turn")

# %%
page.step("your-turn")

# %% [markdown]
# On to [chapter 2: the Soviet cards](02-soviet-cards.ipynb), or back to the [start](../index.ipynb).
