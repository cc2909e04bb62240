# %% [markdown]
# # Pavlov's House 3: the Wehrmacht cards
#
# Nothing in this phase asks what you would like. It asks what you have prepared. Learn what each
# card does to whom, and how likely it is.

# %%
from tutor.pages.lesson import open_page

page = open_page("pavlovs-house/03-wehrmacht")
page.opening()

# %%
page.step("three-cards")

# %% [markdown]
# ## At men

# %%
page.step("sniper")

# %%
page.step("sniper-odds")

# %% tags=["nbval-check-output"]
page.examples("PAV-3-sniper")

# %%
page.step("mortar")

# %% tags=["nbval-check-output"]
page.examples("PAV-3-mortar")

# %% [markdown]
# The colour bands of the cards. The rulebook gives only that a 3 is red for the sniper and the
# 15cm sFH 18, and a 5 purple for the mortar; the rest is a reconstruction:

# %%
page.chart("bands", "card")

# %% [markdown]
# ## At walls

# %%
page.step("shells")

# %% tags=["nbval-check-output"]
page.examples("PAV-3-shelling")

# %% [markdown]
# ## At the river

# %%
page.step("flak")

# %%
page.step("passing-on")

# %% tags=["nbval-check-output"]
page.examples("PAV-3-stuka")

# %% [markdown]
# ## On the paths

# %%
page.step("hold-them-off")

# %%
page.step("push-and-mine")

# %% tags=["nbval-check-output"]
page.examples("PAV-3-placement")

# %%
page.step("breakthrough")

# %% [markdown]
# ## The assault

# %%
page.step("assault")

# %% tags=["nbval-check-output"]
page.examples("PAV-3-assault")

# %% [markdown]
# ## Bread

# %%
page.step("bread")

# %%
page.step("hunger")

# %% tags=["nbval-check-output"]
page.examples("PAV-3-resupply")

# %% [markdown]
# ## Storm groups

# %%
page.step("storm")

# %%
page.step("milk-house")

# %% tags=["nbval-check-output"]
page.examples("PAV-3-storm")

# %%
page.chart("storm", "card")

# %% [markdown]
# On to [chapter 4: the counters](04-counters.ipynb), or back to the [start](../index.ipynb).
