/* test_pitch.c: what a masked copy asks of the pitch of its matrix. Every pitch that it admits keeps apart
 * the elements inside the limits, by brute force; and a proof that loses the promise fails. */
#include "generator/dispatch/dispatch.h"
#include "unit.h"
#include <string.h>

static Copy *read_copy(const char *text) {
    Text line = {0};
    text_printf(&line, "%s as under_test\n", text);
    const Source *source = source_from_text("<pitch>", line.at, line.length);
    Module *module = lang_load(source, prelude_text, NULL, 0, 0);
    return module && diag_error_count() == 0 && module->request_count == 1
               ? &module->requests[0]->copy
               : NULL;
}

typedef struct {
    const char *text;
    int64_t row, unit; /* element (r, c) lies at r * row * ld + c * unit */
    bool swapped;      /* ... or with r and c the other way round */
    int64_t scale, by, enough;
} Case;

static const Case cases[] = {
    {"copy warp f32 smem S[(6,7)] -> gmem S[(6,7):(ld,1)] { masked }", 1, 1, false, 1, 1, 7},
    {"copy warp f32 smem S[(6,7)] -> gmem S[(6,7):(1,ld)] { masked }", 1, 1, true, 1, 1, 6},
    {"copy warp f32 smem S[(6,7)] -> gmem S[(6,7):(2*ld,3)] { masked }", 2, 3, false, 2, 3, 11},
    {"copy warp f32 smem S[(6,7)] -> gmem S[(9,30):(ld,1)][m:+6, 4:11] { masked }",
     1,
     1,
     false,
     1,
     1,
     7},
    {"copy warp f32 smem S[(6,7)] -> gmem S[(4,6,7):(h*ld,ld,1)][n:+1, 0:6, 0:7] { masked }",
     1,
     1,
     false,
     1,
     1,
     7},
    {"copy warp f32 smem S[(6,8)] -> gmem 6x8 S[(3,2,2,4):(2*ld,ld,4,1)] { masked }",
     1,
     1,
     false,
     1,
     1,
     8},
};

/* All limits, all pitches up to `enough` and beyond it: is every place inside taken once? */
static bool keeps_apart(const Case *c, const Symbol *ld, int rows, int cols, int64_t pitch) {
    static bool taken[4096];
    if (!(ld->pitch.scale * pitch >= ld->pitch.unit * (c->swapped ? rows : cols) ||
          pitch >= ld->pitch.enough))
        return true;
    memset(taken, 0, sizeof taken);
    for (int r = 0; r < rows && r < 6; r++)
        for (int i = 0; i < cols && i < (c->enough == 8 ? 8 : 7); i++) {
            int64_t at =
                c->swapped ? i * c->row * pitch + r * c->unit : r * c->row * pitch + i * c->unit;
            if (taken[at])
                return false;
            taken[at] = true;
        }
    return true;
}

static void admitted_pitches_keep_apart(void) {
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const Case *c = &cases[i];
        const Copy *copy = read_copy(c->text);
        const Symbol *ld = NULL;
        EXPECT(copy != NULL);
        for (int s = 0; copy && s < copy->symbol_count; s++)
            if (strcmp(copy->symbols[s].name, "ld") == 0)
                ld = &copy->symbols[s];
        EXPECT(ld != NULL);
        if (!ld)
            continue;
        EXPECT(ld->min == 0 && ld->whole >= ld->pitch.enough - 1);
        EXPECT(ld->pitch.scale == c->scale && ld->pitch.unit == c->by);
        EXPECT(ld->pitch.enough == c->enough);
        EXPECT(copy->symbols[ld->pitch.limit].role == SYMBOL_LIMIT);
        EXPECT(layout_injective_inside(&copy->dst, copy->symbols, &copy->limits));
        bool apart = true;
        for (int rows = 0; rows <= 8; rows++)
            for (int cols = 0; cols <= 10; cols++)
                for (int64_t pitch = 0; pitch <= c->enough + 3; pitch++)
                    apart &= keeps_apart(c, ld, rows, cols, pitch);
        EXPECT(apart);
    }
}

/* A pitch that something else depends on keeps the bound of the whole tile. */
static void others_keep_their_bound(void) {
    static const char *const texts[] = {
        "copy warp f32 smem S[(6,7):(ld,1)] -> gmem S[(6,7):(ld,1)] { masked }",
        "copy warp f32 smem 6x8 S[(6,8)] -> gmem 6x8 S[(6,2,4):(ld,16,1)] { masked }",
        "copy warp f32 smem S[(6,7)] -> gmem S[(6,7):(ld,1)]",
        "copy warp f32 smem S[(6,7)] -> gmem S[(6,7):(ld,1)] where ld >= 7 { masked }",
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        const Copy *copy = read_copy(texts[i]);
        EXPECT(copy && copy->symbols[0].min >= 7 && copy->symbols[0].pitch.limit == 0);
        EXPECT(copy && !layout_injective_inside(&copy->dst, copy->symbols, &copy->limits));
    }
}

static Plan *plan_of(const char *text) {
    Text line = {0};
    text_printf(&line, "%s as proven\n", text);
    const Source *source = source_from_text("<pitch>", line.at, line.length);
    Program *program = program_build(lang_load(source, prelude_text, NULL, 0, 0), true);
    for (int i = 0; program && program->count == 1 && i < program->functions[0].choice_count; i++)
        if (program->functions[0].choices[i].plan)
            return program->functions[0].choices[i].plan;
    return NULL;
}

/* The proof stands on the promise alone: every weakening of it is refused. */
static void proof_needs_the_promise(void) {
    for (int fault = 0; fault < 6; fault++) {
        Plan *plan = plan_of(cases[2].text);
        EXPECT(plan != NULL);
        if (!plan)
            return;
        Symbol *symbols = NEW_ARRAY(Symbol, plan->symbol_count);
        memcpy(symbols, plan->symbols, (size_t)plan->symbol_count * sizeof *symbols);
        plan->symbols = symbols;
        Pitch *pitch = &symbols[0].pitch;
        pitch->scale += fault == 1;                                  /* 3 * ld >= 3 * cols */
        pitch->unit -= fault == 2;                                   /* 2 * ld >= 2 * cols */
        pitch->enough -= fault == 3;                                 /* ld >= 10 */
        pitch->limit = fault == 4 ? pitch->limit - 1 : pitch->limit; /* of rows */
        *pitch = fault == 5 ? (Pitch){0} : *pitch;                   /* none */
        Proof proof = plan_prove(plan);
        EXPECT(proof.ok == (fault == 0));
        EXPECT(proof.ok || strcmp(proof.kind, "unproven") == 0 || strcmp(proof.kind, "twice") == 0);
    }
}

/* ---- arrays of run-time extents -------------------------------------------------------------- */

typedef struct {
    const char *array, *window, *tile;
    const char *symbol; /* a stride, and what is asked of it: scale * symbol >= unit * limit */
    int64_t min, scale, unit;
    bool apart; /* no element of the array has the place of another */
} Array;

static const Array arrays[] = {
    {"S[(b,d):(ld,1)]", "y:+4, x:+5", "4,5", "ld", 0, 1, 1, true},
    {"S[(b,d):(2*d,1)]", "y:+4, x:+5", "4,5", "d", 0, 0, 0, true},
    {"S[(b,d):(2*p,1)]", "y:+4, x:+5", "4,5", "p", 0, 2, 1, true},
    {"S[(b,d):(3*p,2)]", "y:+4, x:+5", "4,5", "p", 0, 3, 2, true},
    {"S[(b,d):(6*p,4)]", "y:+4, x:+5", "4,5", "p", 0, 3, 2, true},
    {"S[(d,b):(2,3*p)]", "y:+4, x:+5", "4,5", "p", 0, 3, 2, true},
    {"S[(b,c,3):(3*c,3,1)]", "y:+4, x:+5, 0:3", "4,5,3", "c", 0, 0, 0, true},
    {"S[(b,c,3):(3*p,3,1)]", "y:+4, x:+5, 0:3", "4,5,3", "p", 0, 1, 1, true},
    {"S[(b,c,3):(p,3,1)]", "y:+4, x:+5, 0:3", "4,5,3", "p", 0, 1, 3, true},
    {"S[(b,c,d):(c*d,d,1)]", "y:+4, x:+5, z:+2", "4,5,2", "d", 0, 0, 0, true},
    {"S[(b,c,d):(2*p*q,q,1)]", "y:+4, x:+5, z:+2", "4,5,2", "p", 0, 2, 1, true},
    {"S[(b,3,d):(p,4,1)]", "y:+4, 0:3, z:+2", "4,3,2", "p", 12, 0, 0, false},
    {"S[(b,1,d):(p,9,1)]", "y:+4, 0:1, z:+2", "4,2", "p", 0, 1, 1, true},
    {"S[(b,3):(p,2)]", "y:+4, 0:3", "4,3", "p", 6, 0, 0, true},
    {"S[(b,3):(4*p,2)]", "y:+4, 0:3", "4,3", "p", 2, 0, 0, true},
    {"S[(n,3):(n,1)]", "y:+4, 0:3", "4,3", "n", 3, 0, 0, true},
    {"S[(n,n):(n,1)]", "y:+4, x:+5", "4,5", "n", 0, 0, 0, true},
    {"S[(b,d):(5,1)]", "y:+4, x:+5", "4,5", NULL, 0, 0, 0, false},
};

static const Symbol *symbol_of(const Copy *copy, const char *name) {
    for (int i = 0; i < copy->symbol_count; i++)
        if (strcmp(copy->symbols[i].name, name) == 0)
            return &copy->symbols[i];
    return NULL;
}

static int64_t coef_at(Coef coef, const int64_t *values) {
    int64_t value = coef.value;
    for (int k = 0; k < coef.count; k++)
        value *= values[coef.symbol[k]];
    return value;
}

/* Is every place of the array taken once, where its extents and strides have these values? */
static bool is_apart_at(const Operand *array, const int64_t *values) {
    static bool taken[8192];
    int64_t extent[3] = {1, 1, 1}, stride[3] = {0};
    memset(taken, 0, sizeof taken);
    for (int d = 0; d < array->rank; d++) {
        const int named = array->layout.named[d];
        extent[d] = named ? values[named - 1] : array->layout.shard[d].extent;
        stride[d] = coef_at(array->layout.shard[d].stride, values);
    }
    for (int64_t i = 0; i < extent[0] * extent[1] * extent[2]; i++) {
        const int64_t at = i / (extent[1] * extent[2]) * stride[0] +
                           i / extent[2] % extent[1] * stride[1] + i % extent[2] * stride[2];
        if (at >= 8192 || taken[at])
            return at >= 8192;
        taken[at] = true;
    }
    return true;
}

/* All values up to 6 that the contract admits; `fewer` loses the promises. Returns how many are wrong. */
static int count_overlaps(const Copy *copy, bool fewer) {
    int64_t values[MAX_SYMBOLS] = {0};
    int wrong = 0, total = 1;
    for (int i = 0; i < copy->symbol_count; i++)
        total *= copy->symbols[i].role == SYMBOL_ORIGIN ? 1 : 7;
    for (int number = 0; number < total; number++) {
        bool admitted = true;
        for (int i = 0, rest = number; i < copy->symbol_count; i++) {
            const Symbol *symbol = &copy->symbols[i];
            if (symbol->role == SYMBOL_ORIGIN)
                continue;
            values[i] = rest % 7 + (symbol->min > 6 ? symbol->min : 0);
            rest /= 7;
            admitted = admitted && (fewer || values[i] >= symbol->min);
        }
        for (int i = 0; i < copy->symbol_count; i++) {
            const Pitch *pitch = &copy->symbols[i].pitch;
            admitted = admitted && (fewer || !pitch->limit ||
                                    pitch->scale * values[i] >= pitch->unit * values[pitch->limit]);
        }
        wrong += admitted && !is_apart_at(copy->dst.array, values);
    }
    return wrong;
}

static void arrays_ask_for_what_keeps_them_apart(void) {
    for (size_t i = 0; i < COUNT_OF(arrays); i++) {
        const Array *a = &arrays[i];
        const char *text = mem_printf(
            "copy warp f32 smem S[(%s)] -> gmem %s[%s] { masked }", a->tile, a->array, a->window);
        const Copy *copy = read_copy(text);
        EXPECT(copy != NULL);
        if (!copy)
            continue;
        const Symbol *symbol = a->symbol ? symbol_of(copy, a->symbol) : NULL;
        const bool asks = !symbol || (symbol->min == a->min && symbol->pitch.scale == a->scale &&
                                      symbol->pitch.unit == a->unit);
        const bool apart = layout_injective_inside(&copy->dst, copy->symbols, &copy->limits);
        const int wrong = count_overlaps(copy, false);
        EXPECT(asks && apart == a->apart && (!apart || wrong == 0));
        if (!asks || apart != a->apart || (apart && wrong))
            printf(
                "%s: min %lld, %lld * %s >= %lld; apart %d, %d overlap\n",
                text,
                symbol ? (long long)symbol->min : 0,
                symbol ? (long long)symbol->pitch.scale : 0,
                a->symbol ? a->symbol : "",
                symbol ? (long long)symbol->pitch.unit : 0,
                apart,
                wrong);
        /* What is asked is needed: without it arrays overlap. */
        EXPECT(!(a->scale || a->min) || count_overlaps(copy, true) > 0);
    }
}

int main(void) {
    arrays_ask_for_what_keeps_them_apart();
    admitted_pitches_keep_apart();
    others_keep_their_bound();
    proof_needs_the_promise();
    mem_free_all();
    return unit_finish();
}
