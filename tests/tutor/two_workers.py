"""`play` on two workers of Dask's, of whom one is killed; run by a Python that has Dask.

What the command prints comes out, kept in the file that is named.
"""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module

from engine.results import SHEETS, Lines
from engine.spread import SECONDS
from tutor import cli


def main(file: str, *argv: str) -> int:
    """Play, and kill one of the two when there is the first result."""
    with import_module("distributed").LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        dashboard_address=None,
        host="127.0.0.1",
        silence_logs=50,
    ) as cluster:
        cluster.get_client().wait_for_workers(2, timeout=SECONDS)
        pids = list(cluster.get_client().run(os.getpid).values())

        class Killing(Lines):
            def add(self, rows):
                super().add(rows)
                if len(pids) == 2:
                    os.kill(pids.pop(), signal.SIGKILL)
                    print("1 killed", file=sys.stderr)

        SHEETS[".killing"] = Killing
        return cli.main([*argv, "--on", cluster.scheduler_address, "--to", file])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
