# %% [markdown]
# # Pavlov's House 4: the counters
#
# Thirty-four men with names. Three of them move, three of them act, and then they are tired.

# %%
from tutor.pages.lesson import open_page

page = open_page("pavlovs-house/04-counters")
page.opening()

# %%
page.step("who-may")

# %% [markdown]
# ## Moving

# %%
page.step("carry")

# %%
page.step("swap")

# %% tags=["nbval-check-output"]
page.examples("PAV-4-move")

# %% [markdown]
# ## Firing

# %%
page.step("what-must-show")

# %%
page.step("fire")

# %% tags=["nbval-check-output"]
page.examples("PAV-4-attack")

# %%
page.step("tokens")

# %% tags=["nbval-check-output"]
page.examples("PAV-4-suppress")

# %% [markdown]
# ## Weapons for two

# %%
page.step("forty-five")

# %% tags=["nbval-check-output"]
page.examples("PAV-4-weapon")

# %%
page.step("maxim")

# %%
page.step("mortar")

# %%
page.chart("weapons", "weapon")

# %% [markdown]
# ## The guns over the river

# %%
page.step("guns")

# %% tags=["nbval-check-output"]
page.examples("PAV-4-spot")

# %% [markdown]
# ## Orders, rest and the radio

# %%
page.step("orders")

# %% tags=["nbval-check-output"]
page.examples("PAV-4-order")

# %%
page.step("radio")

# %%
page.step("command-group")

# %% [markdown]
# On to [chapter 5: medical aid](05-medics.ipynb), or back to the [start](../index.ipynb).
