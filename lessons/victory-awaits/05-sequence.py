# %% [markdown]
# # A Victory Awaits 5: the course of a turn
#
# Ten days of war in a cup. Whoever is drawn acts; whoever is not, waits. See one turn first, then
# play one.

# %%
from tutor.pages.lesson import open_page

page = open_page("victory-awaits/05-sequence")
page.opening()

# %%
page.step("five-phases")

# %%
page.step("a-turn")

# %% [markdown]
# ## What comes when

# %%
page.step("not-now")

# %%
page.step("what-next")

# %%
page.step("end-phase")

# %% [markdown]
# ## A turn of your own

# %%
page.step("your-turn")

# %% [markdown]
# On to [chapter 6: choosing chits](06-chits.ipynb), or back to the [start](../index.ipynb).
