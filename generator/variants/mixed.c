/* mixed.c: Copies between registers and memory in vectors of several widths. Six f32 of a row that
 * starts every 32 bytes are one 128-bit access and one 64-bit access; a single width would need
 * three 64-bit accesses. The row is cut where the widest vector fits: a head up to the first
 * multiple of 16 bytes, the body, and a tail. Head and tail are split into powers of two.
 * TileCopy's own, so not under `policy tirx`. */
#include "variants.h"

enum { WIDEST = 128, MAX_PARTS = 16 };

/* The runs into which a dimension is cut, one after the other. */
typedef struct {
    int count;
    int64_t length[MAX_PARTS];
} Cut;

static void add_run(Cut *cut, int64_t length) {
    if (length > 0 && cut->count < MAX_PARTS)
        cut->length[cut->count++] = length;
}

/* Elements 3 .. 14 with vectors of 4: one, two of 4, then 2: lengths 1, 8, 2. */
static Cut cut_of(int64_t head, int64_t extent, int64_t vector) {
    Cut cut = {0};
    int64_t body = (extent - head) / vector * vector, tail = extent - head - body;
    for (int64_t run = 1; run < vector; run *= 2)
        add_run(&cut, head & run);
    add_run(&cut, body);
    for (int64_t run = vector / 2; run > 0; run /= 2)
        add_run(&cut, tail & run);
    return cut;
}

/* Elements begin .. begin + length - 1 of dimension `dim`. */
static void take_run(Operand *operand, int dim, int64_t begin, int64_t length) {
    Range *range = &operand->region[own_dim(operand, dim)];
    range->begin += begin;
    range->extent = length;
}

static Partition *part_of(const Copy *copy, int dim, int64_t begin, int64_t length) {
    Decline decline;
    Copy *part = NEW(Copy);
    *part = *copy;
    part->owners = NULL; /* its elements are others */
    take_run(&part->src, dim, begin, length);
    take_run(&part->dst, dim, begin, length);
    return partition_new(part, &decline);
}

static Plan *plan_of(const Copy *copy, int dim, const Cut *cut) {
    Partition *parts[MAX_PARTS];
    Decline decline;
    int64_t begin = 0;
    int widest = 0;
    for (int i = 0; i < cut->count; i++) {
        if (!(parts[i] = part_of(copy, dim, begin, cut->length[i])))
            return NULL;
        begin += cut->length[i];
    }
    Plan *plan = registers_plan_of(copy, parts, cut->count, "mixed", WIDEST, &decline);
    for (int p = 0; plan && p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            int bits = primitives[plan->phases[p].steps[s].primitive].bits;
            widest = bits > widest ? bits : widest;
        }
    if (plan)
        plan->vec_bits = widest;
    return plan;
}

/* How many accesses one width for all takes; where no partition fits there is nothing to compare
 * with. */
static int whole_accesses(const Copy *copy) {
    Decline decline;
    Partition *partition = partition_new(copy, &decline);
    Plan *plan = partition ? registers_plan(partition, "mixed", WIDEST, &decline) : NULL;
    return plan ? plan->ops_per_thread : 0;
}

/* The dimension and the head with the fewest accesses. */
typedef struct {
    int dim, accesses;
    Cut cut;
} Found;

static void try_cut(const Copy *copy, int dim, int64_t head, Found *found) {
    const Operand *dst = &copy->dst;
    Cut cut = cut_of(head, dst->region[own_dim(dst, dim)].extent, WIDEST / copy_bits(copy));
    MemMark mark = mem_mark();
    Plan *plan = cut.count > 1 ? plan_of(copy, dim, &cut) : NULL;
    if (plan && plan->ops_per_thread < found->accesses)
        *found = (Found){dim, plan->ops_per_thread, cut};
    mem_rewind(mark);
}

static Found find_cut(const Copy *copy, int whole) {
    const Operand *memory = copy->src.space == SPACE_REG ? &copy->dst : &copy->src;
    int64_t vector = WIDEST / copy_bits(copy);
    Found found = {.accesses = whole};
    for (int dim = 0; own_dim(&copy->dst, dim) >= 0 && own_dim(&copy->src, dim) >= 0; dim++) {
        const Range *range = &memory->region[own_dim(memory, dim)];
        int64_t head = (vector - range->begin % vector) % vector;
        try_cut(copy, dim, 0, &found);
        if (head > 0 && head < range->extent)
            try_cut(copy, dim, head, &found);
    }
    return found;
}

Plan *mixed_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    if (!register_pair(copy, false, decline))
        return NULL;
    int whole = whole_accesses(copy);
    if (whole < 2 || WIDEST % copy_bits(copy)) {
        decline_with(decline, "whole", "one access moves the whole run, or no width fits");
        return NULL;
    }
    Found found = find_cut(copy, whole);
    if (found.accesses < whole)
        return plan_of(copy, found.dim, &found.cut);
    decline_with(
        decline, "widths", "mixed widths need no fewer than the %d accesses of one width", whole);
    return NULL;
}
