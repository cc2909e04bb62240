# %% [markdown]
# # Conflict of Heroes 11: hills, heights and gullies
#
# Part 3. The steppe around Kursk looks flat only on paper. From a low rise you rule a whole mile,
# and in the gully below it a company can vanish.

# %%
from tutor.pages.lesson import open_page

page = open_page("conflict-of-heroes/11-hills")
page.opening()

# %% [markdown]
# ## Climbing

# %%
page.step("climb")

# %%
page.step("steep")

# %% tags=["nbval-check-output"]
page.examples("COH-11")

# %% [markdown]
# ## What is seen from where

# %%
page.step("crest")

# %% tags=["nbval-check-output"]
page.examples("COH-11.3")

# %%
page.step("blind")

# %% tags=["nbval-check-output"]
page.examples("COH-11.4")

# %% [markdown]
# ## What height is worth

# %%
page.step("height")

# %% [markdown]
# ## Gullies

# %%
page.step("down-the-bank")

# %%
page.step("guns-down")

# %% tags=["nbval-check-output"]
page.examples("COH-11.5-a")

# %%
page.step("small")

# %% tags=["nbval-check-output"]
page.examples("COH-11.5-b")

# %% [markdown]
# On to [chapter 12: mortars and artillery](12-mortars.ipynb), or back to the [start](../index.ipynb).
