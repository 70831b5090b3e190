/* Elements that several threads hold, under TC_CHECK: random layouts, whose owners are found here by trying every thread
 * and every digit; threads that hold the same pass, and one bit of one register that is another one is named with its
 * element, both values and both ranks. */
#include "emu_test.h"

enum {
    MOST_ITERS = 6,
    MOST_RANK = 3,
    MOST_THREADS = 256,
    MOST_SLOTS = 32,
    TURNS = 2,
    LAUNCHES = 500
};
enum { LANEID, WARPID, TX, WID_IN_WG, TID_IN_WG, WGID, M, AXES };
static const char *const axis_names[AXES] = {
    "laneid", "warpid", "tx", "wid_in_wg", "tid_in_wg", "wgid", "m"};

typedef struct {
    unsigned extent, stride, axis;
} Iter;
typedef struct {
    unsigned shards, replicas, rank;
    Iter shard[MOST_ITERS], replica[2];
    unsigned shape[MOST_ITERS], begin[MOST_ITERS], end[MOST_ITERS], offset[AXES];
    char text[400];
} Layout;
static Layout layout;
static unsigned threads, groups, bits, elements, slots;

typedef struct {
    unsigned nothing;
} args;

/* ---- who owns what ------------------------------------------------------------------------------ */

static unsigned digit(unsigned axis, unsigned rank) {
    switch (axis) {
    case LANEID:
        return rank & 31;
    case WARPID:
        return rank >> 5;
    case TX:
        return rank;
    case WID_IN_WG:
        return rank >> 5 & 3;
    case TID_IN_WG:
        return rank & 127;
    default:
        return rank >> 7;
    }
}

static int is_named(unsigned axis) {
    int named = layout.offset[axis] > 0;
    for (unsigned i = 0; i < layout.shards; i++)
        named |= layout.shard[i].axis == axis;
    for (unsigned i = 0; i < layout.replicas; i++)
        named |= layout.replica[i].axis == axis;
    return named;
}

static void add(unsigned *along, const Iter *iters, unsigned count, unsigned number) {
    for (unsigned i = count; i > 0; i--) {
        along[iters[i - 1].axis] += iters[i - 1].stride * (number % iters[i - 1].extent);
        number /= iters[i - 1].extent;
    }
}

/* Element that the thread holds in the register, or -1. */
static int held[MOST_THREADS][MOST_SLOTS];
static unsigned owners[4096]; /* of an element */

static int is_moved(unsigned element) {
    int moved = 1;
    for (unsigned d = layout.rank; d > 0; d--) {
        const unsigned at = element % layout.shape[d - 1];
        moved = moved && at >= layout.begin[d - 1] && at < layout.end[d - 1];
        element /= layout.shape[d - 1];
    }
    return moved;
}

static void find_owners(void) {
    unsigned copies = 1;
    memset(held, 0xff, sizeof held);
    memset(owners, 0, sizeof owners);
    for (unsigned i = 0; i < layout.replicas; i++)
        copies *= layout.replica[i].extent;
    for (unsigned x = 0; x < elements * copies; x++) {
        unsigned along[AXES];
        memcpy(along, layout.offset, sizeof along);
        add(along, layout.shard, layout.shards, x / copies);
        add(along, layout.replica, layout.replicas, x % copies);
        for (unsigned rank = 0; rank < threads && is_moved(x / copies); rank++) {
            int owns = 1;
            for (unsigned axis = 0; axis < M; axis++)
                owns = owns && (!is_named(axis) || digit(axis, rank) == along[axis]);
            if (owns) {
                held[rank][along[M]] = (int)(x / copies);
                owners[x / copies]++;
            }
        }
    }
}

/* ---- layouts at random --------------------------------------------------------------------------- */

static unsigned long long state = 1;
static unsigned below(unsigned n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

static void print_iters(char *text, const Iter *iters, unsigned count) {
    text += strlen(text);
    text += sprintf(text, "[(");
    for (unsigned i = 0; i < count; i++)
        text += sprintf(text, "%s%u", i ? "," : "", iters[i].extent);
    text += sprintf(text, "):(");
    for (unsigned i = 0; i < count; i++) {
        text += sprintf(text, "%s%u", i ? "," : "", iters[i].stride);
        if (iters[i].axis != M || below(2))
            text += sprintf(text, "@%s", axis_names[iters[i].axis]);
    }
    sprintf(text, ")]");
}

/* Digits of one axis follow one another, so that no two elements share a register. */
static void draw_layout(void) {
    /* sets of axes that do not look at the same digits */
    static const unsigned sets[4][3] = {
        {LANEID, WARPID, M}, {TX, M, M}, {LANEID, WID_IN_WG, WGID}, {TID_IN_WG, WGID, M}};
    unsigned next[AXES], left[AXES] = {32, 4, 128, 4, 128, 2, 8};
    const unsigned *const set = sets[below(4)], spare = below(3);
    for (unsigned i = 0; i < AXES; i++)
        next[i] = 1;
    memset(&layout, 0, sizeof layout);
    layout.shards = 1 + below(MOST_ITERS - 1);
    layout.replicas = below(3);
    elements = 1;
    for (unsigned i = layout.shards + layout.replicas; i > 0; i--) {
        Iter *const iter =
            i > layout.shards ? &layout.replica[i - 1 - layout.shards] : &layout.shard[i - 1];
        iter->axis = below(4) ? set[below(3)] : M;
        do
            iter->extent = 1 + below(below(2) ? 8 : 3);
        while (iter->extent > left[iter->axis]);
        iter->stride = next[iter->axis];
        left[iter->axis] /= iter->extent;
        next[iter->axis] *= iter->extent;
        elements *= i > layout.shards ? 1 : iter->extent;
    }
    if (spare == 0)
        layout.offset[set[below(3)]] = 1 + below(2);
    /* a shape of its own, or the extents of the shards */
    layout.rank = below(2) ? layout.shards : 1 + below(2);
    if (layout.rank != layout.shards || below(2)) {
        unsigned rest = elements;
        for (unsigned d = 0; d < layout.rank; d++) {
            layout.shape[d] = d + 1 == layout.rank ? rest : 1;
            for (unsigned f = 2; f < 6 && d + 1 < layout.rank; f++)
                if (rest % f == 0 && below(2)) {
                    layout.shape[d] *= f;
                    rest /= f;
                }
            sprintf(layout.text + strlen(layout.text), "%s%u", d ? "x" : "", layout.shape[d]);
        }
        strcat(layout.text, " ");
    } else
        for (unsigned d = 0; d < layout.rank; d++)
            layout.shape[d] = layout.shard[d].extent;
    strcat(layout.text, "S");
    print_iters(layout.text, layout.shard, layout.shards);
    if (layout.replicas) {
        strcat(layout.text, " + R");
        print_iters(layout.text, layout.replica, layout.replicas);
    }
    for (unsigned axis = 0; axis < AXES; axis++)
        if (layout.offset[axis])
            sprintf(
                layout.text + strlen(layout.text),
                " + %u@%s",
                layout.offset[axis],
                axis_names[axis]);
    const int window = below(3) == 0;
    for (unsigned d = 0; d < layout.rank; d++) {
        layout.begin[d] = window ? below(layout.shape[d]) : 0;
        layout.end[d] = window ? layout.begin[d] + 1 + below(layout.shape[d] - layout.begin[d])
                               : layout.shape[d];
        if (window)
            sprintf(
                layout.text + strlen(layout.text),
                "%s%u:%u",
                d ? ", " : "[",
                layout.begin[d],
                layout.end[d]);
    }
    if (window)
        strcat(layout.text, "]");
    slots = MOST_SLOTS;
}

/* ---- what they hold ------------------------------------------------------------------------------ */

static unsigned char value_byte(unsigned group, unsigned turn, int element, unsigned byte) {
    unsigned x = (unsigned)(element + 2) * 2654435761u + group * 97 + turn * 1009 + byte * 7919;
    x = (x ^ x >> 15) * 2246822519u;
    return (unsigned char)(x >> 24);
}

/* A register of fewer than 8 bits holds the lowest ones. */
static void set_register(unsigned char *registers, unsigned slot, const unsigned char *value) {
    for (unsigned b = 0; b < bits; b++) {
        const unsigned at = slot * bits + b, bit = value[b / 8] >> b % 8 & 1;
        registers[at / 8] = (unsigned char)((registers[at / 8] & ~(1u << at % 8)) | bit << at % 8);
    }
}

static unsigned bad_thread, bad_slot, bad_turn, bad_bit; /* bad_thread: of the block, or none */

static void value_of(unsigned thread, unsigned turn, unsigned slot, unsigned char *value) {
    const int element = held[thread % threads][slot];
    for (unsigned i = 0; i < 16; i++)
        value[i] = element < 0 ? (unsigned char)(thread * 31 + slot)
                               : value_byte(thread / threads, turn, element, i);
    if (thread == bad_thread && turn == bad_turn && slot == bad_slot)
        value[bad_bit / 8] ^= (unsigned char)(1u << bad_bit % 8);
}

TC_KERNEL(holds, args) {
    const unsigned t = tc_thread_index();
    unsigned char registers[MOST_SLOTS * 16];
    (void)arg;
    for (unsigned turn = 0; turn < TURNS; turn++) {
        for (unsigned slot = 0; slot < slots; slot++) {
            unsigned char value[16];
            value_of(t, turn, slot, value);
            set_register(registers, slot, value);
        }
        tc_emu_owners("give", "tile", t % threads, threads, registers, bits, layout.text);
        tc_emu_owners("give", "tile", threads, threads, registers, bits, layout.text); /* no rank */
    }
}

/* "0x0f", its bits beyond the last zero. */
static char *print_value(char *to, const unsigned char *value) {
    for (unsigned byte = (bits + 7) / 8; byte > 0; byte--)
        to += sprintf(
            to,
            "%02x",
            bits < 8 ? (unsigned)value[byte - 1] & ((1u << bits) - 1) : value[byte - 1]);
    return to;
}

/* What is said of the register that is another one; empty: nothing, as nobody else has its element. Threads come in
 * their order, so the first owner's value is the one that the next ones are compared with. */
static void expect(char *text) {
    const unsigned rank = bad_thread % threads;
    const int element = held[rank][bad_slot];
    unsigned first = 0, first_slot = 0, last, last_slot = bad_slot, place[MOST_ITERS], rest;
    unsigned char value[16];
    *text = 0;
    if (element < 0 || owners[element] < 2)
        return;
    for (unsigned found = 0, i = 0; i < threads * slots && !found; i++)
        if (held[i / slots][i % slots] == element) {
            first = i / slots;
            first_slot = i % slots;
            found = 1;
        }
    last = rank;
    if (first == rank && first_slot == bad_slot) /* the next owner sees it */
        for (unsigned i = rank * slots + bad_slot + 1; i < threads * slots; i++)
            if (held[i / slots][i % slots] == element) {
                last = i / slots;
                last_slot = i % slots;
                break;
            }
    rest = (unsigned)element;
    for (unsigned d = layout.rank; d > 0; d--) {
        place[d - 1] = rest % layout.shape[d - 1];
        rest /= layout.shape[d - 1];
    }
    text += sprintf(text, "give: element (");
    for (unsigned d = 0; d < layout.rank; d++)
        text += sprintf(text, "%s%u", d ? "," : "", place[d]);
    text += sprintf(text, ") of tile is 0x");
    value_of(bad_thread - rank + first, bad_turn, first_slot, value);
    text = print_value(text, value);
    text += sprintf(text, " in rank %u and 0x", first);
    value_of(bad_thread - rank + last, bad_turn, last_slot, value);
    text = print_value(text, value);
    sprintf(text, " in rank %u: all its owners must hold the same value\n", last);
}

static void test_layouts(void) {
    static const unsigned counts[] = {8, 32, 64, 96, 128, 256},
                          sizes[] = {1, 4, 8, 16, 32, 64, 128};
    unsigned wrong = 0, differ = 0, alone = 0;
    args a = {0};
    for (unsigned n = 0; n < LAUNCHES && !wrong; n++) {
        char want[400];
        draw_layout();
        threads = counts[below(6)];
        groups = threads < MOST_THREADS ? 1 + below(2) : 1;
        bits = sizes[below(7)];
        find_owners();
        tc_emu_config c = quiet(threads * groups, 64);
        c.name = "holds";
        bad_thread = UINT32_MAX;
        if (n % 4 == 0)
            wrong += tc_emu_launch(&c, holds, &a) != 0;
        bad_thread = below(threads * groups);
        bad_slot = below(below(2) ? 4 : slots);
        bad_turn = below(TURNS);
        bad_bit = below(bits);
        for (unsigned tries = 0; held[bad_thread % threads][bad_slot] < 0 && tries < 50; tries++) {
            bad_thread = below(threads * groups);
            bad_slot = below(slots);
        }
        expect(want);
        const int failed = tc_emu_launch(&c, holds, &a);
        const char *const text = tc_emu_last()->text;
        differ += *want != 0;
        alone += !*want;
        wrong += failed != (*want != 0);
        wrong += failed && (tc_emu_last()->kind != TC_EMU_CHECK || !strstr(text, want));
        if (wrong)
            printf(
                "%s, %u threads, %u bits\n%swant: %s\n",
                layout.text,
                threads,
                bits,
                failed ? text : "",
                want);
    }
    EXPECT(wrong == 0);
    EXPECT(differ > 50 && alone > 50);
}

/* Arguments of two functions, and of two names, are each compared by themselves, in whatever order a thread calls. */
static void hold(const char *fn, const char *name, unsigned rank, unsigned value) {
    tc_emu_owners(fn, name, rank, 32, &value, 32, "1 S[(1):(1)] + R[(32):(1@laneid)]");
}

TC_KERNEL(holds_apart, args) {
    static const char *const of[3][2] = {{"give", "tile"}, {"take", "tile"}, {"give", "rest"}};
    const unsigned t = tc_thread_index();
    (void)arg;
    for (unsigned i = 0; i < 3; i++) {
        const unsigned which = t % 2 ? 2 - i : i;
        hold(of[which][0], of[which][1], t, which);
    }
    hold("give", "tile", 32, 9); /* no rank of it */
}

TC_KERNEL(holds_another, args) {
    const unsigned t = tc_thread_index();
    (void)arg;
    hold("give", "tile", t, t == 31);
}

static void test_apart(void) {
    args a = {0};
    hold("give", "tile", 0, 7);
    passes("holds_apart", quiet(32, 64), holds_apart, &a);
    fails(
        "holds_another",
        quiet(32, 64),
        holds_another,
        &a,
        TC_EMU_CHECK,
        "give: element (0) of tile is 0x00000000 in rank 0 and 0x00000001 in rank 31: all its");
}

int main(void) {
    test_apart();
    test_layouts();
    return unit_finish();
}
