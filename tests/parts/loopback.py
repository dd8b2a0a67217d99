# SPDX-License-Identifier: BSL-1.0
"""Programs that talk over a loopback port, started and always ended."""

import contextlib
import socket
import subprocess


def free_port():
    """A port that nobody listens on. Somebody else may take it before the caller does."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def running(command, **options):
    """The started program; it is killed if it still runs at the end."""
    program = subprocess.Popen(command, **options)
    try:
        yield program
    finally:
        program.kill()
        program.wait()
