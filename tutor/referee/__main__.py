"""`python -m tutor.referee ADDRESS`; the database is the one that the environment names."""

from __future__ import annotations

import sys

from tutor.referee.referee import serve
from tutor.store import Store

serve(sys.argv[1], Store())
