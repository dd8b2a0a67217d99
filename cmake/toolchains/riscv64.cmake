# SPDX-License-Identifier: BSL-1.0
# RISC-V RV64GC on QEMU's `virt` board, in machine mode. Debian's bare-metal compiler has no libstdc++ headers, so
# the Linux one is used, without its libraries.
set(CMAKE_SYSTEM_PROCESSOR riscv64)
set(CMAKE_CXX_COMPILER riscv64-linux-gnu-g++)
set(machine_flags "-march=rv64gc -mabi=lp64d -mcmodel=medany -fno-pic")
include("${CMAKE_CURRENT_LIST_DIR}/bare.cmake")

set(SLUICE_PLATFORM riscv_virt)
set(SLUICE_BOARD virt)
sluice_static_pool(256 512)
sluice_run_in_qemu(qemu-system-riscv64 virt -bios none)
