# %% [markdown]
# # Pavlov's House 2: the Soviet cards
#
# Everything that the House eats, fires or stands on comes by a card. Eight commands, and never
# enough hands.

# %%
from tutor.pages.lesson import open_page

page = open_page("pavlovs-house/02-soviet-cards")
page.opening()

# %%
page.step("a-hand")

# %%
page.step("one-cannot")

# %% tags=["nbval-check-output"]
page.examples("PAV-2.3")

# %% [markdown]
# ## Supplies
#
# The longest way in the game: stock, load, deliver. Each is a card, and each can be bombed.

# %%
page.step("over-the-river")

# %% [markdown]
# ## Men

# %%
page.step("six-points")

# %% [markdown]
# ## Sappers

# %%
page.step("sappers")

# %% [markdown]
# ## Signals

# %%
page.step("wires")

# %%
page.step("fourth-action")

# %% [markdown]
# ## Guns

# %%
page.step("guns")

# %% [markdown]
# ## The army's own post

# %%
page.step("eighteen")

# %% [markdown]
# On to [chapter 3: the Wehrmacht cards](03-wehrmacht.ipynb), or back to the [start](../index.ipynb).
