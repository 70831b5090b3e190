/* What a launch prints that does not hand its errors back, whole, and the line of JSON beside it: each text is made here
 * by docs/emulator.md. Functions stand with offsets, as no symbolizer is asked. */
#define _POSIX_C_SOURCE 200809L
#define TC_CHECK 1
#include "emu_test.h"
#include "tilecopy/host/cuda/calls.h"
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    unsigned char *g; /* 64 bytes */
} args;

#define T tc_thread_index()
#define SMEM tc_smem()

TC_FN void put(unsigned at) {
    unsigned v = at;
    tc_store_shared_b32(SMEM + 4 * at, &v);
}

TC_FN void get(unsigned at) {
    unsigned v;
    tc_load_shared_b32(&v, SMEM + 4 * at);
}

/* Threads 0 to 31 come first. Then 32 reads what 0 wrote, 33 to 37 do alike; 38 reads in another function, four words
 * at once, which counts once; 39 writes; 40 reads without a primitive; 41 reads what
 * nobody wrote; 42 does no harm. */
TC_KERNEL(goes_on, args) {
    tc_b128 v;
    (void)arg;
    if (T < 32)
        put(T);
    else if (T <= 37)
        get(T - 32);
    else if (T == 38)
        tc_load_shared_b128(&v, SMEM);
    else if (T == 39)
        put(9);
    else if (T == 40)
        (void)*(volatile unsigned char *)(SMEM + 80);
    else if (T == 41)
        get(200);
    else if (T == 42) {
        put(100);
        get(100);
    }
}

/* And the last thread does what ends a launch. */
TC_KERNEL(goes_on_to_an_end, args) {
    if (T == 0)
        put(0);
    if (T == 1 || T == 2)
        get(0);
    if (T == 3)
        tc_load_global_b32(&(unsigned){0}, arg.g + 64);
}

/* Three times at one place, each one a step of its own, and once elsewhere. */
TC_KERNEL(races_in_steps, args) {
    unsigned v = T;
    (void)arg;
    if (T == 0)
        tc_store_shared_b32(SMEM, &v);
    for (unsigned i = 0; T == 32 && i < 3; i++)
        tc_load_shared_b32(&v, SMEM);
    if (T == 32)
        tc_load_shared_b32(&v, SMEM);
}

/* Four words at once: one step, and what is first is not counted again. */
TC_KERNEL(races_in_words, args) {
    tc_b128 v;
    (void)arg;
    if (T < 4)
        put(T);
    if (T == 32)
        tc_load_shared_b128(&v, SMEM);
}

TC_KERNEL(waits_apart, args) {
    (void)arg;
    if (T < 32)
        tc_barrier_sync(1, 64);
    else if (T < 96)
        tc_cta_sync();
}

TC_KERNEL(leaves_copies, args) {
    tc_cp_async_b32(SMEM + 4 * T, arg.g + 4 * T);
    if (T == 3)
        tc_cp_async_b32(SMEM + 64, arg.g);
}

TC_KERNEL(two_of_cta_3, args) {
    unsigned v = 1;
    if (tc_cta_index() == 3 && T == 33)
        tc_store_global_b32(arg.g - 4, &v);
}

/* CTA 1 of the first cluster, and CTA 2, of the second. */
TC_KERNEL(meets_a_cluster, args) {
    unsigned v = 1;
    if (tc_cta_index() == 1 && T == 33)
        tc_store_global_b32(arg.g + 8, &v);
    if (tc_cta_index() == 2 && T == 5)
        tc_load_global_b32(&v, arg.g + 8);
}

TC_KERNEL(meets_a_reader, args) {
    unsigned v = 1;
    if (tc_cta_index() == 3 && T == 47)
        tc_load_global_b32(&v, arg.g + 8);
    if (tc_cta_index() == 4 && T == 32)
        tc_store_global_b32(arg.g + 8, &v);
}

static unsigned char *device;

/* ---- what comes out ---------------------------------------------------------------------------- */

static char printed[1 << 15], recorded[1 << 15];
static int code;
static args arguments;

static void read_back(FILE *file, char *to, size_t room) {
    rewind(file);
    to[fread(to, 1, room - 1, file)] = 0;
}

/* A process of its own, which may end. */
static void run(void (*what)(void)) {
    FILE *out = tmpfile();
    char path[] = "/tmp/tc_printed_XXXXXX";
    const int json = mkstemp(path);
    int status = 0;
    fflush(stdout);
    const pid_t id = out && json >= 0 ? fork() : -1;
    if (id == 0) {
        dup2(fileno(out), 2);
        setenv("TCEMU_REPORT", path, 1);
        what();
        _exit(0);
    }
    EXPECT(id > 0);
    if (id < 0)
        return;
    waitpid(id, &status, 0);
    code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    read_back(out, printed, sizeof printed);
    fclose(out);
    FILE *lines = fdopen(json, "r");
    read_back(lines, recorded, sizeof recorded);
    fclose(lines);
    unlink(path);
}

static tc_emu_config loud(const char *name, unsigned block) {
    tc_emu_config c = quiet(block, 1024);
    c.expect = c.quiet = 0;
    c.name = name;
    return c;
}

/* Offsets into functions are the compiler's, and optimised so are the functions themselves. */
static void fold(char *text) {
    char *to = text;
    for (const char *at = text; *at;) {
        if (!strncmp(at, "+0x", 3)) {
            at += 3 + strspn(at + 3, "0123456789abcdef");
            continue;
        }
#if defined(__OPTIMIZE__)
        if (!strncmp(at, "  in: ", 6) || !strncmp(at, "   <- ", 6)) {
            at += strcspn(at, "\n");
            at += *at == '\n';
            continue;
        }
#endif
        *to++ = *at++;
    }
    *to = 0;
}

static int same(const char *name, char *got, const char *want) {
    static char folded[1 << 15];
    snprintf(folded, sizeof folded, "%s", want);
    fold(folded);
    fold(got);
    if (!strcmp(got, folded))
        return 1;
    printf("%s\n  got:  %s\n  want: %s\n", name, got, folded);
    return 0;
}

#define NO_LINES                                                                                   \
    "  lines: none; compile with -g, and have addr2line or llvm-symbolizer on the PATH\n"

static int begins(const char *text, const char *with) {
    return !strncmp(text, with, strlen(with));
}

/* ---- a launch that goes on ----------------------------------------------------------------------- */

static void run_goes_on(void) {
    tc_emu_config c = loud("goes_on", 64);
    c.go_on = 1;
    tc_emu_launch(&c, goes_on, &arguments);
}

static void test_goes_on(void) {
    run(run_goes_on);
    EXPECT(code == 1);
    EXPECT(same(
        "goes_on",
        printed,
        "emu: race in kernel 'goes_on': reads the bytes that thread 0 of CTA 0 wrote, and no "
        "barrier "
        "orders the two\n"
        "  who: cta 0 thread 32 (warp 1 lane 0), step 1: tc_load_shared_b32\n"
        "  in: get\n"
        "   <- goes_on\n" NO_LINES "  other: cta 0 thread 0 (warp 0 lane 0): tc_store_shared_b32\n"
        "  in: put\n"
        "   <- goes_on\n" NO_LINES
        "  where: 4 bytes at 'dynamic shared memory' + 0 (0x0), shared memory of cta 0\n"
        "  more: 5 equal, 4 at other places or of another kind\n"));
    EXPECT(strstr(recorded, "\"equal\": 5, \"others\": 4, ") != NULL);
    EXPECT(strstr(recorded, "\"grid\": 1, \"cluster\": 1, \"block\": 64, \"seed\": 0, ") != NULL);
    EXPECT(strstr(recorded, "\"cta\": 0, \"thread\": 32, \"step\": 1, ") != NULL);
    EXPECT(strstr(recorded, "\"operation\": \"tc_load_shared_b32\", \"other\": [0, 0], ") != NULL);
    EXPECT(strstr(
        recorded,
        "\"involved\": [{\"role\": \"other\", \"cta\": 0, \"thread\": 0, \"last\": 0, "
        "\"operation\": \"tc_store_shared_b32\", \"frames\": [{\"line\": 0, \"column\": 0, "));
    EXPECT(strstr(
        recorded,
        "}]}], \"space\": \"shared\", \"buffer\": \"dynamic shared memory\", \"offset\": 0, "
        "\"bytes\": 4}\n"));
}

/* Two that are equal, and one at another place: the steps count, also those of one thread. */
static void run_in_steps(void) {
    tc_emu_config c = loud("races_in_steps", 64);
    c.go_on = 1;
    tc_emu_launch(&c, races_in_steps, &arguments);
}

static void run_in_words(void) {
    tc_emu_config c = loud("races_in_words", 64);
    c.go_on = 1;
    tc_emu_launch(&c, races_in_words, &arguments);
}

/* Who handles reports himself is told of the first at once, and nothing goes on. */
static void tell_nothing(const tc_emu_report *r) {
    (void)r;
}

static void run_told(void) {
    tc_emu_config c = loud("races_in_steps", 64);
    c.go_on = 1;
    c.on_error = tell_nothing;
    tc_emu_launch(&c, races_in_steps, &arguments);
}

static void run_expected(void) {
    tc_emu_config c = loud("races_in_steps", 64);
    c.go_on = c.expect = 1;
    tc_emu_launch(&c, races_in_steps, &arguments);
    fputs(tc_emu_locate()->text, stderr);
}

static void test_in_steps(void) {
    run(run_in_steps);
    EXPECT(code == 1);
    EXPECT(strstr(printed, "\n  more: 2 equal, 1 at other places or of another kind\n") != NULL);
    run(run_in_words);
    EXPECT(code == 1 && begins(printed, "emu: race in kernel 'races_in_words'"));
    EXPECT(!strstr(printed, "more:"));
    run(run_told);
    EXPECT(code == 1 && begins(printed, "emu: race in kernel 'races_in_steps'"));
    EXPECT(!strstr(printed, "more:"));
    run(run_expected);
    EXPECT(code == 0 && begins(printed, "emu: race in kernel 'races_in_steps'"));
    EXPECT(!strstr(printed, "more:"));
}

static void run_to_an_end(void) {
    tc_emu_config c = loud("to_an_end", 32);
    c.go_on = 1;
    c.seed = 0;
    tc_emu_launch(&c, goes_on_to_an_end, &arguments);
}

static void test_to_an_end(void) {
    run(run_to_an_end);
    EXPECT(code == 1);
    EXPECT(same(
        "to_an_end",
        printed,
        "emu: race in kernel 'to_an_end': reads the bytes that thread 0 of CTA 0 wrote, and no "
        "barrier orders the two\n"
        "  who: cta 0 thread 1 (warp 0 lane 1), step 1: tc_load_shared_b32\n"
        "  in: get\n"
        "   <- goes_on_to_an_end\n" NO_LINES
        "  other: cta 0 thread 0 (warp 0 lane 0): tc_store_shared_b32\n"
        "  in: put\n"
        "   <- goes_on_to_an_end\n" NO_LINES
        "  where: 4 bytes at 'dynamic shared memory' + 0 (0x0), shared memory of cta 0\n"
        "  then: access outside: no buffer of global memory is there\n"
        "  more: 1 equal, 0 at other places or of another kind\n"));
}

/* ---- others that a report speaks of --------------------------------------------------------------- */

static void run_waits(void) {
    tc_emu_config c = loud("waits", 104);
    c.early_exit = 1;
    tc_emu_launch(&c, waits_apart, &arguments);
}

static void test_waits(void) {
    run(run_waits);
    EXPECT(code == 1);
    EXPECT(same(
        "waits",
        printed,
        "emu: deadlock in kernel 'waits': nobody can go on\n"
        "  waits: cta 0 threads 0 to 31, step 1: tc_barrier_sync (barrier 1: 32 of 64 arrived)\n"
        "  waits: cta 0 threads 32 to 95, step 1: tc_cta_sync (barrier 0: 64 of 96 arrived)\n"
        "  who: cta 0 thread 0 (warp 0 lane 0), step 1: tc_barrier_sync\n"
        "  in: waits_apart\n" NO_LINES "  waits: cta 0 threads 0 to 31, step 1: tc_barrier_sync\n"
        "  in: waits_apart\n" NO_LINES "  waits: cta 0 threads 32 to 95, step 1: tc_cta_sync\n"
        "  in: waits_apart\n" NO_LINES
        "  exited: cta 0 threads 96 to 103, step 1: return from the kernel\n"));
}

static void run_meets(void) {
    tc_emu_config c = loud("meets", 48);
    c.grid = 6;
    c.cluster = 2;
    tc_emu_launch(&c, meets_a_cluster, &arguments);
}

static void run_meets_reader(void) {
    tc_emu_config c = loud("meets", 48);
    c.grid = 6;
    c.cluster = 2;
    c.seed = 3;
    tc_emu_launch(&c, meets_a_reader, &arguments);
}

static void test_meets(void) {
    run(run_meets);
    EXPECT(code == 1);
    EXPECT(same(
        "meets",
        printed,
        "emu: race in kernel 'meets': the bytes were written by a thread of another cluster of the "
        "same "
        "launch\n"
        "  who: cta 2 thread 5 (warp 0 lane 5), step 1: tc_load_global_b32\n"
        "  in: meets_a_cluster\n" NO_LINES
        "  other: cta 1 thread 33 (warp 1 lane 1): tc_store_global_b32\n"
        "  in: meets_a_cluster\n" NO_LINES "  where: 4 bytes at 'g' + 8 (0x8)\n"));
    run(run_meets_reader);
    EXPECT(code == 1);
    EXPECT(same(
        "meets a reader",
        printed,
        "emu: race in kernel 'meets': the bytes were read by a thread of another cluster of the "
        "same "
        "launch\n"
        "  who: cta 4 thread 32 (warp 1 lane 0), step 1: tc_store_global_b32\n"
        "  in: meets_a_reader\n" NO_LINES
        "  other: cta 3 thread 47 (warp 1 lane 15): tc_load_global_b32\n"
        "  in: meets_a_reader\n" NO_LINES "  where: 4 bytes at 'g' + 8 (0x8)\n"
        "  seed: 3\n"));
}

/* ---- one line of JSON ----------------------------------------------------------------------------- */

static void run_named(void) {
    tc_emu_config c = loud("a \"kernel\"", 64);
    c.grid = 4;
    c.cluster = 2;
    c.seed = 0;
    args a;
    a.g = tc_emu_gmem_alloc(64, "tab\t, \\ and \"quotes\"");
    tc_emu_launch(&c, two_of_cta_3, &a);
}

static void test_json(void) {
    run(run_named);
    EXPECT(code == 1);
    char *const frames = strstr(recorded, "\"frames\": [{"), *const after =
                                                                 strstr(recorded, "}], ");
    EXPECT(frames && after && frames < after);
    if (!frames || !after)
        return;
    EXPECT(begins(
        recorded,
        "{\"kind\": \"access outside\", \"text\": \"emu: access outside in kernel 'a "
        "\\\"kernel\\\"': no "
        "buffer of global memory is there\\u000a  who: cta 3 thread 33 (warp 1 lane 1), step "));
    EXPECT(strstr(
        recorded,
        "  where: 4 bytes at 'tab\\u0009, \\\\ and \\\"quotes\\\"' - 4 (0x4)\\u000a\", \"kernel\": "
        "\"a "
        "\\\"kernel\\\"\", \"grid\": 4, \"cluster\": 2, \"block\": 64, \"seed\": 0, \"cta\": 3, "
        "\"thread\": 33, \"step\": "));
    EXPECT(strstr(
        recorded,
        ", \"operation\": \"tc_store_global_b32\", \"equal\": 0, \"others\": 0, \"frames"));
#if !defined(__OPTIMIZE__)
    EXPECT(begins(
        frames,
        "\"frames\": [{\"line\": 0, \"column\": 0, \"function\": \"two_of_cta_3\", \"file\": "
        "null}], "));
#endif
    EXPECT(!strcmp(
        after,
        "}], \"involved\": [], \"space\": \"global\", \"buffer\": \"tab\\u0009, \\\\ and "
        "\\\"quotes\\\"\", \"offset\": -4, \"bytes\": 4}\n"));
}

/* Where the file cannot be written. */
static void run_unwritable(void) {
    setenv("TCEMU_REPORT", "/no/such/folder/report", 1);
    run_named();
}

static void run_unasked(void) {
    setenv("TCEMU_REPORT", "", 1);
    run_named();
}

static void test_unwritable(void) {
    run(run_unwritable);
    const char *const last = strstr(printed, "emu: cannot write ");
    EXPECT(
        last && !strcmp(
                    last,
                    "emu: cannot write TCEMU_REPORT=/no/such/folder/report: No such file or "
                    "directory\n"));
    run(run_unasked);
    EXPECT(!strstr(printed, "cannot write") && !*recorded && code == 1);
}

/* ---- warnings, and the host ------------------------------------------------------------------------ */

static void run_warns(void) {
    tc_emu_config c = loud("warns", 4);
    c.grid = 2;
    tc_emu_launch(&c, leaves_copies, &arguments);
}

static void test_warns(void) {
    run(run_warns);
    EXPECT(code == 0 && !*recorded);
    EXPECT(same(
        "warns",
        printed,
        "emu: warning in kernel 'warns', cta 0 thread 0 and 5 more threads: 1 copies of "
        "cp.async were started and never waited for\n"
        "emu: warning in kernel 'warns', cta 0 thread 3 and 1 more threads: 2 copies of "
        "cp.async were started and never waited for\n"));
}

static void run_host(void) {
    volatile unsigned char *p = device + 5;
    (void)*p;
}

static void run_host_beyond(void) {
    volatile unsigned *p = (volatile unsigned *)(void *)(device + 12);
    *p = 1;
}

static void test_host(void) {
    device = tc_emu_device_alloc(16, "device", 0);
    run(run_host);
    EXPECT(code == 1);
    EXPECT(same(
        "host",
        printed,
        "emu: access outside in the host's code: the memory is the device's; use cudaMemcpy, or "
        "cudaMallocManaged for memory of both\n"
        "  in: run_host\n" NO_LINES "  where: 1 bytes at 'device' + 5 (0x5)\n"));
    EXPECT(
        begins(recorded, "{\"kind\": \"access outside\", \"text\": \"emu: access outside in the"));
    EXPECT(strstr(
        recorded, "\"space\": \"global\", \"buffer\": \"device\", \"offset\": 5, \"bytes\": 1}\n"));
    EXPECT(!strstr(recorded, "\"thread\""));
    run(run_host_beyond);
    EXPECT(code == 1 && strstr(printed, "  where: 4 bytes at 'device' + 12 (0xc)\n"));
    EXPECT(tc_emu_device_free(device));
    device = tc_emu_device_alloc(16, "device", 1);
    run(run_host);
    EXPECT(code == 0 && !*printed);
    EXPECT(tc_emu_device_free(device));
}

int main(void) {
    setenv("TC_EMU_SYMBOLIZER", "", 1);
    arguments.g = tc_emu_gmem_alloc(64, "g");
    memset(arguments.g, 0, 64);
    test_goes_on();
    test_to_an_end();
    test_in_steps();
    test_waits();
    test_meets();
    test_json();
    test_unwritable();
    test_warns();
    test_host();
    return unit_finish();
}
