# %% [markdown]
# # Stalingrad '42 34: maskirovka
#
# Where is the Fifth Tank Army? The German player would give much to know.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/34-maskirovka")
page.opening()

# %%
page.step("arrive")

# %%
page.step("nature")

# %%
page.step("march")

# %%
page.step("in")

# %%
page.step("out")

# %%
page.step("other-side")

# %%
page.step("knock")

# %% [markdown]
# On to [chapter 35: Fall Blau](35-fall-blau.ipynb), or back to the [start](../index.ipynb).
