# %% [markdown]
# # Conflict of Heroes 12: mortars and artillery
#
# A hill or a wood stops a bullet. It does not stop what comes down from the sky; there only
# somebody who looks, and somebody who talks to the guns, decides.

# %%
from tutor.pages.lesson import open_page

page = open_page("conflict-of-heroes/12-mortars")
page.opening()

# %% [markdown]
# ## Mortars

# %%
page.step("spotter")

# %% tags=["nbval-check-output"]
page.examples("COH-12")

# %%
page.step("trees")

# %%
page.step("indirect")

# %% [markdown]
# ## Guns beyond the map

# %%
page.step("call")

# %%
page.step("barrage")

# %% [markdown]
# On to [chapter 13: smoke](13-smoke.ipynb), or back to the [start](../index.ipynb).
