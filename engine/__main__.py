"""`python -m engine coverage` and the other commands that need no screen."""

import sys

from engine.cli import main

sys.exit(main())
