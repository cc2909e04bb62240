# %% [markdown]
# # Stalingrad '42 8: combat
#
# Three steps, one die. The art lies in what happens before it: in counting, and in where the units
# stood when the movement phase ended.

# %%
from tutor.pages.lesson import open_page

page = open_page("stalingrad42/08-combat")
page.opening()

# %%
page.step("who")

# %%
page.step("ratio")

# %%
page.step("round-down")

# %% tags=["nbval-check-output"]
page.examples("S42-8.3")

# %%
page.step("no-attack")

# %%
page.step("attack")

# %%
page.chart("crt")

# %%
page.step("caps")

# %% tags=["nbval-check-output"]
page.examples("S42-8.5.1", "S42-8.5.2")

# %%
page.step("overrun")

# %% [markdown]
# On to [chapter 9: what changes the odds](09-modifiers.ipynb), or back to the
# [start](../index.ipynb).
