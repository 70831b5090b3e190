/* test_declines.c: why a variant has no plan, in its words and numbers, and where it just still has one: both sides
 * of what the tile room asks of a copy. Each reason is worked out by hand from the statement. */
#include "generator/dispatch/passes.h"
#include "generator/tile/tile.h"
#include "unit.h"
#include <string.h>

typedef struct {
    const char *variant, *text, *predicate, *reason; /* NULL: there is a plan */
} Row;

#define PLAN NULL, NULL
static const Row rows[] = {
    /* ---- memory and memory */
    {"gmem_smem", "copy warp f32 gmem S[(32)] -> smem S[(32)]", PLAN},
    {"gmem_smem",
     "copy warp f32 gmem S[(33)] -> smem S[(33)]",
     "divisible",
     "33 elements are not divisible by 32 threads"},
    {"gmem_smem",
     "copy warp f32 gmem S[(3,16)] -> smem S[(3,16)]",
     "divisible",
     "48 elements are not divisible by 32 threads"},
    {"gmem_smem", "copy cta(96) f32 gmem S[(3,32)] -> smem S[(3,32)]", PLAN},
    {"gmem_smem",
     "copy warp lanes 0:16 f32 gmem S[(32)] -> smem S[(32)]",
     "all_threads_active",
     "the scope is narrowed to some threads"},
    {"gmem_smem",
     "copy warp f32 gmem S[(32)] -> smem S[(32)] + R[2:32]",
     "memory_replica",
     "the layout has a replica on a memory axis"},
    {"partial", "copy warp f32 gmem S[(33)] -> smem S[(33)]", PLAN},
    {"partial", "copy cta(64) f32 gmem S[(33)] -> smem S[(33)]", PLAN},
    {"partial",
     "copy warp f32 gmem S[(128)] -> smem S[(128)]",
     "even",
     "32 vectors of 128 bits divide evenly among 32 threads, so other variants apply without a "
     "guard"},
    {"partial",
     "copy thread f32 gmem S[(8)] -> smem S[(8)]",
     "even",
     "2 vectors of 128 bits divide evenly among 1 thread, so other variants apply without a guard"},
    {"rounds",
     "copy warp f32 gmem S[(40)] -> smem S[(40)] + R[2:40]",
     "memory_replica",
     "the layout has a replica on a memory axis"},
    {"rounds",
     "copy warp f32 gmem S[(40)] -> dsmem S[(40)]",
     "memory_pair",
     "gmem -> dsmem is not gmem or smem to gmem or smem"},
    {"rounds",
     "copy warp f32 reg S[(40)] -> smem S[(40)]",
     "memory_pair",
     "reg -> smem is not gmem or smem to gmem or smem"},
    {"partial", "copy_async warp f32 gmem S[(66)] -> smem S[(66)]", PLAN},
    {"partial",
     "copy_async warp f16 gmem S[(65)] -> smem S[(65)]",
     "width",
     "cp.async moves 4, 8 or 16 bytes; only 16 bits are contiguous here"},
    {"ldgsts", "copy_async warp f16 gmem S[(64)] -> smem S[(64)]", PLAN},

    /* ---- bulk copies */
    {"bulk", "copy_async elected f32 gmem S[(4)] -> smem S[(4)]", PLAN},
    {"bulk",
     "copy_async elected f32 gmem S[(3)] -> smem S[(3)]",
     "chunk_bytes",
     "only 12 bytes are contiguous on both sides; a bulk copy moves multiples of 16 bytes"},
    {"bulk",
     "copy_async elected f32 gmem S[(5)] -> smem S[(5)]",
     "chunk_bytes",
     "only 20 bytes are contiguous on both sides; a bulk copy moves multiples of 16 bytes"},
    {"bulk",
     "copy_async elected e2m1 gmem S[(2,6):(32,1)] -> smem S[(2,6):(32,1)]",
     "chunk_bytes",
     "only 3 bytes are contiguous on both sides; a bulk copy moves multiples of 16 bytes"},
    {"bulk",
     "copy_async warp f32 gmem S[(4)] -> smem S[(4)]",
     "single_thread",
     "the scope is warp, but one thread starts bulk copies: write 'thread' or 'elected'"},
    {"bulk", "copy_async thread f32 gmem S[(4)] -> smem S[(4)]", PLAN},
    {"bulk", "copy_async elected b128 gmem S[(65535)] -> smem S[(65535)]", PLAN},
    {"bulk",
     "copy_async elected b128 gmem S[(65536)] -> smem S[(65536)]",
     "tx_count",
     "the copy has 1048576 bytes, but one phase of an mbarrier counts at most 1048575"},
    {"bulk",
     "copy_async elected f32 gmem S[(64)] -> smem S[(64)] where align(src) == 8",
     "aligned",
     "src is aligned to 8 bytes, but a bulk copy needs 16"},
    {"bulk",
     "copy_async elected f32 gmem S[(64)] -> smem S[(64)] where align(dst) == 4",
     "aligned",
     "dst is aligned to 4 bytes, but a bulk copy needs 16"},
    {"bulk",
     "copy_async elected f32 gmem S[(8,4):(6,1)] -> smem S[(8,4)]",
     "aligned",
     "the chunks of src start at multiples of 8 bytes, but a bulk copy needs multiples of 16 "
     "bytes"},
    {"bulk",
     "copy_async elected f32 gmem S[(8,4)] -> smem S[(8,4):(5,1)]",
     "aligned",
     "the chunks of dst start at multiples of 4 bytes, but a bulk copy needs multiples of 16 "
     "bytes"},
    {"bulk",
     "copy_async elected f32 gmem S[(8,4):(ld,1)] -> smem S[(8,4)] where ld % 2 == 0",
     "aligned",
     "the chunks of src start at multiples of 8 bytes, but a bulk copy needs multiples of 16 "
     "bytes"},
    {"bulk",
     "copy_async elected f32 gmem S[(8,4):(ld,1)] -> smem S[(8,4)] where ld % 4 == 0",
     PLAN},
    {"bulk",
     "copy_async elected f16 gmem S[(8,64)] -> smem S[(8,64)] swizzle(3,3,3)",
     "swizzle",
     "a bulk copy keeps the order of bytes, but src has no swizzle and dst has swizzle(3,3,3)"},
    {"bulk",
     "copy_async elected f16 gmem S[(8,64)] swizzle(3,2,4) -> smem S[(8,64)] swizzle(3,2,3,outer)",
     "swizzle",
     "a bulk copy keeps the order of bytes, but src has swizzle(3,2,4) and dst has "
     "swizzle(3,2,3,outer)"},
    {"bulk",
     "copy_async elected f16 gmem S[(8,64)] -> smem S[(8,64)] + R[2:512]",
     "memory_replica",
     "the layout has a replica on a memory axis"},
    {"bulk",
     "copy_async elected f16 gmem S[(8,64)] swizzle(2,3,3) -> smem S[(8,64)] swizzle(2,3,3)",
     PLAN},
    {"dsmem",
     "copy_async elected f16 smem S[(8,16)] swizzle(2,2,3) [0:8, 0:8] -> dsmem S[(8,16)] "
     "swizzle(2,2,3) [0:8, 0:8]",
     PLAN},
    {"dsmem",
     "copy_async elected f16 smem S[(8,16)] swizzle(2,2,3) [0:8, 4:12] -> dsmem S[(8,16)] "
     "swizzle(2,2,3) [0:8, 4:12]",
     "aligned",
     "the chunks of src start at multiples of 8 bytes, but a bulk copy needs multiples of 16 "
     "bytes"},

    /* ---- matrices */
    {"matrices", "copy warp f16 smem S[(16,16)] -> reg 16x16 mma_a", PLAN},
    {"matrices",
     "copy warp f64 smem S[(8,8)] -> reg 8x8 S[(8,4,2):(4@laneid,1@laneid,1)]",
     "dtype",
     "64-bit elements do not fill 32-bit registers"},
    {"matrices",
     "copy warp e3m2 smem S[(8,16)] -> reg 8x16 S[(8,4,4):(4@laneid,1@laneid,1)]",
     "fragment",
     "a row has an odd number of lanes or registers"},
    {"matrices",
     "copy warp f16 smem S[(8,8):(12,1)] -> reg 8x8 S[(8,4,2):(4@laneid,1@laneid,1)]",
     "base_align",
     "no fact says that rows start at multiples of 16 bytes"},
    {"matrices",
     "copy warp f16 smem S[(8,8):(16,1)] -> reg 8x8 S[(8,4,2):(4@laneid,1@laneid,1)]",
     PLAN},
    {"matrices",
     "copy warp f16 smem S[(8,8):(16,1)] swizzle(2,1,4) -> reg 8x8 "
     "S[(8,4,2):(4@laneid,1@laneid,1)]",
     "swizzle",
     "the swizzle moves pieces of 64 bits, smaller than a matrix row of 128 bits"},
    {"matrices",
     "copy warp f16 smem S[(8,8):(16,1)] swizzle(3,1,4) -> reg 8x8 "
     "S[(8,4,2):(4@laneid,1@laneid,1)]",
     PLAN},
    {"matrices",
     "copy warp f16 smem S[(8,8):(1,16)] -> reg 8x8 S[(8,4,2):(4@laneid,1@laneid,1)]",
     PLAN},
    {"matrices",
     "copy warp f16 smem S[(8,8):(16,2)] -> reg 8x8 S[(8,4,2):(4@laneid,1@laneid,1)]",
     "fragment",
     "no 16 contiguous bytes of memory form a row of an 8x8 matrix"},
    {"matrices",
     "copy warp f32 smem S[(8,4):(1,8)] -> reg S[(8,4):(4@laneid,1@laneid)]",
     "fragment",
     "no 16 contiguous bytes of memory form a row of an 8x8 matrix"},
    {"matrices", "copy warp f32 smem S[(8,4):(4,1)] -> reg S[(8,4):(4@laneid,1@laneid)]", PLAN},
    {"matrices",
     "copy warp f32 smem S[(8,8):(8,1)] -> reg 8x8 S[(8,2,4):(4@laneid,1,1@laneid)]",
     PLAN},
    {"matrices",
     "copy warp f16 smem S[(8,8)] -> reg 8x8 S[(8,4,2):(4@laneid,1@laneid,2)]",
     "fragment",
     "a 32-bit register is only partly used"},
    {"matrices",
     "copy warp f16 smem S[(4,8)] -> reg 4x8 S[(4,4,2):(4@laneid,1@laneid,1)]",
     "fragment",
     "some of the 32 lanes hold no part of an 8x8 matrix"},
    {"matrices",
     "copy warp f16 smem S[(6,8)] -> reg 6x8 S[(6,4,2):(4@laneid,1@laneid,1)]",
     "fragment",
     "a row has an odd number of lanes or registers"},
    {"matrices",
     "copy warp f16 smem S[(2,2)] -> reg S[(2,2):(3@laneid,1)]",
     "fragment",
     "a stride on the lanes is not a power of two"},
    {"matrices",
     "copy warp f16 smem S[(2,2,2)] -> reg S[(2,2,2):(1,1@laneid,3)]",
     "fragment",
     "some elements do not start at a 32-bit register"},
    {"matrices",
     "copy cta(128) f16 smem S[(2,8,8)] -> reg 2x8x8 S[(2,8,4,2):(48@tx,4@tx,1@tx,1)]",
     "fragment",
     "a stride on the warps is not a multiple of 32"},
    {"matrices",
     "copy cta(128) f16 smem S[(2,8,8)] -> reg 2x8x8 S[(2,8,4,2):(64@tx,4@tx,1@tx,1)]",
     PLAN},
    {"matrices",
     "copy cta(128) f16 smem S[(8,8)] -> reg 8x8 S[(8,4,2):(4@laneid,1@laneid,1)] + R[3:1@warpid]",
     PLAN},
    {"matrices",
     "copy warp f16 smem S[(4,8)] -> reg 4x8 S[(4,4,2):(4@laneid,1@laneid,1)] + R[2:16@laneid]",
     PLAN},
    {"matrices",
     "copy warp f16 reg 4x8 S[(4,4,2):(4@laneid,1@laneid,1)] + R[2:16@laneid] -> smem S[(4,8)]",
     "fragment",
     "some of the 32 lanes hold no part of an 8x8 matrix"},
    {"matrices", "copy warp u8 smem S[(8,16)] -> reg 8x16 S[(8,4,4):(4@laneid,1@laneid,1)]", PLAN},
    {"matrices",
     "copy warp u8 smem S[(8,16):(24,1)] -> reg 8x16 S[(8,4,4):(4@laneid,1@laneid,1)]",
     "base_align",
     "no fact says that rows start at multiples of 16 bytes"},
    {"matrices",
     "copy warp e2m1 smem S[(8,32)] -> reg 8x32 S[(8,4,8):(4@laneid,1@laneid,1)]",
     PLAN},
    {"matrices",
     "copy warp f16 smem S[(8,24)] -> reg 8x24 S[(8,3,4,2):(4@laneid,2,1@laneid,1)]",
     PLAN},
    {"matrices",
     "copy warp f16 smem S[(8,24)] -> reg 8x24 S[(8,3,4,2):(4@laneid,3,1@laneid,1)]",
     "fragment",
     "some elements do not start at a 32-bit register"},

    /* ---- registers and memory */
    {"reg", "copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]", PLAN},
    {"reg",
     "copy elected f32 smem S[(8)] -> reg S[(8)]",
     "scope",
     "the scope is not thread, warp, warpgroup or cta"},
    {"reg",
     "copy warp f32 smem S[(32,8)] -> dsmem S[(32,8)]",
     "memory_pair",
     "smem -> dsmem: exactly one side must be registers"},
    {"reg",
     "copy warp f32 reg S[(32,8):(1@laneid,1)] -> dsmem S[(32,8)]",
     "memory_pair",
     "the other side is dsmem, not smem or gmem"},
    {"reg",
     "copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)] swizzle(0,1,1)",
     "register_swizzle",
     "the register layout is swizzled"},
    {"reg", "copy warp f32 smem S[(32,8)] + R[2:256] -> reg S[(32,8):(1@laneid,1)]", PLAN},
    {"reg",
     "copy warp f32 reg S[(32,8):(1@laneid,1)] -> smem S[(32,8)] + R[2:256]",
     "memory_replica",
     "the layout has a replica on a memory axis"},
    {"reg",
     "copy warp f32 reg S[(16,32):(1,1@laneid)][m:+8, 0:32] -> smem S[(8,32)]",
     "register_origin",
     "registers cannot be indexed at run time"},

    {"reg",
     "copy warp f32 smem S[(4,4)] -> reg S[(4,4):(2@laneid,7@laneid)]",
     "owners",
     "the strides on a thread axis do not nest"},
    {"reg", "copy warp f32 smem S[(4,4)] -> reg S[(4,4):(2@laneid,8@laneid)]", PLAN},
    {"reg", "copy warp f32 smem S[(4)] -> reg S[(4):(2@laneid)] + R[2:1@laneid]", PLAN},
    {"reg",
     "copy warp f32 smem S[(4,3,2)] -> reg S[(4,3,2):(7@laneid,1@laneid,3@laneid)]",
     "owners",
     NULL},
    {"reg", "copy warp e2m1 smem S[(32,1)] -> reg S[(32,1):(1@laneid,1)]", "vector", NULL},
    {"fallback", "copy warp f32 smem S[(4,4)] -> reg S[(4,4):(2@laneid,7@laneid)]", PLAN},

    /* ---- hints */
    {"reg", "copy warp f32 gmem S[(32,8)] -> reg S[(32,8):(1@laneid,1)] { cache cg; }", PLAN},
    {"reg",
     "copy warp f32 gmem S[(32,4)] -> reg S[(32,4):(1@laneid,1)] { l2 evict_first; }",
     "hint_width",
     "'l2 evict_first' needs 256-bit accesses, but this copy uses 128 bits"},
    {"ldgsts", "copy_async warp f32 gmem S[(32,4)] -> smem S[(32,4)] { cache cg; }", PLAN},
    {"ldgsts",
     "copy_async warp f32 gmem S[(32,2)] -> smem S[(32,2)] { cache cg; }",
     "hint_width",
     "'cache cg' of cp.async needs 16-byte accesses, but this copy uses 8 bytes"},
    {"ldgsts", "copy_async warp f32 gmem S[(32,2)] -> smem S[(32,2)] { cache ca; }", PLAN},
    {"bulk",
     "copy_async elected f32 gmem S[(64)] -> smem S[(64)] { cache cg; }",
     "hint_access",
     "its instructions take no 'cache cg'"},
    {"bulk",
     "copy_async elected f32 gmem S[(64)] -> smem S[(64)] { prefetch 128B; }",
     "hint_access",
     "its instructions take no 'prefetch 128B'"},
    {"bulk", "copy_async elected f32 gmem S[(64)] -> smem S[(64)] { l2 policy; }", PLAN},

    /* ---- reductions onto what is there */
    {"red", "copy warp f32 reg S[(32,4):(1@laneid,1)] -> gmem S[(32,4)] { reduce add; }", PLAN},
    {"red",
     "copy warp f32 reg S[(32,4):(1@laneid,1)] -> gmem S[(32,4)] { reduce min; }",
     "reduce_type",
     NULL},
    {"red", "copy warp f16 reg S[(32,4):(1@laneid,1)] -> gmem S[(32,4)] { reduce add; }", PLAN},
    {"bulk", "copy_async elected f32 smem S[(64)] -> gmem S[(64)] { reduce add; }", PLAN},
    {"bulk",
     "copy_async elected u8 smem S[(64)] -> gmem S[(64)] { reduce add; }",
     "reduce_type",
     NULL},

    /* ---- conversions */
    {"reg", "copy warp f16 -> f32 reg S[(32,8):(1@laneid,1)] -> smem S[(32,8)]", PLAN},
    {"reg",
     "copy warp i4 -> f16 gmem S[(32,1)] -> reg S[(32,1):(1@laneid,1)]",
     "vector",
     "no access of at least 8 bits fits these 4-bit elements"},
    {"relayout_rename",
     "copy warp f32 -> f16 reg S[(32,8):(1@laneid,1)] -> reg S[(32,8):(1@laneid,1)]",
     PLAN},
    {"relayout_rename",
     "copy warp i4 -> f16 reg S[(32,8):(1@laneid,1)] -> reg S[(32,8):(1@laneid,1)]",
     "packed",
     "registers of 4-bit elements are only converted on the way to memory"},

    {"reg", "copy warp f16 -> f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]", PLAN},
    {"reg", "copy warp i4 -> f16 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]", PLAN},
};

static void keep_decline(const Row *row, const Decline *decline) {
    bool same = decline->predicate && strcmp(decline->predicate, row->predicate) == 0 &&
                (!row->reason || strcmp(decline->reason, row->reason) == 0);
    EXPECT_OF(row->text, same);
    if (!same)
        printf("    %s, %s: %s\n", row->variant, decline->predicate, decline->reason);
}

static Copy *copy_of(const char *text) {
    const Source *source =
        source_from_text("<row>", mem_printf("%s as row\n", text), strlen(text) + 8);
    Module *module = lang_load(source, prelude_text, NULL, 0, 0);
    View *view = NEW(View);
    if (!module || diag_error_count() || module->request_count != 1)
        return NULL;
    Picked *picked = auto_layouts(module);
    return view_make(module->requests[0], picked, view) && check_copy(view->caller)
               ? (Copy *)view->moved
               : NULL;
}

/* The parts that variants ask; what they found is no plan, but it is something. */
static bool ask_part(const Row *row, const Copy *copy, Decline *decline, bool *found) {
    static Matrices matrices;
    if (strcmp(row->variant, "matrices") != 0)
        return false;
    Partition *partition = partition_new(copy, decline);
    *found = partition && matrices_find(partition, &matrices, decline);
    return true;
}

static void expect_answer(const Row *row, bool found, const Decline *decline) {
    EXPECT_OF(row->text, found == (row->predicate == NULL));
    if (!found && row->predicate)
        keep_decline(row, decline);
    else if (found != (row->predicate == NULL))
        printf("    %s: %s\n", row->variant, found ? "has a plan" : decline->reason);
}

static void ask(const Row *row) {
    const Copy *copy = copy_of(row->text);
    EXPECT_OF(row->text, copy != NULL);
    if (!copy)
        printf("    is no copy\n");
    Decline decline = {0};
    bool found = false;
    if (copy && ask_part(row, copy, &decline, &found))
        expect_answer(row, found, &decline);
    for (int i = 0; copy && i < variant_count; i++) {
        if (strcmp(variants[i].name, row->variant) != 0)
            continue;
        const Query query = {.target = TARGET_COUNT - 1, .copy = copy};
        Plan *plan = variants[i].offer(&query, &decline);
        if (plan && copy_converts(copy) && !plan_convert(plan, copy, query.target, &decline))
            plan = NULL;
        if (plan && hint_is_set(&copy->options.hint)) {
            plan->hint = copy->options.hint;
            plan = hints_fit(plan, &decline) ? plan : NULL;
        }
        expect_answer(row, plan != NULL, &decline);
    }
    diag_reset();
}

int main(void) {
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        MemMark mark = mem_mark();
        ask(&rows[i]);
        mem_rewind(mark);
    }
    mem_free_all();
    return unit_finish();
}
