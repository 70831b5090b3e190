/* candidates.c: the ways to lay out a shared tile, from the simplest on: as it was written;
 * the swizzles of 32, 64 and 128 bytes; other XOR swizzles; padded rows, the smallest first.
 *
 * A swizzle is a linear map on address bits: it XORs `len` bits onto the bits from per_element on.
 * Only byte address bits 2 to 6 choose a bank, so a unit of 16 bytes leaves 3 of them to XOR onto,
 * one of 8 bytes 4, one of 4 bytes 5; a smaller unit only moves elements inside one word. */
#include "layout.h"
#include <inttypes.h>
#include <stdlib.h>

enum { UNIT = 4, BANK_END = 7, MAX_PITCHES = 3, ROW_BYTES = 128 };

/* Address bits of the tile: S[(128,64)] ends at 8191, which is 13 bits. */
static int address_bits(const Layout *plain) {
    int64_t last = 0, reach;
    int bits = 0;
    for (int i = 0; i < plain->shard_count; i++)
        if (!mul_i64(plain->shard[i].extent - 1, plain->shard[i].stride.value, &reach) ||
            !add_i64(last, reach, &last))
            return 0;
    while (bits < 40 && last >> bits)
        bits++;
    return bits;
}

static void add_swizzle(
    AutoCandidate *out, int *count, int per_element, int len, int atom, int bits) {
    if (per_element < 0 || per_element + atom + len > bits || *count == MAX_CANDIDATES)
        return;
    out[(*count)++] = (AutoCandidate){.swizzle = {true, per_element, len, atom, false}};
}

/* f16, units of 16 bytes: per_element 3; swizzle(3,1,3) .. swizzle(3,3,3) are the standard ones. */
static int swizzles(const Layout *plain, int element, AutoCandidate *out, int count, int *simple) {
    int bits = address_bits(plain), log = is_power_of_two(element) ? log2_i64(element) : -1;
    if (log < 0)
        return count;
    for (int len = 1; len <= 3; len++)
        add_swizzle(out, &count, UNIT + 3 - log, len, 3, bits);
    *simple = count;
    for (int unit = UNIT; unit >= 2; unit--)
        for (int len = 1; len <= BANK_END - unit; len++)
            for (int atom = len; atom <= bits; atom++)
                if (unit != UNIT || atom != 3)
                    add_swizzle(out, &count, unit + 3 - log, len, atom, bits);
    return count;
}

/* The pitches that can grow: strides that everything inside stays below and everything outside is a
 * multiple of. (512,64,1) has 64 and 512: longer rows, or a gap after each slab of 8 rows. */
static int pitches(const Layout *plain, int64_t *out) {
    int count = 0;
    for (int i = plain->shard_count - 1; i >= 0 && count < MAX_PITCHES; i--) {
        int64_t pitch = plain->shard[i].stride.value, inside = 0;
        bool divides = pitch > 1 && plain->shard[i].extent > 1;
        for (int k = 0; divides && k < plain->shard_count; k++) {
            const Iter *iter = &plain->shard[k];
            if (iter->stride.value >= pitch)
                divides = iter->extent == 1 || iter->stride.value % pitch == 0;
            else
                inside += (iter->extent - 1) * iter->stride.value;
        }
        for (int k = 0; k < count; k++)
            divides = divides && out[k] != pitch;
        if (divides && inside > 0 && inside < pitch)
            out[count++] = pitch;
    }
    return count;
}

/* 31 more rows of 4 elements each: S[(32,32)] padded by 4 grows by 124. */
static bool growth(const Layout *plain, AutoCandidate *candidate) {
    candidate->extra = 0;
    for (int i = 0; i < plain->shard_count; i++) {
        int64_t part;
        if (plain->shard[i].stride.value < candidate->above)
            continue;
        if (!mul_i64(plain->shard[i].extent - 1, plain->shard[i].stride.value, &part) ||
            !mul_i64(part / candidate->above, candidate->pad, &part) ||
            !add_i64(candidate->extra, part, &candidate->extra))
            return false;
    }
    return candidate->extra < INT32_MAX;
}

static int by_extra(const void *a, const void *b) {
    const AutoCandidate *x = a, *y = b;
    if (x->extra != y->extra)
        return x->extra < y->extra ? -1 : 1;
    return x->above < y->above ? -1 : x->above > y->above;
}

/* Up to one turn of the banks: by every byte at first, then by words. */
static int paddings(const Layout *plain, int element, AutoCandidate *out, int count) {
    int64_t pitch[MAX_PITCHES];
    int found = pitches(plain, pitch), first = count;
    for (int i = 0; i < found; i++)
        for (int64_t pad = 1; pad * element < ROW_BYTES * 8; pad++) {
            AutoCandidate candidate = {.above = pitch[i], .pad = pad};
            bool whole = pad * element % (pad * element <= ROW_BYTES ? 8 : 32) == 0;
            if (whole && count < MAX_CANDIDATES && growth(plain, &candidate))
                out[count++] = candidate;
        }
    qsort(out + first, (size_t)(count - first), sizeof *out, by_extra);
    return count;
}

int auto_candidates(const Layout *plain, int bits, AutoCandidate *out, int *simple) {
    int count = 1;
    out[0] = (AutoCandidate){0};
    *simple = 1;
    count = swizzles(plain, bits, out, count, simple);
    return paddings(plain, bits, out, count);
}

Layout auto_apply(const Layout *plain, const AutoCandidate *candidate) {
    Layout layout = *plain;
    layout.swizzle = candidate->swizzle;
    for (int i = 0; candidate->pad && i < layout.shard_count; i++) {
        int64_t *stride = &layout.shard[i].stride.value;
        if (*stride >= candidate->above)
            *stride += *stride / candidate->above * candidate->pad;
    }
    return layout;
}

const char *auto_describe(const AutoCandidate *candidate) {
    const Swizzle *swizzle = &candidate->swizzle;
    if (swizzle->on)
        return mem_printf("swizzle(%d,%d,%d)", swizzle->per_element, swizzle->len, swizzle->atom);
    if (candidate->pad)
        return mem_printf(
            "pitch %" PRId64 " for %" PRId64, candidate->above + candidate->pad, candidate->above);
    return "plain";
}
