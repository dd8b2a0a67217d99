# SPDX-License-Identifier: BSL-1.0
"""Starts a Redis that leaves nothing behind, asks it for a sign of life, and shuts it down.

Usage: redis_answers.py <redis-server> <redis_ping>
"""

import subprocess
import sys
import tempfile

from loopback import free_port, running

PATIENCE = 30  # seconds
ATTEMPTS = 5  # another program may take the port first


def wait_until_ready(server):
    """Follows the server's log; false if it ended instead."""
    for line in server.stdout:
        print(line, end="")
        if "Ready to accept connections" in line:
            return True
    return False


def try_once(redis_server, redis_ping, folder):
    """False if the server did not start."""
    port = str(free_port())
    command = [redis_server, "--port", port, "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "no"]
    with running(command, text=True, stdout=subprocess.PIPE) as server:
        if not wait_until_ready(server):
            return False
        subprocess.run([redis_ping, port], timeout=PATIENCE, check=True)
        server.terminate()
        if server.wait(PATIENCE) != 0:
            sys.exit("redis-server did not shut down in order")
    return True


def main(redis_server, redis_ping):
    with tempfile.TemporaryDirectory() as folder:
        if not any(try_once(redis_server, redis_ping, folder) for _ in range(ATTEMPTS)):
            sys.exit("redis-server did not start")


if __name__ == "__main__":
    main(*sys.argv[1:])
