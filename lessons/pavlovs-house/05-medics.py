# %% [markdown]
# # Pavlov's House 5: medical aid
#
# Four small bags. A short chapter, and the only one that gives somebody back.

# %%
from tutor.pages.lesson import open_page

page = open_page("pavlovs-house/05-medics")
page.opening()

# %%
page.step("when")

# %%
page.step("sniper")

# %% tags=["nbval-check-output"]
page.examples("PAV-5")

# %%
page.step("not-for-this")

# %% [markdown]
# On to [chapter 6: the end](06-end.ipynb), or back to the [start](../index.ipynb).
