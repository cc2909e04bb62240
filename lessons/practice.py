# %% [markdown]
# # Practice
#
# Questions about the rules, each in a position from a game; the engine knows every answer and
# says by which rule. What you do not know comes back soon, what you know comes back late.

# %%
from tutor.pages.practice import PracticePage

PracticePage()
