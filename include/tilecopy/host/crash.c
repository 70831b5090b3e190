/* crash.c: what overruns a local array. A primitive moves bytes to or from variables of the kernel, which
 * the emulator does not track: where the compiler knows their size or their frame (primitives.h) an
 * overrun is reported at once, and otherwise when it has made the thread crash. */
#include "watch.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#if defined(__GLIBC__)
#include <execinfo.h>
#endif

static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL};
enum { CRASHES = sizeof crashes / sizeof *crashes, HANDLER_STACK = 128 << 10 };
static struct sigaction before[CRASHES];

void tc_emu_overrun(const char *name, size_t address, unsigned bytes, size_t room) {
    emu_enter(name);
    report_raise(
        TC_EMU_OUTSIDE,
        emu.current,
        NULL,
        0,
        "%u bytes of a variable of the kernel at 0x%zx that has %zu",
        bytes,
        address,
        room);
}

/* Without optimisation every function has a frame: [frame] is that of its caller, and what lies between
 * two of them are a function's variables. */
void tc_emu_local(const char *name, const void *p, unsigned bytes, const void *frame) {
    const Thread *t = emu.current;
    uintptr_t at = (uintptr_t)p, owner = (uintptr_t)frame, low, high, next;
    if (!t)
        return;
    low = (uintptr_t)t->stack;
    high = low + STACK_BYTES;
    if (at >= high)
        return;
    while (owner <= at) {
        if (owner < low || owner % sizeof next)
            return;
        memcpy(&next, (const void *)owner, sizeof next);
        if (next <= owner || next > high)
            return;
        owner = next;
    }
    if (at + bytes > owner)
        tc_emu_overrun(name, at, bytes, owner - at);
}

/* ---- stacks --------------------------------------------------------------------------------- */

/* Longer than what a frame leaves unwritten beside its variables, as the address sanitizer's do. */
#define FOUR_TIMES(text) text text text text
static const char canary[513] = FOUR_TIMES(FOUR_TIMES("tc stack canary, 32 bytes a time"));
enum { CANARY_BYTES = sizeof canary - 1, OVERRUN_BYTES = 16 };

void crash_prepare_stack(Thread *t) {
    memcpy(t->stack, canary, CANARY_BYTES);
    memcpy(t->stack + STACK_BYTES - STACK_ROOM, canary, OVERRUN_BYTES);
}

static void raise_overflow(Thread *t) {
    report_raise(
        TC_EMU_OUTSIDE,
        t,
        NULL,
        0,
        "the stack of the thread (%d bytes) overflowed: recursion without end, or variables too "
        "large",
        STACK_BYTES);
}

void crash_check_stack(Thread *t) {
    if (memcmp(t->stack, canary, CANARY_BYTES))
        raise_overflow(t);
    if (memcmp(t->stack + STACK_BYTES - STACK_ROOM, canary, OVERRUN_BYTES))
        report_raise(TC_EMU_OUTSIDE, t, NULL, 0, "a variable of the kernel was overrun");
}

/* ---- crashes -------------------------------------------------------------------------------- */

/* Where the processor was; 0: not known. */
static uintptr_t program_counter(const void *context) {
#if defined(__x86_64__) && defined(REG_RIP)
    return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.pc;
#else
    (void)context;
    return 0;
#endif
}

void crash_interrupted(Thread *t, const void *context, const char *what) {
    const uintptr_t at = program_counter(context);
    Call call = {.by = t, .primitive = what, .step = ++t->step};
    t->primitive = what;
    t->caller = t->caller_frame = NULL;
    call.from[0] =
        at + 1; /* as if it were a call, which is before the address that it returns to */
    call.depth = at ? 1 : 0;
#if defined(__GLIBC__)
    void *found[4 * CALL_DEPTH]; /* the handler's own come first */
    const int count = backtrace(found, 4 * CALL_DEPTH);
    int i = 0;
    while (i < count && (uintptr_t)found[i] != at)
        i++;
    while (++i < count && call.depth < CALL_DEPTH) /* a function that calls itself is told once */
        if (found[i] != found[i - 1])
            call.from[call.depth++] = (uintptr_t)found[i];
#endif
    report_call(&call);
}

static bool is_guard(const Thread *t, const void *p) {
    const uintptr_t at = (uintptr_t)p, low = (uintptr_t)t->stack;
    return at < low && low - at <= STACK_GUARD;
}

static void crashed(int number, siginfo_t *info, void *context) {
    if (!emu.current) {
        for (unsigned i = 0; i < CRASHES; i++)
            sigaction(crashes[i], &before[i], NULL);
        return; /* and crash again, as without us */
    }
    if (is_guard(emu.current, info->si_addr)) {
        crash_interrupted(emu.current, context, "function call");
        raise_overflow(emu.current);
    }
    report_raise(
        TC_EMU_OUTSIDE,
        emu.current,
        region_near(info->si_addr) ? info->si_addr : NULL,
        1,
        "the thread crashed (%s at %p) after the step below: a variable of the kernel that was "
        "overrun, or a pointer to memory that the emulator does not know",
        strsignal(number),
        info->si_addr);
}

void crash_watch(void) {
    const struct sigaction action = {
        .sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    for (unsigned i = 0; i < CRASHES; i++)
        sigaction(crashes[i], &action, &before[i]);
}

void crash_unwatch(void) {
    for (unsigned i = 0; i < CRASHES; i++)
        sigaction(crashes[i], &before[i], NULL);
}

/* The fiber's own stack may be what is broken. Per OS thread. */
void *crash_stack_start(void) {
    const stack_t stack = {.ss_sp = malloc(HANDLER_STACK), .ss_size = HANDLER_STACK};
    if (!stack.ss_sp)
        abort();
    sigaltstack(&stack, NULL);
    return stack.ss_sp;
}

void crash_stack_end(void *block) {
    const stack_t stack = {.ss_flags = SS_DISABLE};
    sigaltstack(&stack, NULL);
    free(block);
}

/* What code compiled with -fstack-protector calls. */
void __stack_chk_fail(void) __attribute__((noreturn));
void __stack_chk_fail(void) {
    report_raise(
        TC_EMU_OUTSIDE,
        emu.current,
        NULL,
        0,
        "a variable of the function that returns after the step below was overrun");
    fprintf(stderr, "stack smashing detected outside a kernel\n");
    abort();
}
