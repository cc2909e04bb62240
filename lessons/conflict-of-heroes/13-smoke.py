# %% [markdown]
# # Conflict of Heroes 13: smoke
#
# Three hundred paces of open ground in front of a machine gun cannot be crossed. With one puff of
# smoke they can, for as long as it lasts. It never lasts long.

# %%
from tutor.pages.lesson import open_page

page = open_page("conflict-of-heroes/13-smoke")
page.opening()

# %% [markdown]
# ## Making smoke, and sitting in it

# %%
page.step("lay")

# %%
page.step("in-it")

# %% [markdown]
# ## Thin smoke, and more of it

# %%
page.step("thin")

# %%
page.step("sums")

# %%
page.step("blocked")

# %% tags=["nbval-check-output"]
page.examples("COH-13")

# %% [markdown]
# ## The firefights of part 3

# %%
page.step("farm")

# %%
page.step("fight-5")

# %%
page.step("fight-6")

# %% [markdown]
# That was part 3. Vehicles come with [chapter 14](14-vehicles.ipynb), or go back to the
# [start](../index.ipynb).
