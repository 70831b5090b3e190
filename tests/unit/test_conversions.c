/* Which numbers a dtype has, whether it keeps all of them in another, the roundings that there
 * are, and by which instructions every pair of dtypes is converted in runs of 1, 2, 4 and 8
 * elements: each held against numbers that are made bit by bit, and against all chains of rows.
 * conversions.txt has the words alone. */
#include "generator/plan/plan.h"
#include "expected.h"
#include "unit.h"
#include <math.h>

static const char *const dtypes[] = {
    "f32", "tf32", "f16", "bf16", "e5m2", "e4m3", "e2m1", "i8", "u8", "i4", "u4", "f64"};
enum { DTYPES = COUNT_OF(dtypes) };
static const char *const words[] = {NULL, "rn", "rz", "rna", "r", "rn_sat"};

/* ---- numbers bit by bit --------------------------------------------------------------------- */

/* Floats by the bits of exponent and fraction; integers by their bits, signed or not. Of the
 * largest exponent IEEE keeps all codes for infinities and NaN, e4m3 one, e2m1 none. */
typedef struct {
    int exponent, fraction, taken; /* 2: all codes of the largest exponent, 1: the last, 0: none */
    int bits;                      /* of an integer */
    bool is_signed;
} Format;
static const Format formats[DTYPES] = {
    {8, 23, 2, 0, true},
    {8, 10, 2, 0, true},
    {5, 10, 2, 0, true},
    {8, 7, 2, 0, true},
    {5, 2, 2, 0, true},
    {4, 3, 1, 0, true},
    {2, 1, 0, 0, true},
    {0, 0, 0, 8, true},
    {0, 0, 0, 8, false},
    {0, 0, 0, 4, true},
    {0, 0, 0, 4, false}};

static int bias_of(const Format *f) {
    return (1 << (f->exponent - 1)) - 1;
}

/* The number of a code; false: it is none, or there is no such code. */
static bool number_at(const Format *f, int exponent, int64_t fraction, double *number) {
    const int64_t last = ((int64_t)1 << f->fraction) - 1;
    const int top = (1 << f->exponent) - 1;
    if (exponent == top && (f->taken == 2 || (f->taken == 1 && fraction == last)))
        return false;
    double scaled = ldexp((double)fraction, -f->fraction) + (exponent != 0);
    *number = ldexp(scaled, (exponent ? exponent : 1) - bias_of(f));
    return true;
}

static double largest(const Format *f) {
    const int64_t last = ((int64_t)1 << f->fraction) - 1;
    double found = 0;
    for (int exponent = 0; exponent < 1 << f->exponent; exponent++)
        for (int64_t fraction = last < 1 ? 0 : last - 1; fraction <= last; fraction++) {
            double number;
            if (number_at(f, exponent, fraction, &number) && number > found)
                found = number;
        }
    return found;
}

static bool has_number(const Format *f, double number) {
    if (f->bits) {
        double most = ldexp(1, f->bits - f->is_signed);
        return number == floor(number) && number < most && number >= (f->is_signed ? -most : 0);
    }
    int exponent = 0;
    frexp(number, &exponent);
    if (exponent - 1 < 1 - bias_of(f))
        exponent = 2 - bias_of(f);
    double units = ldexp(number, f->fraction - (exponent - 1));
    return units == floor(units) && fabs(number) <= largest(f);
}

/* Of a float the first, second and last fractions of each exponent: others need no more digits or
 * range. */
static bool keeps_all(const Format *from, const Format *to) {
    if (from->taken && (to->bits || to->taken < from->taken))
        return false; /* infinities and NaN */
    if (from->bits) {
        for (int n = from->is_signed ? -(1 << (from->bits - 1)) : 0;
             n < 1 << (from->bits - from->is_signed);
             n++)
            if (!has_number(to, n))
                return false;
        return true;
    }
    const int64_t last = ((int64_t)1 << from->fraction) - 1, fractions[] = {0, 1, last - 1, last};
    for (int exponent = 0; exponent < 1 << from->exponent; exponent++)
        for (size_t i = 0; i < COUNT_OF(fractions); i++) {
            double number;
            if (fractions[i] >= 0 && number_at(from, exponent, fractions[i], &number) &&
                !(has_number(to, number) && has_number(to, -number)))
                return false;
        }
    return true;
}

static void exact_pairs(void) {
    for (int i = 0; i < DTYPES; i++)
        for (int k = 0; k < DTYPES; k++) {
            bool f64 = i == DTYPES - 1 || k == DTYPES - 1; /* it is not converted */
            bool want = !f64 && keeps_all(&formats[i], &formats[k]);
            EXPECT_OF(
                mem_printf("%s %s", dtypes[i], dtypes[k]),
                conversion_is_exact(dtypes[i], dtypes[k]) == want);
        }
}

/* ---- routes --------------------------------------------------------------------------------- */

/* The least issue of all chains of at most `most` rows, all but the last exact; -1: there is
 * none. */
static int64_t cheapest(
    const char *from, const char *to, Rounding rounding, int64_t run, int most) {
    int64_t best = -1;
    for (int i = 0; i < PRIM_COUNT && most > 0; i++) {
        const Conversion *row = primitive_conversion((PrimitiveId)i);
        if (!row || row->pairs04 || strcmp(row->from, from) != 0 || run % row->count != 0)
            continue;
        int64_t own = run / row->count * primitives[i].rate.issue[GENERATION_MEASURED], rest = -1;
        if (strcmp(row->to, to) == 0 && row->rounding == rounding)
            rest = 0;
        else if (row->rounding == ROUNDING_EXACT)
            rest = cheapest(row->to, to, rounding, run, most - 1);
        if (rest >= 0 && (best < 0 || own + rest < best))
            best = own + rest;
    }
    return best;
}

/* The issue of a route that goes from the one to the other, loses nothing before its end, and
 * takes whole rows of the run; -2: one that does not. */
static int64_t issue_of(
    const PrimitiveId *route,
    int count,
    const char *from,
    const char *to,
    Rounding rounding,
    int64_t run) {
    int64_t issue = 0;
    for (int i = 0; i < count; i++) {
        const Conversion *row = primitive_conversion(route[i]);
        Rounding want = i + 1 < count ? ROUNDING_EXACT : rounding;
        if (!row || row->pairs04 || strcmp(row->from, from) != 0 || run % row->count != 0 ||
            row->rounding != want)
            return -2;
        issue += run / row->count * primitives[route[i]].rate.issue[GENERATION_MEASURED];
        from = row->to;
    }
    return strcmp(from, to) == 0 ? issue : -2;
}

/* The rounding that is meant where none is written: of the first row to this dtype that rounds. */
static Rounding usual(const char *to) {
    for (int i = 0; i < PRIM_COUNT; i++) {
        const Conversion *row = primitive_conversion((PrimitiveId)i);
        if (row && strcmp(row->to, to) == 0 && row->rounding != ROUNDING_EXACT)
            return row->rounding;
    }
    return ROUNDING_EXACT;
}

static int route_is_cheapest(const char *from, const char *to, Rounding rounding, int64_t run) {
    PrimitiveId route[MAX_ROUTE];
    int count = conversion_route(from, to, rounding, run, route);
    int64_t best = cheapest(from, to, rounding, run, MAX_ROUTE);
    if (best < 0 && rounding == ROUNDING_EXACT) {
        rounding = usual(to);
        best = cheapest(from, to, rounding, run, MAX_ROUTE);
    }
    EXPECT_OF(
        mem_printf("%s %s", from, to),
        count ? issue_of(route, count, from, to, rounding, run) == best : best < 0);
    return count;
}

static void routes(void) {
    int found = 0, chains = 0;
    for (int i = 0; i < DTYPES; i++)
        for (int k = 0; k < DTYPES; k++)
            for (int r = 0; r < ROUNDING_COUNT; r++)
                for (int64_t run = 1; run <= 8; run *= 2) {
                    int count = route_is_cheapest(dtypes[i], dtypes[k], (Rounding)r, run);
                    found += count > 0;
                    chains += count > 2;
                }
    EXPECT(found > 500 && chains > 10);
}

/* ---- words ---------------------------------------------------------------------------------- */

/* "rz=rz rna+saturate=rn_sat": what each word means for one pair. */
static const char *roundings(const char *from, const char *to) {
    Text out = {0};
    for (size_t w = 0; w < COUNT_OF(words); w++)
        for (int saturate = 0; saturate < 2; saturate++) {
            Rounding rounding;
            if (conversion_rounding(from, to, words[w], saturate, &rounding) &&
                *rounding_name[rounding])
                text_printf(
                    &out,
                    " %s%s=%s",
                    words[w] ? words[w] : "",
                    saturate ? "+saturate" : "",
                    rounding_name[rounding]);
        }
    return text_string(&out);
}

/* Words depend on the dtype that rounds alone, and mean nothing where nothing is lost. */
static void add_words(Text *out, const char *to) {
    const char *said = "";
    for (int i = 0; i < DTYPES; i++) {
        const char *found = roundings(dtypes[i], to);
        bool exact = conversion_is_exact(dtypes[i], to);
        EXPECT_OF(
            mem_printf("%s %s", dtypes[i], to),
            exact ? !*found : !*said || strcmp(found, said) == 0);
        said = exact ? said : found;
    }
    text_printf(out, "to %s: %s;%s\n", to, conversion_roundings(to), said);
}

/* The roundings that there are to a dtype, the usual one first, and how a message names them. A word
 * asks for one of its own, `saturate` for one that saturates; where nothing is lost none is meant. */
static void roundings_by_hand(void) {
    static const struct {
        const char *to, *said;
        const char *have[5];
    } rows[] = {
        {"f32", "", {NULL}},
        {"tf32", "rz, rna", {"rna", "rz"}},
        {"f16", "rn, rz, rn with saturate, rz with saturate", {"rn", "rz", "rn_sat", "rz_sat"}},
        {"bf16", "rn, rz, rn with saturate, rz with saturate", {"rn", "rz", "rn_sat", "rz_sat"}},
        {"e5m2", "rn with saturate", {"rn_sat"}},
        {"e4m3", "rn with saturate", {"rn_sat"}},
        {"e2m1", "rn with saturate", {"rn_sat"}},
        {"i8", "rn with saturate, rz with saturate", {"rn_sat", "rz_sat"}},
        {"u8", "rn with saturate, rz with saturate", {"rn_sat", "rz_sat"}},
        {"i4", "rn with saturate, rz with saturate", {"rn_sat", "rz_sat"}},
        {"u4", "rn with saturate, rz with saturate", {"rn_sat", "rz_sat"}},
        {"f64", "", {NULL}}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        EXPECT_OF(rows[i].to, strcmp(conversion_roundings(rows[i].to), rows[i].said) == 0);
        for (int from = 0; from < DTYPES; from++)
            for (size_t w = 0; w < 2 * COUNT_OF(words); w++) {
                const char *word = words[w / 2], *want = NULL;
                const bool saturate = w % 2, exact = conversion_is_exact(dtypes[from], rows[i].to);
                for (int k = 0; rows[i].have[k] && !want; k++) {
                    const char *has = rows[i].have[k];
                    size_t length = strcspn(has, "_");
                    bool named = !word || (strlen(word) == length && !strncmp(word, has, length));
                    want = named && (!saturate || has[length]) ? has : NULL;
                }
                Rounding got;
                bool found = conversion_rounding(dtypes[from], rows[i].to, word, saturate, &got);
                EXPECT_OF(rows[i].to, found == (exact || want));
                EXPECT_OF(rows[i].to, !found || strcmp(rounding_name[got], exact ? "" : want) == 0);
            }
    }
}

/* Of a copy between two dtypes: what it says, else the usual one; of a map to nearest. */
static void roundings_of_copies(void) {
    Copy copy = {.by_map = true};
    EXPECT(copy_rounding(&copy) == ROUNDING_RN);
    copy.by_map = false;
    copy.src.space = SPACE_SMEM;
    copy.dst.space = SPACE_REG;
    copy.dtype = dtype_find("f32", 3);
    copy.reg_dtype = dtype_find("f16", 3);
    EXPECT(copy_rounding(&copy) == ROUNDING_RN);
    copy.options.round = "rz";
    EXPECT(strcmp(rounding_name[copy_rounding(&copy)], "rz") == 0);
    copy.options.saturate = true;
    EXPECT(strcmp(rounding_name[copy_rounding(&copy)], "rz_sat") == 0);
    copy.dtype = copy.reg_dtype;
    copy.reg_dtype = dtype_find("f32", 3);
    EXPECT(copy_rounding(&copy) == ROUNDING_EXACT);
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
    roundings_by_hand();
    roundings_of_copies();
    exact_pairs();
    routes();
    for (int i = 0; i < DTYPES; i++)
        add_words(&out, dtypes[i]);
    EXPECT(is_expected("tests/unit/conversions.txt", &out, argc, argv));
    mem_free_all();
    return unit_finish();
}
