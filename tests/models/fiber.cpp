// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <cstdlib>
#include <sluice_model/fiber.hpp>

#if !defined(__x86_64__)
#error "the explorer switches stacks in x86-64 assembly; add this machine's six lines here"
#endif

extern "C" void sluice_model_switch(void** save_stack_pointer, void* load_stack_pointer);
extern "C" void sluice_model_enter();

// Saves the registers that a callee must keep, changes stacks, restores. A new fiber's stack is laid out so that the
// restore finds its body in r12 and its argument in r13, and "returns" into `enter`.
asm(R"(
.text
.globl sluice_model_switch
.type sluice_model_switch, @function
sluice_model_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size sluice_model_switch, .-sluice_model_switch
.globl sluice_model_enter
.type sluice_model_enter, @function
sluice_model_enter:
  movq %r13, %rdi
  callq *%r12
  ud2
.size sluice_model_enter, .-sluice_model_enter
.section .note.GNU-stack,"",@progbits
.text
)");

namespace sluice::model {

void Fiber::start(Body body, void* argument) {
  stack_.resize(stack_size);
  auto top = reinterpret_cast<std::uintptr_t>(stack_.data() + stack_.size()) & ~std::uintptr_t{15};
  auto* slot = reinterpret_cast<void**>(top);
  *--slot = reinterpret_cast<void*>(&sluice_model_enter);
  *--slot = nullptr;                        // rbp
  *--slot = nullptr;                        // rbx
  *--slot = reinterpret_cast<void*>(body);  // r12
  *--slot = argument;                       // r13
  *--slot = nullptr;                        // r14
  *--slot = nullptr;                        // r15
  stack_pointer_ = slot;
}

void Fiber::switch_to(Fiber& target) noexcept { sluice_model_switch(&stack_pointer_, target.stack_pointer_); }

}  // namespace sluice::model
