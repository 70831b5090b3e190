/* "dst[k] = src[k / 2 * 8 + lane / 4, lane % 4 * 2 + k % 2]": the formula of who owns what, read and
 * computed for every element of random register layouts, and compared with where the layout puts
 * the element. */
#include "../../generator/tell/view.h"
#include "module_of.h"
#include "unit.h"

static uint64_t random_state = 7;

static int random_below(int n) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (int)((random_state >> 33) % (uint64_t)n);
}

/* ---- a formula ------------------------------------------------------------------------------- */

typedef struct {
    const char *at;
    int64_t k, thread;
} Formula;

static bool accept(Formula *f, const char *text) {
    size_t length = strlen(text);
    if (strncmp(f->at, text, length) != 0)
        return false;
    f->at += length;
    return true;
}

static int64_t number(Formula *f) {
    int64_t value = 0;
    EXPECT(*f->at >= '0' && *f->at <= '9');
    for (; *f->at >= '0' && *f->at <= '9'; f->at++)
        value = 10 * value + (*f->at - '0');
    return value;
}

static int64_t variable(Formula *f) {
    return accept(f, "k")           ? f->k
           : accept(f, "lane")      ? f->thread % 32
           : accept(f, "warpgroup") ? f->thread / 128
           : accept(f, "warp")      ? f->thread / 32
           : accept(f, "thread")    ? f->thread
                                    : number(f);
}

/* As C reads it: from the left, and products before sums. */
static int64_t product(Formula *f) {
    int64_t value = variable(f);
    for (;;)
        if (accept(f, " / "))
            value /= number(f);
        else if (accept(f, " % "))
            value %= number(f);
        else if (accept(f, " * "))
            value *= number(f);
        else
            return value;
}

static int64_t sum(Formula *f) {
    int64_t value = product(f);
    while (accept(f, " + "))
        value += product(f);
    return value;
}

/* ---- a layout -------------------------------------------------------------------------------- */

enum { MOST = 12 };
typedef enum { IN_M, IN_LANE, IN_WARP, IN_TX, IN_TID, IN_WID, AXES } In;
static const char *const in_names[] = {"", "@laneid", "@warpid", "@tx", "@tid_in_wg", "@wid_in_wg"};
typedef struct {
    int rank, count, threads;
    int dim[MOST], extent[MOST], stride[MOST];
    In in[MOST];
} Random;

static int most_in(const Random *r, In in) {
    return in == IN_M      ? 64
           : in == IN_LANE ? 32
           : in == IN_WID  ? 4
           : in == IN_TID  ? 128
           : in == IN_WARP ? r->threads / 32
                           : r->threads;
}

/* Each axis is dealt out among its iters, the innermost one anywhere. */
static Random random_layout(void) {
    Random r = {.rank = 1 + random_below(3), .threads = 32 << random_below(4)};
    bool whole = random_below(3) == 0, in_wg = r.threads >= 128 && random_below(2);
    In warps = in_wg ? IN_WID : IN_WARP, threads = in_wg ? IN_TID : IN_TX;
    int used[AXES] = {1, 1, 1, 1, 1, 1};
    for (int d = 0; d < r.rank; d++)
        for (int i = random_below(3); i >= 0; i--) {
            In in = random_below(2) ? IN_M : whole ? threads : (random_below(2) ? IN_LANE : warps);
            r.dim[r.count] = d;
            r.in[r.count] = in;
            r.extent[r.count++] = 1 + random_below(5);
        }
    for (int i = 0, at = random_below(r.count); i < r.count; i++, at = (at + 1) % r.count) {
        In in = r.in[at];
        while (used[in] * r.extent[at] > most_in(&r, in))
            r.extent[at]--;
        r.stride[at] = used[in];
        used[in] *= r.extent[at];
        if (random_below(4) == 0 && 2 * used[in] <= most_in(&r, in))
            used[in] *= 2; /* a gap, or a digit that nothing names */
    }
    return r;
}

static const char *shape_text(const Random *r, const char *between) {
    Text text = {0};
    for (int d = 0; d < r->rank; d++) {
        int extent = 1;
        for (int i = 0; i < r->count; i++)
            extent *= r->dim[i] == d ? r->extent[i] : 1;
        text_printf(&text, "%s%d", d ? between : "", extent);
    }
    return text_string(&text);
}

static const char *layout_text(const Random *r) {
    Text extents = {0}, strides = {0};
    for (int i = 0; i < r->count; i++) {
        text_printf(&extents, "%s%d", i ? "," : "", r->extent[i]);
        text_printf(&strides, "%s%d%s", i ? "," : "", r->stride[i], in_names[r->in[i]]);
    }
    return mem_printf("S[(%s):(%s)]", text_string(&extents), text_string(&strides));
}

/* Does the thread have what lies at these digits of the axes? */
static bool has(const Random *r, const int *place, int thread) {
    bool named[AXES] = {false};
    for (int i = 0; i < r->count; i++)
        named[r->in[i]] = true;
    return (!named[IN_LANE] || place[IN_LANE] == thread % 32) &&
           (!named[IN_WARP] || place[IN_WARP] == thread / 32) &&
           (!named[IN_TX] || place[IN_TX] == thread) &&
           (!named[IN_TID] || place[IN_TID] == thread % 128) &&
           (!named[IN_WID] || place[IN_WID] == thread / 32 % 4);
}

/* ---- both ------------------------------------------------------------------------------------ */

static bool formula_says(const char *formula, int thread, int k, const int *coord, int rank) {
    Formula f = {formula, k, thread};
    for (int d = 0; d < rank; d++) {
        int64_t value = sum(&f);
        EXPECT(accept(&f, d + 1 < rank ? ", " : "]"));
        if (value != coord[d])
            return false;
    }
    return true;
}

static void check_elements(const Random *r, const char *formula) {
    int digits[MOST] = {0}, total = 1;
    for (int i = 0; i < r->count; i++)
        total *= r->extent[i];
    for (int e = 0; e < total; e++) {
        int place[AXES] = {0}, coord[3] = {0};
        for (int i = r->count - 1, rest = e; i >= 0; rest /= r->extent[i--])
            digits[i] = rest % r->extent[i];
        for (int i = 0; i < r->count; i++) {
            place[r->in[i]] += digits[i] * r->stride[i];
            coord[r->dim[i]] = coord[r->dim[i]] * r->extent[i] + digits[i];
        }
        for (int thread = 0; thread < r->threads; thread++)
            if (has(r, place, thread)) {
                bool same = formula_says(formula, thread, place[IN_M], coord, r->rank);
                EXPECT(same);
                if (!same)
                    printf("%s: %s\n", layout_text(r), formula);
            }
    }
}

static void check_random(int *formulas) {
    Random r = random_layout();
    const char *shape = shape_text(&r, ","), *tile = shape_text(&r, "x"), *layout = layout_text(&r);
    bool into = random_below(2);
    const char *text =
        into ? mem_printf(
                   "copy cta(%d) f32 gmem S[(%s)] -> reg %s %s\n", r.threads, shape, tile, layout)
             : mem_printf(
                   "copy cta(%d) f32 reg %s %s -> gmem S[(%s)]\n", r.threads, tile, layout, shape);
    diag_reset();
    Module *module = module_of(text, TARGET_SM_90);
    if (!module || module->request_count != 1 || diag_error_count())
        return;
    const Copy *copy = &module->requests[0]->copy;
    const char *words = owns_sentence(&copy->dst, &copy->src, "d", "s", r.threads);
    Formula f = {words ? words : "", 0, 0};
    bool begins = accept(&f, into ? "d[k] = s[" : "d[");
    EXPECT(words && begins);
    if (!begins)
        printf("%s%s\n", text, words ? words : "nothing");
    if (!begins)
        return;
    check_elements(&r, f.at);
    const char *end = into ? "]." : "] = s[k].";
    EXPECT(strcmp(words + strlen(words) - strlen(end), end) == 0);
    ++*formulas;
}

/* What has no formula, and what has one although it looks odd. */
static void check_fixed(void) {
    static const char no[] = "As the register layout says; tcgen draw shows all of it.";
    static const struct {
        const char *text, *words;
    } rows[] = {
        {"copy warp f32 gmem S[(32)] -> reg S[(32):(1@laneid)]", "d[k] = s[lane]."},
        {"copy warp f32 gmem S[(8)] -> reg S[(8):(1@laneid)]", "d[k] = s[lane % 8]."},
        {"copy warp f32 gmem S[(8)] -> reg S[(8):(4@laneid)]", "d[k] = s[lane / 4]."},
        {"copy warp f32 gmem S[(4)] -> reg S[(4):(4@laneid)]", "d[k] = s[lane / 4 % 4]."},
        {"copy thread f32 gmem S[(1,4)] -> reg S[(1,4)]", "d[k] = s[0, k]."},
        {"copy thread f32 gmem S[(4,2)] -> reg S[(4,2):(1,4)]", "d[k] = s[k % 4, k / 4]."},
        {"copy thread f32 gmem S[(4,2)] -> reg S[(4,2):(3,1)]", no},
        {"copy thread f32 gmem S[(4,2)] -> reg S[(4,2):(4,1)]", "d[k] = s[k / 4, k % 2]."},
        {"copy thread f32 gmem S[(4)] -> reg S[(4)] + 1@m", no},
        {"copy thread f32 gmem S[(4)] -> reg S[(8)][2:6]", no},
        {"copy thread f32 gmem S[(4)] -> reg 4 S[(2,2):(0,1)]", no},
        {"copy warp f32 gmem S[(4)] -> smem S[(4)]", NULL},
        {"relayout warp f32 reg S[(32):(1@laneid)] -> reg S[(32):(1@laneid)]", NULL},
        {"copy warpgroup f32 gmem S[(128)] -> reg S[(128):(1@tid_in_wg)]", "d[k] = s[thread]."},
        {"copy cta(256) f32 gmem S[(128)] -> reg S[(128):(1@tid_in_wg)]",
         "d[k] = s[thread % 128]."},
        {"copy cta(256) f32 gmem S[(3)] -> reg S[(3):(1@wid_in_wg)]", "d[k] = s[warp % 4 % 3]."},
        {"copy cta(128) f32 gmem S[(4)] -> reg S[(4):(1@wid_in_wg)]", "d[k] = s[warp]."},
        {"copy cta(256) f32 gmem S[(2)] -> reg S[(2):(1@wgid)]", "d[k] = s[warpgroup]."},
        {"copy cta(256) f32 gmem S[(4)] -> reg S[(4):(1@wid_in_wg)]", "d[k] = s[warp % 4]."},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        diag_reset();
        Module *module = module_of(mem_printf("%s\n", rows[i].text), TARGET_SM_90);
        const Copy *copy = module && module->request_count ? &module->requests[0]->copy : NULL;
        const char *words =
            copy ? owns_sentence(&copy->dst, &copy->src, "d", "s", copy->scope.threads) : "refused";
        bool same =
            words && rows[i].words ? strcmp(words, rows[i].words) == 0 : words == rows[i].words;
        if (!same)
            printf("%s: %s\n", rows[i].text, words ? words : "nothing");
        EXPECT_OF(rows[i].text, same);
    }
}

int main(void) {
    int formulas = 0;
    for (int i = 0; i < 2000; i++) {
        MemMark mark = mem_mark();
        check_random(&formulas);
        mem_rewind(mark);
    }
    printf("%d formulas\n", formulas);
    EXPECT(formulas > 500);
    check_fixed();
    return unit_finish();
}
