# %% [markdown]
# # Pavlov's House 8: the game
#
# Twenty-one turns, alone, with everything the chapters have shown. Undo takes any action back,
# Save keeps the game in a file, and the dice fall the same way again for the same seed.
#
# Before you begin, five things that lose games:
#
# - **Bread.** The checks come in turns 5, 9 and 13. One provision feeds five; stock and load in time.
# - **Location 18.** Damaged once, repair it at once.
# - **A path with four on it.** Count the free spaces of every path before the Germans draw.
# - **Grey men.** Three actions a turn, and each fighter needs one to recover: keep a commander fresh.
# - **Nobody on a colour.** A colour that nobody holds cannot be hit, but nobody there sees its paths.

# %%
from tutor.pages.sandbox import Sandbox

Sandbox("pavlovs-house/the-house")

# %% [markdown]
# What plans are worth, by hundreds of games: [chapter 9](09-plans.ipynb). Or back to the
# [start](../index.ipynb).
