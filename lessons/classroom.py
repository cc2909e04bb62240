# %% [markdown]
# # Classroom
#
# Open a class, tell its code, and show, ask or set work: every pupil's screen follows.

# %%
from tutor.pages.teaching import Teaching

Teaching()

# %% [markdown]
# ## How far everybody is

# %%
from tutor.pages.classroom import Report

Report()

# %% [markdown]
# ## For a class of thirty
#
# Start Staffride on one machine for all:
#
# ```
# export STAFFRIDE_TOKEN=chalk        # or --token-file FILE; never as an option
# staffride serve --host 192.0.2.7 --allow-network --sessions 40 --progress class.sqlite
# ```
#
# Put your machine's own address in place of 192.0.2.7, tell the class that address and the word
# in place of *chalk*. A lesson takes about 50 MB while it is open: forty sessions want 2 GB, and
# whoever finds all places taken is asked to wait. Pupils join a class by its code and their first
# name on the [start page](index.ipynb). Who first has a name keeps it: the browser remembers, and
# *My own link* on that page opens the record in another browser.
#
# What they finish is kept in the file that `--progress` names, or in
# `~/.local/share/staffride/progress.sqlite`. This page opens only by the address that was printed
# for the teacher when Staffride was started; whoever has that address can also learn under any
# name, and so find a learner's own link again. Ask for first names only. How far everybody is
# follows by itself; a class that is open goes on when you reload the page.
