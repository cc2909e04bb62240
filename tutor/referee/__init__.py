"""The referee: where several screens share a game, one process holds the truth and the seed.

A seat gets what its side may know and nothing more; whatever is done has its number and lies in the
database before anybody hears of it.
"""
