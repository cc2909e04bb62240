# %% [markdown]
# # Classroom
#
# For a teacher. Start Staffride on one machine for a class of thirty:
#
# ```
# export STAFFRIDE_TOKEN=chalk        # or --token-file FILE; never as an option
# staffride serve --host 192.0.2.7 --allow-network --sessions 40 --progress class.sqlite
# ```
#
# Put your machine's own address in place of 192.0.2.7, tell the class that address and the word
# in place of *chalk*. A lesson takes about 50 MB while it is open: forty sessions want 2 GB, and
# whoever finds all places taken is asked to wait. Everybody types a name of their own on the
# [start page](index.ipynb). Who first has a name keeps it: the browser remembers, and *My own
# link* on that page opens the record in another browser.
#
# What they finish is kept in the file that `--progress` names, or in
# `~/.local/share/staffride/progress.sqlite`. This page opens only by the address that was printed
# for the teacher when Staffride was started; whoever has that address can also learn under any
# name, and so find a learner's own link again. Ask for first names only. Reload the page to see
# the latest.

# %%
from tutor.pages.classroom import report

report()
