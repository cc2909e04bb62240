# %% [markdown]
# # Holland '44 5: bridges
#
# Water upon water lies across the road to Arnhem. For the Allies the game is about reaching each bridge
# before it goes up; for the Germans about being near it at the right moment.

# %%
from tutor.pages.lesson import open_page

page = open_page("holland44/05-bridges")
page.opening()

# %%
page.step("mined")

# %% [markdown]
# ## In the German bridge phase

# %%
page.step("which-bridge")

# %%
page.step("chance")

# %%
page.step("blow-one")

# %% tags=["nbval-check-output"]
page.examples("H44-5.9")

# %% [markdown]
# ## In the Allied turn

# %%
page.step("allied-turn")

# %% [markdown]
# ## Mining again and mending

# %%
page.step("again")

# %%
page.step("repair")

# %%
page.step("mend")

# %%
page.step("mended")

# %% [markdown]
# On to [chapter 6: stacking](06-stacking.ipynb), or back to the [start](../index.ipynb).
