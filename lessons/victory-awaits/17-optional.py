# %% [markdown]
# # A Victory Awaits 17: optional rules
#
# Six additions, none of them needed. Each is a switch of its own, used only when both players agree.
# Some tilt the balance: tighter Soviet supply helps the Axis; the two limits on armour help the
# Soviets; the other three are for taste.

# %%
from tutor.pages.lesson import open_page

page = open_page("victory-awaits/17-optional")
page.opening()

# %% [markdown]
# ## 17.1 Bidding for sides

# %%
page.step("bidding")

# %% [markdown]
# ## 17.2 Reserve and OKH

# %%
page.step("reserve-die")

# %%
page.step("direct")

# %% [markdown]
# ## 17.3 Relocating a headquarters

# %%
page.step("relocate")

# %% [markdown]
# ## 17.4 Tighter Soviet supply

# %%
page.step("tight-supply")

# %% [markdown]
# ## 17.5 and 17.6 Two limits on Axis armour

# %%
page.step("ten-engines")

# %%
page.step("twice")

# %% [markdown]
# ## A small battle

# %%
page.step("half-a-fist")

# %% [markdown]
# On to [chapter 18: the one-map scenarios](18-scenarios.ipynb), or back to the
# [start](../index.ipynb).
