/* test_transfer.c: which element of which source ends in which element of the destination, against the
 * fragments of the PTX manual (ldmatrix: "Matrix load instruction"; prmt: "Data Movement and Conversion
 * Instructions"; shfl.sync), and who is asked for what of a trace or walk that is stopped. */
#include "generator/plan/prove.h"
#include "plans_parts.h"
#include "unit.h"

typedef struct {
    int count, most;
    Unit dst[64], src[64];
    int from[64];
} Moves;

static bool note(void *context, Unit dst, int from, Unit src) {
    Moves *moves = context;
    if (moves->count == moves->most)
        return false;
    moves->dst[moves->count] = dst;
    moves->src[moves->count] = src;
    moves->from[moves->count++] = from;
    return true;
}

/* A step between two bundles, or a bundle and memory, of elements of so many bits. */
static Plan *moving(PrimitiveId id, const char *type) {
    Plan *p = plan_of("move", SCOPE_WARP, 32, dtype_find(type, strlen(type)));
    int memory = add_buffer(p, "m", SPACE_SMEM, ROLE_IN, 4096);
    int a = add_bundle(p, "a", ROLE_SCRATCH, 64, 0), b = add_bundle(p, "b", ROLE_SCRATCH, 64, 0);
    PrimitiveKind kind = primitives[id].kind;
    Expr first = expr_constant(0);
    if (kind == KIND_REGISTERS)
        add_move(add_phase(p), id, in_bundle(b, first), in_bundle(a, first));
    else
        add_step(add_phase(p), id, memory, first, a, first);
    return p;
}

static bool moved(const Plan *p, int lane, int peer, int most, Moves *moves) {
    const char *why;
    *moves = (Moves){.most = most};
    return plan_transfer(p, &p->phases[0].steps[0], lane, peer, note, moves, &why);
}

/* Matrix j, row i is at the address of lane 8 * j + i; thread t has elements 2 * (t % 4) and + 1 of row t / 4 of
 * each; transposed, of column t / 4. */
static void matrices(void) {
    static const struct {
        PrimitiveId id;
        int matrices;
        bool transposed;
    } rows[] = {
        {PRIM_LDMATRIX_X1, 1, false},
        {PRIM_LDMATRIX_X2, 2, false},
        {PRIM_LDMATRIX_X4, 4, false},
        {PRIM_LDMATRIX_X4_TRANS, 4, true},
        {PRIM_STMATRIX_X2_TRANS, 2, true},
        {PRIM_STMATRIX_X4, 4, false}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (int lane = 0; lane < 32; lane++) {
            Moves m;
            bool load = primitives[rows[i].id].kind == KIND_MATRIX_LOAD;
            EXPECT(moved(moving(rows[i].id, "f16"), lane, lane, 64, &m));
            EXPECT(m.count == 2 * rows[i].matrices);
            for (int e = 0; e < m.count; e++) {
                Unit own = load ? m.dst[e] : m.src[e], place = load ? m.src[e] : m.dst[e];
                int row = lane / 4, column = 2 * (lane % 4) + e % 2;
                EXPECT(own.lane == lane && own.offset == e && m.from[e] == 0);
                EXPECT(place.lane == 8 * (e / 2) + (rows[i].transposed ? column : row));
                EXPECT(place.offset == (rows[i].transposed ? row : column));
            }
            for (int most = 0; most < m.count; most++) {
                Moves fewer;
                EXPECT(!moved(moving(rows[i].id, "f16"), lane, lane, most, &fewer));
                EXPECT(fewer.count == most);
            }
        }
}

/* 16 bits are two elements of 8 bits or four of 4; 32 bits are two units of one row. */
static void other_elements(void) {
    static const struct {
        const char *type;
        bool plain, transposed;
    } rows[] = {
        {"f16", true, true},
        {"e4m3", true, true},
        {"u4", true, true},
        {"f32", true, false},
        {"f64", false, false}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Moves m;
        EXPECT_OF(
            rows[i].type,
            moved(moving(PRIM_LDMATRIX_X4, rows[i].type), 5, 5, 64, &m) == rows[i].plain);
        EXPECT_OF(
            rows[i].type,
            moved(moving(PRIM_LDMATRIX_X4_TRANS, rows[i].type), 5, 5, 64, &m) ==
                rows[i].transposed);
    }
    for (int lane = 0; lane < 32; lane++) {
        Moves m;
        EXPECT(moved(moving(PRIM_LDMATRIX_X2, "f32"), lane, lane, 64, &m) && m.count == 2);
        for (int e = 0; e < 2; e++)
            EXPECT(m.src[e].lane == 8 * e + lane / 4 && m.src[e].offset == lane % 4);
        EXPECT(moved(moving(PRIM_LDMATRIX_X2, "e4m3"), lane, lane, 64, &m) && m.count == 8);
        for (int e = 0; e < 8; e++)
            EXPECT(
                m.src[e].lane == 8 * (e / 4) + lane / 4 &&
                m.src[e].offset == 4 * (lane % 4) + e % 4);
        EXPECT(moved(moving(PRIM_LDMATRIX_X1, "u4"), lane, lane, 64, &m) && m.count == 8);
        for (int e = 0; e < 8; e++)
            EXPECT(m.src[e].lane == lane / 4 && m.src[e].offset == 8 * (lane % 4) + e);
    }
}

/* Byte k of the result is byte (selector >> 4 * k & 7) of the two words; bit 3 of a nibble is a sign. */
static void bytes(void) {
    static const char *const types[] = {"u8", "f16", "u32"};
    for (int t = 0; t < 3; t++)
        for (int selector = 0; selector < 1 << 16; selector++) {
            Plan *p = moving(PRIM_PERMUTE_B32, types[t]);
            int size = 1 << t, count = 4 / size;
            Moves m;
            bool whole = true;
            p->phases[0].steps[0].count = selector;
            for (int k = 0; k < 4; k++) {
                int byte = selector >> 4 * k & 15, first = selector >> 4 * (k / size * size) & 15;
                whole &= byte < 8 && byte == first + k % size && first % size == 0;
            }
            MemMark mark = mem_mark();
            EXPECT(moved(p, 3, 3, 64, &m) == whole);
            for (int e = 0; e < count && whole; e++) {
                int first = selector >> 4 * e * size & 15;
                EXPECT(m.count == count && m.dst[e].lane == 3 && m.dst[e].offset == e);
                EXPECT(
                    m.from[e] == first / 4 && m.src[e].lane == 3 &&
                    m.src[e].offset == first % 4 / size);
            }
            mem_rewind(mark);
        }
    Moves m;
    EXPECT(!moved(moving(PRIM_PERMUTE_B32, "u4"), 3, 3, 64, &m));
    EXPECT(!moved(moving(PRIM_PERMUTE_B32, "f64"), 3, 3, 64, &m));
}

static void shuffles(void) {
    for (int lane = 0; lane < 32; lane++)
        for (int count = 1; count < 32; count++) {
            Moves m;
            Plan *p = moving(PRIM_SHUFFLE_UP_B32, "f32");
            p->phases[0].steps[0].count = count;
            EXPECT(moved(p, lane, lane, 64, &m) && m.count == 1 && m.dst[0].lane == lane);
            EXPECT(m.src[0].lane == (lane >= count ? lane - count : lane));
            p = moving(PRIM_SHUFFLE_XOR_B32, "f16");
            p->phases[0].steps[0].count = count;
            EXPECT(moved(p, lane, 7, 64, &m) && m.count == 2 && m.src[1].offset == 1);
            EXPECT(m.src[0].lane == (lane ^ count) && m.src[1].lane == (lane ^ count));
            p = moving(PRIM_SHUFFLE_B32, "f32");
            EXPECT(moved(p, lane, count, 64, &m) && m.src[0].lane == count);
            EXPECT(!moved(p, lane, count, 0, &m));
        }
}

/* How many elements: what the instruction moves, by what an element takes, where that divides. */
static void elements(void) {
    static const struct {
        PrimitiveId id;
        const char *type;
        int64_t count, elements;
    } rows[] = {
        {PRIM_LOAD_SHARED_B128, "f16", 0, 8},
        {PRIM_LOAD_SHARED_B32, "f32", 0, 1},
        {PRIM_LOAD_SHARED_B32, "f64", 0, 0},
        {PRIM_LOAD_SHARED_B8, "u4", 0, 2},
        {PRIM_MOVE, "f64", 0, 1},
        {PRIM_BULK_GMEM_TO_SMEM, "f16", 2048, 1024},
        {PRIM_BULK_GMEM_TO_SMEM, "f32", 2, 0},
        {PRIM_BULK_GMEM_TO_SMEM, "f32", 0, 0},
        {PRIM_BULK_GMEM_TO_SMEM, "f32", -16, 0},
        {PRIM_BULK_GMEM_TO_SMEM, "u8", 1, 1}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Plan *p = moving(rows[i].id, rows[i].type);
        p->phases[0].steps[0].count = rows[i].count;
        EXPECT_OF(rows[i].type, step_elements(p, &p->phases[0].steps[0]) == rows[i].elements);
    }
    for (int id = 0; id < PRIM_COUNT;
         id++) { /* what is kept of a warp between registers has room */
        int threads = primitives[id].group == GROUP_THREAD ? 1 : 32;
        EXPECT(
            primitives[id].kind != KIND_REGISTERS ||
            primitives[id].bits / 4 * threads <= MAX_MOVED);
    }
}

/* ---- stopped visits ------------------------------------------------------------------------- */

static bool few_accesses(void *context, const Access *access) {
    (void)access;
    return (*(int *)context)-- > 0;
}

static bool few_executions(void *context, const Execution *execution) {
    (void)execution;
    return (*(int *)context)-- > 0;
}

static void stopped(void) {
    static Plan *(*const builds[])(void) = {
        plans_relayout_64x8, plans_ld_128x64, plans_bulk_8x1024, plans_butterfly_sum};
    for (size_t i = 0; i < COUNT_OF(builds); i++) {
        const Plan *p = plan_copy(builds[i]());
        for (int walk = 0; walk < 2; walk++) {
            int left = 1 << 20;
            EXPECT(walk ? plan_walk(p, few_executions, &left) : plan_trace(p, few_accesses, &left));
            int all = (1 << 20) - left;
            for (int most = all > 70 ? all - 70 : 0; most <= all; most++) {
                left = most;
                bool through =
                    walk ? plan_walk(p, few_executions, &left) : plan_trace(p, few_accesses, &left);
                EXPECT(through == (most == all) && left == (most == all ? 0 : -1));
            }
        }
    }
}

/* Lanes that are not there have no address, so that none of theirs overflows. */
static void absent_lanes(void) {
    for (int lanes = 1; lanes <= 4; lanes++) {
        Plan *p = moving(PRIM_LOAD_SHARED_B32, "f32");
        Step *step = &p->phases[0].steps[0];
        step->src[0].at =
            SUM(0, RANK((int64_t)1 << 56, 1, 0)); /* 2^58 bytes: 2^63 bits of lane 4 */
        Cond *cond = NEW(Cond);
        *cond = (Cond){SUM(0, RANK(1, 1, 0)), COND_LT, expr_constant(lanes)};
        step->conds = cond;
        step->cond_count = 1;
        int left = 100;
        EXPECT(plan_walk(p, few_executions, &left) && left == 99);
        step->src[0].at = SUM(0, RANK(INT64_MAX / 4, 1, 0));
        step->src[0].at.constant = lanes > 1 ? -1 : 0;
        left = 100;
        EXPECT(plan_walk(p, few_executions, &left) == (lanes == 1));
    }
}

int main(void) {
    absent_lanes();
    matrices();
    other_elements();
    bytes();
    shuffles();
    elements();
    stopped();
    mem_free_all();
    return unit_finish();
}
