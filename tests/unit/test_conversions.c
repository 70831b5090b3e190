/* Which dtypes hold the numbers of which, the roundings that there are, and by which instructions every
 * pair of dtypes is converted, in runs of 1, 2, 4 and 8 elements: all of it against conversions.txt. */
#include "generator/plan/plan.h"
#include "expected.h"
#include "unit.h"

static const char *const dtypes[] = {
    "f32", "tf32", "f16", "bf16", "e5m2", "e4m3", "e2m1", "i8", "u8", "i4", "u4", "f64"};
static const char *const words[] = {NULL, "rn", "rz", "rna", "r", "rn_sat"};

static void add_roundings(Text *out, const char *from, const char *to) {
    for (size_t w = 0; w < COUNT_OF(words); w++)
        for (int saturate = 0; saturate < 2; saturate++) {
            Rounding rounding;
            if (conversion_rounding(from, to, words[w], saturate, &rounding) &&
                *rounding_name[rounding])
                text_printf(
                    out,
                    " %s%s=%s",
                    words[w] ? words[w] : "",
                    saturate ? "+saturate" : "",
                    rounding_name[rounding]);
        }
}

/* "1: e4m3_f16 f16_f32, 4: f32_i8x4": one element by way of two instructions, four by one; a run that goes
 * as the one before it is left out. */
static void add_routes(Text *out, const char *from, const char *to, Rounding rounding) {
    uint64_t last = 0;
    for (int64_t run = 1; run <= 8; run *= 2) {
        PrimitiveId route[MAX_ROUTE];
        int count = conversion_route(from, to, rounding, run, route);
        uint64_t now = count ? fnv1a64(route, (size_t)count * sizeof *route) : 0;
        if (now == last)
            continue;
        text_printf(
            out,
            "%s%s%lld:",
            last ? "," : "\n  ",
            last                       ? " "
            : *rounding_name[rounding] ? mem_printf("%s ", rounding_name[rounding])
                                       : "",
            (long long)run);
        for (int i = 0; i < count; i++)
            text_printf(out, " %s", primitives[route[i]].function + strlen("tc_convert_"));
        last = now;
    }
}

/* Of one pair and rounding the widest row stands first, and no two are of one width. */
static void rows_stand_in_order(void) {
    for (int i = 0; i < PRIM_COUNT; i++)
        for (int k = 0; k < i; k++) {
            const Conversion *row = primitive_conversion((PrimitiveId)i);
            const Conversion *before = primitive_conversion((PrimitiveId)k);
            if (row && before && strcmp(row->from, before->from) == 0 &&
                strcmp(row->to, before->to) == 0 && row->rounding == before->rounding &&
                row->pairs04 == before->pairs04)
                EXPECT(row->count < before->count);
        }
}

/* Eight nibbles to 16-bit floats have a form for packed pairs, and nothing else has. */
static void packed_pairs(void) {
    int found = 0;
    for (int i = 0; i < PRIM_COUNT; i++) {
        const Conversion *row = primitive_conversion((PrimitiveId)i);
        PrimitiveId id = (PrimitiveId)i;
        if (!row)
            continue;
        bool nibbles = strcmp(row->from, "i4") == 0 || strcmp(row->from, "u4") == 0;
        bool halves = strcmp(row->to, "f16") == 0 || strcmp(row->to, "bf16") == 0;
        bool has = nibbles && halves && row->count == 8;
        EXPECT(conversion_of_pairs04(&id) == has);
        const Conversion *pairs = primitive_conversion(id);
        EXPECT(pairs->pairs04 ? has : id == (PrimitiveId)i && !has);
        EXPECT(strcmp(pairs->from, row->from) == 0 && strcmp(pairs->to, row->to) == 0);
        EXPECT(pairs->count == row->count);
        found += row->pairs04;
        EXPECT(row->pairs04 == (strstr(primitives[i].function, "_pairs04") != NULL));
    }
    EXPECT(found == 4);
}

int main(int argc, char **argv) {
    Text out = {0};
    rows_stand_in_order();
    packed_pairs();
    for (size_t i = 0; i < COUNT_OF(dtypes); i++)
        text_printf(&out, "== to %s: %s\n", dtypes[i], conversion_roundings(dtypes[i]));
    for (size_t i = 0; i < COUNT_OF(dtypes); i++)
        for (size_t k = 0; k < COUNT_OF(dtypes); k++) {
            Text routes = {0};
            const char *from = dtypes[i], *to = dtypes[k];
            text_printf(
                &out, "%s %s: %s;", from, to, conversion_is_exact(from, to) ? "exact" : "rounds");
            add_roundings(&out, from, to);
            for (int r = 0; r < ROUNDING_COUNT; r++)
                add_routes(&routes, from, to, (Rounding)r);
            text_printf(&out, "%s\n", text_string(&routes));
        }
    EXPECT(is_expected("tests/unit/conversions.txt", &out, argc, argv));
    mem_free_all();
    return unit_finish();
}
