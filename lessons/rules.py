# %% [markdown]
# # Rules
#
# All numbered sections of the five rulebooks in our words, with the original term beside them.
# Search in English or in the language of the rulebook.

# %%
from tutor.rules import RuleSearch, coverage_table, glossary

RuleSearch()

# %% [markdown]
# ## How far we are
#
# Rules that the program must apply, those already applied, tested and taught, and the gaps.

# %%
coverage_table()

# %% [markdown]
# ## Glossary of A Victory Awaits

# %%
glossary("victory-awaits")
