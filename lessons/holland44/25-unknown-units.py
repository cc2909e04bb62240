# %% [markdown]
# # Holland '44 25: unknown units
#
# "There are some old men and boys", said intelligence. Sometimes there were. The question marks
# cost you nothing until you ask, and sometimes an afternoon when you do.

# %%
from tutor.pages.lesson import open_page

page = open_page("holland44/25-unknown-units")
page.opening()

# %%
page.step("question-marks")

# %% [markdown]
# ## While moving

# %%
page.step("nobody")

# %%
page.step("somebody")

# %% [markdown]
# ## In battle

# %%
page.step("in-combat")

# %%
page.step("in-company")

# %% [markdown]
# ## Shifting

# %%
page.step("shifting")

# %% [markdown]
# On to [chapter 26: victory](26-victory.ipynb), or back to the [start](../index.ipynb).
