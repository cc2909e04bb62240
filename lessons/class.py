# %% [markdown]
# # Class
#
# Follow your teacher: what is shown, asked or set comes here by itself.

# %%
from tutor.pages.pupil import PupilPage

PupilPage()
