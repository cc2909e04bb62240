# %% [markdown]
# # Stalingrad '42 22: reinforcements and entry areas
#
# The map ends; the armies do not.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/22-reinforcements")
page.opening()

# %%
page.step("areas")

# %%
page.step("where")

# %%
page.step("come-on")

# %% tags=["nbval-check-output"]
page.examples("S42-22.3.2")

# %%
page.step("go-home")

# %%
page.step("along")

# %%
page.step("out-of-the-box")

# %% [markdown]
# On to [chapter 23: weather](23-weather.ipynb), or back to the [start](../index.ipynb).
