# %% [markdown]
# # Classroom
#
# For a teacher. Start Staffride on one machine for a class of thirty:
#
# ```
# STAFFRIDE_TOKEN=chalk staffride serve --host 192.0.2.7 --allow-network \
#     --sessions 40 --progress class.sqlite
# ```
#
# Put your machine's own address in place of 192.0.2.7, tell the class that address and the word
# in place of *chalk*. A lesson takes about 50 MB while it is open: forty sessions want 2 GB, and
# whoever finds all places taken is asked to wait. Everybody types a name of their own on the
# [start page](index.ipynb); it is how the record knows them, and no password.
#
# What they finish is kept in the file that `--progress` names, or in
# `~/.local/share/staffride/progress.sqlite`. Whoever can open this page can read it, so ask for
# first names only. Reload the page to see the latest.

# %%
from tutor.classroom import report

report()
