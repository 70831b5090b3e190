/* main.c: tcgen, a run among the files of this machine. It reads its arguments and nothing else: no
 * environment, no configuration file. */
#include "run.h"

int main(int argc, char **argv) {
    return tcgen_run(argc > 0 ? argc - 1 : 0, (const char *const *)argv + 1, &system_files);
}
