/* matrix.c: matrices that a descriptor says the place of: where each element lies in shared memory, and that a product
 * may read it. */
#include "matrix.h"

enum {
    PIECE = 16,
    SMEM_SPACE = 1 << 18,
    RESERVED = 1024 /* bytes that CUDA keeps at the beginning */
};

/* Where shared memory begins: what lies at a multiple of 1024 does so in the 18 bits of an address, too. */
static uintptr_t anchor(const Thread *t) {
    return ((uintptr_t)region_of_cta(t->cta, 0)->base & ~(uintptr_t)1023) - RESERVED;
}

unsigned tc_emu_smem_address(const char *name, const void *p) {
    Thread *t = emu.current;
    emu_enter(name);
    access_bounds(t, p, 1, SPACE_SHARED);
    return (unsigned)((uintptr_t)p - anchor(t)) % SMEM_SPACE;
}

/* An address has 18 bits: of the static and the dynamic arrays of the CTA, those in which it is a place. */
const char *matrix_place(const Thread *t, unsigned address) {
    const uintptr_t at = anchor(t) + address % SMEM_SPACE;
    for (unsigned slot = 0; slot < 2; slot++) {
        const Region *r = region_of_cta(t->cta, slot);
        const size_t offset = r ? (size_t)(at - (uintptr_t)r->base) % SMEM_SPACE : 0;
        if (r && offset < r->bytes)
            return r->base + offset;
    }
    return (const char *)at;
}

unsigned matrix_address(uint64_t desc, unsigned i, unsigned k, unsigned e, bool mn) {
    const unsigned start = (unsigned)(desc & 0x3fff) * 16;
    const unsigned lead = (unsigned)(desc >> 16 & 0x3fff) * 16;
    const unsigned stride = (unsigned)(desc >> 32 & 0x3fff) * 16;
    const unsigned mode = (unsigned)(desc >> 62), bits = mode ? 4 - mode : 0;
    const unsigned span = 16u << bits, t = 16 / e, w = span / e;
    unsigned at;
    if (!mn && !mode)
        at = i / 8 * stride + i % 8 * 16 + k / t * lead + k % t * e;
    else if (!mn)
        at = i / 8 * stride + i % 8 * span + k * e;
    else if (!mode)
        at = i / t * stride + i % t * e + k % 8 * 16 + k / 8 * lead;
    else
        at = i / w * lead + i % w * e + k % 8 * span + k / 8 * stride;
    at += start;
    return at ^ (at >> 7 & ((1u << bits) - 1)) << 4;
}

void matrix_check(Thread *t, uint64_t desc, const char *which) {
    const uint64_t none = 0x3ff1c000c000c000ull;
    if (desc >> 49 & 7)
        report_raise(
            TC_EMU_ARGUMENT,
            t,
            NULL,
            0,
            "the descriptor of %s has the base offset %u: 0 is the one of tiles as tensor copies "
            "bring them",
            which,
            (unsigned)(desc >> 49 & 7));
    if (desc & none)
        report_raise(
            TC_EMU_ARGUMENT,
            t,
            NULL,
            0,
            "the descriptor of %s, 0x%016llx, has bits that a descriptor does not have",
            which,
            (unsigned long long)desc);
}

/* ---- what a product reads ---------------------------------------------------------------------- */

/* A wait of one lane is not one of the others, whichever came last: access_verify reports the lane that knows nothing of
 * what was written. */
static void check_lanes(const Thread *t, Region *r, const char *p) {
    for (unsigned i = 0; i < PIECE; i += 4) {
        const Cell *cell = shadow_look(r, (size_t)(p - r->base) + i);
        for (unsigned lane = 0; lane < t->warp->lane_count; lane++)
            if (!clock_knows(t->warp->lanes[lane], cell->writer, cell->write_epoch))
                access_verify(t->warp->lanes[lane], r, p, PIECE, ACCESS_READ);
    }
}

/* One piece of 16 bytes: may the async proxy read it now? It is read until the wait. */
static void read_piece(Thread *t, Token **list, unsigned address) {
    const char *p = matrix_place(t, address & ~15u);
    Region *r = access_bounds(t, p, PIECE, SPACE_SHARED);
    Token *token;
    bulk_check_source(t, r, p, PIECE);
    check_lanes(t, r, p);
    token = token_open(t, TOKEN_BULK_GROUP, (char *)(uintptr_t)p, p, PIECE, 0, 0xffff, 0);
    token->part = *list ? (*list)->part : NULL;
    if (*list)
        (*list)->part = token;
    else
        *list = token;
}

/* Two elements at one place: an offset of the descriptor is missing, or too small. SBO 0 puts row 8 where row 0 is. */
void matrix_check_places(
    Thread *t, uint64_t desc, unsigned count, unsigned e, bool mn, const char *which) {
    unsigned char taken[SMEM_SPACE / PIECE / 8] = {0};
    const unsigned per = PIECE / e, deep = K_BYTES / e;
    for (unsigned i = 0; i < count; i += mn ? per : 1)
        for (unsigned k = 0; k < deep; k += mn ? 1 : per) {
            const unsigned at = matrix_address(desc, i, k, e, mn) % SMEM_SPACE / PIECE;
            if (taken[at / 8] >> at % 8 & 1)
                report_raise(
                    TC_EMU_ARGUMENT,
                    t,
                    matrix_place(t, at * PIECE),
                    PIECE,
                    "the descriptor of %s, 0x%016llx, puts two elements at one place: its leading "
                    "offset is %u bytes, its stride offset %u (%s-major, swizzle bits %u)",
                    which,
                    (unsigned long long)desc,
                    (unsigned)(desc >> 16 & 0x3fff) * 16,
                    (unsigned)(desc >> 32 & 0x3fff) * 16,
                    mn ? "MN" : "K",
                    (unsigned)(desc >> 62));
            taken[at / 8] |= (unsigned char)(1 << at % 8);
        }
}

void matrix_read(
    Thread *t, Token **list, uint64_t desc, unsigned from, unsigned to, unsigned e, bool mn) {
    const unsigned per = PIECE / e, deep = K_BYTES / e;
    for (unsigned i = from; i < to; i += mn ? per : 1)
        for (unsigned k = 0; k < deep; k += mn ? 1 : per)
            read_piece(t, list, matrix_address(desc, i, k, e, mn));
}
