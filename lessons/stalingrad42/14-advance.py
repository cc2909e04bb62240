# %% [markdown]
# # Stalingrad '42 14: advance after combat
#
# A hex won is one hex. What is won beyond it is decided now, before the dust has settled.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/14-advance")
page.opening()

# %%
page.step("who")

# %%
page.step("cavalry")

# %% tags=["nbval-check-output"]
page.examples("S42-14.2.2")

# %%
page.step("follow")

# %%
page.step("two-zones")

# %% tags=["nbval-check-output"]
page.examples("S42-14.4")

# %% [markdown]
# On to [chapter 15: breakthrough combat](15-breakthrough.ipynb), or back to the
# [start](../index.ipynb).
