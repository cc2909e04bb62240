# %% [markdown]
# # Conflict of Heroes 10: hidden units
#
# So far you have seen everything. From here on an empty wood may hold a squad, and a quiet house
# a sniper; who hides first chooses the ground, and who searches pays in time.

# %%
from tutor.pages.lesson import open_page

page = open_page("conflict-of-heroes/10-hidden")
page.opening()

# %% [markdown]
# ## Hidden, and found

# %%
page.step("into-the-trees")

# %% tags=["nbval-check-output"]
page.examples("COH-10")

# %%
page.step("search")

# %% [markdown]
# ## Moving unseen

# %%
page.step("sneak-price")

# %% tags=["nbval-check-output"]
page.examples("COH-10.1")

# %%
page.step("sneak")

# %%
page.step("vanish")

# %% [markdown]
# ## Snipers

# %%
page.step("sniper")

# %% tags=["nbval-check-output"]
page.examples("COH-10.3")

# %% [markdown]
# ## The firefights of part 2

# %%
page.step("ambush")

# %%
page.step("fight-1-cards")

# %%
page.step("fight-2-cards")

# %%
page.step("fight-3")

# %%
page.step("fight-4")

# %% [markdown]
# That was part 2. Hills, mortars and smoke come with [chapter 11](11-hills.ipynb). The firefights
# are in the [sandbox](../sandbox.ipynb) too, for you and a friend; or go back to the
# [start](../index.ipynb).
