/* What ends the program: each in a process of its own, which says why on stderr and exits with 1. */
#define _GNU_SOURCE
#include "include/tilecopy/host/internal.h"

#include "emu_test.h"
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    unsigned char *g;
} args;

static void primitive_outside(void) {
    unsigned v = 0;
    tc_load_shared_b32(&v, &v);
}

static void rank_outside(void) {
    (void)tc_thread_index();
}

TC_KERNEL(nothing, args) {
    (void)arg;
}

TC_KERNEL(launches, args) {
    tc_emu_config c = quiet(1, 0);
    args none = arg;
    tc_emu_launch(&c, nothing, &none);
}

static void launch_inside(void) {
    tc_emu_config c = quiet(1, 0);
    args a = {NULL};
    tc_emu_launch(&c, launches, &a);
}

TC_KERNEL(reads_nothing, args) {
    unsigned v;
    tc_load_shared_b32(&v, tc_smem() + 64 * (arg.g == NULL));
}

static void report_that_nobody_expects(void) {
    tc_emu_config c = quiet(1, 1024);
    args a = {NULL};
    c.expect = 0;
    tc_emu_launch(&c, reads_nothing, &a);
}

enum { BUFFERS = 1024 };
static void one_buffer_too_many(void) {
    static unsigned char memory[BUFFERS + 1];
    for (unsigned i = 0; i < BUFFERS; i++)
        tc_emu_gmem(memory + i, 1, "one of many");
    for (unsigned i = 0; i < BUFFERS; i++)
        if (region_find(memory + i)->base != (char *)memory + i)
            return;
    fprintf(stderr, "so far, so good\n");
    tc_emu_gmem(memory + BUFFERS, 1, "one more");
}

static void no_memory(void) {
    tc_emu_gmem_alloc((size_t)1 << 60, "too much");
}

static void no_memory_that_wraps(void) {
    tc_emu_gmem_alloc((size_t)-1, "too much");
}

static const struct {
    const char *name;
    void (*run)(void);
    const char *says;
} rows[] = {
    {"primitive_outside",
     primitive_outside,
     "emu: tc_load_shared_b32 called outside a kernel; use tc_emu_launch\n"},
    {"rank_outside", rank_outside, "emu: the rank of a thread was asked for outside a kernel\n"},
    {"launch_inside", launch_inside, "emu: tc_emu_launch inside a kernel\n"},
    {"report", report_that_nobody_expects, "emu: uninitialised read in kernel 'kernel': no thread"},
    {"buffers", one_buffer_too_many, "so far, so good\nemu: more than 1024 buffers\n"},
    {"no_memory", no_memory, "emu: out of memory (1152921504606846976 bytes)\n"},
    {"no_memory_that_wraps",
     no_memory_that_wraps,
     "emu: out of memory (18446744073709551615 bytes)\n"}};

static void ends(unsigned i) {
    FILE *const said = tmpfile();
    char text[1000] = "";
    int status = 0;
    fflush(stdout);
    const pid_t id = said ? fork() : -1;
    if (id == 0) {
        dup2(fileno(said), 2);
        rows[i].run();
        _exit(77);
    }
    EXPECT(id > 0);
    if (id <= 0)
        return;
    waitpid(id, &status, 0);
    rewind(said);
    text[fread(text, 1, sizeof text - 1, said)] = 0;
    fclose(said);
    EXPECT_OF(rows[i].name, WIFEXITED(status) && WEXITSTATUS(status) == 1);
    EXPECT_OF(rows[i].name, has_line(text, rows[i].says)); /* a sanitizer may say something first */
    if (!has_line(text, rows[i].says))
        printf("%s\n", text);
}

int main(void) {
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        ends(i);
    return unit_finish();
}
