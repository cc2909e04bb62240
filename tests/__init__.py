"""The tests of Staffride."""
