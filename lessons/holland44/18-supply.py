# %% [markdown]
# # Holland '44 18: supply
#
# One road feeds a corps. A single zone of control on it is enough to make everybody north of it
# hungry, which is why the German line here never needs to be long.

# %%
from tutor.pages.lesson import open_page

page = open_page("holland44/18-supply")
page.opening()

# %%
page.step("lines")

# %% tags=["nbval-check-output"]
page.examples("H44-18.4-a")

# %%
page.step("closed-roads")

# %% tags=["nbval-check-output"]
page.examples("H44-18.4-b")

# %% [markdown]
# ## Without supply

# %%
page.step("too-far")

# %%
page.step("hungry")

# %%
page.step("cut-the-road")

# %% [markdown]
# ## Paratroopers and lorries

# %%
page.step("from-the-sky")

# %%
page.step("on-foot")

# %% tags=["nbval-check-output"]
page.examples("H44-18.6")

# %% [markdown]
# On to [chapter 19: reinforcements](19-reinforcements.ipynb), or back to the
# [start](../index.ipynb).
