// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace sluice::model {

/// From now on a crash of modelled code ends its execution as a failure, with a trace; not the program.
void report_crashes();

}  // namespace sluice::model
