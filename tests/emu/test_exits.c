/* test_exits.c: what ends the whole program with status 1 and a line on stderr: calls from where there is
 * no kernel or where one runs already, and an error that nobody expects. Each in a process of its own. */
#define _POSIX_C_SOURCE 200809L
#define TC_CHECK 1
#include "emu_test.h"
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static tc_emu_config config;

static void nothing(void *args) {
    (void)args;
}

static void launches(void *args) {
    tc_emu_launch(&config, nothing, args);
}

static void waits_alone(void *args) {
    (void)args;
    if (tc_thread_index() == 0)
        tc_cta_sync();
}

static void within_a_kernel(void) {
    tc_emu_launch(&config, launches, NULL);
}

static void rank_without_a_kernel(void) {
    (void)tc_emu_thread();
}

static void cta_without_a_kernel(void) {
    (void)tc_emu_cta();
}

static void cluster_without_a_kernel(void) {
    (void)tc_emu_cluster_cta();
}

static void memory_without_a_kernel(void) {
    (void)tc_emu_smem();
}

static void sync_without_a_kernel(void) {
    tc_warp_sync();
}

static void unexpected(void) {
    config.expect = 0;
    tc_emu_launch(&config, waits_alone, NULL);
}

#if !defined(__SANITIZE_ADDRESS__) && defined(__GNUC__) && !defined(__clang__)
/* What -fsanitize=alignment calls, outside of a kernel: it is said, and the program goes on. */
typedef struct {
    const char *file;
    unsigned line, column;
    const void *type;
    unsigned char log_alignment, kind;
} Mismatch;
void __ubsan_handle_type_mismatch_v1(const Mismatch *what, size_t address);

static void misaligned_without_a_kernel(void) {
    static const struct {
        unsigned short kind, info;
        char name[8];
    } type = {0, 0, "'int'"};
    const Mismatch what = {"a.c", 7, 3, &type, 2, 0};
    __ubsan_handle_type_mismatch_v1(&what, 0x1001);
    exit(1);
}
#endif

static void buffers_without_end(void) {
    for (;;)
        (void)tc_emu_gmem_alloc(1, "one more");
}

static void buffer_of_a_petabyte(void) {
    (void)tc_emu_gmem_alloc((size_t)1 << 50, "a petabyte");
}

static void marks_of_a_petabyte(void) {
    static char from[16];
    tc_emu_gmem(from, (size_t)1 << 50, "a petabyte");
}

#if !defined(__SANITIZE_ADDRESS__)
/* The stacks of 16 * 1024 threads are 2 GiB. */
static void stacks_beyond_the_limit(void) {
    const struct rlimit most = {1 << 30, 1 << 30};
    setrlimit(RLIMIT_AS, &most);
    config.block = 1024;
    config.cluster = 16;
    tc_emu_launch(&config, nothing, NULL);
}
#endif

/* What crashes where no thread runs is the program's own: it ends as without the emulator. */
static int crash_by;
static unsigned crashes(void *context, unsigned count) {
    (void)context;
    raise(crash_by);
    return count;
}

/* Of a thread it is an error of the kernel's. */
static void raises(void *args) {
    (void)args;
    if (tc_thread_index() == 31)
        raise(crash_by);
}

void __stack_chk_fail(void) __attribute__((noreturn));
static void smashed_without_a_kernel(void) {
    signal(SIGABRT, SIG_DFL);
    __stack_chk_fail();
}

static int ends_by_signal(unsigned (*choose)(void *, unsigned), int number) {
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        alarm(20);
        signal(number, SIG_DFL); /* not a sanitizer's */
        config.choose = choose;
        tc_emu_launch(&config, nothing, NULL);
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == number;
}

/* Each of the signals of a crash: told of a thread, fatal elsewhere, the program's own again after the launch. */
static void test_crashes(void) {
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGILL};
    for (unsigned i = 0; i < 3; i++) {
        struct sigaction before, after;
        crash_by = numbers[i];
        sigaction(crash_by, NULL, &before);
        EXPECT(tc_emu_launch(&config, nothing, NULL) == 0);
        EXPECT(tc_emu_launch(&config, raises, NULL) == 1);
        EXPECT(tc_emu_last()->kind == TC_EMU_OUTSIDE && tc_emu_last()->thread == 31);
        EXPECT(strstr(tc_emu_last()->text, strsignal(crash_by)) != NULL);
        sigaction(crash_by, NULL, &after);
        EXPECT(before.sa_handler == after.sa_handler);
        EXPECT(ends_by_signal(crashes, crash_by));
    }
}

/* Runs it in a child; true: it ends with status 1, or by SIGABRT, and says `text`. */
static int ends(void (*call)(void), const char *text) {
    static char said[1 << 14];
    int pipes[2], status = 0;
    size_t length = 0;
    ssize_t got;
    if (pipe(pipes))
        return 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        alarm(20);
        dup2(pipes[1], 2);
        close(pipes[0]);
        call();
        _exit(0);
    }
    close(pipes[1]);
    while ((got = read(pipes[0], said + length, sizeof said - 1 - length)) > 0)
        length += (size_t)got;
    said[length] = 0;
    close(pipes[0]);
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 1 && strstr(said, text))
        return call != smashed_without_a_kernel;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT && strstr(said, text))
        return call == smashed_without_a_kernel;
    printf("status %x: %s\n", (unsigned)status, said);
    return 0;
}

#define ENDS(call, text) unit_expect(ends(call, text), #call, __FILE__, __LINE__)

int main(void) {
    config = quiet(32, 1024);
    ENDS(within_a_kernel, "emu: tc_emu_launch inside a kernel\n");
    ENDS(rank_without_a_kernel, "emu: the rank of a thread was asked for outside a kernel\n");
    ENDS(cta_without_a_kernel, "emu: the rank of a thread was asked for outside a kernel\n");
    ENDS(cluster_without_a_kernel, "emu: the rank of a thread was asked for outside a kernel\n");
    ENDS(memory_without_a_kernel, "emu: the rank of a thread was asked for outside a kernel\n");
    ENDS(sync_without_a_kernel, "emu: tc_warp_sync called outside a kernel; use tc_emu_launch\n");
    ENDS(unexpected, "emu: divergent collective in kernel 'kernel': the thread exits");
    ENDS(buffers_without_end, "emu: more than ");
    ENDS(smashed_without_a_kernel, "stack smashing detected outside a kernel\n");
    test_crashes();
    ENDS(buffer_of_a_petabyte, "emu: out of memory (1125899906842624 bytes)\n");
    ENDS(marks_of_a_petabyte, "emu: out of memory (");
#if !defined(__SANITIZE_ADDRESS__) && defined(__GNUC__) && !defined(__clang__)
    ENDS(
        misaligned_without_a_kernel,
        "a.c:7:3: misaligned address 0x1001 for type 'int', which requires 4 byte alignment\n");
#endif
#if !defined(__SANITIZE_ADDRESS__)
    ENDS(stacks_beyond_the_limit, "emu: no memory for the stacks of 16384 threads\n");
#endif
    EXPECT(tc_emu_launch(&config, nothing, NULL) == 0);
    EXPECT(tc_emu_launch(&config, waits_alone, NULL) == 1);
    return unit_finish();
}
