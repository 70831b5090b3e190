/* matrices.c: a Partition with one register side -> the 8x8 matrices of 16-bit units that ldmatrix
 * and stmatrix move, if it is made of them. Every digit of it is cut into bits: bits of the place
 * inside a 32-bit register, bits of the lane, and the rest. Of f16 there are six of the first two,
 * the bits that say which element of a matrix it is:
 *
 *   bit                in the word   lane 1   lane 2   lane 4   lane 8   lane 16
 *   plain              column 1      col. 2   col. 4   row 1    row 2    row 4
 *   transposed         row 1         row 2    row 4    col. 1   col. 2   col. 4
 *
 * A column bit must step by as many elements in memory: a row is 16 bytes in one piece. A row bit
 * may step by any multiple of 16 bytes, since a lane gives the address of each row. Pairs of 8-bit
 * elements have one bit more, below these; words of 32 bits have one less and cannot be
 * transposed. */
#include "tile.h"

enum { LANE_BITS = 5, ROW_BITS = 3, MAX_BITS = LANE_BITS + 3 };

typedef struct {
    const Partition *partition;
    Matrices *out;
    int memory;           /* its side */
    int unit_bits;        /* of the place inside a unit: 1 of 8-bit elements */
    int word_bits, count; /* of the place inside a register; of all that a matrix has */
    bool has[MAX_BITS];
    Coef step[MAX_BITS]; /* in memory */
} Bits;

static int bit_length(int64_t value) {
    int length = 0;
    for (; value > 1; value /= 2)
        length++;
    return length;
}

static bool no_fragment(Decline *decline, const char *why) {
    return decline_with(decline, "fragment", "%s", why);
}

/* The inner half of an atom becomes the bit `at`: (8: 4@laneid) gives lane bit 2 and (4:
 * 8@laneid). */
static bool take_bit(Bits *bits, Atom *atom, int at, Decline *decline) {
    if (atom->extent % 2)
        return no_fragment(decline, "a row has an odd number of lanes or registers");
    if (bits->has[at])
        return no_fragment(decline, "two digits use the same lanes or registers");
    bits->has[at] = true;
    bits->step[at] = atom->mem[bits->memory];
    atom->extent /= 2;
    atom->reg *= 2;
    atom->step *= 2;
    return coef_mul(atom->mem[bits->memory], 2, &atom->mem[bits->memory]);
}

/* What the bits of a matrix leave: slots in twos from the inside, (12: 2) is (3: 8)(2: 4)(2: 2). */
static bool keep_rest(Bits *bits, const Atom *atom) {
    Partition *rest = &bits->out->rest;
    int64_t odd = atom->extent, twos = 1;
    while (atom->axis == AXIS_M && atom->reg && odd % 2 == 0) {
        odd /= 2;
        twos *= 2;
    }
    for (int64_t unit = twos; unit >= 1; unit /= 2) {
        Atom piece = *atom;
        piece.extent = unit == twos ? odd : 2;
        piece.reg *= unit;
        piece.step *= unit;
        if (piece.extent == 1)
            continue;
        piece.mem[bits->memory].value *= unit; /* a step that the atom takes */
        if (rest->atom_count == MAX_ATOMS)
            return false;
        rest->atoms[rest->atom_count++] = piece;
    }
    return true;
}

static bool take_atom(Bits *bits, Atom atom, Decline *decline) {
    bool is_slot = atom.axis == AXIS_M;
    int64_t div = 1, mod, whole = is_slot ? bits->out->word : 32;
    int first = is_slot ? 0 : bits->word_bits;
    if (!is_slot && !axis_rank_digit(atom.axis, &div, &mod))
        return no_fragment(decline, "an axis does not count threads of the CTA");
    /* Inside a word or a warp div is 1: axes that count warps have at least 32. */
    while (atom.extent > 1 && atom.reg > 0 && atom.reg * div < whole) {
        if (!is_power_of_two(atom.reg))
            return no_fragment(decline, "a stride on the lanes is not a power of two");
        if (!take_bit(bits, &atom, first + log2_i64(atom.reg), decline))
            return false;
    }
    if (atom.extent == 1)
        return true;
    if (atom.reg * div % whole)
        return no_fragment(
            decline,
            is_slot ? "some elements do not start at a 32-bit register"
                    : "a stride on the warps is not a multiple of 32");
    return keep_rest(bits, &atom) || no_fragment(decline, "the layout has too many digits");
}

/* As a destination every replica is written: lanes that differ in a bit of one read the same
 * row. */
static bool take_replicas(Bits *bits, Decline *decline) {
    const Partition *partition = bits->partition;
    const Layout *layout = &copy_side(partition->copy, partition->reg_side)->layout;
    for (int i = 0; i < layout->replica_count; i++) {
        Atom atom = {.extent = layout->replica[i].extent, .axis = layout->replica[i].axis};
        atom.reg = layout->replica[i].stride.value;
        int64_t div = 1, mod;
        if (!axis_rank_digit(atom.axis, &div, &mod) || atom.reg <= 0 || !is_power_of_two(atom.reg))
            return no_fragment(decline, "a replica is not on a bit of the lane number");
        while (atom.extent > 1 && atom.reg * div < 32)
            if (!take_bit(bits, &atom, bits->word_bits + log2_i64(atom.reg), decline))
                return false;
    }
    return true;
}

/* Which bit of all is row bit or column bit number i: see the table above. */
static int row_bit(const Bits *bits, bool transposed, int i) {
    return transposed ? bits->unit_bits + i : bits->count - ROW_BITS + i;
}

static int column_bit(const Bits *bits, bool transposed, int i) {
    return transposed && i >= bits->unit_bits ? i + ROW_BITS : i;
}

static bool columns_are_runs(const Bits *bits, bool transposed) {
    for (int i = 0; i < bits->count - ROW_BITS; i++) {
        Coef step = bits->step[column_bit(bits, transposed, i)];
        if (step.count || step.value != (int64_t)1 << i)
            return false;
    }
    return true;
}

/* Are the addresses of all rows known to be multiples of 16 bytes? */
static bool rows_are_aligned(const Bits *bits, Decline *decline) {
    const Copy *copy = bits->partition->copy;
    const Swizzle *swizzle = &copy_side(copy, bits->memory)->layout.swizzle;
    Partition *all = NEW(Partition);
    *all = bits->out->rest;
    for (int i = 0; i < ROW_BITS && all->atom_count < MAX_ATOMS; i++) {
        Atom row = {.extent = 2, .axis = AXIS_LANEID, .reg = 1};
        row.mem[bits->memory] = bits->out->row[i];
        all->atoms[all->atom_count++] = row;
    }
    if (swizzle->on && swizzle->len > 0 &&
        (int64_t)copy_bits(copy) << swizzle->per_element < MATRIX_ROW_BITS)
        return decline_with(
            decline,
            "swizzle",
            "the swizzle moves pieces of %lld bits, smaller than a matrix row of 128 bits",
            (long long)copy_bits(copy) << swizzle->per_element);
    return atoms_allow(all, bits->memory, MATRIX_ROW_BITS) ||
           decline_with(
               decline, "base_align", "no fact says that rows start at multiples of 16 bytes");
}

bool matrices_find(const Partition *partition, Matrices *out, Decline *decline) {
    int element = copy_bits(partition->copy);
    if (element != 4 && element != 8 && element != 16 && element != 32)
        return decline_with(
            decline, "dtype", "%d-bit elements do not fill 32-bit registers", element);
    Bits bits = {.partition = partition, .out = out, .memory = 1 - partition->reg_side};
    out->word = 32 / element;
    out->rest = *partition;
    out->rest.atom_count = 0;
    bits.word_bits = bit_length(out->word);
    bits.unit_bits = element < 16 ? bits.word_bits - 1 : 0;
    bits.count = bits.word_bits + LANE_BITS;
    for (int i = 0; i < partition->atom_count; i++)
        if (!take_atom(&bits, partition->atoms[i], decline))
            return false;
    if (partition->reg_side == DST && !take_replicas(&bits, decline))
        return false;
    for (int i = 0; i < bits.count; i++)
        if (!bits.has[i])
            return no_fragment(
                decline,
                i < bits.word_bits ? "a 32-bit register is only partly used"
                                   : "some of the 32 lanes hold no part of an 8x8 matrix");
    bool plain = columns_are_runs(&bits, false);
    out->transposed = !plain;
    if (!plain && (element == 32 || !columns_are_runs(&bits, true)))
        return no_fragment(decline, "no 16 contiguous bytes of memory form a row of an 8x8 matrix");
    for (int i = 0; i < ROW_BITS; i++)
        out->row[i] = bits.step[row_bit(&bits, out->transposed, i)];
    if (!atoms_allow(&out->rest, partition->reg_side, 32))
        return no_fragment(decline, "some elements do not start at a 32-bit register");
    return rows_are_aligned(&bits, decline);
}
