"""`python -m tutor.referee ADDRESS [HOST:PORT]`: where pages reach it, and where other hosts do.

The database is the one that the environment names.
"""

from __future__ import annotations

import sys

from tutor import logs
from tutor.referee.process import serve

logs.begin()
serve(*sys.argv[1:3])
