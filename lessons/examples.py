# %% [markdown]
# # Worked examples
#
# The rulebooks work through examples. Each one here is a position, a script and the facts that
# must hold; pick one to see it checked, follow it step by step, and try it on the board.

# %%
from tutor.pages.examples import ExampleBrowser, overview

ExampleBrowser()

# %% tags=["nbval-check-output"]
overview()
