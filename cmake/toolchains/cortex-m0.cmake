# SPDX-License-Identifier: BSL-1.0
# Arm Cortex-M0 on the BBC micro:bit (256 KB flash, 16 KB RAM); tests run in QEMU.
set(CMAKE_SYSTEM_PROCESSOR cortex-m0)
set(CMAKE_CXX_COMPILER arm-none-eabi-g++)
set(machine_flags "-mcpu=cortex-m0 -mthumb")
include("${CMAKE_CURRENT_LIST_DIR}/bare.cmake")

set(SLUICE_PLATFORM cortex_m)
set(SLUICE_BOARD microbit)
set(SLUICE_ATOMIC_BACKEND critical_section) # the core has no read-modify-write instruction
set(SLUICE_CRITICAL_SECTION primask)
sluice_static_pool(96 96) # 9 KB of the 16
sluice_run_in_qemu(qemu-system-arm microbit)
