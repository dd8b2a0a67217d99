# SPDX-License-Identifier: BSL-1.0
#
# Tracy::TracyClient        zones, plots, messages
# Tracy::TracyClientFibers  the same, and fibers; slower, since every event then takes one global lock
#
# A program links one of the two, everywhere: 0.9.1 does not notice a mixture. Both carry the definitions they were
# compiled with.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/TracyTargets.cmake)
