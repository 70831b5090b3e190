/* shadow.c: what is known of each byte of a region. Nearly always the four bytes of a word have been used
 * together, and then one Cell speaks for them: words[w] of the bytes 4 w to 4 w + 3. A word of which a part
 * was used has four cells of its own, parts[w], until it is written as a whole. */
#include "internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { WORD = 4, SMALL = 1 << 20 };

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
    r->split++;
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
    r->split--;
}

void shadow_mark(Region *r, size_t from, size_t bytes, unsigned flags) {
    size_t n;
    for (size_t i = from; i < from + bytes; i += n)
        shadow_piece(r, i, from + bytes, &n)->flags = (uint16_t)flags;
}

/* Where a leak checker is in the program, it is told that these pages hold pointers. */
void __lsan_register_root_region(const void *p, size_t bytes) __attribute__((weak));
void __lsan_unregister_root_region(const void *p, size_t bytes) __attribute__((weak));

/* Zeros, of which only pages that are used take memory: a kernel may use little of a buffer of many GB, and the system
 * would not promise ten times as much. */
static void *zeros(size_t bytes) {
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *p =
        bytes < SMALL ? calloc(1, bytes) : mmap(NULL, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (!p || p == MAP_FAILED) {
        fprintf(stderr, "emu: out of memory (%zu bytes)\n", bytes);
        exit(1);
    }
    if (bytes >= SMALL && __lsan_register_root_region)
        __lsan_register_root_region(p, bytes);
    return p;
}

static void zeros_end(void *p, size_t bytes) {
    if (bytes < SMALL) {
        free(p);
        return;
    }
    if (__lsan_unregister_root_region)
        __lsan_unregister_root_region(p, bytes);
    munmap(p, bytes);
}

void shadow_start(Region *r) {
    const size_t words = r->bytes / WORD + 1;
    r->words = zeros(words * sizeof *r->words);
    r->parts = zeros(words * sizeof *r->parts);
}

void shadow_end(Region *r) {
    const size_t words = r->bytes / WORD + 1;
    for (size_t i = 0; r->split; i++)
        if (r->parts[i]) {
            free(r->parts[i]);
            r->split--;
        }
    zeros_end(r->parts, words * sizeof *r->parts);
    zeros_end(r->words, words * sizeof *r->words);
}
