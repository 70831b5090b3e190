/* atoms.c: Chooses which run of elements becomes one vector, and which loops walk over the rest. */
#include "tile.h"
#include <stdlib.h>

/* Is outer = inner x extent? For instance 8 = 1 x 8, and 8 * ld = ld x 8. */
static bool continues(Coef outer, Coef inner, int64_t extent) {
    Coef product;
    return coef_mul(inner, extent, &product) && coef_equal(product, outer);
}

static bool fuses(const Partition *partition, const Atom *outer, const Atom *inner) {
    bool registers = partition->reg_side >= 0;
    if (partition->copy->limits.count &&
        (outer->dim != inner->dim || outer->step != inner->step * inner->extent))
        return false;
    if (registers && (outer->axis != inner->axis || outer->reg != inner->reg * inner->extent))
        return false;
    for (int side = SRC; side <= DST; side++)
        if ((copy_side(partition->copy, side)->space != SPACE_REG || partition->reg_side == 2) &&
            !continues(outer->mem[side], inner->mem[side], inner->extent))
            return false;
    return true;
}

/* (4: 8 | 8@laneid)(8: 1 | 1@laneid) is (32: 1 | 1@laneid); unit atoms fall out. */
void atoms_fuse(Partition *partition) {
    int kept = 0;
    for (int i = 0; i < partition->atom_count; i++) {
        Atom atom = partition->atoms[i];
        if (atom.extent == 1)
            continue;
        if (kept && fuses(partition, &partition->atoms[kept - 1], &atom)) {
            atom.extent *= partition->atoms[kept - 1].extent;
            kept--;
        }
        partition->atoms[kept++] = atom;
    }
    partition->atom_count = kept;
}

/* Run-time strides count as their smallest value here; the order is a matter of speed only. */
int64_t stride_size(const Partition *partition, Coef coef) {
    int64_t size = coef.value;
    for (int i = 0; i < coef.count; i++)
        if (!mul_i64(size, symbol_whole(&partition->copy->symbols[coef.symbol[i]]), &size))
            return INT64_MAX;
    return size;
}

void atoms_sort(Partition *partition, int side) {
    for (int i = 1; i < partition->atom_count; i++) {
        Atom atom = partition->atoms[i];
        int at = i;
        for (; at > 0 && stride_size(partition, partition->atoms[at - 1].mem[side]) <
                             stride_size(partition, atom.mem[side]);
             at--)
            partition->atoms[at] = partition->atoms[at - 1];
        partition->atoms[at] = atom;
    }
}

static bool is_unit_run(const Partition *partition, const Atom *atom, int64_t run) {
    bool masked = partition->copy->limits.count > 0;
    if (masked && (atom->step != run || (run > 1 && atom->dim != partition->vector_dim)))
        return false;
    if (atom->axis != AXIS_M || (partition->reg_side >= 0 && atom->reg != run))
        return false;
    for (int side = SRC; side <= DST; side++)
        if (copy_side(partition->copy, side)->space != SPACE_REG &&
            (atom->mem[side].count > 0 || atom->mem[side].value != run))
            return false;
    return true;
}

/* Atoms that form one contiguous run everywhere, from the inside: strides 1, e1, e1 * e2 and so on.
 * Returns its length; used[] marks them. */
static int64_t contiguous_run(Partition *partition, bool *used) {
    int64_t run = 1;
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < partition->atom_count; i++)
            if (!used[i] && is_unit_run(partition, &partition->atoms[i], run)) {
                used[i] = more = true;
                run *= partition->atoms[i].extent;
                partition->vector_dim = partition->atoms[i].dim;
                break;
            }
    }
    return run;
}

/* Is coef x element bits a multiple of `width` bits for all run-time values? */
static bool divides(const Partition *partition, Coef coef, int64_t width) {
    if (coef_is_zero(coef))
        return true;
    int64_t divisor = coef_divisor(coef, partition->copy->symbols);
    return divisor % width * copy_bits(partition->copy) % width == 0;
}

/* The same of the first element's distance from the base of the side. */
bool atoms_start_at(const Partition *partition, int side, int64_t width) {
    const Poly *base = &partition->base[side];
    const Slice *slice = &partition->slice[side];
    if (base->constant % width * copy_bits(partition->copy) % width)
        return false;
    for (int i = 0; i < partition->basis.count; i++) {
        Coef coef = partition->basis.monomial[i];
        coef.value = base->value[i];
        if (!divides(partition, coef, width))
            return false;
    }
    for (int i = 0; i < slice->origin_count; i++) {
        const Symbol *symbol = &partition->copy->symbols[slice->origin[i].symbol];
        int64_t div = slice->origin[i].div;
        Coef step;
        int64_t whole = symbol->divisor % div == 0 ? symbol->divisor / div : 1;
        if (!coef_mul(slice->origin[i].stride, whole, &step) || !divides(partition, step, width))
            return false;
    }
    return true;
}

static bool base_divides(const Partition *partition, int side, int width) {
    return copy_side(partition->copy, side)->align * 8 % width == 0 &&
           atoms_start_at(partition, side, width);
}

static bool side_allows(const Partition *partition, int side, const bool *used, int width) {
    const Operand *operand = copy_side(partition->copy, side);
    int64_t count = width / copy_bits(partition->copy);
    if (operand->space == SPACE_REG) {
        /* Registers are 32-bit words: a wide access starts on one. */
        int word = width < 32 ? width : 32;
        if (partition->base[side].constant * copy_bits(partition->copy) % word)
            return false;
        for (int i = 0; i < partition->atom_count; i++)
            if (!used[i] && partition->atoms[i].axis == AXIS_M &&
                partition->atoms[i].reg % word * copy_bits(partition->copy) % word)
                return false;
        return true;
    }
    if (operand->layout.swizzle.on && operand->layout.swizzle.len > 0 &&
        count > (int64_t)1 << operand->layout.swizzle.per_element)
        return false;
    for (int i = 0; i < partition->atom_count; i++)
        if (!used[i] && !divides(partition, partition->atoms[i].mem[side], width))
            return false;
    return base_divides(partition, side, width);
}

bool atoms_allow(const Partition *partition, int side, int width) {
    static const bool none_used[MAX_ATOMS];
    return side_allows(partition, side, none_used, width);
}

bool atoms_step_by(const Partition *partition, int side, int64_t bits) {
    for (int i = 0; i < partition->atom_count; i++)
        if (!divides(partition, partition->atoms[i].mem[side], bits))
            return false;
    return atoms_start_at(partition, side, bits);
}

/* Number 2 * i + h of eight is nibble i + 4 * h of a word: the atom of i steps by 1 in memory and
 * by 2 in the registers, that of h by 4 and by 1. -1: there is no such atom. */
static int atom_of_eight(
    const Partition *partition, int64_t extent, int64_t in_memory, int64_t in_registers) {
    int memory = 1 - partition->reg_side;
    for (int i = 0; i < partition->atom_count; i++) {
        const Atom *atom = &partition->atoms[i];
        if (atom->extent == extent && atom->axis == AXIS_M && atom->mem[memory].count == 0 &&
            atom->mem[memory].value == in_memory && atom->reg == in_registers)
            return i;
    }
    return -1;
}

bool atoms_take_pairs04(Partition *partition) {
    enum { EIGHT = 8 };
    const Copy *copy = partition->copy;
    bool reads = copy_converts(copy) && copy_bits(copy) == 4 && partition->reg_side == DST;
    int of_pair = reads ? atom_of_eight(partition, 4, 1, 2) : -1;
    int of_half = reads ? atom_of_eight(partition, 2, 4, 1) : -1;
    if (of_pair < 0 || of_half < 0 || copy->limits.count || partition->base[DST].constant % EIGHT)
        return false;
    Partition eights = *partition;
    Atom eight = partition->atoms[of_half];
    eights.atom_count = 0;
    for (int i = 0; i < partition->atom_count; i++) {
        const Atom *atom = &partition->atoms[i];
        if (i == of_pair || i == of_half)
            continue;
        if (atom->axis == AXIS_M && atom->reg % EIGHT)
            return false;
        eights.atoms[eights.atom_count++] = *atom;
    }
    if (!atoms_step_by(&eights, SRC, EIGHT * copy_bits(copy)))
        return false;
    eight.extent = EIGHT;
    eight.mem[SRC] = coef_int(1);
    eight.reg = 1;
    eights.atoms[eights.atom_count++] = eight;
    *partition = eights;
    return true;
}

int64_t atoms_take_run(Partition *partition) {
    bool used[MAX_ATOMS] = {0};
    int64_t run = contiguous_run(partition, used);
    int kept = 0;
    for (int i = 0; i < partition->atom_count; i++)
        if (!used[i])
            partition->atoms[kept++] = partition->atoms[i];
    partition->atom_count = kept;
    return run;
}

int64_t atoms_take_vector(Partition *partition, int max_bits) {
    bool used[MAX_ATOMS] = {0};
    int bits = copy_bits(partition->copy), kept = 0, width;
    int64_t run = contiguous_run(partition, used), count = 0;
    for (width = max_bits; width >= 8; width /= 2) {
        count = width / bits;
        if (width % bits == 0 && run % count == 0 && masked_allows(partition, count) &&
            side_allows(partition, SRC, used, width) && side_allows(partition, DST, used, width))
            break;
    }
    if (width < 8)
        return 0;
    for (int i = 0; i < partition->atom_count; i++)
        if (!used[i])
            partition->atoms[kept++] = partition->atoms[i];
    partition->atom_count = kept;
    if (run > count) {
        Atom rest = {.extent = run / count, .axis = AXIS_M, .reg = count, .step = count};
        rest.dim = partition->vector_dim;
        rest.mem[SRC] = rest.mem[DST] = coef_int(count);
        partition->atoms[partition->atom_count++] = rest;
    }
    return count;
}

/* S[(32,8):(1,0)] -> S[(32,8):(8,1)]: every element of the source goes to 8 neighbours. */
int64_t atoms_take_copies(Partition *partition, int max_bits) {
    bool used[MAX_ATOMS] = {0};
    int bits = copy_bits(partition->copy), kept = 0, width;
    int64_t run = 1, count = 1;
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < partition->atom_count && !more; i++) {
            const Atom *atom = &partition->atoms[i];
            if (used[i] || !coef_is_zero(atom->mem[SRC]) || atom->mem[DST].count > 0 ||
                atom->mem[DST].value != run)
                continue;
            used[i] = more = true;
            run *= atom->extent;
        }
    }
    for (width = max_bits; width > bits; width /= 2) {
        count = width / bits;
        if (width % bits == 0 && run % count == 0 && side_allows(partition, DST, used, width))
            break;
    }
    if (width <= bits)
        return 1;
    for (int i = 0; i < partition->atom_count; i++)
        if (!used[i])
            partition->atoms[kept++] = partition->atoms[i];
    partition->atom_count = kept;
    if (run > count) {
        Atom rest = {.extent = run / count, .axis = AXIS_M, .reg = count, .step = count};
        rest.mem[SRC] = coef_int(0);
        rest.mem[DST] = coef_int(count);
        partition->atoms[partition->atom_count++] = rest;
    }
    return count;
}
