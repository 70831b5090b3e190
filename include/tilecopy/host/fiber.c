/* fiber.c: switches between stacks. On x86-64 without the system call that swapcontext makes for the signal
 * mask: the registers that a function keeps for its caller go on the stack, and the stack is another one. */
#include "internal.h"

#if FIBER_IS_OURS

void tc_emu_switch(void **from, void *to);
__asm__(".text\n"
        ".p2align 4\n"
        ".type tc_emu_switch, @function\n"
        "tc_emu_switch:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    ret\n"
        ".size tc_emu_switch, .-tc_emu_switch\n");

/* Six registers, the entry that `ret` goes to, and 0: nobody called it. The entry lies on a multiple of 16. */
void fiber_make(Fiber *fiber, char *stack, size_t bytes, void (*entry)(void)) {
    uintptr_t *top = (uintptr_t *)(void *)(stack + bytes / 16 * 16) - 2;
    top[0] = (uintptr_t)entry;
    top[1] = 0;
    for (unsigned i = 1; i <= 6; i++)
        top[-(int)i] = 0;
    fiber->sp = top - 6;
}

void fiber_switch(Fiber *from, const Fiber *to) {
    tc_emu_switch(&from->sp, to->sp);
}

#else

void fiber_make(Fiber *fiber, char *stack, size_t bytes, void (*entry)(void)) {
    getcontext(&fiber->context);
    fiber->context.uc_stack.ss_sp = stack;
    fiber->context.uc_stack.ss_size = bytes;
    makecontext(&fiber->context, entry, 0);
}

void fiber_switch(Fiber *from, const Fiber *to) {
    swapcontext(&from->context, &to->context);
}

#endif
