# %% [markdown]
# # Sandbox
#
# Any scenario, for two people at one screen or against a bot. Everything can be taken back; the
# same seed throws the same dice.

# %%
from tutor.pages.sandbox import Sandbox

Sandbox()
