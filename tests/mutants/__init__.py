"""Mutants: rules broken on purpose, one at a time, to see whether a test notices.

    make mutants GAME=holland44

A runner of our own, because a rule lives in code and in data and is known by its id: mutmut and
cosmic-ray change neither tables nor know rules, and run a whole suite for every mutant where the
few tests that reach a line take seconds. Golden games do not count as tests here: they notice every
change and know nothing of right and wrong.
"""
