# %% [markdown]
# # A Victory Awaits 13: headquarters
#
# So far headquarters have woken others. Here they are counters in their own right, with a strength
# of one or two and everything to lose.

# %%
from tutor.pages.lesson import open_page

page = open_page("victory-awaits/13-headquarters")
page.opening()

# %% [markdown]
# ## Like any unit, but for four things

# %%
page.step("a-unit")

# %%
page.step("not-that-one")

# %% [markdown]
# ## Lost, and found again

# %%
page.step("one-against-many")

# %%
page.step("overrun")

# %%
page.step("empty-chit")

# %%
page.step("new-staff")

# %% [markdown]
# ## A small battle

# %%
page.step("staff-goes-in")

# %% [markdown]
# On to [chapter 14: fortresses](14-fortresses.ipynb), or back to the [start](../index.ipynb).
