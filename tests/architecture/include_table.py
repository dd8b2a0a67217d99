# SPDX-License-Identifier: BSL-1.0
"""The include table: who may include whom. Edit it together with the folder READMEs; `includes.py` enforces it.

Every key is a path prefix; the longest one that fits a file decides.
"""

from pathlib import PurePosixPath

# Layer -> the layers whose headers it may include. Its own are always allowed, and so is <sluice/config.hpp>.
LAYERS = {
    "engine": set(),
    "actors": {"engine"},
    "graph/schedule": {"engine"},
    "graph/flow": {"actors", "engine"},
    "graph/sluice.hpp": {"actors", "graph/flow"},
    "integrations/coroutine": {"graph/flow", "actors", "engine"},
    "integrations/asio": {"graph/flow", "actors", "engine"},
    "integrations/durable": {"graph/flow", "actors", "engine"},
    "integrations/redis": {"integrations/durable", "graph/flow", "actors", "engine"},
    "integrations/aws": {"integrations/durable", "graph/flow", "actors", "engine"},
    "profiling/tracy": {"engine"},
    "profiling/chrome": {"engine"},
    "profiling/hooks": {"profiling/chrome", "profiling/tracy", "engine"},
    "profiling/metrics": {"actors", "engine"},
    "profiling/bench": {"profiling", "integrations", "graph", "actors", "engine"},
    "profiling/peers": {"profiling/bench"},
    "cmake": set(),
    "examples": {"integrations", "graph", "actors", "engine"},
    "tests": {"examples", "profiling", "integrations", "graph", "actors", "engine"},
}

# Here a header of the same folder may be included in quotes; everywhere else only as <sluice/folder/x.hpp>.
QUOTES_ALLOWED = ("examples", "tests", "profiling/bench")

# Headers of ours whose path is not their place in the tree, and the layer each of them counts as.
RENAMED = {
    "sluice/sluice.hpp": "graph/sluice.hpp",
    "sluice_test/": "tests",
    "sluice_model/": "tests",
    "03_actor_with_mailbox/": "examples",  # an example that is tested in parts as well
}

# What `engine` and `actors` may take from the standard library: what needs no operating system, heap, exceptions,
# RTTI or symbols of libstdc++. GCC 12 accepts every header with -ffreestanding, so this list is the only guard.
FREESTANDING_LAYERS = ("engine", "actors")
FREESTANDING_HEADERS = {
    "array", "atomic", "bit", "climits", "compare", "concepts", "coroutine", "cstddef", "cstdint", "cstring",
    "expected", "initializer_list", "limits", "new", "optional", "ratio", "source_location", "span", "string_view",
    "tuple", "type_traits", "utility", "variant", "version",
    "chrono",  # durations and time points; the clocks' now() does not link
}

# Files that are compiled for hosted targets only, and what they may have in addition.
HOSTED_FILES = {
    "engine/mutex/posix.hpp": {"pthread.h"},  # the mutex of a target with threads
    "engine/parker/posix.hpp": {"pthread.h"},  # how a thread sleeps there
    "actors/messages/attempt.hpp": {"exception"},  # compiled with its user's exceptions, if there are any
    "engine/platform/hosted.cpp": {"cerrno", "csignal", "cstdlib", "ctime", "unistd.h"},  # the port to POSIX
    "engine/memory/thread_caches.cpp": {"cstdlib"},  # memory of a target with a heap
    "actors/events/own_thread/hosted.cpp": {"sched.h"},  # a thread that waits for another one
}

# Headers of an operating system that is below us, and where they may be used.
SYSTEM_HEADERS = {
    "errno.h", "fcntl.h", "linux/", "netdb.h", "netinet/", "arpa/", "poll.h", "pthread.h", "sched.h", "signal.h",
    "spawn.h", "sys/", "syscall.h", "termios.h", "time.h", "unistd.h",
}
SYSTEM_USERS = ("graph/schedule", "integrations", "profiling", "tests")

# Third-party header -> the only places that may include it.
THIRD_PARTY = {
    "taskflow/": ("graph/schedule", "examples/05_own_executor.cpp", "profiling/bench", "profiling/peers", "tests"),
    "tbb/": ("graph/schedule", "profiling/bench", "profiling/peers", "tests"),
    "oneapi/": ("graph/schedule", "profiling/bench", "profiling/peers", "tests"),
    "tracy/": ("profiling/tracy", "tests"),
    "hiredis/": ("integrations/redis", "tests"),
    "curl/": ("integrations/aws", "tests"),
    "openssl/": ("integrations/aws", "tests"),
    "nlohmann/": ("integrations/aws", "tests"),
    "asio.hpp": ("integrations/asio", "tests"),
    "asio/": ("integrations/asio", "tests"),
    "gtest/": ("tests",),
    "gmock/": ("tests",),
    "sanitizer/": ("tests",),
    "rapidcheck.h": ("tests",),
    "rapidcheck/": ("tests",),
    "benchmark/": ("profiling/bench",),
}

# No header reachable from <sluice/sluice.hpp> includes a third-party header or one of these: they alone double the
# time that a user's file takes to compile.
API_ROOT = "graph/sluice.hpp"
API_FORBIDDEN = {"functional", "memory"}

STANDARD_HEADERS = FREESTANDING_HEADERS | set(
    """
    algorithm any barrier bitset cassert ccomplex cctype cerrno cfenv cfloat charconv cinttypes clocale cmath codecvt
    complex condition_variable csetjmp csignal cstdarg cstdio cstdlib ctime cuchar cwchar cwctype deque exception
    execution filesystem flat_map flat_set format forward_list fstream functional future iomanip ios iosfwd iostream
    istream iterator latch list locale map memory memory_resource mutex numbers numeric ostream print queue random
    ranges regex scoped_allocator semaphore set shared_mutex spanstream sstream stack stacktrace stdexcept stop_token
    streambuf string strstream syncstream system_error thread typeindex typeinfo unordered_map unordered_set valarray
    vector
    """.split()
)


def is_in(path: PurePosixPath | str, prefixes) -> bool:
    return longest(path, prefixes) is not None


def longest(path: PurePosixPath | str, prefixes) -> str | None:
    """The longest of `prefixes` that is `path` or a folder above it."""
    path = PurePosixPath(path)
    places = {str(path), *map(str, path.parents)}
    return max((p for p in prefixes if p in places), key=len, default=None)


def row_of(header: str, names) -> str | None:
    """The entry of `names` that is `header`, or a folder (written with a slash at the end) that it is in."""
    return next((n for n in names if header == n or (n.endswith("/") and header.startswith(n))), None)
