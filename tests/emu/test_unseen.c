/* A program of which nothing was compiled with -fsanitize=thread: what plain code stores in shared memory is not
 * seen, and counts as written all the same; what nobody wrote does not. And one of more shared arrays than any
 * kernel has. */
#define _POSIX_C_SOURCE 200809L
#include "emu_test.h"
#include <unistd.h>

typedef struct {
    unsigned *g; /* 64 words */
    unsigned form;
} args;

enum { DYNAMIC, STATIC, BYTES, BULK, DYNAMIC_UNWRITTEN, STATIC_UNWRITTEN, PAST_WHAT_IS_WRITTEN };

TC_KERNEL(unseen, args) {
    TC_SHARED unsigned tile[64];
    TC_SHARED tc_mbarrier bar;
    const unsigned t = tc_thread_index(), f = arg.form;
    unsigned *const smem = (unsigned *)(void *)tc_smem(), v = 0;
    unsigned *const at = f == STATIC || f == STATIC_UNWRITTEN ? tile : smem;
    if (f != DYNAMIC_UNWRITTEN && f != STATIC_UNWRITTEN)
        at[t] = t + 1;
    if (f == BYTES)
        tc_load_shared_b8(&v, (unsigned char *)(at + t) + 1);
    else if (f == BULK || f == PAST_WHAT_IS_WRITTEN) {
        tc_fence_async_smem();
        tc_cta_sync();
        if (t == 0) {
            tc_bulk_smem_to_gmem(arg.g, at, f == BULK ? 128 : 160);
            tc_bulk_commit();
            tc_bulk_wait_0();
        }
        (void)bar;
    } else
        tc_load_shared_b32(&v, at + t);
}

static void judge(const char *name, unsigned form, tc_emu_kind kind) {
    tc_emu_config c = quiet(32, 1024);
    args a;
    a.g = (unsigned *)tc_emu_gmem_alloc(256, "g");
    a.form = form;
    if (kind == TC_EMU_OK)
        passes(name, c, unseen, &a);
    else
        fails(name, c, unseen, &a, kind, "files compiled with -fsanitize=thread only");
    for (unsigned i = 0; form == BULK && i < 32; i++)
        EXPECT(a.g[i] == i + 1);
    tc_emu_gmem_free(a.g);
}

#define ONE                                                                                        \
    {                                                                                              \
        TC_SHARED unsigned word[2];                                                                \
        tc_store_shared_b32(word, &v);                                                             \
        tc_store_shared_b32(word + 1, &v);                                                         \
        tc_load_shared_b32(&v, word);                                                              \
    }
#define EIGHT ONE ONE ONE ONE ONE ONE ONE ONE
#define MANY EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT

TC_KERNEL(many_arrays, args) {
    unsigned v = 7;
    MANY MANY MANY MANY MANY tc_store_global_b32(arg.g, &v);
}

TC_KERNEL(past_the_last, args) {
    TC_SHARED unsigned last[2];
    tc_load_shared_b32(arg.g, last + 2);
}

static void test_many_arrays(void) {
    tc_emu_config c = quiet(1, 64);
    args a = {NULL, 0};
    a.g = (unsigned *)tc_emu_gmem_alloc(256, "g");
    passes("320 shared arrays", c, many_arrays, &a);
    EXPECT(a.g[0] == 7);
    fails("past the last of them", c, past_the_last, &a, TC_EMU_OUTSIDE, "");
    tc_emu_gmem_free(a.g);
}

/* Nobody knows what plain code of a CTA writes, so its launch stays on one core. */
TC_KERNEL(writes_its_word, args) {
    arg.g[tc_cta_index()] = tc_cta_index();
}

static void test_cores(void) {
    FILE *const said = tmpfile();
    const int usual = dup(2);
    tc_emu_config c = quiet(1, 0);
    char text[200] = "";
    args a = {NULL, 0};
    a.g = (unsigned *)tc_emu_gmem_alloc(256, "g");
    c.grid = c.cores = 4;
    c.name = "writes_its_word";
    setenv("TC_EMU_CORES_TELL", "1", 1);
    setenv("TC_EMU_CORES_AFTER", "0", 1);
    if (said)
        dup2(fileno(said), 2);
    EXPECT(tc_emu_launch(&c, writes_its_word, &a) == 0);
    dup2(usual, 2);
    close(usual);
    if (said) {
        rewind(said);
        text[fread(text, 1, sizeof text - 1, said)] = 0;
        fclose(said);
    }
    EXPECT(strncmp(text, "emu: cores of kernel 'writes_its_word': 1, plain accesses are not", 65) == 0);
    EXPECT(a.g[3] == 3);
    tc_emu_gmem_free(a.g);
}

int main(void) {
    judge("dynamic", DYNAMIC, TC_EMU_OK);
    judge("static", STATIC, TC_EMU_OK);
    judge("single bytes", BYTES, TC_EMU_OK);
    judge("the source of a bulk copy", BULK, TC_EMU_OK);
    judge("dynamic, unwritten", DYNAMIC_UNWRITTEN, TC_EMU_UNINITIALISED);
    judge("static, unwritten", STATIC_UNWRITTEN, TC_EMU_UNINITIALISED);
    judge("past what is written", PAST_WHAT_IS_WRITTEN, TC_EMU_UNINITIALISED);
    test_many_arrays();
    test_cores();
    return unit_finish();
}
