"""The version of the engine, that every save says."""

__version__ = "0.1.0"
