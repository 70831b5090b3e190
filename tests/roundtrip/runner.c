/* runner.c: runs a case file on the emulator, linked with one file of wrapper kernels (which has
 * frame_kernels). Usage: runner CASES [--dump FILE]. Global operands are made known from their first to their last byte alone, with the source's gaps uninitialised:
 * an access outside the region is reported by the emulator even where it would change nothing.
 * Cases run in another process, and what follows a failure in a new one, so that a crash or a hang is one failure.
 * Ends with "N passed, N failed". */
#define _GNU_SOURCE
#include "cases.h"
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CASE_SECONDS = 60 };

static void runner_known(unsigned char *at, unsigned low, unsigned high, const char *name) {
    tc_emu_gmem(at + low, high - low, name);
}

/* The bytes that the mask denies, between the first and the last that it allows. */
static void runner_gaps(const CaseFile *file, const Case *c) {
    const unsigned char *mask = file->work + c->mask_at;
    unsigned at = c->src_low, end;
    while (at < c->src_high) {
        for (end = at; end < c->src_high && !mask[end];)
            end++;
        if (end > at)
            tc_emu_gmem_uninitialised(file->work + c->src_at + at, end - at);
        at = end + 1;
    }
}

static int runner_run(const CaseFile *file, unsigned index) {
    const Case *c = &file->cases[index];
    unsigned char *src = file->work + c->src_at, *dst = file->work + c->dst_at;
    unsigned src_low = c->src_space == 0 ? c->src_low : 0;
    unsigned dst_low = c->dst_space == 0 ? c->dst_low : 0;
    Frame frame = cases_frame(c, file->work);
    tc_emu_config launch;
    int wrong;
    memset(&launch, 0, sizeof launch);
    launch.grid = c->grid;
    launch.cluster = c->grid;
    launch.block = c->block;
    launch.smem_bytes = c->shared_bytes ? c->shared_bytes : 1024;
    launch.seed = index % 5;
    launch.name = (const char *)file->blob + c->label_at;
    launch.expect = 1;
    launch.quiet = 1;
    runner_known(src, src_low, c->src_space == 0 ? c->src_high : c->src_bytes, "src image");
    runner_known(dst, dst_low, c->dst_space == 0 ? c->dst_high : c->dst_bytes, "dst image");
    tc_emu_gmem(file->work + c->mask_at, c->src_bytes, "mask");
    if (c->index_bytes)
        tc_emu_gmem(file->work + c->index_at, c->index_bytes, "index");
    if (c->src_space == 0)
        runner_gaps(file, c);
    wrong = tc_emu_launch(&launch, frame_kernels[c->kernel].entry, &frame);
    if (wrong)
        printf("%s: %s\n", launch.name, tc_emu_locate()->text);
    tc_emu_gmem_forget(src + src_low);
    tc_emu_gmem_forget(dst + dst_low);
    tc_emu_gmem_forget(file->work + c->mask_at);
    if (c->index_bytes)
        tc_emu_gmem_forget(file->work + c->index_at);
    return !wrong;
}

/* Zeros that the processes of the cases share. */
static void *runner_shared(size_t bytes) {
    void *shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        fprintf(stderr, "out of memory\n");
        exit(3);
    }
    return shared;
}

static void runner_share(CaseFile *file) {
    unsigned char *shared = (unsigned char *)runner_shared(file->blob_bytes + 1);
    free(file->work);
    file->work = shared;
    memcpy(file->work, file->blob, file->blob_bytes);
}

/* In a process of its own: the cases from *done on, until one fails or all are done. */
static void runner_go_on(const CaseFile *file, volatile unsigned *done) {
    for (; *done < file->count; ++*done) {
        alarm(CASE_SECONDS);
        if (!runner_run(file, *done) || !cases_check(file, &file->cases[*done]))
            break;
    }
    fflush(stdout);
    _exit(0);
}

/* Goes on with case *done; afterwards that is one that failed, or their number. */
static void runner_some(const CaseFile *file, volatile unsigned *done) {
    int status = 0;
    pid_t child;
    fflush(stdout);
    child = fork();
    if (child == 0)
        runner_go_on(file, done);
    if (child < 0 || waitpid(child, &status, 0) != child) {
        fprintf(stderr, "no process for case %u\n", *done);
        exit(3);
    }
    if (WIFSIGNALED(status))
        printf(
            "%s: ended by signal %d\n",
            (const char *)file->blob + file->cases[*done].label_at,
            WTERMSIG(status));
}

int main(int argc, char **argv) {
    CaseFile file;
    volatile unsigned *done = (volatile unsigned *)runner_shared(sizeof *done);
    unsigned failed = 0;
    if (argc != 2 && !(argc == 4 && strcmp(argv[2], "--dump") == 0)) {
        fprintf(stderr, "usage: %s CASES [--dump FILE]\n", argv[0]);
        return 2;
    }
    file = cases_read(argv[1]);
    runner_share(&file);
    for (; *done < file.count; ++*done) {
        runner_some(&file, done);
        if (*done == file.count)
            break;
        failed++;
    }
    if (argc == 4)
        cases_dump(&file, argv[3]);
    printf("%u passed, %u failed\n", file.count - failed, failed);
    return failed != 0;
}
