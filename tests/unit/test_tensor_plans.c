/* test_tensor_plans.c: what plans of tensor copies are made of beyond what their proof judges: which loops run
 * around all of a phase, which are unrolled, how wide and how many the copies are, the map's type and hints. */
#include "../../generator/tile/tile.h"
#include "../../generator/variants/variants.h"
#include "module_of.h"
#include "unit.h"
#include <string.h>

static void print_loop(Text *out, const Plan *plan, int loop) {
    const Loop *of = &plan->loops[loop];
    text_printf(out, "%d%s ", (int)of->extent, of->unroll ? "u" : "");
}

static void print_step(Text *out, const Plan *plan, const Step *step) {
    const Act act = primitives[step->primitive].act;
    for (int r = 0; r < step->repeat_count; r++)
        print_loop(out, plan, step->repeat[r]);
    text_printf(
        out,
        "%s%s",
        step->value ? "to many " : "",
        act == ACT_BOX      ? "box"
        : act == ACT_ROWS   ? "rows"
        : act == ACT_COMMIT ? "commit"
                            : primitives[step->primitive].ptx);
    if (act == ACT_BOX || act == ACT_ROWS)
        text_printf(out, " of %d", (int)step->count);
    if (step->combine)
        text_printf(out, " adds");
    text_printf(out, "; ");
}

/* "[8 64u ] elected box of 16; 128 bits, 512; src type 6, l2 0, oob 0, at 128": loops around all steps, the steps
 * with their own loops, bits of a copy, copies; the map. */
static const char *words_of(const Plan *plan) {
    Text out = {0};
    for (int p = 0; p < plan->phase_count; p++) {
        const Phase *phase = &plan->phases[p];
        text_printf(&out, "[");
        for (int l = 0; l < phase->loop_count; l++)
            print_loop(&out, plan, phase->loops[l]);
        text_printf(&out, "] %s", phase->elected ? "elected " : "");
        for (int s = 0; s < phase->step_count; s++)
            print_step(&out, plan, &phase->steps[s]);
    }
    text_printf(&out, "%d bits, %d; ", plan->vec_bits, plan->ops_per_thread);
    for (int i = 0; i < plan->object_count; i++) {
        const Object *map = &plan->objects[i];
        if (map->kind == OBJECT_TENSOR)
            text_printf(
                &out,
                "%s type %d, l2 %d, oob %d, ",
                map->name,
                map->type,
                map->promotion,
                (int)map->oob);
    }
    for (int b = 0; b < plan->buffer_count; b++)
        if (plan->buffers[b].space == SPACE_SMEM && strcmp(plan->buffers[b].name, "index"))
            text_printf(&out, "at %d", plan->buffers[b].align);
    return text_string(&out);
}

#define NUMBERS "f16 gmem S[(8,64)] -> smem S[(8,64)] { tensormap; "
#define PANELS                                                                                     \
    "copy_async elected f16 gmem S[(M,K):(ld,1)][m:+64, k:+128] -> smem 64x128 "                   \
    "S[(64,2,64):(64,4096,1)] swizzle 128B where ld % 8 == 0 { tensormap; oob zero; } as f\n"
#define LONG(type, columns, more)                                                                  \
    "copy_async elected " type " gmem S[(2," columns ")] -> smem S[(2," columns                    \
    ")] { tensormap" more "; using tma_auto; } as f\n"
#define ROWS "by i32 gmem -> smem "
static const struct {
    const char *text;
    Plan *(*offer)(const Query *query, Decline *decline);
    int target;
    const char *words;
} plans[] = {
    {"copy_async elected " NUMBERS "} as f\n",
     tma_explicit_offer,
     TARGET_SM_90,
     "[] elected box of 1024; 8192 bits, 1; src type 6, l2 0, oob 0, at 128"},
    {"copy_async thread " NUMBERS "l2 64B; } as f\n",
     tma_explicit_offer,
     TARGET_SM_90,
     "[] box of 1024; 8192 bits, 1; src type 6, l2 64, oob 0, at 128"},
    {"copy_async elected " NUMBERS "l2 256B; multicast; } as f\n",
     tma_explicit_offer,
     TARGET_SM_90A,
     "[] elected to many box of 1024; 8192 bits, 1; src type 6, l2 256, oob 0, at 128"},
    {"copy_async elected " NUMBERS "multicast; } as f\n",
     tma_explicit_offer,
     TARGET_SM_90,
     "target: one tensor copy to several CTAs needs sm_90a, sm_100a or the like"},
    {"copy_async elected " NUMBERS "} as f\n",
     tma_explicit_offer,
     TARGET_SM_80,
     "target: tensor copies need sm_90 or newer"},
    {"copy_async elected " NUMBERS "multicast; } as f\n",
     tma_explicit_offer,
     TARGET_SM_80,
     "target: tensor copies need sm_90 or newer"},
    {"copy_async elected f16 smem S[(8,64)] -> gmem S[(8,64)] { tensormap; } as f\n",
     tma_explicit_offer,
     TARGET_SM_90,
     "[] elected box of 1024; commit; 8192 bits, 1; dst type 6, l2 0, oob 0, at 128"},
    {"copy_async thread u32 smem S[(8,64)] -> gmem S[(8,64)] { tensormap; reduce add; } as f\n",
     tma_explicit_offer,
     TARGET_SM_90,
     "[] box of 2048 adds; commit; 16384 bits, 1; dst type 2, l2 0, oob 0, at 128"},
    {"copy_async thread i64 smem S[(8,16)] -> gmem S[(8,16)] { tensormap; reduce add; } as f\n",
     tma_explicit_offer,
     TARGET_SM_90,
     "[] box of 1024 adds; commit; 8192 bits, 1; dst type 4, l2 0, oob 0, at 128"},
    {"copy_async thread i64 smem S[(8,16)] -> gmem S[(8,16)] { tensormap; } as f\n",
     tma_explicit_offer,
     TARGET_SM_90,
     "[] box of 1024; commit; 8192 bits, 1; dst type 5, l2 0, oob 0, at 128"},
    {"copy_async thread f32 -> tf32 gmem S[(8,32)] -> smem S[(8,32)] { tensormap; } as f\n",
     tma_explicit_offer,
     TARGET_SM_90,
     "[] box of 1024; 8192 bits, 1; src type 11, l2 0, oob 0, at 128"},
    /* Several boxes. */
    {PANELS,
     tma_auto_offer,
     TARGET_SM_90,
     "[2u ] elected box of 8192; 65536 bits, 2; src type 6, l2 0, oob 1, at 1024"},
    {"copy_async elected f16 smem 64x128 S[(64,2,64):(64,4096,1)] swizzle 128B -> gmem "
     "S[(M,K):(ld,1)][m:+64, k:+128] where ld % 8 == 0, K % 8 == 0, k % 8 == 0 { tensormap; oob "
     "skip; } as f\n",
     tma_auto_offer,
     TARGET_SM_90,
     "[] elected 2u box of 8192; commit; 65536 bits, 2; dst type 6, l2 0, oob 3, at 1024"},
    {"copy_async elected f16 gmem S[(256,8)] -> smem S[(256,8):(64,1)] { tensormap; } as f\n",
     tma_auto_offer,
     TARGET_SM_90,
     "[256u ] elected box of 16; 128 bits, 256; src type 6, l2 0, oob 0, at 128"},
    {"copy_async elected f16 gmem S[(257,8)] -> smem S[(257,8):(64,1)] { tensormap; } as f\n",
     tma_auto_offer,
     TARGET_SM_90,
     "[257 ] elected box of 16; 128 bits, 257; src type 6, l2 0, oob 0, at 128"},
    {"copy_async elected f16 gmem S[(64,64)] -> smem 64x64 S[(64,8,8):(64,4096,1)] { tensormap; } "
     "as f\n",
     tma_auto_offer,
     TARGET_SM_90,
     "[8 64u ] elected box of 16; 128 bits, 512; src type 6, l2 0, oob 0, at 128"},
    /* Wider elements, and none wider than 64 bits. */
    {LONG("u8", "256", ""),
     tma_auto_offer,
     TARGET_SM_90,
     "[] elected box of 512; 4096 bits, 1; src type 0, l2 0, oob 0, at 128"},
    {LONG("u8", "512", ""),
     tma_auto_offer,
     TARGET_SM_90,
     "[] elected box of 1024; 8192 bits, 1; src type 1, l2 0, oob 0, at 128"},
    {LONG("u8", "1024", ""),
     tma_auto_offer,
     TARGET_SM_90,
     "[] elected box of 2048; 16384 bits, 1; src type 2, l2 0, oob 0, at 128"},
    {LONG("u8", "2048", ""),
     tma_auto_offer,
     TARGET_SM_90,
     "[] elected box of 4096; 32768 bits, 1; src type 4, l2 0, oob 0, at 128"},
    {LONG("f16", "1024", ""),
     tma_auto_offer,
     TARGET_SM_90,
     "[] elected box of 4096; 32768 bits, 1; src type 4, l2 0, oob 0, at 128"},
    {LONG("f32", "512", ""),
     tma_auto_offer,
     TARGET_SM_90,
     "[] elected box of 4096; 32768 bits, 1; src type 4, l2 0, oob 0, at 128"},
    {LONG("i4", "512", ""),
     tma_auto_offer,
     TARGET_SM_90,
     "[] elected box of 512; 4096 bits, 1; src type 0, l2 0, oob 0, at 128"},
    /* Four rows a copy. */
    {"copy_async elected f16 gmem S[(16,64):(ld,1)] by i32 smem -> smem S[(16,64)] swizzle 128B "
     "where ld % 8 == 0 { tensormap; l2 128B; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[] elected 4u 4u ld.shared.b32; 4u rows of 512; 4096 bits, 4; src type 6, l2 128, oob 0, at "
     "1024"},
    {"copy_async elected f16 gmem S[(16,128):(ld,1)] by i32 smem -> smem 16x128 "
     "S[(16,2,64):(64,1024,1)] swizzle 128B where ld % 8 == 0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[] elected 4u 4u ld.shared.b32; 4u 2u rows of 512; 4096 bits, 8; src type 6, l2 0, oob 0, at "
     "1024"},
    {"copy_async elected f32 gmem S[(256,32):(ld,1)] " ROWS
     "S[(256,32)] where ld % 4 == 0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[4 ] elected 16u 4u ld.global.b32; 16u rows of 512; 4096 bits, 64; src type 7, l2 0, oob 0, "
     "at 128"},
    {"copy_async elected f32 gmem S[(256,64):(ld,1)] " ROWS
     "256x64 S[(2,128,2,32):(8192,32,4096,1)] where ld % 4 == 0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[2 2 ] elected 16u 4u ld.global.b32; 16u 2u rows of 512; 4096 bits, 128; src type 7, l2 0, "
     "oob 0, at 128"},
    {"copy_async thread f32 gmem S[(80,32):(ld,1)] by i32 reg -> smem S[(80,32)] where ld % 4 == 0 "
     "{ tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[] 20u rows of 512; 4096 bits, 20; src type 7, l2 0, oob 0, at 128"},
    {"copy_async elected f16 gmem S[(16,1024):(ld,1)] by i32 smem -> smem 16x1024 "
     "S[(16,2,512):(512,8192,1)] where ld % 8 == 0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[] elected 4u 4u ld.shared.b32; 4u 2u rows of 4096; 32768 bits, 8; src type 2, l2 0, oob 0, "
     "at "
     "128"},
    {"copy_async elected f16 gmem S[(16,64):(ld,1)] by i32 smem -> smem S[(16,64)] swizzle(3,0,3) "
     "where ld % 8 == 0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[] elected 4u 4u ld.shared.b32; 4u rows of 512; 4096 bits, 4; src type 6, l2 0, oob 0, at "
     "128"},
    {"copy_async elected f16 gmem S[(16,256):(ld,1)] by i32 smem -> smem 16x256 "
     "S[(16,2,2,64):(64,1024,2048,1)] where ld % 8 == 0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[] elected 4u 4u ld.shared.b32; 4u 2u 2u rows of 512; 4096 bits, 16; src type 6, l2 0, oob "
     "0, "
     "at 128"},
    {"copy_async elected f16 gmem S[(64,64):(ld,1)] by i32 smem -> smem 64x64 "
     "S[(2,2,16,64):(8192,2048,64,1)] where ld % 8 == 0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[] elected 2u 2u 4u 4u ld.shared.b32; 2u 2u 4u rows of 512; 4096 bits, 16; src type 6, l2 0, "
     "oob 0, at 128"},
    /* Rows of the widest elements that they can be of. */
    {"copy_async elected i4 gmem S[(4,256):(ld,1)] by i32 smem -> smem S[(4,256)] where ld % 32 == "
     "0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[] elected 4u ld.shared.b32; rows of 512; 4096 bits, 1; src type 0, l2 0, oob 0, at 128"},
    {"copy_async elected e4m3 gmem S[(8,32)] by i32 smem -> smem S[(8,32)] { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[] elected 2u 4u ld.shared.b32; 2u rows of 128; 1024 bits, 2; src type 0, l2 0, oob 0, at "
     "128"},
    {"copy_async elected i4 gmem S[(4,512):(ld,1)] by i32 smem -> smem S[(4,512)] where ld % 32 == "
     "0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[] elected 4u ld.shared.b32; rows of 1024; 8192 bits, 1; src type 0, l2 0, oob 0, at 128"},
    {"copy_async elected i4 gmem S[(4,1024):(ld,1)] by i32 smem -> smem S[(4,1024)] where ld % 32 "
     "== 0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[] elected 4u ld.shared.b32; rows of 2048; 16384 bits, 1; src type 1, l2 0, oob 0, at 128"},
    {"copy_async elected i4 gmem S[(4,2048):(ld,1)] by i32 smem -> smem S[(4,2048)] where ld % 32 "
     "== 0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[] elected 4u ld.shared.b32; rows of 4096; 32768 bits, 1; src type 2, l2 0, oob 0, at 128"},
    {"copy_async elected u8 gmem S[(4,256):(ld,1)] by i32 smem -> smem S[(4,256)] where ld % 32 == "
     "0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[] elected 4u ld.shared.b32; rows of 1024; 8192 bits, 1; src type 0, l2 0, oob 0, at 128"},
    {"copy_async elected u8 gmem S[(4,512):(ld,1)] by i32 smem -> smem S[(4,512)] where ld % 32 == "
     "0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[] elected 4u ld.shared.b32; rows of 2048; 16384 bits, 1; src type 1, l2 0, oob 0, at 128"},
    {"copy_async elected u8 gmem S[(4,1024):(ld,1)] by i32 smem -> smem S[(4,1024)] where ld % 32 "
     "== 0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[] elected 4u ld.shared.b32; rows of 4096; 32768 bits, 1; src type 2, l2 0, oob 0, at 128"},
    {"copy_async elected u8 gmem S[(4,2048):(ld,1)] by i32 smem -> smem S[(4,2048)] where ld % 32 "
     "== 0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[] elected 4u ld.shared.b32; rows of 8192; 65536 bits, 1; src type 4, l2 0, oob 0, at 128"},
    {"copy_async elected f16 gmem S[(4,256):(ld,1)] by i32 smem -> smem S[(4,256)] where ld % 32 "
     "== 0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[] elected 4u ld.shared.b32; rows of 2048; 16384 bits, 1; src type 6, l2 0, oob 0, at 128"},
    {"copy_async elected f16 gmem S[(4,264):(ld,1)] by i32 smem -> smem S[(4,264)] where ld % 32 "
     "== 0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[] elected 4u ld.shared.b32; rows of 2112; 16896 bits, 1; src type 2, l2 0, oob 0, at 128"},
    {"copy_async elected f16 gmem S[(4,512):(ld,1)] by i32 smem -> smem S[(4,512)] where ld % 32 "
     "== 0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[] elected 4u ld.shared.b32; rows of 4096; 32768 bits, 1; src type 2, l2 0, oob 0, at 128"},
    {"copy_async elected f16 gmem S[(4,1024):(ld,1)] by i32 smem -> smem S[(4,1024)] where ld % 32 "
     "== 0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[] elected 4u ld.shared.b32; rows of 8192; 65536 bits, 1; src type 4, l2 0, oob 0, at 128"},
    {"copy_async elected f32 gmem S[(4,512):(ld,1)] by i32 smem -> smem S[(4,512)] where ld % 32 "
     "== 0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[] elected 4u ld.shared.b32; rows of 8192; 65536 bits, 1; src type 4, l2 0, oob 0, at 128"},
    {"copy_async elected f64 gmem S[(4,256):(ld,1)] by i32 smem -> smem S[(4,256)] where ld % 32 "
     "== 0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[] elected 4u ld.shared.b32; rows of 8192; 65536 bits, 1; src type 8, l2 0, oob 0, at 128"},
    {"copy_async elected f16 gmem S[(4,K):(ld,1)][0:4, k:+512] by i32 smem -> smem S[(4,512)] "
     "where ld % 32 == 0, K % 2 == 0, k % 2 == 0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "[] elected 4u ld.shared.b32; rows of 4096; 32768 bits, 1; src type 2, l2 0, oob 0, at 128"},
    {"copy_async elected f16 smem S[(4,64)] swizzle 128B -> gmem S[(4,64):(ld,1)] by u32 smem "
     "where ld % 8 == 0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100A,
     "[] elected 4u ld.shared.b32; rows of 512; commit; 4096 bits, 1; dst type 6, l2 0, oob 0, at "
     "1024"},
    {"copy_async elected f16 gmem S[(16,64):(ld,1)] by i32 smem -> smem S[(16,64)] where ld % 8 == "
     "0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_90,
     "target: tensor copies of four rows need sm_100; before it drop 'tensormap' (bulk)"},
    {"copy_async elected f16 smem S[(4,64)] swizzle 128B -> gmem S[(4,64):(ld,1)] by u32 smem "
     "where ld % 8 == 0 { tensormap; } as f\n",
     tma_gather_offer,
     TARGET_SM_100,
     "target: scatters of four rows need sm_100a or sm_100f; else drop 'tensormap' (bulk)"},
};

int main(void) {
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        const Module *module = module_of(plans[i].text, plans[i].target);
        if (!module || module->request_count != 1) {
            EXPECT_OF(plans[i].text, false);
            continue;
        }
        const Query query = {.copy = &module->requests[0]->copy, .target = plans[i].target};
        Decline decline = {0};
        const Plan *plan = plans[i].offer(&query, &decline);
        const char *words =
            plan ? words_of(plan) : mem_printf("%s: %s", decline.predicate, decline.reason);
        const bool same = strcmp(words, plans[i].words) == 0;
        EXPECT_OF(plans[i].text, same);
        for (int o = 0; plan && plans[i].offer == tma_gather_offer && o < plan->object_count; o++)
            EXPECT(/* how large the array is, the host alone knows */
                   plan->objects[o].kind != OBJECT_TENSOR ||
                   plan->buffers[plan->objects[o].buffer].elements == 0);
        /* how it rounds is put into the flow when the plan is chosen */
        EXPECT_OF(plans[i].text, !plan || query.copy->by_map || plan_prove(plan).ok);
        if (!same)
            printf("  %s\n  %s\n", words, plans[i].words);
    }
    mem_free_all();
    return unit_finish();
}
