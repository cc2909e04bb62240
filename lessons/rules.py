# %% [markdown]
# # Rules
#
# All numbered sections of the five rulebooks in our words, with the original term beside them.
# Search in English or in the language of the rulebook.

# %%
from tutor.pages.rules import RuleSearch, coverage_table, glossary

RuleSearch()

# %% [markdown]
# ## What is applied, tested and taught
#
# Not every section is a rule: some say what is in the box, some give advice. Of those that the
# program must apply, so many are applied, pinned by a test and taught by a lesson or an example.

# %%
coverage_table()

# %% [markdown]
# ## Glossary of A Victory Awaits

# %%
glossary("victory-awaits")

# %% [markdown]
# ## Glossary of Holland '44

# %%
glossary("holland44")

# %% [markdown]
# ## Glossary of Stalingrad '42

# %%
glossary("stalingrad42")

# %% [markdown]
# ## Glossary of Pavlov's House

# %%
glossary("pavlovs-house")

# %% [markdown]
# ## Glossary of Conflict of Heroes: Storms of Steel

# %%
glossary("conflict-of-heroes")
