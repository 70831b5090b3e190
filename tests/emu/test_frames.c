/* What the emulator reads off a fiber's stack: the names of who called (symbol.c), whose variable a primitive moves
 * to or from, and whether something ran over (crash.c). Frames are laid out by hand, as the two words that a frame
 * starts with: that of its caller, and where it returns to. */
#include "include/tilecopy/host/internal.h"

#include "emu_test.h"

/* ---- functions to return to --------------------------------------------------------------------- */

/* test_frames.S has them: eight bytes of each, and eight of none after them. */
extern const char first_caller[], second_caller[], kernel__body[], kernel__bodies[], kernel[],
    body[], tc_emu_probe[], __tsan_probe[], __wrap_probe[], tc_em[], probe[], probes[],
    a_caller_with_a_name_of_so_many_letters_that_seven_are_a_report[];
extern const char _Z9copy_rows4args[], _ZL9copy_cols4args[], _Z10copy_rows[], _Z9just_this[],
    _Z10copy_rows_[], _ZN5outer5innerEv[], _ZNSt3oneEv[], _Z99999999999x[];
/* Named as a compiler of C++ names them, well and badly. */
#define plain_cpp _Z9copy_rows4args
#define local_cpp _ZL9copy_cols4args
#define long_cpp _Z10copy_rows
#define exact_cpp _Z9just_this
#define ten_cpp _Z10copy_rows_
#define nested_cpp _ZN5outer5innerEv
#define nested_std _ZNSt3oneEv
#define huge_length _Z99999999999x

typedef struct {
    uintptr_t next, back;
} Link;

/* Where the first frame is. */
typedef enum {
    NOWHERE,
    HERE,
    BELOW,
    ABOVE,
    AT_LOW,
    AT_HIGH,
    PAST_HIGH,
    MISALIGNED,
    ITSELF,
    BACKWARDS
} Where;
typedef struct {
    Where where;
    const char *callers[4]; /* the primitive's, then those of the frames */
    unsigned into;          /* how far into the first one it returns */
    const char *chain;      /* what the report says, NULL: nothing */
} Case;
static const Case cases[] = {
    {NOWHERE, {first_caller}, 1, "first_caller"},
    {NOWHERE, {first_caller}, 8, "first_caller"},
    {NOWHERE, {first_caller}, 0, NULL},
    {NOWHERE, {first_caller}, 9, NULL},
    {NOWHERE, {NULL}, 0, NULL},
    {HERE, {NULL, second_caller}, 0, NULL},
    {HERE, {first_caller, second_caller}, 1, "first_caller <- second_caller"},
    {HERE, {first_caller, second_caller, body}, 1, "first_caller <- second_caller <- body"},
    {HERE, {first_caller, kernel__body, body}, 1, "first_caller <- kernel <- body"},
    {HERE, {first_caller, kernel__body, kernel}, 1, "first_caller <- kernel"},
    {HERE, {kernel__body, kernel, kernel}, 1, "kernel <- kernel"},
    {HERE, {kernel__bodies, kernel}, 1, "kernel__bodies <- kernel"},
    {HERE, {tc_emu_probe, second_caller}, 1, "second_caller"},
    {HERE, {first_caller, __tsan_probe, second_caller}, 1, "second_caller"},
    {HERE, {__wrap_probe, first_caller}, 1, "first_caller"},
    {HERE, {first_caller, probe, second_caller}, 1, "second_caller"},
    {HERE, {probe, first_caller, probes}, 1, "first_caller <- probes"},
    {HERE, {tc_em, first_caller}, 1, "tc_em <- first_caller"},
    {HERE, {plain_cpp, local_cpp}, 1, "copy_rows <- copy_cols"},
    {HERE, {long_cpp, exact_cpp}, 1, "_Z10copy_rows <- just_this"},
    {HERE, {nested_cpp, huge_length}, 1, "outer::inner <- _Z99999999999x"},
    {HERE, {nested_std}, 1, "_ZNSt3oneEv"},
    {HERE, {ten_cpp, first_caller}, 1, "copy_rows_ <- first_caller"},
    {BELOW, {first_caller, second_caller}, 1, "first_caller"},
    {ABOVE, {first_caller, second_caller}, 1, "first_caller"},
    {AT_LOW, {first_caller, second_caller}, 1, "first_caller <- second_caller"},
    {AT_HIGH, {first_caller, second_caller}, 1, "first_caller <- second_caller"},
    {PAST_HIGH, {first_caller, second_caller, body}, 1, "first_caller"},
    {MISALIGNED, {first_caller, second_caller}, 1, "first_caller"},
    {ITSELF, {first_caller, second_caller}, 1, "first_caller"},
    {BACKWARDS, {first_caller, second_caller}, 1, "first_caller"},
};
enum { CASES = sizeof cases / sizeof *cases, DEEP = 40 };

typedef struct {
    const Case *c;
    Link *above; /* on the stack of the program, which is above those of the fibers */
} args;
static Link below[4];

/* Frames from `at` on that return into the callers after the first, the last one to nobody. */
static void lay_out(Link *at, const Case *c) {
    for (unsigned i = 0; i < 4; i++) {
        at[i].next = i < 3 ? (uintptr_t)(at + i + 1) : 0;
        at[i].back = i < 3 && c->callers[i + 1] ? (uintptr_t)c->callers[i + 1] + 1 : 0;
    }
}

static const void *first_frame(const args *a, Link *here, char *skewed) {
    const Case *c = a->c;
    char *low = emu.current->stack, *high = low + STACK_BYTES;
    lay_out(here, c);
    switch (c->where) {
    case HERE:
        return here;
    case BELOW:
        lay_out(below, c);
        return below;
    case ABOVE:
        lay_out(a->above, c);
        return a->above;
    case AT_LOW:
        memcpy(low, here, sizeof *here);
        return low;
    case AT_HIGH: /* the last that is in the stack; what it leads to is not */
        here->next = (uintptr_t)high;
        memcpy(high - sizeof *here, here, sizeof *here);
        return high - sizeof *here;
    case PAST_HIGH:
        memcpy(high - sizeof here->next, &(uintptr_t){(uintptr_t)high + 64}, sizeof here->next);
        return high - sizeof here->next;
    case MISALIGNED:
        memcpy(skewed, here, sizeof *here);
        memcpy(skewed, &(uintptr_t){(uintptr_t)skewed + sizeof *here}, sizeof here->next);
        return skewed;
    case ITSELF:
        here->next = (uintptr_t)here;
        return here;
    case BACKWARDS:
        here[1].next = (uintptr_t)here;
        return here + 1;
    default:
        return NULL;
    }
}

TC_KERNEL(probed, args) {
    Link here[4];
    _Alignas(16) char skewed[64];
    const Case *c = arg.c;
    const void *frame;
    if (tc_thread_index())
        return;
    memset(skewed, 0, sizeof skewed);
    frame = first_frame(&arg, here, skewed + 4);
    emu_enter_from("probe", c->callers[0] ? c->callers[0] + c->into : NULL, frame);
    report_raise(TC_EMU_CHECK, emu.current, NULL, 0, "probed");
}

/* 40 callers, of which 32 are told, as far as there is room. */
TC_KERNEL(deep, args) {
    Link here[DEEP];
    for (unsigned i = 0; i < DEEP; i++) {
        here[i].next = i + 1 < DEEP ? (uintptr_t)(here + i + 1) : 0;
        here[i].back = (uintptr_t)arg.c->callers[0] + 1;
    }
    emu_enter_from("probe", arg.c->callers[0] + 1, here);
    report_raise(TC_EMU_CHECK, emu.current, NULL, 0, "probed");
}

static void test_names(void) {
    tc_emu_config c = quiet(2, 1024);
    Link above[4];
    args a;
    a.above = above;
    for (unsigned i = 0; i < CASES; i++) {
        const Case *one = &cases[i];
        const tc_emu_report *r = tc_emu_last();
        char want[200];
        a.c = one;
        snprintf(
            want,
            sizeof want,
            "step 1: probe%s%s\n",
            one->chain ? "\n  in: " : "",
            one->chain ? one->chain : "");
        unit_expect(tc_emu_launch(&c, probed, &a), "probed", __FILE__, (int)i);
        unit_expect(strstr(r->text, want) != NULL, r->text, __FILE__, (int)i);
        unit_expect(!one->chain == !r->function[0], r->function, __FILE__, (int)i);
        unit_expect(
            !one->chain || !strncmp(one->chain, r->function, strlen(r->function)),
            "function",
            __FILE__,
            (int)i);
    }
}

static void test_deep(void) {
    static const Case names[] = {
        {HERE, {probes}, 1, NULL},
        {HERE, {a_caller_with_a_name_of_so_many_letters_that_seven_are_a_report}, 1, NULL}};
    const tc_emu_report *r = tc_emu_last();
    tc_emu_config c = quiet(1, 1024);
    unsigned count = 0;
    args a = {&names[0], NULL};
    EXPECT(tc_emu_launch(&c, deep, &a));
    for (const char *p = r->text; (p = strstr(p, "probes")) != NULL; p++)
        count++;
    EXPECT(count == 32 && tc_emu_locate() == r && strstr(r->text, "\n   <- probes+0x1\n   <- "));
    a.c = &names[1];
    EXPECT(tc_emu_launch(&c, deep, &a));
    EXPECT(strstr(r->text, "\n  in: a_caller") && strlen(strstr(r->text, "\n  in: ")) == 1599 + 1);
}

/* ---- variables ----------------------------------------------------------------------------------- */

/* Frames are at 0 and 64 of 256 bytes, what is beyond belongs to the caller of all; or, with `top`, they end with the
 * stack. A variable at `at`; the room it has, 0: it is not known, or the bytes are in it. */
typedef struct {
    unsigned at, bytes, first; /* the frame of the primitive's caller */
    int next_of_second;        /* from the start; 0: no frame */
    unsigned room;
} Variable;
static const Variable variables[] = {
    {16, 16, 0, 128, 0}, {16, 48, 0, 128, 0},    {16, 49, 0, 128, 48},   {63, 1, 0, 128, 0},
    {63, 2, 0, 128, 1},  {64, 64, 0, 128, 0},    {64, 65, 0, 128, 64},   {127, 2, 0, 128, 1},
    {0, 64, 0, 128, 0},  {0, 65, 0, 128, 64},    {16, 200, 4, 128, 0},   {80, 200, 0, 0, 0},
    {80, 200, 0, 64, 0}, {80, 200, 0, 60, 0},    {80, 200, 0, 124, 44},  {8, 8, 16, 128, 0},
    {8, 9, 16, 128, 8},  {40, 100, 64, 128, 24}, {100, 100, 0, 124, 24}, {130, 100, 0, 124, 0},
};

typedef struct {
    const Variable *v;
} variable_args;

TC_KERNEL(moves, variable_args) {
    _Alignas(64) char frames[256];
    const Variable *v = arg.v;
    uintptr_t next = (uintptr_t)frames + 64;
    memset(frames, 0, sizeof frames);
    memcpy(frames, &next, sizeof next);
    next = v->next_of_second ? (uintptr_t)frames + (unsigned)v->next_of_second : 0;
    memcpy(frames + 64, &next, sizeof next);
    tc_emu_local("moves", frames + v->at, v->bytes, frames + v->first);
}

static void test_variables(void) {
    tc_emu_config c = quiet(1, 1024);
    for (unsigned i = 0; i < sizeof variables / sizeof *variables; i++) {
        variable_args a = {&variables[i]};
        char want[64];
        unit_expect(
            tc_emu_launch(&c, moves, &a) == (variables[i].room > 0), "moves", __FILE__, (int)i);
        snprintf(want, sizeof want, " that has %u\n", variables[i].room);
        unit_expect(
            !variables[i].room || strstr(tc_emu_last()->text, want),
            tc_emu_last()->text,
            __FILE__,
            (int)i);
    }
}

/* At both ends of the stack: 0: the last bytes, one too many; 1: just as many; 2, 3: what is beyond the ends is
 * nobody's; 4: a frame that leads out of the stack; 5: one that is not all in it. */
typedef struct {
    unsigned form;
} end_args;
static Link lonely[2];

TC_KERNEL(ends, end_args) {
    char *low = emu.current->stack, *high = low + STACK_BYTES;
    uintptr_t next = (uintptr_t)high;
    if (tc_thread_index())
        return;
    lonely[0].next = (uintptr_t)(lonely + 1);
    memcpy(high - 64, &next, sizeof next);
    switch (arg.form) {
    case 0:
        tc_emu_local("ends", high - 4, 5, high - 64);
        return;
    case 1:
        tc_emu_local("ends", high - 4, 4, high - 64);
        return;
    case 2:
        tc_emu_local("ends", high, 4, high - 64);
        return;
    case 3:
        tc_emu_local("ends", lonely, 100, lonely);
        return;
    case 4:
        next = (uintptr_t)high + 8;
        memcpy(high - 64, &next, sizeof next);
        tc_emu_local("ends", high - 4, 100, high - 64);
        return;
    case 5: /* what is read there would be the end of the stack */
        memcpy(high - 4, (const char *)&next, 4);
        tc_emu_local("ends", high - 2, 100, high - 4);
        return;
    case 6:
        memcpy(high - 8, &next, sizeof next);
        tc_emu_local("ends", high - 2, 3, high - 8);
        return;
    case 8: /* a frame that is no part of the stack, though it leads there */
        lonely[0].next = (uintptr_t)(high - 32);
        tc_emu_local("ends", high - 36, 8, lonely);
        return;
    case 9: /* a frame that is the first of the stack */
        next = (uintptr_t)low + 64;
        memcpy(low, &next, sizeof next);
        tc_emu_local("ends", low + 16, 49, low);
        return;
    case 10: /* what is below is nobody's of this thread */
        tc_emu_local("ends", lonely, 100, high - 64);
        return;
    default: /* the caller's frame is above what is moved: the first bytes of all */
        tc_emu_local("ends", low, 9, low + 8);
    }
}

static void test_ends(void) {
    static const char *const said[] = {
        "5 bytes of a variable",
        NULL,
        NULL,
        NULL,
        NULL,
        NULL,
        "3 bytes of a variable",
        "9 bytes of a variable",
        NULL,
        "49 bytes of a variable",
        NULL};
    tc_emu_config c = quiet(2, 1024);
    for (unsigned i = 0; i < sizeof said / sizeof *said; i++) {
        end_args a = {i};
        unit_expect(tc_emu_launch(&c, ends, &a) == (said[i] != NULL), "ends", __FILE__, (int)i);
        unit_expect(
            !said[i] || strstr(tc_emu_last()->text, said[i]),
            tc_emu_last()->text,
            __FILE__,
            (int)i);
    }
}

/* ---- what ran over ------------------------------------------------------------------------------- */

typedef struct {
    unsigned at;
} byte_args;

TC_KERNEL(writes_a_byte, byte_args) {
    volatile char *stack = emu.current->stack;
    if (tc_thread_index() == 1)
        stack[arg.at] ^= 1;
}

void __stack_chk_fail(void) __attribute__((noreturn));
TC_KERNEL(is_told_of, byte_args) {
    __stack_chk_fail();
}

static void test_stack(void) {
    static const struct {
        unsigned at;
        const char *text;
    } bytes[] = {
        {0, "the stack of the thread (131072 bytes) overflowed"},
        {511, "the stack of the thread (131072 bytes) overflowed"},
        {512, NULL},
        {STACK_BYTES - STACK_ROOM, "a variable of the kernel was overrun"},
        {STACK_BYTES - STACK_ROOM + 15, "a variable of the kernel was overrun"},
        {STACK_BYTES - STACK_ROOM + 16, NULL},
        {STACK_BYTES - 1, NULL},
    };
    tc_emu_config c = quiet(2, 1024);
    byte_args a = {0};
    for (unsigned i = 0; i < sizeof bytes / sizeof *bytes; i++) {
        a.at = bytes[i].at;
        unit_expect(
            tc_emu_launch(&c, writes_a_byte, &a) == (bytes[i].text != NULL),
            "writes",
            __FILE__,
            (int)i);
        unit_expect(
            !bytes[i].text || strstr(tc_emu_last()->text, bytes[i].text),
            "writes",
            __FILE__,
            (int)i);
        EXPECT(!bytes[i].text || tc_emu_last()->thread == 1);
    }
    EXPECT(tc_emu_launch(&c, is_told_of, &a));
    EXPECT(
        strstr(
            tc_emu_last()->text, "a variable of the function that returns after the step below") !=
        NULL);
}

int main(void) {
    test_names();
    test_deep();
    test_variables();
    test_ends();
    test_stack();
    return unit_finish();
}
