# %% [markdown]
# # Pavlov's House 7: variants
#
# When you have won once, the Germans may begin to think.

# %%
from tutor.pages.lesson import open_page

page = open_page("pavlovs-house/07-variants")
page.opening()

# %%
page.step("support")

# %%
page.step("mamayev")

# %% tags=["nbval-check-output"]
page.examples("PAV-7.1")

# %%
page.chart("support", "card")

# %% [markdown]
# ## Tactics cards

# %%
page.step("veteran")

# %% tags=["nbval-check-output"]
page.examples("PAV-7.2.1")

# %%
page.step("in-the-air")

# %%
page.step("guards")

# %% tags=["nbval-check-output"]
page.examples("PAV-7.2.2")

# %% [markdown]
# ## With others

# %%
page.step("together")

# %%
page.step("competitive")

# %%
page.step("lay-a-plan")

# %% [markdown]
# On to [the game](08-game.ipynb), to [what plans are worth](09-plans.ipynb), or back to the
# [start](../index.ipynb).
