/* banks.c: one access of a warp to shared memory -> the words that it asks each bank for, group by
 * group. The one model of banks: nothing else counts wavefronts.
 *
 * Shared memory has 32 banks of 4 bytes. A warp's access runs in groups: 8 lanes at 128 bits, 16 at
 * 64, all 32 below. A group takes as many wavefronts as its busiest bank holds different words (one
 * word that several lanes read is one), and at least one, even with no lane active. A load of 64 or
 * 128 bits in which lanes i and i ^ 1 (or all i and i ^ 2) read the same address runs in groups of
 * twice the size. A matrix is a group of 8 rows. Ideal: the groups, or all different bytes / 128.
 *   32x8 f32, one row per lane, 128 bits: lanes 0..7 start at banks 0 8 16 24 0 8 16 24, so two
 *   wavefronts a group, 8 a load, 16 for both loads; ideal 4 a load, 8.
 * Buffers are taken to start at a multiple of 128 bytes. */
#include "banks.h"
#include <string.h>

enum { WARP_LANES = 32, MATRIX_ROWS = 8, ROW_BYTES = 16, WORD_BYTES = 4, WAVEFRONT_BYTES = 128 };

static int64_t word_of(int64_t address) {
    return address / WORD_BYTES - (address % WORD_BYTES < 0); /* byte -1 is in word -1 */
}

/* Do all active lanes i and i ^ distance use one address? */
static bool pairs_agree(unsigned lanes, const int64_t *at, int distance) {
    for (int lane = 0; lane < WARP_LANES; lane++) {
        int other = lane ^ distance;
        if ((lanes >> lane & 1) && (lanes >> other & 1) && at[lane] != at[other])
            return false;
    }
    return true;
}

/* How many lanes are served together. */
static int lanes_together(PrimitiveId id, unsigned lanes, const int64_t *at) {
    if (primitive_is_matrix(id))
        return MATRIX_ROWS;
    int together = primitives[id].bits >= 128  ? WARP_LANES / 4
                   : primitives[id].bits == 64 ? WARP_LANES / 2
                                               : WARP_LANES;
    bool twice = primitives[id].kind == KIND_LOAD && together < WARP_LANES &&
                 (pairs_agree(lanes, at, 1) || pairs_agree(lanes, at, 2));
    return twice ? 2 * together : together;
}

BankAccess bank_access(const Execution *execution, bool from) {
    PrimitiveId id = execution->at->primitive;
    bool matrix = primitive_is_matrix(id);
    BankAccess access = {.primitive = id, .at = from ? execution->src : execution->dst};
    access.lanes = primitive_address_lanes(id, execution->lanes);
    access.bytes = matrix ? ROW_BYTES : primitives[id].bits / 8;
    access.group_lanes = lanes_together(id, access.lanes, access.at);
    /* Lanes behind the last address of a matrix form no group. */
    access.group_count = matrix ? primitives[id].bits / 32 : WARP_LANES / access.group_lanes;
    return access;
}

/* 32 lanes or fewer ask, each for one word of a bank at most: the room is enough. */
static void ask(BankGroup *group, int64_t word, int lane) {
    int bank = (int)((uint64_t)word % BANKS), i = 0;
    BankWord *served = group->served[bank];
    while (i < group->asked[bank] && served[i].word != word)
        i++;
    if (i == group->asked[bank]) {
        served[i] = (BankWord){word, 0};
        group->asked[bank]++;
        group->words++;
        int wavefronts = group->wavefronts, asked = group->asked[bank];
        group->wavefronts = asked > wavefronts ? asked : wavefronts;
    }
    served[i].lanes |= 1u << lane;
}

void bank_group(const BankAccess *access, int number, BankGroup *group) {
    group->first_lane = number * access->group_lanes;
    group->wavefronts = 1;
    group->words = 0;
    memset(group->asked, 0, sizeof group->asked);
    for (int lane = group->first_lane; lane < group->first_lane + access->group_lanes; lane++) {
        if (!(access->lanes >> lane & 1))
            continue;
        int64_t last = word_of(access->at[lane] + access->bytes - 1);
        for (int64_t word = word_of(access->at[lane]); word <= last; word++)
            ask(group, word, lane);
    }
}

int bank_first_lane(unsigned lanes) {
    int lane = 0;
    while (lane < WARP_LANES - 1 && !(lanes >> lane & 1))
        lane++;
    return lane;
}

BankWavefronts bank_wavefronts(const BankAccess *access) {
    BankWavefronts sum = {0, access->group_count, 0, 0};
    BankGroup group;
    for (int i = 0; i < access->group_count; i++) {
        bank_group(access, i, &group);
        sum.got += group.wavefronts;
        sum.idle += group.words == 0;
        sum.words += group.words;
    }
    int64_t least = (sum.words * WORD_BYTES + WAVEFRONT_BYTES - 1) / WAVEFRONT_BYTES;
    sum.ideal = sum.ideal < least ? least : sum.ideal;
    return sum;
}
