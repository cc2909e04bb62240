# %% [markdown]
# # Conflict of Heroes 15: vehicles in combat
#
# A rifle bullet rings on armour like a spoon on a pot. What kills tanks is printed in blue, and
# from now on every shot has two answers: one for the men and one for the steel.
#
# The rulebook states some vehicle figures, such as the Tiger's 6 and 12; the others, like the range
# of the PzIII or the ratings of the T-34, are a reconstruction.

# %%
from tutor.pages.lesson import open_page

page = open_page("conflict-of-heroes/15-armour")
page.opening()

# %% [markdown]
# ## Two colours

# %%
page.step("blue")

# %% tags=["nbval-check-output"]
page.examples("COH-15.1")

# %%
page.step("half-of-less-than-nothing")

# %% tags=["nbval-check-output"]
page.examples("COH-faq-15")

# %% [markdown]
# ## Hits

# %%
page.step("markers")

# %%
page.step("rally")

# %% [markdown]
# ## Turrets and open tops

# %%
page.step("turret-price")

# %%
page.step("turret")

# %%
page.step("open-top")

# %% tags=["nbval-check-output"]
page.examples("COH-15.4")

# %% [markdown]
# ## Steel as cover

# %%
page.step("walking-behind")

# %% tags=["nbval-check-output"]
page.examples("COH-15.6")

# %% [markdown]
# On to [chapter 16: trucks, carriers and guns](16-carriers.ipynb), or back to the
# [start](../index.ipynb).
