/* main.c: turns files of this tree into C.
 *
 * usage: embed text OUT.c NAME FILE [HEADER...]   `const char *const NAME`, the text of FILE. Each #include "x.h" in it
 *                                                 is replaced by the text of x.h, once; a HEADER is left out, since
 *                                                 the caller prints it in front.
 *        embed items OUT.c INCLUDE                the headers of tilecopy/ cut into items, from which
 *                                                 `tcgen --single-file` prints those that a header uses
 *        embed names OUT.c HEADER...              the names that begin with tc_, which `tcgen scan` takes for calls of
 *                                                 the library and not of functions to generate
 *        embed again OUT.h INCLUDE                include/tilecopy/again.h, for make rows */
#include "embed.h"
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    const char *const mode = argc > 3 ? argv[1] : "";
    Text out = {0};
    if (strcmp(mode, "text") == 0 && argc > 4) {
        embed_text(&out, argv[3], argv[4], argv + 5, argc - 5);
    } else if (strcmp(mode, "items") == 0 && argc == 4) {
        embed_items(&out, argv[3]);
    } else if (strcmp(mode, "names") == 0) {
        embed_names(&out, argv + 3, argc - 3);
    } else if (strcmp(mode, "again") == 0 && argc == 4) {
        print_again(&out, argv[3]);
    } else {
        fputs(
            "usage: embed text OUT.c NAME FILE [HEADER...] | items OUT.c INCLUDE | names OUT.c "
            "HEADER... | "
            "again OUT.h INCLUDE\n",
            stderr);
        return 2;
    }
    write_file(argv[2], &out);
    return 0;
}
