/* malloc, free and assert of a CUDA file, by the names that it has for them: on the host they are those of the C
 * library, and what a sanitizer says of memory that is lost holds of them; in a kernel each one is told. */
#include "emu_test.h"

void *tc_emu_user_malloc(size_t bytes);
void *tc_emu_user_calloc(size_t count, size_t bytes);
void tc_emu_user_free(void *p);
void __wrap___assert_fail(const char *what, const char *file, unsigned line, const char *function);

typedef struct {
    void *given; /* by the host */
} args;

TC_KERNEL(asks_for_bytes, args) {
    (void)arg;
    tc_emu_user_malloc(8);
}
TC_KERNEL(asks_for_zeros, args) {
    (void)arg;
    tc_emu_user_calloc(2, 4);
}
TC_KERNEL(gives_back, args) {
    tc_emu_user_free(arg.given);
}
TC_KERNEL(asserts, args) {
    (void)arg;
    __wrap___assert_fail("x > 1", "a.cu", 3, "asserts");
}

int main(void) {
    static const char why[] = ": a kernel calls it, and the emulator has no heap of the device\n";
    const struct {
        const char *name, *what;
        Kernel kernel;
    } faults[] = {
        {"asks_for_bytes", "': malloc", asks_for_bytes},
        {"asks_for_zeros", "': calloc", asks_for_zeros},
        {"gives_back", "': free", gives_back},
        {"asserts", "': assert: x > 1\n", asserts},
    };
    unsigned char *bytes = (unsigned char *)tc_emu_user_malloc(5);
    unsigned *zeros = (unsigned *)tc_emu_user_calloc(50, sizeof *zeros);
    args a;
    a.given = bytes;
    EXPECT(bytes && zeros);
    for (unsigned i = 0; zeros && i < 50; i++)
        EXPECT(zeros[i] == 0);
    for (unsigned i = 0; i < 4; i++) {
        fails(faults[i].name, quiet(32, 0), faults[i].kernel, &a, TC_EMU_CHECK, faults[i].what);
        EXPECT_OF(faults[i].name, i == 3 || strstr(tc_emu_last()->text, why));
    }
    bytes[4] = 1; /* it is still ours */
    tc_emu_user_free(bytes);
    tc_emu_user_free(zeros);
    return unit_finish();
}
