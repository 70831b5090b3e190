/* test_banks.c: plan/banks.c against a count of its own, byte by byte, for every primitive that accesses
 * shared memory and random addresses; and what cost says of the same accesses. */
#include "generator/plan/banks.h"
#include "unit.h"
#include <stdlib.h>

static uint64_t seed = 1;

static int64_t draw(int64_t below) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((seed >> 33) % (uint64_t)below);
}

/* ---- the other count ------------------------------------------------------------------------ */

/* The bytes that a lane touches, as words: floor of the address over 4, also below zero. */
static bool touches(const Execution *e, bool from, int bytes, int lane, int64_t word) {
    int64_t first = (from ? e->src : e->dst)[lane];
    for (int64_t byte = first; byte < first + bytes; byte++)
        if (byte - (byte % 4 + 4) % 4 == word * 4)
            return true;
    return false;
}

static bool all_twice(const Execution *e, bool from, int apart) {
    const int64_t *at = from ? e->src : e->dst;
    for (int i = 0; i < 32; i++)
        for (int j = 0; j < i; j++)
            if ((i ^ j) == apart && (e->lanes >> i & 1) && (e->lanes >> j & 1) && at[i] != at[j])
                return false;
    return true;
}

/* docs/costs.md: 8 rows of a matrix; 8, 16 or 32 lanes; twice as many where neighbours read the same. */
static int expected_together(const Execution *e, bool from) {
    const Primitive *primitive = &primitives[e->at->primitive];
    if (primitive->kind == KIND_MATRIX_LOAD || primitive->kind == KIND_MATRIX_STORE)
        return 8;
    int lanes = primitive->bits < 64 ? 32 : 1024 / primitive->bits;
    if (lanes < 32 && primitive->kind == KIND_LOAD &&
        (all_twice(e, from, 1) || all_twice(e, from, 2)))
        lanes *= 2;
    return lanes;
}

/* The words that one bank is asked for by lanes first .. end - 1, and for whom. */
static int expected_words(
    const Execution *e, bool from, int bytes, int first, int end, int bank, BankWord *out) {
    const int64_t *at = from ? e->src : e->dst;
    int count = 0;
    for (int lane = first; lane < end; lane++) {
        for (int64_t byte = at[lane]; (e->lanes >> lane & 1) && byte < at[lane] + bytes; byte++) {
            int64_t word = (byte - (byte % 4 + 4) % 4) / 4;
            bool known = (word % 32 + 32) % 32 != bank;
            for (int i = 0; i < count; i++)
                known |= out[i].word == word;
            if (known)
                continue;
            out[count] = (BankWord){word, 0};
            for (int other = first; other < end; other++)
                if ((e->lanes >> other & 1) && touches(e, from, bytes, other, word))
                    out[count].lanes |= 1u << other;
            count++;
        }
    }
    return count;
}

static void compare(const Execution *e, bool from) {
    const Primitive *primitive = &primitives[e->at->primitive];
    BankAccess access = bank_access(e, from);
    bool matrix = primitive_is_matrix(e->at->primitive);
    int together = expected_together(e, from), bytes = matrix ? 16 : primitive->bits / 8;
    int end = matrix ? primitive->bits / 4 : 32;
    int64_t total = 0, words = 0, idle = 0;
    EXPECT(access.group_lanes == together);
    EXPECT(access.group_count == end / together && access.group_count <= BANK_GROUPS);
    for (int first = 0; first < end; first += together) {
        BankGroup group;
        int busiest = 1, own = 0;
        bank_group(&access, first / together, &group);
        EXPECT(group.first_lane == first);
        for (int bank = 0; bank < BANKS; bank++) {
            BankWord want[64];
            int count = expected_words(e, from, bytes, first, first + together, bank, want);
            EXPECT(group.asked[bank] == count);
            for (int i = 0; i < count && i < group.asked[bank]; i++)
                EXPECT(
                    group.served[bank][i].word == want[i].word &&
                    group.served[bank][i].lanes == want[i].lanes);
            busiest = count > busiest ? count : busiest;
            own += count;
        }
        EXPECT(group.wavefronts == busiest);
        total += busiest;
        words += own;
        idle += own == 0;
    }
    int64_t least = end / together;
    while (least * 128 < words * 4)
        least++;
    BankWavefronts counted = bank_wavefronts(&access);
    EXPECT(counted.got == total && counted.ideal == least && counted.idle == idle);
}

/* ---- random accesses ------------------------------------------------------------------------ */

enum { PATTERNS = 7 };

static int64_t address_of(int pattern, int lane, int64_t unit, int64_t pitch) {
    switch (pattern) {
    case 0: /* anywhere in 4 KB */
        return draw(4096 / unit) * unit;
    case 1: /* rows */
        return lane * pitch * unit;
    case 2: /* one address for two neighbours */
        return lane / 2 * pitch * unit;
    case 3: /* and for lanes two apart */
        return (lane / 4 * 2 + lane % 2) * pitch * unit;
    case 4: /* everybody the same */
        return pitch * unit;
    case 5: /* an XOR */
        return (lane * 8 ^ lane % 8) * unit;
    default: /* not aligned, and below zero */
        return draw(512) - 256;
    }
}

static void random_accesses(PrimitiveId id) {
    Step step = {.primitive = id};
    for (int i = 0; i < 40 * PATTERNS; i++) {
        Execution e = {.at = &step};
        const Primitive *primitive = &primitives[id];
        int64_t unit = primitive_is_matrix(id) ? 16 : primitive->bits / 8, pitch = draw(40);
        unsigned mask = (unsigned)draw((int64_t)1 << 31) << 1 | (unsigned)draw(2);
        e.lanes = i % 3 == 0 ? 0xffffffffu : i % 3 == 1 ? mask : mask & (unsigned)draw(1 << 30);
        for (int lane = 0; lane < 32; lane++) {
            int64_t at = address_of(i % PATTERNS, lane, unit, pitch);
            e.dst[lane] = e.lanes >> lane & 1 ? at : 0;
            e.src[lane] = e.lanes >> lane & 1 ? at + unit : 0;
        }
        if (primitive_is_matrix(id)) /* the addresses of lanes behind the last row mean nothing */
            e.lanes &= primitive->bits == 128 ? ~0u : (1u << primitive->bits / 4) - 1;
        compare(&e, false);
        compare(&e, true);
    }
}

static void all_primitives(void) {
    int widths = 0;
    for (int id = 0; id < PRIM_COUNT; id++) {
        const Primitive *primitive = &primitives[id];
        if (primitive->space != SPACE_SMEM || primitive->bits == 0)
            continue;
        random_accesses((PrimitiveId)id);
        widths |= primitive->bits;
    }
    EXPECT(widths == (8 | 16 | 32 | 64 | 128));
}

/* Rows of 16 bytes, 32 bytes apart: 8 lanes at a time, lanes 0 and 4 meet. */
static void known_access(void) {
    Step step = {.primitive = PRIM_LOAD_SHARED_B128};
    Execution e = {.at = &step, .lanes = 0xffffffffu};
    BankGroup group;
    for (int lane = 0; lane < 32; lane++)
        e.src[lane] = lane * 32;
    BankAccess access = bank_access(&e, true);
    BankWavefronts counted = bank_wavefronts(&access);
    EXPECT(access.group_lanes == 8 && access.group_count == 4);
    EXPECT(counted.got == 8 && counted.ideal == 4 && counted.idle == 0);
    bank_group(&access, 1, &group);
    EXPECT(group.first_lane == 8 && group.wavefronts == 2 && group.words == 32);
    EXPECT(group.asked[0] == 2 && group.asked[4] == 0);
    EXPECT(group.served[0][0].word == 64 && group.served[0][0].lanes == 1u << 8);
    EXPECT(bank_first_lane(1u << 31) == 31 && bank_first_lane(0x60) == 5);
    EXPECT(group.served[0][1].word == 96 && group.served[0][1].lanes == 1u << 12);
}

int main(void) {
    known_access();
    all_primitives();
    mem_free_all();
    return unit_finish();
}
