# SPDX-License-Identifier: BSL-1.0
# x86-64 without a C library: an image that talks to the Linux kernel only, so that it runs here as it is and every
# tool of the desktop can look at it.
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_CXX_COMPILER g++)
set(machine_flags "-fno-pic -fcf-protection=none")
include("${CMAKE_CURRENT_LIST_DIR}/bare.cmake")
string(APPEND CMAKE_EXE_LINKER_FLAGS_INIT " -no-pie")

set(SLUICE_PLATFORM linux_bare)
sluice_static_pool(256 512)
