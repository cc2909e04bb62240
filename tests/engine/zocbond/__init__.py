"""Tests of what Holland '44 and Stalingrad '42 share, and of both games."""
