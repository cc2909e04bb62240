# %% [markdown]
# # Conflict of Heroes 17: loading and carrying
#
# Infantry rides to the battle and walks the last hundred paces. When to jump off is a question
# that every squad in this war has argued about, usually too late.

# %%
from tutor.pages.lesson import open_page

page = open_page("conflict-of-heroes/17-carrying")
page.opening()

# %% [markdown]
# ## On, along, off

# %%
page.step("figure-26")

# %% tags=["nbval-check-output"]
page.examples("COH-17-a")

# %%
page.step("lift")

# %%
page.step("passengers")

# %% [markdown]
# ## Under fire

# %%
page.step("flank-of-a-passenger")

# %%
page.step("figures-27-30")

# %% tags=["nbval-check-output"]
page.examples("COH-17-b")

# %% [markdown]
# ## The firefights of part 4

# %%
page.step("armour")

# %%
page.step("crest")

# %%
page.step("fight-7")

# %%
page.step("fight-8")

# %% [markdown]
# That was part 4. Part 5 digs in: [chapter 18: fortifications and obstacles](18-works.ipynb), or
# go back to the [start](../index.ipynb).
