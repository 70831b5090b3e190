/* library.c: what the Python package calls of tcgen, built into libtcgen.so. The structs are those of
 * generator/run.h, which python/tilecopy/run.py repeats. */
#include "generator/run.h"

#define SHARED __attribute__((visibility("default")))

/* A run with the arguments behind `tcgen`, among the texts; its exit code. One at a time in a process. */
SHARED int tilecopy_run(int argc, const char *const *argv, Texts *texts);
SHARED void tilecopy_forget(Texts *texts); /* frees what a run wrote and said */

int tilecopy_run(int argc, const char *const *argv, Texts *texts) {
    const Files files = texts_files(texts);
    return tcgen_run(argc, argv, &files);
}

void tilecopy_forget(Texts *texts) {
    texts_forget(texts);
}
