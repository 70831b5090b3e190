/* test_tile_full.c: the tile room where every list is full, so that a walk beyond one is seen, and where its
 * bounds are: the largest that goes, and one more. */
#include "generator/tile/tile.h"
#include "unit.h"

static Copy *read_copy(const char *text) {
    Text line = {0};
    text_printf(&line, "%s as under_test\n", text);
    const Source *source = source_from_text("<full>", line.at, line.length);
    Module *module = lang_load(source, prelude_text, NULL, 0, 0);
    bool one = module && diag_error_count() == 0 && module->request_count == 1;
    EXPECT_OF(text, one);
    return one ? &module->requests[0]->copy : NULL;
}

static Iter iter(int64_t extent, int64_t stride, Axis axis) {
    return (Iter){.extent = extent, .stride = coef_int(stride), .axis = axis};
}

/* ---- as many atoms as there are ---------------------------------------------------------------- */

/* 40 twos, the innermost in steps of `step`, each outer one in steps twice as large; of registers the slots too. */
static Partition *of_twos(const Copy *copy, int64_t step) {
    Decline decline;
    Partition *partition = partition_new(copy, &decline);
    int64_t at = step;
    partition->atom_count = MAX_ATOMS;
    for (int i = MAX_ATOMS - 1; i >= 0; i--, at *= 2) {
        partition->atoms[i] = (Atom){.extent = 2, .axis = AXIS_M, .reg = at, .step = at};
        partition->atoms[i].mem[SRC] = partition->atoms[i].mem[DST] = coef_int(at);
    }
    return partition;
}

static const int64_t all = (int64_t)1 << MAX_ATOMS;

static void runs_of_all(const Copy *copy) {
    Partition *part = of_twos(copy, 1);
    atoms_fuse(part);
    EXPECT(part->atom_count == 1 && part->atoms[0].extent == all);
    EXPECT(part->atoms[0].mem[SRC].value == 1 && part->atoms[0].mem[DST].value == 1);
    part = of_twos(copy, 1);
    EXPECT(atoms_take_run(part) == all && part->atom_count == 0);
    part = of_twos(copy, 2);
    EXPECT(atoms_take_run(part) == 1 && part->atom_count == MAX_ATOMS);
    part = of_twos(copy, 1);
    EXPECT(atoms_take_vector(part, 128) == 4 && part->atom_count == 1);
    EXPECT(part->atoms[0].extent == all / 4 && part->atoms[0].mem[DST].value == 4);
    part = of_twos(copy, 2);
    EXPECT(atoms_take_vector(part, 128) == 1 && part->atom_count == MAX_ATOMS);
    part = of_twos(copy, 1);
    for (int i = 0; i < MAX_ATOMS; i++)
        part->atoms[i].mem[SRC] = coef_int(0);
    Partition *copies = NEW(Partition);
    *copies = *part;
    EXPECT(atoms_take_copies(copies, 128) == 4 && copies->atom_count == 1);
    EXPECT(copies->atoms[0].extent == all / 4 && copies->atoms[0].mem[SRC].value == 0);
    part->atoms[MAX_ATOMS - 1].mem[SRC] = coef_int(1);
    EXPECT(atoms_take_copies(part, 128) == 1 && part->atom_count == MAX_ATOMS);
}

static void steps_of_all(const Copy *copy) {
    for (int side = SRC; side <= DST; side++)
        for (int i = -1; i < MAX_ATOMS; i++) {
            Partition *part = of_twos(copy, 4);
            if (i >= 0)
                part->atoms[i].mem[side].value += 2;
            EXPECT(atoms_step_by(part, side, 128) == (i < 0) && atoms_step_by(part, side, 64));
            EXPECT(atoms_allow(part, side, 128) == (i < 0) && atoms_allow(part, side, 64));
        }
}

static void order_of_all(const Copy *copy) {
    Partition *part = of_twos(copy, 1);
    bool right = true;
    for (int i = 0; i < MAX_ATOMS; i++)
        part->atoms[i].mem[DST].value = i * 7 % MAX_ATOMS / 2; /* each twice */
    for (int i = 0; i < MAX_ATOMS; i++)
        part->atoms[i].step = i;
    atoms_sort(part, DST);
    for (int i = 1; i < MAX_ATOMS; i++) {
        const Atom *before = &part->atoms[i - 1], *atom = &part->atoms[i];
        right &= before->mem[DST].value > atom->mem[DST].value ||
                 (before->mem[DST].value == atom->mem[DST].value && before->step < atom->step);
    }
    EXPECT(right && part->atoms[0].mem[DST].value == MAX_ATOMS / 2 - 1);
}

/* In numbers and dealt out to threads. */
static void deals_of_all(const Copy *copy) {
    static Spread spread;
    Partition *part = of_twos(copy, 1);
    EXPECT(items_count(part) == all);
    EXPECT(threads_take(part, 32, 0, &spread) && spread.count == 5);
    EXPECT(part->atom_count == MAX_ATOMS - 5 && part->atoms[34].mem[SRC].value == 32);
    for (int i = 0; i < 5; i++) {
        EXPECT(spread.digits[i].div == 1 << i && spread.digits[i].mod == (i < 4 ? 2 : 0));
        EXPECT(spread.atoms[i].mem[DST].value == 1 << i);
    }
    part->atom_count = 1;
    spread.count = 0;
    EXPECT(!threads_take(part, 32, 0, &spread)); /* two for 32 */
}

static void registers_of_all(void) {
    const Copy *copy = read_copy("copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]");
    Partition *part = of_twos(copy, 1);
    EXPECT(registers_nest(part));
    part->atoms[0].axis = part->atoms[MAX_ATOMS - 1].axis = AXIS_LANEID;
    part->atoms[0].reg = 16;
    EXPECT(registers_nest(part)); /* lanes 0, 1, 16, 17 */
    Digit digit = registers_digit(part, &part->atoms[MAX_ATOMS - 1], 32);
    EXPECT(digit.div == 1 && digit.mod);
    for (int lane = 0; lane < 32; lane++) {
        Point point = {.rank = lane};
        EXPECT(lane % 16 > 1 || digit_value(&digit, &point) == lane % 2);
    }
    part->atoms[0].reg = 1; /* lanes 0, 1 and 1, 2 */
    EXPECT(!registers_nest(part));
    part = of_twos(copy, 1);
    EXPECT(!atoms_take_pairs04(part) && part->atom_count == MAX_ATOMS);
    part = of_twos(copy, 1);
    atoms_fuse(part);
    EXPECT(part->atom_count == 1 && part->atoms[0].extent == all && part->atoms[0].reg == 1);
}

/* The bits of a matrix of f16, and `rest` others in slots. */
static bool is_matrices(int rest, int64_t last, Matrices *out, Decline *decline) {
    const Copy *copy =
        read_copy("copy warp f16 smem S[(8,8)] -> reg 8x8 S[(8,4,2):(4@laneid,1@laneid,1)]");
    Partition *part = of_twos(copy, 1);
    int64_t at = 64;
    part->atom_count = 3 + rest;
    part->atoms[0] = (Atom){.extent = 8, .axis = AXIS_LANEID, .reg = 4};
    part->atoms[1] = (Atom){.extent = 4, .axis = AXIS_LANEID, .reg = 1};
    part->atoms[2] = (Atom){.extent = 2, .axis = AXIS_M, .reg = 1};
    for (int i = 0; i < 3; i++)
        part->atoms[i].mem[SRC] = coef_int(i == 0 ? 8 : i == 1 ? 2 : 1);
    for (int i = 0; i < rest; i++, at *= 2) {
        part->atoms[3 + i].extent = i ? 2 : last;
        part->atoms[3 + i].reg = at;
        part->atoms[3 + i].mem[SRC] = coef_int(at);
    }
    *out = (Matrices){0};
    return matrices_find(part, out, decline);
}

static void matrices_with_all(void) {
    static Matrices found;
    Decline decline = {0};
    EXPECT(is_matrices(0, 0, &found, &decline) && found.rest.atom_count == 0 && !found.transposed);
    EXPECT(is_matrices(MAX_ATOMS - 3, 2, &found, &decline));
    EXPECT(found.rest.atom_count == MAX_ATOMS - 3);
    EXPECT(is_matrices(MAX_ATOMS - 3, 12, &found, &decline)); /* (3)(2)(2) */
    EXPECT(found.rest.atom_count == MAX_ATOMS - 1);
    EXPECT(found.rest.atoms[0].extent == 3 && found.rest.atoms[0].mem[SRC].value == 256);
    EXPECT(found.rest.atoms[1].reg == 128 && found.rest.atoms[2].reg == 64);
    EXPECT(is_matrices(MAX_ATOMS - 3, 16, &found, &decline));
    EXPECT(found.rest.atom_count == MAX_ATOMS);
    EXPECT(!is_matrices(MAX_ATOMS - 3, 32, &found, &decline));
    EXPECT(decline.reason && strcmp(decline.reason, "the layout has too many digits") == 0);
}

/* ---- layouts with full lists ------------------------------------------------------------------- */

static void registers_of_full_layouts(void) {
    Operand reg = {.space = SPACE_REG, .rank = 1};
    Layout *layout = &reg.layout;
    layout->shard_count = MAX_ITERS;
    layout->replica_count = MAX_REPLICAS;
    layout->offset_count = MAX_OFFSETS;
    for (int i = 0; i < MAX_ITERS; i++)
        layout->shard[i] = iter(2, 1 + i, i % 2 ? AXIS_M : AXIS_LANEID);
    for (int i = 0; i < MAX_REPLICAS; i++)
        layout->replica[i] = iter(3, 100, AXIS_LANEID);
    EXPECT(!replicas_on_memory(layout));
    for (int i = 0; i < MAX_OFFSETS; i++)
        layout->offset[i] = (Offset){1000, i % 2 ? AXIS_M : AXIS_LANEID};
    EXPECT(register_count(&reg) == 1 + 2 * 78 + 4 * 1000); /* 2 + 4 + .. + 24 */
    layout->replica[MAX_REPLICAS - 1].axis = AXIS_M;
    EXPECT(replicas_on_memory(layout) && register_count(&reg) == 1 + 2 * 78 + 4 * 1000 + 200);
    layout->replica[MAX_REPLICAS - 1].extent = 1;
    layout->swizzle = (Swizzle){true, 2, 1, 3, false}; /* of periods of 64 */
    EXPECT(register_count(&reg) == (1 + 2 * 78 + 4 * 1000 + 63) / 64 * 64);
}

/* ---- bounds ------------------------------------------------------------------------------------ */

/* A dimension of 2^bits whose sides have `inner` bits in common iters only on one side each. */
static int joints_of(int bits, int inner) {
    Copy *copy = read_copy("copy warp f32 gmem S[(32)] -> smem S[(32)]");
    Decline decline;
    for (int side = SRC; side <= DST; side++) {
        Operand *operand = side == SRC ? &copy->src : &copy->dst;
        int one = side == SRC ? bits - inner : inner; /* bits of the only iter that is no two */
        operand->shape[0] = (int64_t)1 << bits;
        operand->region[0].extent = operand->shape[0];
        operand->layout.shard_count = bits - one + 1;
        for (int i = 0; i <= bits - one; i++)
            operand->layout.shard[i] = iter(2, 3 + i, AXIS_M); /* nothing is one */
        operand->layout.shard[side == SRC ? 0 : bits - one].extent = (int64_t)1 << one;
    }
    Partition *partition = partition_new(copy, &decline);
    return partition ? partition->atom_count : -1;
}

static void joints(void) {
    EXPECT(joints_of(30, 15) == 30 && joints_of(39, 20) == 39);
    EXPECT(joints_of(40, 20) == 40 && joints_of(41, 20) == -1 && joints_of(41, 21) == -1);
}

/* Sides apart: so many digits of one, so many of the other. */
static bool apart(int src, int dst) {
    Copy *copy = read_copy("copy warp f32 gmem S[(32)] -> smem S[(32)]");
    Decline decline = {0};
    int counts[] = {src, dst};
    for (int side = SRC; side <= DST; side++) {
        Operand *operand = side == SRC ? &copy->src : &copy->dst;
        operand->shape[0] = operand->region[0].extent = (int64_t)1 << 24;
        operand->layout.shard_count = counts[side];
        for (int i = 0; i < counts[side]; i++)
            operand->layout.shard[i] = iter(2, 3 + i, AXIS_M);
        operand->layout.shard[side ? counts[side] - 1 : 0].extent = (int64_t)1
                                                                    << (25 - counts[side]);
    }
    const Partition *partition = partition_apart(copy, &decline);
    EXPECT(
        partition ? partition->atom_count == src + dst : strcmp(decline.predicate, "terms") == 0);
    return partition;
}

static void digits_apart(void) {
    EXPECT(apart(4, 4) && apart(MAX_ATOMS - MAX_RANK - 1 - 12, 12));
    EXPECT(!apart(MAX_ATOMS - MAX_RANK - 12, 12) && !apart(MAX_ITERS, MAX_ITERS));
}

/* Registers of a thread, times threads: 2^20, and one more. */
static void exchanges(void) {
    Copy *copy =
        read_copy("relayout warp f32 reg S[(32,2):(1@laneid,1)] -> reg S[(32,2):(1@laneid,1)]");
    copy->dst.layout.shard[1].stride = coef_int(EXCHANGE_MAX / 32 - 1);
    const Exchange *exchange = exchange_of(copy);
    EXPECT(exchange && exchange->slots == EXCHANGE_MAX / 32 && exchange->threads == 32);
    EXPECT(exchange && exchange->rank[1] == -1 && exchange->slot[exchange->slots - 1] == 1);
    EXPECT(exchange && !exchange->crosses && exchange->is_uniform);
    copy->dst.layout.shard[1].stride = coef_int(EXCHANGE_MAX / 32);
    EXPECT(!exchange_of(copy));
}

/* What a phase of an mbarrier counts: 2^20 - 1 bytes. */
static void armed(void) {
    Copy *copy = read_copy("copy thread u8 gmem S[(32)] -> smem S[(32)]");
    Decline decline = {0};
    copy->dst.region[0].extent = 1048575;
    EXPECT(bytes_armed(copy, &decline) && !decline.predicate);
    copy->dst.region[0].extent++;
    EXPECT(!bytes_armed(copy, &decline) && strcmp(decline.predicate, "tx_count") == 0);
    EXPECT(strstr(decline.reason, "has 1048576 bytes") != NULL);
    copy = read_copy("copy thread f32 gmem S[(32)] -> smem S[(32)]");
    copy->dst.region[0].extent = 262143;
    EXPECT(bytes_armed(copy, &decline));
    copy->dst.region[0].extent++;
    EXPECT(!bytes_armed(copy, &decline));
}

/* Bytes go as they lie: swizzles that move nothing are none, others must be equal in all. */
static void swizzles_alike(void) {
    Copy *copy = read_copy("copy thread f16 smem S[(8,64)] -> smem S[(8,64)]");
    static const Swizzle one = {true, 3, 2, 3, false};
    Swizzle others[5];
    Decline decline = {0};
    for (int i = 0; i < 5; i++)
        others[i] = one;
    others[1].per_element++;
    others[2].len++;
    others[3].atom++;
    others[4].outer = true;
    copy->src.layout.swizzle = one;
    for (int i = 0; i < 5; i++) {
        copy->dst.layout.swizzle = others[i];
        EXPECT(chunks_alike(copy, &decline) == (i == 0));
    }
    EXPECT(strstr(decline.reason, "src has swizzle(3,2,3) and dst has swizzle(3,2,3,outer)"));
    Swizzle nothing[] = {{0}, {true, 3, 0, 3, false}, {false, 3, 2, 3, false}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++) {
            copy->src.layout.swizzle = k ? nothing[i] : one;
            copy->dst.layout.swizzle = k ? one : nothing[i];
            EXPECT(!chunks_alike(copy, &decline) && strstr(decline.reason, "no swizzle"));
            copy->src.layout.swizzle = nothing[i];
            copy->dst.layout.swizzle = nothing[k + 1];
            EXPECT(chunks_alike(copy, &decline));
        }
}

/* Registers as nine twos: from element 1 on a power of two more goes in one range each. */
static bool in_ranges(int64_t end) {
    Copy *copy = read_copy("copy thread f32 smem S[(512)] -> reg S[(512)]");
    Decline decline = {0};
    copy->src.region[0] = copy->dst.region[0] = (Range){1, -1, end - 1};
    copy->dst.layout.shard_count = 9;
    for (int i = 0; i < 9; i++)
        copy->dst.layout.shard[i] = iter(2, (int64_t)1 << i, AXIS_M);
    const Plan *plan = ranges_plan(copy, "ranges", 128, &decline);
    return plan && plan->flow_count == 1;
}

static void ranges(void) {
    EXPECT(in_ranges(2) && in_ranges(128) && in_ranges(256) && !in_ranges(512));
}

/* A piece has two dimensions more. */
static bool in_pieces(int units) {
    Copy *copy = read_copy(
        "copy cta(128) f32 smem 1280 S[(640,2):(3,1)][640:1280] -> reg 640 S[(128,5):(1@tx,1)]");
    Decline decline = {0};
    for (int side = SRC; side <= DST; side++) {
        Operand *operand = side == SRC ? &copy->src : &copy->dst;
        operand->rank += units;
        operand->shape[units] = operand->shape[0];
        operand->region[units] = operand->region[0];
        for (int d = 0; d < units; d++) {
            operand->shape[d] = 1;
            operand->region[d] = (Range){0, -1, 1};
        }
    }
    return pieces_plan(copy, "pieces", 128, &decline);
}

static void ranks_of_pieces(void) {
    for (int units = 0; units < MAX_RANK; units++)
        EXPECT(in_pieces(units) == (units + 1 + 2 <= MAX_RANK));
}

/* Of one stride as many replicas as one likes; of several up to 1024 places. */
static bool replicated_at(int64_t few, int64_t first, int64_t many, int64_t second) {
    Copy *copy = read_copy("copy thread f32 reg S[(1)] -> smem S[(1)]");
    Decline decline;
    Partition *part = partition_new(copy, &decline);
    copy->dst.layout.replica_count = 2;
    copy->dst.layout.replica[0] = iter(few, first, AXIS_M);
    copy->dst.layout.replica[1] = iter(many, second, AXIS_M);
    EXPECT(part && part->atom_count <= 1);
    bool ok = part && atoms_add_replicas(part);
    EXPECT(!ok || part->atoms[0].extent == (few > 1 ? few : many));
    return ok;
}

static bool replicated(int64_t few, int64_t many) {
    return replicated_at(few, 1, many, 1 << 20);
}

static void places_of_replicas(void) {
    /* 0, 4, 8, 12 and those 6, 12 further on: 12 twice. Also where all places are alike in their low byte. */
    EXPECT(!replicated_at(4, 4, 3, 6) && !replicated_at(4, 1024, 3, 1536));
    EXPECT(replicated_at(2, 4, 3, 6) && replicated_at(2, 1024, 3, 1536));
    EXPECT(replicated(1, 1024) && replicated(1, 1025) && replicated(5000, 1));
    EXPECT(replicated(32, 32) && !replicated(33, 32) && !replicated(32, 33));
    EXPECT(replicated(2, 512) && !replicated(2, 513) && !replicated(1025, 2));
}

/* What is too large for a number is larger than all that is one. */
static void sizes_of_strides(void) {
    Copy *copy = read_copy("copy thread f32 gmem S[(4,4):(ld,1)] -> smem S[(4,4)]");
    Decline decline;
    Partition *part = partition_new(copy, &decline);
    Coef coef = {INT64_MAX / 4, 1, {0}};
    copy->symbols[0].min = 4;
    EXPECT(part && stride_size(part, coef) == INT64_MAX / 4 * 4);
    coef.value++;
    EXPECT(part && stride_size(part, coef) == INT64_MAX);
    EXPECT(part && stride_size(part, coef_int(7)) == 7);
}

/* ---- what axes tell of each other --------------------------------------------------------------- */

/* Where the destination is for 0 on the axes `named`, and the source on one more: do all threads that get the
 * registers hold them? By looking at all threads, and as the plan of assignments says. */
static void ask_axes(const char *text, unsigned named, Axis more, bool exact) {
    Copy *copy = read_copy(text);
    Decline decline = {0};
    bool hold = true;
    for (int rank = 0; rank < copy->scope.threads; rank++) {
        bool gets = true;
        for (int axis = AXIS_LANEID; axis <= AXIS_WGID; axis++)
            gets &= !(named >> axis & 1) || axis_of_rank((Axis)axis, rank) == 0;
        hold &= !gets || axis_of_rank(more, rank) == 0;
    }
    for (int axis = AXIS_LANEID; axis <= AXIS_WGID; axis++)
        for (int side = SRC; side <= DST; side++) {
            Layout *layout = side == SRC ? &copy->src.layout : &copy->dst.layout;
            if (named >> axis & 1 || (side == SRC && axis == (int)more))
                layout->offset[layout->offset_count++].axis = (Axis)axis;
        }
    Partition *partition = partition_new(copy, &decline);
    const Plan *plan = partition ? renames_plan(partition, "reg", &decline) : NULL;
    EXPECT_OF(text, partition != NULL && (!plan || hold));
    EXPECT_OF(text, plan || !hold || !exact);
    EXPECT_OF(text, plan || strcmp(decline.predicate, "owners") == 0);
}

static void axes_that_tell(void) {
    for (unsigned named = 0; named < 64; named++)
        for (int more = AXIS_LANEID; more <= AXIS_WGID; more++) {
            MemMark mark = mem_mark();
            unsigned axes = named << AXIS_LANEID;
            ask_axes("copy cta(1024) f32 reg S[(4)] -> reg S[(4)]", axes, (Axis)more, true);
            ask_axes("copy warpgroup f32 reg S[(4)] -> reg S[(4)]", axes, (Axis)more, false);
            ask_axes("copy warp f32 reg S[(4)] -> reg S[(4)]", axes, (Axis)more, false);
            mem_rewind(mark);
        }
}

int main(void) {
    const Copy *copy = read_copy("copy warp f32 gmem S[(32)] -> smem S[(32)]");
    runs_of_all(copy);
    steps_of_all(copy);
    order_of_all(copy);
    deals_of_all(copy);
    registers_of_all();
    matrices_with_all();
    registers_of_full_layouts();
    joints();
    digits_apart();
    exchanges();
    armed();
    swizzles_alike();
    ranges();
    ranks_of_pieces();
    places_of_replicas();
    sizes_of_strides();
    axes_that_tell();
    mem_free_all();
    return unit_finish();
}
