/* chain.c: the functions from the one that called the primitive outwards, as a report tells
 * them. Their addresses are kept when the error happens; names of the symbol table are told at
 * once, lines when they are asked for. */
#include "involved.h"
#include <stdio.h>
#include <string.h>
#if defined(__GLIBC__)
#include <execinfo.h>
#endif

enum { MAX_FRAMES = 4 * MAX_CHAIN }; /* functions inlined into one another share an address */

/* ---- the stack ------------------------------------------------------------------------------- */

/* By what the compiler says of its frames, at any -O; only on the fiber itself. 0: the caller is
 * not among them. */
static unsigned unwind(const Call *call, uintptr_t *out) {
#if defined(__GLIBC__)
    void *found[2 * MAX_CHAIN];
    const char *here = (const char *)(const void *)found;
    if (!call->depth || here < call->by->stack || here >= call->by->stack + STACK_BYTES)
        return 0;
    const int count = backtrace(found, 2 * MAX_CHAIN);
    for (int i = 0; i < count; i++) {
        if ((uintptr_t)found[i] != call->from[0])
            continue;
        unsigned kept = 0;
        while (i < count && kept < MAX_CHAIN)
            out[kept++] = (uintptr_t)found[i++];
        return kept;
    }
#else
    (void)call;
    (void)out;
#endif
    return 0;
}

/* By frame pointers: the caller's frame, the address that it returns to, and so on. What is no frame, as its function
 * keeps none, is read as one, which is nothing for a sanitizer. */
__attribute__((no_sanitize("address"))) static unsigned walk(
    const Thread *t, uintptr_t *out, unsigned room) {
    const uintptr_t low = (uintptr_t)t->stack, high = low + STACK_BYTES;
    uintptr_t at = (uintptr_t)t->caller, frame = (uintptr_t)t->caller_frame;
    unsigned count = 0;
    while (at && count < room) {
        uintptr_t link[2];
        out[count++] = at;
        if (frame < low || frame > high - sizeof link || frame % sizeof link[0])
            break;
        memcpy(link, (const void *)frame, sizeof link);
        if (link[0] <= frame)
            break;
        frame = link[0];
        at = link[1];
    }
    return count;
}

Call chain_call(const Thread *t) {
    Call call = {.by = t, .primitive = t->primitive, .step = t->step};
    call.depth = walk(t, call.from, CALL_DEPTH);
    return call;
}

void chain_take(Chain *chain, const Call *call) {
    unsigned depth = unwind(call, chain->from);
    if (!depth && call->step == call->by->step)
        depth = walk(call->by, chain->from, MAX_CHAIN);
    for (; depth < call->depth; depth++)
        chain->from[depth] = call->from[depth];
    chain->primitive = call->primitive;
    chain->depth = depth;
    chain_end(chain);
}

/* Of what lies outside the kernel nothing is told. */
void chain_end(Chain *chain) {
    char name[16];
    unsigned offset;
    for (unsigned i = 0; i < chain->depth; i++) {
        symbol_name(chain->from[i], name, sizeof name, &offset);
        if (!strcmp(name, "fiber_main") || !strcmp(name, "tc_cuda_enter"))
            chain->depth = i;
        else if (!strcmp(name, "main"))
            chain->depth = i + 1;
    }
}

/* ---- the functions --------------------------------------------------------------------------- */

static bool starts_with(const char *name, const char *start) {
    return !strncmp(name, start, strlen(start));
}

/* A function of ours: the primitive, its emulation, what TC_CHECK and the compiler's hooks call. */
static bool is_ours(const Location *at, const char *primitive) {
    return starts_with(at->function, "tc_emu_") || starts_with(at->function, "tc__") ||
           starts_with(at->function, "__tsan_") || starts_with(at->function, "__wrap_") ||
           strstr(at->file, "tilecopy/host/") || (primitive && !strcmp(at->function, primitive));
}

/* TC_KERNEL makes two functions of a kernel: copy__body, which is the text, and copy, which
 * calls it. Of what is inlined into copy, addr2line may say that it is copy. */
static bool is_told(const Location *inner, const Location *outer) {
    const size_t length = strlen(outer->function);
    if (strncmp(inner->function, outer->function, length) != 0)
        return false;
    return !strcmp(inner->function + length, "__body") ||
           (!inner->function[length] && inner->call == outer->call);
}

unsigned chain_locations(const Chain *chain, bool lines, Location *out, unsigned room) {
    static Location all[MAX_FRAMES]; /* the stack of a fiber has no room for them */
    const unsigned count = location_find(chain->from, chain->depth, lines, all, MAX_FRAMES);
    unsigned first = 0, kept = 0;
    for (unsigned i = 0; i < count; i++)
        if (is_ours(&all[i], chain->primitive))
            first = i + 1;
    for (unsigned i = first; i < count && kept < room; i++) {
        if (!all[i].function[0])
            continue;
        if (i > first && is_told(&all[i - 1], &all[i]))
            continue;
        out[kept++] = all[i];
    }
    for (unsigned i = 0; i < kept; i++) {
        const size_t length = strlen(out[i].function);
        if (length > 6 && !strcmp(out[i].function + length - 6, "__body"))
            out[i].function[length - 6] = '\0';
    }
    return kept;
}
