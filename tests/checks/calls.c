/* calls.c: one program of calls.h on the emulator: exit 0 and `done`, or the emulator's report. `list` prints
 * them all. */
#include "calls.h"
#include <tilecopy/host/emu.h>

#define P(name, kernel, where, x, y, z, moved, first, gpu, emulator) kernel,
static void (*const kernels[])(void *) = {PROGRAMS};
#undef P

int main(int argc, char **argv) {
    const int at = argc == 2 ? call_find(argv[1]) : -1;
    if (argc == 2 && strcmp(argv[1], "list") == 0)
        return call_list();
    if (at < 0)
        return 2;
    unsigned short *src = (unsigned short *)tc_emu_gmem_alloc(4 * WORDS, "src");
    unsigned short *dst = (unsigned short *)tc_emu_gmem_alloc(4 * WORDS, "dst");
    calls_args args = {(const unsigned *)(const void *)src, (unsigned *)(void *)dst};
    tc_emu_config launch;
    memset(&launch, 0, sizeof launch);
    launch.block = calls[at].x;
    launch.name = calls[at].name;
    call_start(src, dst);
    tc_emu_launch(&launch, kernels[at], &args);
    if (call_wrong(&calls[at], src, dst))
        return 1;
    printf("done\n");
    return 0;
}
