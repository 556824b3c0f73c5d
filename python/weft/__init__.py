"""Reads datasets of Weft into pandas."""

from .dataset import Dataset, WeftError
from .dataset import open_dataset as open

__all__ = ["Dataset", "WeftError", "open"]
__version__ = "0.1.0"
