# %% [markdown]
# # Conflict of Heroes 7: fighting
#
# Firepower and two dice against rating and cover: that is the whole of it. But where you stand,
# which way he looks, who is next door and who lies hurt change every figure in the sum. This is
# the longest chapter of part 1, and at its end you know enough to fight.

# %%
from tutor.pages.lesson import open_page

page = open_page("conflict-of-heroes/07-fighting")
page.opening()

# %% [markdown]
# ## Attack and defence

# %%
page.step("attack-value")

# %% tags=["nbval-check-output"]
page.examples("COH-7.1")

# %%
page.step("flank")

# %% tags=["nbval-check-output"]
page.examples("COH-7.2")

# %%
page.step("fire")

# %% [markdown]
# ## Losses and markers

# %%
page.step("losses")

# %% tags=["nbval-check-output"]
page.examples("COH-7.3")

# %%
page.step("markers")

# %%
page.step("suppressed")

# %% tags=["nbval-check-output"]
page.examples("COH-7.4")

# %%
page.step("pinned")

# %% [markdown]
# ## Rallying

# %%
page.step("rally")

# %% [markdown]
# ## Near and far

# %%
page.step("long-range")

# %%
page.step("next-door")

# %% tags=["nbval-check-output"]
page.examples("COH-7.62")

# %% [markdown]
# ## Close combat

# %%
page.step("white-box")

# %% tags=["nbval-check-output"]
page.examples("COH-7.63")

# %%
page.step("back-out")

# %%
page.step("in-the-woods")

# %% tags=["nbval-check-output"]
page.examples("COH-7.7-b", "COH-faq-7.4")

# %% [markdown]
# ## Several units in a hex

# %%
page.step("two-in-a-hex")

# %% tags=["nbval-check-output"]
page.examples("COH-7.7-a")

# %% [markdown]
# ## A round of fire, and a fight of your own

# %%
page.step("round-of-fire")

# %% tags=["nbval-check-output"]
page.examples("COH-7.7-c")

# %%
page.step("farm")

# %%
page.step("fight-1")

# %%
page.step("fight-2")

# %% [markdown]
# That was part 1. Cards, groups and hidden units are part 2, which begins with
# [chapter 8: cards](08-cards.ipynb). The firefights are in the [sandbox](../sandbox.ipynb) too, for
# you and a friend; or go to the [start](../index.ipynb).
