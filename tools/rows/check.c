/* check.c: what a row may say that no compiler would refuse: a word that is misspelled, a name that stands twice. */
#include "rows.h"
#include <string.h>

static const char *const spaces[] = {"REG", "SMEM", "GMEM", "DSMEM", "TMEM", "COUNT"};

static bool space_known(const char *space) {
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (strcmp(spaces[i], space) == 0)
            return true;
    return false;
}

/* The row before it with the same function; NULL: none. */
static const Row *same_name(const Row *row) {
    for (const Row *before = rows; before < row; before++)
        if (strcmp(before->function, row->function) == 0)
            return before;
    return NULL;
}

/* "generator/primitives/ldst.def": __FILE__ begins with the way there from this folder. */
static const char *file_of(const Row *row) {
    const char *from = strstr(row->file, "generator/");
    return from ? from : row->file;
}

static bool refuse(const Row *row, const char *what, const char *word, const char *fix) {
    fprintf(
        stderr, "%s:%d: error: %s: %s '%s'\n", file_of(row), row->line, row->function, what, word);
    fprintf(stderr, "help: %s\n", fix);
    return false;
}

static bool check_row(const Row *row) {
    bool right = true;
    if (!space_known(row->space))
        right = refuse(row, "unknown space", row->space, "REG, SMEM, GMEM, DSMEM, TMEM or COUNT");
    char bits[16];
    snprintf(bits, sizeof bits, "%d", row->bits);
    if (row->bits < 0 || (row->bits & (row->bits - 1)))
        right = refuse(row, "no width in bits", bits, "0 or a power of two");
    if (!feature_known(row->feature))
        right = refuse(
            row, "unknown feature", row->feature, "tools/rows/features.c lists the features");
    if (strncmp(row->function, "tc_", 3) != 0)
        right = refuse(row, "the name begins otherwise than", "tc_", "put it in front");
    const Row *before = same_name(row);
    if (before)
        right = refuse(
            row, "this name has another row already, in", file_of(before), "take another name");
    return right;
}

bool check_rows(void) {
    bool right = true;
    for (const Row *row = rows; row->region; row++)
        right = check_row(row) && right;
    return right;
}
