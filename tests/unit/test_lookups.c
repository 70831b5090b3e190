/* test_lookups.c: what is looked up in the rows of primitives: which one loads so many bits of a
 * space or combines numbers of a dtype, each held against all rows; which targets have a feature,
 * and how hints are spelled, against lookups.txt. What a row says itself is not repeated here. */
#include "generator/plan/plan.h"
#include "tests/unit/expected.h"
#include "unit.h"
#include <stdlib.h>
#include <string.h>

static Text out;
static const char *const dtypes[] = {
#define X(name, ...) name,
#include "generator/lang/dtypes.def"
#undef X
};
static const char *const ops[] = {"none", "add", "min", "max", "and", "or", "xor", "mul"};
enum { OPS = COUNT_OF(ops), DTYPES = COUNT_OF(dtypes) };

static const Dtype *dtype_at(int i) {
    return dtype_find(dtypes[i], strlen(dtypes[i]));
}

/* Is the word one of "u32 i32 b32"? */
static bool has_word(const char *text, const char *word) {
    size_t length = strlen(word);
    for (const char *at = text; at && (at = strstr(at, word)); at += length)
        if ((at == text || at[-1] == ' ') && (!at[length] || strchr(" ,", at[length])))
            return true;
    return false;
}

/* ---- each look-up finds a row that is as it was asked for, and one where there is such a row  */

typedef bool Wanted(const Primitive *row, const Primitive *asked);

static void found(const char *what, PrimitiveId id, Wanted *wanted, const Primitive *asked) {
    bool some = false;
    for (int i = 0; i < PRIM_COUNT; i++)
        some |= wanted(&primitives[i], asked);
    EXPECT_OF(what, id == PRIM_COUNT ? !some : wanted(&primitives[id], asked));
}

static bool moves_so(const Primitive *row, const Primitive *asked) {
    return row->kind == asked->kind && row->space == asked->space && row->bits == asked->bits;
}

static void accesses(void) {
    static const Space spaces[] = {SPACE_SMEM, SPACE_GMEM, SPACE_DSMEM, SPACE_REG};
    for (int bits = 8; bits <= 256; bits *= 2) {
        const char *what = mem_printf("%d bits", bits);
        for (size_t s = 0; s < COUNT_OF(spaces); s++) {
            Primitive load = {.kind = KIND_LOAD, .space = spaces[s], .bits = bits};
            Primitive store = {.kind = KIND_STORE, .space = spaces[s], .bits = bits};
            found(what, primitive_load(spaces[s], bits), moves_so, &load);
            found(what, primitive_store(spaces[s], bits), moves_so, &store);
            EXPECT_OF(
                what, spaces[s] != SPACE_GMEM || primitive_load(SPACE_GMEM, bits) != PRIM_COUNT);
            PrimitiveId stored = primitive_store(spaces[s], bits);
            EXPECT_OF(what, stored == PRIM_COUNT || !primitive_is_reduction(stored));
        }
        Primitive async = {.kind = KIND_ASYNC_STORE, .space = SPACE_DSMEM, .bits = bits};
        Primitive copy = {.kind = KIND_ASYNC_COPY, .space = SPACE_SMEM, .bits = bits};
        Primitive fill = {.kind = KIND_FILL, .space = SPACE_REG, .bits = bits};
        found(what, primitive_store_async(bits), moves_so, &async);
        found(what, primitive_async(bits), moves_so, &copy);
        found(what, primitive_fill(bits), moves_so, &fill);
    }
}

/* asked->types is one dtype here. */
static bool combines_so(const Primitive *row, const Primitive *asked) {
    return row->act == asked->act && row->kind == asked->kind && row->combine == asked->combine &&
           row->space == asked->space && has_word(row->types, asked->types) &&
           (asked->kind != KIND_REGISTERS || row->bits == asked->bits);
}

static bool indexes(const Primitive *row, const Primitive *asked) {
    return row->act == ACT_INDEX && has_word(row->types, asked->types);
}

static void in_registers(const Dtype *dtype, Combine op) {
    const char *what = dtype->name;
    static const Act acts[] = {ACT_COMBINE, ACT_REDUX, ACT_MOVE};
    Primitive asked = {
        .kind = KIND_REGISTERS, .combine = op, .types = dtype->name, .space = SPACE_REG};
    for (size_t i = 0; i < COUNT_OF(acts) && op; i++) {
        asked.act = acts[i];
        asked.bits = dtype->bits;
        found(what, primitive_combination(acts[i], op, dtype), combines_so, &asked);
    }
    asked.act = ACT_COMBINE;
    asked.bits = 2 * dtype->bits;
    found(what, primitive_paired(op, dtype), combines_so, &asked);
}

static void in_memory(const Dtype *dtype, Combine op) {
    static const struct {
        PrimitiveKind kind;
        Space space;
    } places[] = {
        {KIND_STORE, SPACE_GMEM},
        {KIND_STORE, SPACE_SMEM},
        {KIND_STORE, SPACE_DSMEM},
        {KIND_BULK_COPY, SPACE_GMEM}};
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        PrimitiveId id = reduction_primitive(places[i].kind, places[i].space, op, dtype);
        const char *types = reduction_types(places[i].kind, places[i].space, op);
        const char *what = dtype->name;
        EXPECT_OF(what, has_word(types, dtype->name) == (id != PRIM_COUNT));
        bool some = false;
        for (int k = 0; k < PRIM_COUNT && op; k++)
            some |= primitives[k].kind == places[i].kind &&
                    primitives[k].space == places[i].space && primitives[k].combine == op &&
                    has_word(primitives[k].types, dtype->name);
        EXPECT_OF(what, some == (id != PRIM_COUNT));
        EXPECT_OF(
            what,
            id == PRIM_COUNT ||
                (primitives[id].kind == places[i].kind && primitives[id].space == places[i].space &&
                 primitive_reduces(id, op, dtype) && primitive_is_reduction(id)));
    }
}

/* By the bits of an access and the target that it is for. */
static void of_bits(const Dtype *dtype, Combine op) {
    static const Space spaces[] = {SPACE_GMEM, SPACE_SMEM, SPACE_DSMEM};
    for (size_t s = 0; s < COUNT_OF(spaces); s++)
        for (int bits = 8; bits <= 256; bits *= 2)
            for (int target = 0; target < TARGET_COUNT; target++) {
                PrimitiveId id = reduction_of_bits(spaces[s], op, dtype, bits, target);
                bool some = false, one = false;
                for (int i = 0; i < PRIM_COUNT && op; i++) {
                    const Primitive *row = &primitives[i];
                    bool is = row->kind == KIND_STORE && row->space == spaces[s] &&
                              row->combine == op && row->bits == bits &&
                              has_word(row->types, dtype->name) &&
                              feature_targets(row->feature) >> target & 1;
                    some |= is;
                    one |= is && i == (int)id;
                }
                EXPECT_OF(dtype->name, id == PRIM_COUNT ? !some : one);
            }
}

/* Which rows combine, or reduce in memory, by this operation numbers of this dtype. */
static void by_rows(const Dtype *dtype, Combine op) {
    for (int i = 0; i < PRIM_COUNT; i++) {
        const Primitive *row = &primitives[i];
        bool of = row->combine == op && has_word(row->types, dtype->name);
        bool moves = row->act == ACT_ELEMENTS || row->act == ACT_BYTES || row->act == ACT_BOX;
        bool combines = row->act == ACT_COMBINE || row->act == ACT_REDUX;
        EXPECT_OF(row->function, primitive_combines((PrimitiveId)i, op, dtype) == (of && combines));
        EXPECT_OF(row->function, primitive_reduces((PrimitiveId)i, op, dtype) == (of && moves));
    }
    EXPECT(!primitive_is_reduction(PRIM_COUNT));
}

/* Boxes of one to five dimensions, by the names of their functions. */
static void tensors(void) {
    static const Combine sums[] = {
        COMBINE_NONE,
        COMBINE_ADD,
        COMBINE_MIN,
        COMBINE_MAX,
        COMBINE_AND,
        COMBINE_OR,
        COMBINE_XOR,
        COMBINE_MUL};
    for (int rank = 0; rank <= 6; rank++)
        for (size_t c = 0; c < COUNT_OF(sums); c++)
            for (int to = 0; to < 2; to++)
                for (int several = 0; several < 2; several++) {
                    bool reduces = sums[c] != COMBINE_NONE && sums[c] != COMBINE_MUL;
                    bool is =
                        rank >= 1 && rank <= 5 &&
                        (sums[c] == COMBINE_NONE ? !(several && !to) : reduces && !to && !several);
                    PrimitiveId id =
                        primitive_tensor(to ? SPACE_SMEM : SPACE_GMEM, rank, several, sums[c]);
                    EXPECT((id != PRIM_COUNT) == is);
                    if (id == PRIM_COUNT)
                        continue;
                    const char *name = primitives[id].function;
                    EXPECT_OF(name, strstr(name, mem_printf("_%dd", rank)));
                    EXPECT_OF(name, !strstr(name, "multicast") == !several);
                    EXPECT_OF(name, !!strstr(name, to ? "smem" : "gmem") || several);
                    EXPECT_OF(name, !strstr(name, "reduce") == !reduces);
                    EXPECT_OF(name, !reduces || strstr(name, ops[c]));
                    EXPECT_OF(name, primitive_is_box(id));
                }
}

static void of_dtypes(void) {
    for (int i = 0; i < (int)DTYPES; i++) {
        const Dtype *dtype = dtype_at(i);
        Primitive asked = {.types = dtype->name};
        found(dtype->name, primitive_index_if(dtype), indexes, &asked);
        for (int op = 0; op < (int)OPS; op++) {
            in_registers(dtype, (Combine)op);
            in_memory(dtype, (Combine)op);
            of_bits(dtype, (Combine)op);
            by_rows(dtype, (Combine)op);
        }
    }
}

static void words_of_reductions(void) {
    for (int i = 0; i < (int)OPS; i++) {
        const Copy copy = {.options = {.reduce = i ? ops[i] : NULL}};
        EXPECT_OF(ops[i], copy_reduction(&copy) == (i == COMBINE_MUL ? COMBINE_NONE : (Combine)i));
    }
}

/* The first lanes give the addresses: eight for each matrix. */
static void lanes_of_matrices(void) {
    for (int i = 0; i < PRIM_COUNT; i++) {
        const Primitive *p = &primitives[i];
        bool named = strstr(p->function, "tc_ldmatrix_") || strstr(p->function, "tc_stmatrix_");
        EXPECT_OF(p->function, primitive_is_matrix((PrimitiveId)i) == named);
        unsigned first = 0xffffffffu >> (32 - p->bits / 4 % 33);
        for (unsigned lanes = 0xffffffff; named && lanes; lanes = lanes >> 1 & 0x8001c101)
            EXPECT_OF(
                p->function, primitive_address_lanes((PrimitiveId)i, lanes) == (lanes & first));
    }
}

/* sm_8x, sm_90 and what came later; measured on sm_90. */
static void targets(void) {
    for (int target = 0; target < TARGET_COUNT; target++) {
        int number = atoi(target_name[target] + 3);
        int generation = number < 90 ? 0 : number == 90 ? 1 : 2;
        Cost cost = {.scores = {1, 2, 3}, .by_rates = true};
        cost_set_target(&cost, target);
        EXPECT_OF(target_name[target], (int)target_generation(target) == generation);
        EXPECT_OF(target_name[target], (int)cost.score == generation + 1);
        EXPECT_OF(
            target_name[target],
            cost_estimated(&cost, 1u << target) == (generation == 1 ? 0 : 1u << target));
        cost.by_rates = false;
        EXPECT_OF(target_name[target], cost_estimated(&cost, 1u << target) == 0);
    }
}

/* ---- words ---------------------------------------------------------------------------------- */

static void add_hints(PrimitiveId id) {
    static const Hint hints[] = {
        {0},
        {.cache = "cg"},
        {.l1 = "no_allocate"},
        {.l2 = "evict_first"},
        {.policy = true},
        {.prefetch = 128},
        {.cache = "nc", .l1 = "evict_last", .policy = true, .prefetch = 64}};
    for (size_t i = 0; i < COUNT_OF(hints); i++) {
        const Plan plan = {.hint = hints[i]};
        if (hint_applies(&hints[i], id) == (i == 0) || primitives[id].bits % 128 != 0)
            continue;
        text_printf(
            &out,
            "  %s %s %s %s\n",
            plan_ptx(&plan, id),
            hint_qualifiers(&hints[i], id),
            hint_operator(&hints[i], id),
            hint_suffix(&hints[i], id));
    }
}

static void add_features(void) {
    for (int feature = FEATURE_NONE; feature <= FEATURE_SCATTER4; feature++) {
        const char *macro = feature_macro((Feature)feature);
        text_printf(
            &out,
            "%s: targets %x\n",
            macro ? macro : "everywhere",
            feature_targets((Feature)feature));
    }
}

int main(int argc, char **argv) {
    const Hint any = {.l2 = "evict_first"};
    accesses();
    of_dtypes();
    tensors();
    words_of_reductions();
    lanes_of_matrices();
    targets();
    add_features();
    for (int id = 0; id < PRIM_COUNT; id++)
        if (hint_applies(&any, (PrimitiveId)id)) {
            text_printf(&out, "%s:\n", primitives[id].function);
            add_hints((PrimitiveId)id);
        }
    EXPECT(is_expected("tests/unit/lookups.txt", &out, argc, argv));
    mem_free_all();
    return unit_finish();
}
