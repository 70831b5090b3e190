/* shadow.c: what is known of each byte of a region. Nearly always the four bytes of a word have been used
 * together, and then one Cell speaks for them: words[w] of the bytes 4 w to 4 w + 3. A word of which a part
 * was used has four cells of its own, parts[w], until it is written as a whole. */
#include "internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 4 };

static void split(Region *r, size_t word) {
    Cell *parts = malloc(WORD * sizeof *parts);
    if (!parts)
        abort();
    for (unsigned i = 0; i < WORD; i++) {
        parts[i] = r->words[word];
        if (i)
            access_copy_sets(&parts[i]);
    }
    r->parts[word] = parts;
}

Cell *shadow_piece(Region *r, size_t at, size_t end, size_t *bytes) {
    const size_t word = at / WORD;
    if (!r->parts[word] && at % WORD == 0 && end - at >= WORD) {
        *bytes = WORD;
        return &r->words[word];
    }
    if (!r->parts[word])
        split(r, word);
    *bytes = 1;
    return &r->parts[word][at % WORD];
}

const Cell *shadow_look(const Region *r, size_t at) {
    const size_t word = at / WORD;
    return r->parts[word] ? &r->parts[word][at % WORD] : &r->words[word];
}

void shadow_join(Region *r, size_t at) {
    const size_t word = at / WORD;
    r->words[word] = r->parts[word][0];
    for (unsigned i = 1; i < WORD; i++)
        access_drop_sets(&r->parts[word][i]);
    free(r->parts[word]);
    r->parts[word] = NULL;
}

void shadow_mark(Region *r, size_t from, size_t bytes, unsigned flags) {
    size_t n;
    for (size_t i = from; i < from + bytes; i += n)
        shadow_piece(r, i, from + bytes, &n)->flags = (uint16_t)flags;
}

void shadow_start(Region *r) {
    const size_t words = r->bytes / WORD + 1;
    r->words = calloc(words, sizeof *r->words);
    r->parts = calloc(words, sizeof(Cell *));
    if (!r->words || !r->parts) {
        fprintf(stderr, "emu: out of memory (%zu bytes)\n", words * sizeof *r->words);
        exit(1);
    }
}

void shadow_end(Region *r) {
    for (size_t i = 0; i < r->bytes / WORD + 1; i++)
        free(r->parts[i]);
    free(r->parts);
    free(r->words);
}
