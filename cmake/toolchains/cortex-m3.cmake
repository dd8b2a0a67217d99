# SPDX-License-Identifier: BSL-1.0
# Arm Cortex-M3 on the MPS2 AN385 board (4 MB flash, 4 MB RAM); tests run in QEMU.
set(CMAKE_SYSTEM_PROCESSOR cortex-m3)
set(CMAKE_CXX_COMPILER arm-none-eabi-g++)
set(machine_flags "-mcpu=cortex-m3 -mthumb")
include("${CMAKE_CURRENT_LIST_DIR}/bare.cmake")

set(SLUICE_PLATFORM cortex_m)
set(SLUICE_BOARD mps2_an385)
set(SLUICE_ATOMIC_BACKEND single_core)
set(SLUICE_CRITICAL_SECTION primask)
sluice_static_pool(192 256)
sluice_run_in_qemu(qemu-system-arm mps2-an385)
