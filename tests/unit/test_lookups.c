/* test_lookups.c: what is looked up in the rows of primitives, against lookups.txt: which primitive loads so many
 * bits of a space or combines numbers of a dtype, which targets have a feature, and how hints are spelled. What a
 * row says itself is not repeated here. */
#include "generator/plan/plan.h"
#include "tests/unit/expected.h"
#include <stdio.h>

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

static const char *name_of(PrimitiveId id) {
    return id == PRIM_COUNT ? "-" : primitives[id].function;
}

static void add_accesses(void) {
    static const Space spaces[] = {SPACE_SMEM, SPACE_GMEM, SPACE_DSMEM, SPACE_REG};
    for (int bits = 8; bits <= 256; bits *= 2) {
        text_printf(&out, "%d bits:", bits);
        for (size_t s = 0; s < COUNT_OF(spaces); s++)
            text_printf(
                &out,
                " %s %s",
                name_of(primitive_load(spaces[s], bits)),
                name_of(primitive_store(spaces[s], bits)));
        text_printf(
            &out,
            " %s %s %s\n",
            name_of(primitive_store_async(bits)),
            name_of(primitive_async(bits)),
            name_of(primitive_fill(bits)));
    }
}

static void add_if(PrimitiveId id, const char *how, int op) {
    if (id != PRIM_COUNT)
        text_printf(&out, "  %s%s: %s\n", ops[op], how, name_of(id));
}

static void add_dtype(const Dtype *dtype) {
    static const char *const kinds[] = {"float", "signed", "unsigned", "bits"};
    text_printf(
        &out,
        "%s: %s, index %s\n",
        dtype->name,
        kinds[dtype->kind],
        name_of(primitive_index_if(dtype)));
    for (int i = 0; i < (int)OPS; i++) {
        Combine op = (Combine)i;
        add_if(primitive_combination(ACT_COMBINE, op, dtype), "", i);
        add_if(primitive_combination(ACT_REDUX, op, dtype), " of a warp", i);
        add_if(primitive_combination(ACT_MOVE, op, dtype), " by a move", i);
        add_if(primitive_paired(op, dtype), " of pairs", i);
        add_if(reduction_primitive(KIND_STORE, SPACE_GMEM, op, dtype), " in gmem", i);
        add_if(reduction_primitive(KIND_STORE, SPACE_SMEM, op, dtype), " in smem", i);
        add_if(reduction_primitive(KIND_STORE, SPACE_DSMEM, op, dtype), " in dsmem", i);
        add_if(reduction_primitive(KIND_BULK_COPY, SPACE_GMEM, op, dtype), " of bytes", i);
    }
}

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

/* What a row does not say itself: the lanes whose addresses a matrix instruction takes, and hints. */
static void add_primitive(PrimitiveId id) {
    const Hint any = {.l2 = "evict_first"};
    if (primitive_is_matrix(id))
        text_printf(
            &out,
            "%s: lanes %x of all and %x of some\n",
            primitives[id].function,
            primitive_address_lanes(id, 0xffffffff),
            primitive_address_lanes(id, 0x8001c101));
    if (!hint_applies(&any, id))
        return;
    text_printf(&out, "%s:\n", primitives[id].function);
    add_hints(id);
}

static void add_features(void) {
    for (int feature = FEATURE_NONE; feature <= FEATURE_RED_VECTOR; feature++) {
        const char *macro = feature_macro((Feature)feature);
        text_printf(
            &out,
            "%s: targets %x\n",
            macro ? macro : "everywhere",
            feature_targets((Feature)feature));
    }
}

static void add_reductions(void) {
    static const char *const words[] = {NULL, "add", "min", "max", "and", "or", "xor", "mul"};
    for (int op = 0; op < (int)OPS; op++)
        text_printf(
            &out,
            "%s: %s; %s; %s; %s\n",
            ops[op],
            reduction_types(KIND_STORE, SPACE_GMEM, (Combine)op),
            reduction_types(KIND_STORE, SPACE_SMEM, (Combine)op),
            reduction_types(KIND_STORE, SPACE_DSMEM, (Combine)op),
            reduction_types(KIND_BULK_COPY, SPACE_GMEM, (Combine)op));
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        const Copy copy = {.options = {.reduce = words[i]}};
        text_printf(&out, "%s is %s\n", words[i] ? words[i] : "none", ops[copy_reduction(&copy)]);
    }
}

static void add_targets(void) {
    for (int target = 0; target < TARGET_COUNT; target++) {
        Cost cost = {.scores = {1, 2, 3}, .by_rates = true};
        cost_set_target(&cost, target);
        unsigned measured = cost_estimated(&cost, 1u << target);
        cost.by_rates = false;
        text_printf(
            &out,
            "target %d: generation %d, score %d, estimated %x, never %x\n",
            target,
            (int)target_generation(target),
            (int)cost.score,
            measured,
            cost_estimated(&cost, 1u << target));
    }
}

int main(int argc, char **argv) {
    add_accesses();
    add_features();
    for (int i = 0; i < (int)DTYPES; i++)
        add_dtype(dtype_at(i));
    for (int id = 0; id < PRIM_COUNT; id++)
        add_primitive((PrimitiveId)id);
    add_reductions();
    add_targets();
    bool same = is_expected("tests/unit/lookups.txt", &out, argc, argv);
    printf("%d passed, %d failed\n", same, !same);
    mem_free_all();
    return !same;
}
