/* Names and ends of shared arrays, as the symbols of the program give them: what compilers make of an identifier, what
 * lies between two arrays, and the names that a kernel gives itself. */
#include "emu_test.h"

typedef struct {
    unsigned form;
} args;

#define T tc_thread_index()

/* X(variable, its name in a report); as compilers spell them stands below. */
#define NAMES(X)                                                                                   \
    X(in_c, "in_c_alone")                                                                          \
    X(numbered_0, "numbered")                                                                      \
    X(numbered_9, "numbered")                                                                      \
    X(numbered_10, "longer")                                                                       \
    X(lettered, "lettered")                                                                        \
    X(both, "both")                                                                                \
    X(cpp_local, "lone")                                                                           \
    X(cpp_global, "wide")                                                                          \
    X(cpp_nested, "tile")                                                                          \
    X(cpp_two_digits, "twelve_chars")                                                              \
    X(cpp_ten, "ten_chars_")                                                                       \
    X(cpp_nine, "nine_char")                                                                       \
    X(cpp_part, "par")                                                                             \
    X(cpp_too_short, "_ZL7six_ch")                                                                 \
    X(cpp_no_length, "_ZLx")                                                                       \
    X(cpp_zero, "_ZL0zero")                                                                        \
    X(cpp_huge, "_ZL99999999999huge")
static __thread unsigned in_c[4] __asm__("in_c_alone");
static __thread unsigned numbered_0[4] __asm__("numbered.0");
static __thread unsigned numbered_9[4] __asm__("numbered.9");
static __thread unsigned numbered_10[4] __asm__("longer.10");
static __thread unsigned lettered[4] __asm__("kernel__body.lettered");
static __thread unsigned both[4] __asm__("kernel__body.both.3");
static __thread unsigned cpp_local[4] __asm__("_ZL4lone");
static __thread unsigned cpp_global[4] __asm__("_Z4wide");
static __thread unsigned cpp_nested[4] __asm__("_ZZL6kernel4argsE4tile");
static __thread unsigned cpp_two_digits[4] __asm__("_ZL12twelve_chars");
static __thread unsigned cpp_ten[4] __asm__("_ZL10ten_chars_");
static __thread unsigned cpp_nine[4] __asm__("_ZL9nine_char");
static __thread unsigned cpp_part[4] __asm__("_ZL3parted");
static __thread unsigned cpp_too_short[4] __asm__("_ZL7six_ch");
static __thread unsigned cpp_no_length[4] __asm__("_ZLx");
static __thread unsigned cpp_zero[4] __asm__("_ZL0zero");
static __thread unsigned cpp_huge[4] __asm__("_ZL99999999999huge");

#define X(variable, name) name,
static const char *const names[] = {NAMES(X)};
#undef X
enum { COUNT = sizeof names / sizeof *names };

static unsigned *array(unsigned i) {
#define X(variable, name) variable,
    unsigned *const arrays[] = {NAMES(X)};
#undef X
    return arrays[i];
}

TC_KERNEL(reads_nothing, args) {
    unsigned v;
    tc_load_shared_b32(&v, array(arg.form) + 1);
}

/* ---- between two -------------------------------------------------------------------------------- */

TC_SHARED __attribute__((aligned(16))) unsigned first[6];
TC_SHARED unsigned second[8];
TC_SHARED unsigned third[8];

TC_KERNEL(uses_all, args) {
    const unsigned v = 1;
    for (unsigned i = 0; i < 6; i++)
        tc_store_shared_b32(first + i, &v);
    for (unsigned i = 0; i < 8; i++)
        tc_store_shared_b32(second + i, &v);
    tc_store_shared_b32(third, &v);
    tc_store_shared_b32(third + 7, &v);
    EXPECT(
        tc_emu_is_shared(first, 24) && !tc_emu_is_shared(first, 25) &&
        tc_emu_is_shared(first + 5, 4));
    EXPECT(
        !tc_emu_is_shared(first + 6, 1) && tc_emu_is_shared(second, 32) &&
        !tc_emu_is_shared(second, 33));
    EXPECT(
        !tc_emu_is_shared(&v, 4) && tc_emu_is_shared(tc_smem(), 1024) &&
        !tc_emu_is_shared(tc_smem(), 1025));
}

TC_KERNEL(behind_the_first, args) {
    const unsigned v = 1;
    tc_store_shared_b32(first + 6, &v);
}

TC_KERNEL(behind_the_second, args) {
    const unsigned v = 1;
    tc_store_shared_b32(second + 8, &v);
}

TC_KERNEL(over_the_end, args) {
    const tc_b128 v = {{1, 2, 3, 4}};
    tc_store_shared_b128(first + 4, &v);
}

/* ---- names that a kernel gives ------------------------------------------------------------------- */

#define SMEM ((unsigned *)(void *)tc_smem())

/* Words 4 and 5 are one array, word 6 the next. */
TC_KERNEL(named, args) {
    unsigned v;
    tc_emu_shared(SMEM + 4, 8, "pair");
    tc_emu_shared(SMEM + 6, 4, "single");
    tc_load_shared_b32(&v, SMEM + arg.form);
}

/* The names of 512 arrays are kept. */
TC_KERNEL(last_name, args) {
    unsigned v;
    static char name[513][8];
    for (unsigned i = 0; i < 513; i++) {
        snprintf(name[i], sizeof name[i], "n%u", i);
        tc_emu_shared(SMEM + i, 4, name[i]);
    }
    tc_load_shared_b32(&v, SMEM + arg.form);
}

static void one(
    const char *name, Kernel kernel, unsigned form, tc_emu_kind kind, const char *text) {
    args a = {form};
    fails(name, quiet(1, 4096), kernel, &a, kind, text);
}

int main(void) {
    char want[64];
    for (unsigned i = 0; i < COUNT; i++) {
        snprintf(want, sizeof want, "'%s' + 4 ", names[i]);
        one(names[i], reads_nothing, i, TC_EMU_UNINITIALISED, want);
        EXPECT(!strcmp(tc_emu_last()->buffer, names[i]) && tc_emu_last()->offset == 4);
    }
    args a = {0};
    passes("uses_all", quiet(1, 1024), uses_all, &a);
    one("behind_the_first",
        behind_the_first,
        0,
        TC_EMU_OUTSIDE,
        "in no shared array, but after one");
    one("behind_the_second", behind_the_second, 0, TC_EMU_OUTSIDE, "'second' + 32 ");
    one("over_the_end", over_the_end, 0, TC_EMU_OUTSIDE, "'first' + 24 ");
    one("before the pair", named, 3, TC_EMU_UNINITIALISED, "'dynamic shared memory' + 12 ");
    one("first of the pair", named, 4, TC_EMU_UNINITIALISED, "'pair' + 0 ");
    one("second of the pair", named, 5, TC_EMU_UNINITIALISED, "'pair' + 4 ");
    one("the single one", named, 6, TC_EMU_UNINITIALISED, "'single' + 0 ");
    one("behind the single one", named, 7, TC_EMU_UNINITIALISED, "'dynamic shared memory' + 28 ");
    one("first name", last_name, 0, TC_EMU_UNINITIALISED, "'n0' + 0 ");
    one("last name", last_name, 511, TC_EMU_UNINITIALISED, "'n511' + 0 ");
    one("no name", last_name, 512, TC_EMU_UNINITIALISED, "'dynamic shared memory' + 2048 ");
    return unit_finish();
}
