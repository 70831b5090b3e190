/* duty_words.c: a duty -> a sentence, in one of two tones of voice. The contract above a function
 * *states* a duty ("dst and src do not overlap"); `tcgen explain` *asks* for it, after "you must"
 * ("pass dst and src that do not overlap"). duty_words.def has both sentences of each duty; the
 * conditions of its rows stand here, and the functions that fill its blanks: "{name} needs {number}
 * bytes" -> "dst needs 640 bytes". */
#include "contract.h"
#include <inttypes.h>
#include <string.h>

/* ---- arguments and numbers ------------------------------------------------------------------ */

static const char *name_of(const Duties *duties, const Duty *duty) {
    (void)duties;
    return duty->name;
}

static const char *with_of(const Duties *duties, const Duty *duty) {
    (void)duties;
    return duty->with;
}

static const char *number_of(const Duties *duties, const Duty *duty) {
    (void)duties;
    return mem_printf("%" PRId64, duty->number);
}

static const char *more_of(const Duties *duties, const Duty *duty) {
    (void)duties;
    return mem_printf("%" PRId64, duty->more);
}

/* CTA `cta` */
static const char *peer_of(const Duties *duties, const Duty *duty) {
    Text text = {0};
    if (!duty->peer)
        return "our CTA";
    words_expr(&text, duty->peer, duties->plan);
    return mem_printf("CTA `%s`", text_string(&text));
}

const char *apart_words(const Duties *duties, const Duty *duty) {
    return duty->peer
               ? mem_printf(", no two with the same %s", peer_of(duties, duty) + strlen("CTA "))
               : "";
}

/* Do the two duties differ only in their names? */
static bool duties_said_together(const Duties *duties, const Duty *a, const Duty *b) {
    return a->kind == b->kind && a->number == b->number && a->space == b->space &&
           strcmp(peer_of(duties, a), peer_of(duties, b)) == 0;
}

/* dst and src: all duties that one sentence says */
static const char *names_of(const Duties *duties, const Duty *duty) {
    Text names = {0};
    for (const Duty *one = NULL; (one = duty_next(duties, duty->kind, one));)
        if (duties_said_together(duties, one, duty))
            text_printf(&names, "%s%s", names.length ? " and " : "", one->name);
    return text_string(&names);
}

/* f32 elements */
static const char *unit_of(const Duties *duties, const Duty *duty) {
    (void)duties;
    return duty->dtype ? mem_printf("%s elements", duty->dtype->name) : "bytes";
}

/* arrival count 2; other threads make 1 of the arrivals */
static const char *arrivals_of(const Duties *duties, const Duty *duty) {
    const char *count = mem_printf("arrival count %" PRId64, duty->number);
    (void)duties;
    if (duty->more == 0)
        return count;
    if (duty->more < duty->number)
        return mem_printf("%s; other threads make %" PRId64 " of the arrivals", count, duty->more);
    return mem_printf(
        "%s; %s", count, duty->more == 1 ? "another thread arrives" : "other threads arrive");
}

/* the 32 callers and 32 other threads */
static const char *comers_of(const Duties *duties, const Duty *duty) {
    const char *callers = mem_printf("the %" PRId64 " callers", duty->more - duty->others);
    (void)duties;
    return duty->others ? mem_printf("%s and %" PRId64 " other threads", callers, duty->others)
                        : callers;
}

/* 2 other threads */
static const char *others_of(const Duties *duties, const Duty *duty) {
    (void)duties;
    return mem_printf("%" PRId64 " other thread%s", duty->number, duty->number == 1 ? "" : "s");
}

/* ---- barriers and waits --------------------------------------------------------------------- */

/* Before a call that writes memory of other CTAs, the barrier is one of the cluster. */
static const char *barrier_of(const Duties *duties, const Duty *duty) {
    (void)duty;
    return duties_have(duties, DUTY_FREE) || duties_have(duties, DUTY_MULTICAST) ? "cluster barrier"
                                                                                 : "barrier";
}

static const char *barrier_after_of(const Duties *duties, const Duty *duty) {
    (void)duty;
    return duties->plan->scope.kind == SCOPE_CLUSTER ? "cluster barrier" : "barrier";
}

static const char *reader_of(const Duties *duties, const Duty *duty) {
    (void)duties;
    return duty->more ? "warp" : "caller";
}

static const char *readers_of(const Duties *duties, const Duty *duty) {
    const Plan *plan = duties->plan;
    (void)duty;
    return plan->threads > 1 && plan->threads <= 32 && plan->scope.kind != SCOPE_CLUSTER
               ? "lanes"
               : "threads";
}

/* The call ends with the fence that makes its stores visible to the async proxy. */
static const char *copies_of(const Duties *duties, const Duty *duty) {
    const Plan *plan = duties->plan;
    const Phase *last = plan->phase_count ? &plan->phases[plan->phase_count - 1] : NULL;
    (void)duty;
    bool fenced = last && last->step_count && last->steps[0].primitive == PRIM_FENCE_ASYNC;
    return fenced ? ", bulk copies and wgmma" : "";
}

static const char *commit_of(const Duties *duties, const Duty *duty) {
    (void)duties;
    return duty->more ? "tc_bulk_commit" : "tc_cp_async_commit";
}

static const char *wait_of(const Duties *duties, const Duty *duty) {
    (void)duties;
    return duty->object == OBJECT_TMEM ? "tc_tmem_wait_load"
           : duty->more                ? "tc_bulk_wait_0"
                                       : "tc_cp_async_wait_all";
}

/* Bulk groups belong to the thread that started the copies. */
static const char *every_of(const Duties *duties, const Duty *duty) {
    return duty->object != OBJECT_GROUP || !duty->more ? ""
           : duties->plan->threads == 1                ? " in the same thread"
                                                       : " in every caller";
}

static const char *end_of(const Duties *duties, const Duty *duty) {
    (void)duties;
    return duty->more ? "a cluster barrier after the call" : "the copy has completed";
}

static const char *except_of(const Duties *duties, const Duty *duty) {
    (void)duties;
    return duty->others ? " (the same parts need none)" : "";
}

/* ---- the order of parts --------------------------------------------------------------------- */

/* "rank == 0" of a warp: "by lane 0 alone" */
static const char *body_ranks(const Plan *plan, const Part *body) {
    const Cond *cond = body->guard;
    Text text = {0};
    if (body->guard_count == 0)
        return "";
    if (body->guard_count == 1 && cond->op == COND_EQ && cond->rhs.term_count == 0 &&
        cond->lhs.constant == 0 && cond->lhs.term_count == 1 &&
        digit_equal(&cond->lhs.terms[0].digit, &(Digit){.kind = VAR_RANK, .pre_div = 1, .div = 1}))
        return mem_printf(
            " by %s %" PRId64 " alone",
            plan->threads <= 32 ? "lane" : "thread",
            cond->rhs.constant);
    for (int i = 0; i < body->guard_count; i++) {
        text_add(&text, i ? " and " : " where ");
        words_cond(&text, &body->guard[i], plan);
    }
    return text_string(&text);
}

static void add_places(
    Text *out, const Plan *plan, const char *verb, const int *flows, int count, bool dst) {
    Text names = {0};
    for (int i = 0; i < count; i++) {
        const Flow *flow = &plan->flows[flows[i]];
        const Operand *side = dst ? &flow->dst : &flow->src;
        int at = dst ? flow->dst_at : flow->src_at;
        const char *name =
            side->space == SPACE_REG ? plan->bundles[at].name : plan->buffers[at].name;
        text_printf(&names, "%s%s", i ? " and " : "", name);
    }
    if (count)
        text_printf(out, "%s %s %s", out->length ? " and" : ", which", verb, text_string(&names));
}

static const char *part_words(const Plan *plan, const Part *part) {
    Text what = {0};
    if (!part->is_body)
        return part->of_anyone ? mem_printf("%s, who wants to", part->suffix) : part->suffix;
    add_places(&what, plan, "reads", part->reads, part->reads_count, true);
    add_places(&what, plan, "writes", part->writes, part->writes_count, false);
    return mem_printf("your code%s%s", body_ranks(plan, part), text_string(&what));
}

/* "gather; then your code by lane 0 alone, which reads s; then scatter" */
static const char *order_of(const Duties *duties, const Duty *duty) {
    const Plan *whole = duties->plan->whole;
    Text text = {0};
    bool body = false;
    (void)duty;
    int count = whole->script_count ? whole->script_count : whole->part_count;
    for (int i = 0; i < count; i++) {
        const Part *part = &whole->parts[whole->script_count ? whole->script[i] : i];
        body |= part->is_body;
        text_printf(&text, "%s%s", i ? "; then " : "", part_words(whole, part));
    }
    if (!body)
        text_add(&text, "; your code stands between them");
    return text_string(&text);
}

/* "from gather to scatter": the first and the last of the parts that are printed. */
static const char *span_of(const Duties *duties, const Duty *duty) {
    const Plan *whole = duties->plan->whole;
    const char *first = NULL, *last = NULL;
    (void)duty;
    for (int i = 0; whole && i < whole->part_count; i++)
        if (!whole->parts[i].is_body) {
            first = first ? first : whole->parts[i].suffix;
            last = whole->parts[i].suffix;
        }
    return first && first != last ? mem_printf("from %s to %s", first, last) : "during the call";
}

/* ---- run-time arguments and tensor maps ------------------------------------------------------ */

/* ld % 8 == 0, ld >= 64, ld <= 16909319: what TC_CHECK_LIMIT asks. rows < 2^31 and rows <= 2^31 - 1
 * say the same, with rows % 8 == 0 rows <= 2^31 - 8 does. */
static const char *facts_of(const Duties *duties, const Duty *duty) {
    const Plan *plan = duties->plan;
    const Symbol *symbol = &plan->symbols[duty->number];
    const char *name = symbol_argument(symbol), *comma = "";
    Text facts = {0};
    if (symbol_is_given(symbol))
        return "";
    if (symbol->divisor > 1) {
        text_printf(&facts, "%s %% %" PRId64 " == 0", name, symbol->divisor);
        comma = ", ";
    }
    if (symbol->min > 0) {
        text_printf(&facts, "%s%s >= %" PRId64, comma, name, symbol->min);
        comma = ", ";
    }
    if (symbol->pitch.limit) {
        text_printf(&facts, "%s%s", comma, pitch_text(plan->symbols, symbol, " or ", ""));
        comma = ", ";
    }
    if (symbol->min < 0 && !plan_is_coordinate(plan, symbol))
        text_printf(
            &facts, "%s%s >= %" PRId64 " and <= %" PRId64, comma, name, symbol->min, symbol->max);
    else if (symbol->role == SYMBOL_LIMIT && symbol->max > INT32_MAX - symbol->divisor)
        text_printf(&facts, "%s%s < 2^31", comma, name);
    else if ((symbol->max < INT32_MAX && !plan_is_coordinate(plan, symbol)) || symbol->wide)
        text_printf(&facts, "%s%s <= %" PRId64, comma, name, symbol->max);
    text_add(&facts, wrap_text(plan, (int)duty->number)); /* an extent has a bound before it */
    return text_string(&facts);
}

/* ld from 64 to 16909312, a multiple of 8 */
static const char *range_of(const Duties *duties, const Duty *duty) {
    const Plan *plan = duties->plan;
    const Symbol *symbol = &plan->symbols[duty->number];
    return mem_printf(
        "%s from %" PRId64 " to %" PRId64 "%s%s%s",
        symbol->name,
        symbol->min,
        symbol->max,
        wrap_text(plan, (int)duty->number),
        symbol->pitch.limit ? mem_printf(", %s", pitch_text(plan->symbols, symbol, " or ", ""))
                            : "",
        symbol->divisor > 1 ? mem_printf(", a multiple of %" PRId64, symbol->divisor) : "");
}

static const char *indices_of(const Duties *duties, const Duty *duty) {
    return picks_index_words(duties->plan, duty->number, duty->others != 0, duty->more != 0);
}

static const char *coef_words(const Plan *plan, Coef coef) {
    Text text = {0};
    if (coef.value != 1 || coef.count == 0)
        text_printf(&text, "%" PRId64, coef.value);
    for (int i = 0; i < coef.count; i++)
        text_printf(
            &text,
            "%s%s",
            text.length ? " * " : "",
            symbol_argument(&plan->symbols[coef.symbol[i]]));
    return text_string(&text);
}

/* "; m + 128 <= M": a region that is nowhere outside. */
static const char *region_words(const Plan *plan, int buffer) {
    Text text = {0};
    for (int f = 0; f < plan->flow_count; f++) {
        int at;
        const Operand *operand = flow_tensor(&plan->flows[f], &at);
        if (at != buffer || plan->flows[f].oob)
            continue;
        for (int d = 0; d < operand->rank; d++) {
            const Range *range = &operand->region[d];
            Coef extent = flow_extent(operand, d);
            if (extent.count == 0)
                continue;
            const char *name =
                range->symbol < 0
                    ? ""
                    : mem_printf("%s + ", symbol_argument(&plan->symbols[range->symbol]));
            text_printf(
                &text,
                "; %s%" PRId64 " <= %s",
                name,
                range->begin + range->extent,
                coef_words(plan, extent));
        }
    }
    return text.length ? text_string(&text) : "";
}

/* "; k a multiple of 8, or the GPU stops": the inner origin of a load, where no fact says so. The
 * origin of a store has its facts. */
static const char *inner_words(const Plan *plan, int buffer) {
    for (int f = 0; f < plan->flow_count; f++) {
        int at;
        const Operand *operand = flow_tensor(&plan->flows[f], &at);
        if (at != buffer || plan->flows[f].src.space != SPACE_GMEM || operand->rank == 0)
            continue;
        const Range *range = &operand->region[operand->rank - 1];
        const int64_t unit = 128 / plan->buffers[buffer].dtype->bits;
        if (range->symbol < 0)
            continue;
        const Symbol *symbol = &plan->symbols[range->symbol];
        if (symbol->divisor % unit != 0 || symbol->divisor == 0 || range->begin % unit != 0)
            return mem_printf(
                "; %s%s a multiple of %" PRId64 ", or the GPU stops",
                symbol_argument(symbol),
                range->begin ? mem_printf(" + %" PRId64, range->begin) : "",
                unit);
    }
    return "";
}

/* "K / 64": of a dimension of panels. What elements are taken at a time stands behind. */
static const char *extent_words(const Plan *plan, const Object *map, int d) {
    const int64_t by = d ? tensor_by(map, d) : 1;
    Coef extent = map->extent[d];
    if (extent.count == 0)
        extent.value /= by;
    const char *words = coef_words(plan, extent);
    return extent.count && by > 1 ? mem_printf("%s / %" PRId64, words, by) : words;
}

/* "map is a tensor map of src: rows x cols, ld from row to row; boxes of 64x64, swizzled in 128
 * bytes" */
static const char *tensor_of(const Duties *duties, const Duty *duty) {
    const Plan *plan = duties->plan;
    const Object *map = &plan->objects[duty->number];
    const Buffer *buffer = &plan->buffers[map->buffer];
    Text extents = {0}, strides = {0}, box = {0};
    for (int d = map->rank - 1; d >= 0; d--) {
        const char *comma = extents.length ? " x " : "";
        text_printf(&extents, "%s%s", comma, extent_words(plan, map, d));
        text_printf(&box, "%s%" PRId64, box.length ? "x" : "", map->box[d]);
        if (d > 0)
            text_printf(
                &strides, "%s%s", strides.length ? ", " : "", coef_words(plan, map->stride[d]));
    }
    if (map->swizzle.on)
        text_printf(&box, ", swizzled in %" PRId64 " bytes", (int64_t)16 << map->swizzle.len);
    if (tensor_rounds(map))
        text_add(&box, ", rounded to tf32");
    if (tensor_pack(map) > 1)
        text_printf(
            &box,
            ", taken %" PRId64 " at a time as u%d",
            tensor_pack(map),
            tensor_type_bits(map->type));
    return mem_printf(
        "%s is a tensor map of %s %s elements%s in boxes of %s, with a fill of %s, as a "
        "__grid_constant__ parameter or in global memory%s%s",
        duty->name,
        text_string(&extents),
        buffer->dtype->name,
        strides.length ? mem_printf(" at pitch %s", text_string(&strides)) : "",
        text_string(&box),
        map->oob == OOB_NAN ? "NaN" : "zero",
        region_words(plan, map->buffer),
        inner_words(plan, map->buffer));
}

/* ---- filling in ------------------------------------------------------------------------------ */

static const struct {
    const char *blank;
    const char *(*words)(const Duties *, const Duty *);
} blanks[] = {{"name", name_of},     {"with", with_of},         {"number", number_of},
              {"more", more_of},     {"peer", peer_of},         {"names", names_of},
              {"unit", unit_of},     {"arrivals", arrivals_of}, {"comers", comers_of},
              {"others", others_of}, {"barrier", barrier_of},   {"barrier_after", barrier_after_of},
              {"reader", reader_of}, {"readers", readers_of},   {"copies", copies_of},
              {"commit", commit_of}, {"wait", wait_of},         {"every", every_of},
              {"end", end_of},       {"except", except_of},     {"order", order_of},
              {"span", span_of},     {"facts", facts_of},       {"range", range_of},
              {"tensor", tensor_of}, {"apart", apart_words},    {"indices", indices_of}};

static const char *blank_words(const Duties *duties, const Duty *duty, const char *at, size_t n) {
    for (size_t i = 0; i < COUNT_OF(blanks); i++)
        if (strlen(blanks[i].blank) == n && strncmp(blanks[i].blank, at, n) == 0)
            return blanks[i].words(duties, duty);
    return "?"; /* test_duties knows every blank */
}

static const char *duty_fill(const Duties *duties, const Duty *duty, const char *sentence) {
    Text text = {0};
    while (*sentence) {
        size_t plain = strcspn(sentence, "{"), blank;
        text_add_bytes(&text, sentence, plain);
        sentence += plain;
        if (!*sentence)
            break;
        blank = strcspn(sentence, "}");
        text_add(&text, blank_words(duties, duty, sentence + 1, blank - 1));
        sentence += blank + 1;
    }
    return text_string(&text);
}

/* ---- conditions of rows --------------------------------------------------------------------- */

static bool is_elected(const Duties *duties, const Duty *duty) {
    (void)duty;
    return duties->plan->scope.kind == SCOPE_ELECTED;
}

/* Not one thread alone, which the caller chooses or the call elects. */
static bool is_by_many(const Duties *duties, const Duty *duty) {
    return !is_elected(duties, duty) && duties->plan->scope.threads > 1;
}

static bool has_more(const Duties *duties, const Duty *duty) {
    (void)duties;
    return duty->more != 0;
}

static bool has_others(const Duties *duties, const Duty *duty) {
    (void)duties;
    return duty->others != 0;
}

static bool has_peer(const Duties *duties, const Duty *duty) {
    (void)duties;
    return duty->peer != NULL;
}

static bool is_empty(const Duties *duties, const Duty *duty) {
    (void)duties;
    return duty->number == 0;
}

static bool is_mask(const Duties *duties, const Duty *duty) {
    return duties->plan->symbols[duty->number].role == SYMBOL_CTAS;
}

static bool is_argument(const Duties *duties, const Duty *duty) {
    (void)duties;
    return duty->number < 0;
}

static bool is_global(const Duties *duties, const Duty *duty) {
    (void)duties;
    return duty->space == SPACE_GMEM;
}

static bool is_tensor(const Duties *duties, const Duty *duty) {
    (void)duties;
    return duty->space == SPACE_TMEM;
}

/* The duty of a fence names the barrier, too. */
static bool is_fenced(const Duties *duties, const Duty *duty) {
    return duty_about(duties, DUTY_FENCED, duty->name, NULL) != NULL;
}

static bool is_after_fence(const Duties *duties, const Duty *duty) {
    (void)duty;
    return duties_have(duties, DUTY_FENCED);
}

static bool is_multicast(const Duties *duties, const Duty *duty) {
    (void)duty;
    return duties_have(duties, DUTY_MULTICAST);
}

static bool is_on_mbarrier(const Duties *duties, const Duty *duty) {
    (void)duties;
    return duty->object == OBJECT_MBARRIER;
}

static bool is_after_keep(const Duties *duties, const Duty *duty) {
    const Duty *keep = duty_about(duties, DUTY_KEEP, NULL, duty->with);
    return keep && keep->others;
}

static bool is_waited(const Duties *duties, const Duty *duty) {
    return duty_about(duties, DUTY_WAIT, duty->name, NULL) != NULL;
}

/* ---- the table ------------------------------------------------------------------------------ */

typedef struct {
    DutyKind kind;
    bool (*when)(const Duties *, const Duty *); /* NULL: always; the first row that fits is taken */
    bool joined;        /* one sentence names all duties that differ in their names only: {names} */
    const char *states; /* NULL: "Who" says it, or a sentence of another duty */
    const char *asks;   /* NULL: likewise */
} DutyRow;

#define always NULL
#define ALONE false
#define JOINED true
static const DutyRow rows[] = {
#define DUTY(kind, when, joined, states, asks) {DUTY_##kind, when, joined, states, asks},
#include "duty_words.def"
#undef DUTY
};

static const DutyRow *row_of(const Duties *duties, const Duty *duty) {
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].kind == duty->kind && (!rows[i].when || rows[i].when(duties, duty)))
            return &rows[i];
    return NULL;
}

DutySection duty_section(DutyKind kind) {
    if (kind == DUTY_COME || kind >= DUTY_BROUGHT)
        return SECTION_ORDER;
    return kind < DUTY_COME ? SECTION_CALLERS : SECTION_ARGUMENTS;
}

static bool is_said(const Duties *duties, const DutyRow *row, const Duty *duty) {
    for (const Duty *before = duties->at; row->joined && before < duty; before++)
        if (duties_said_together(duties, before, duty))
            return true;
    return false;
}

const char *duty_words(const Duties *duties, const Duty *duty, Tone tone) {
    const DutyRow *row = row_of(duties, duty);
    const char *words = !row ? NULL : tone == TONE_STATES ? row->states : row->asks;
    if (!words || is_said(duties, row, duty))
        return NULL;
    words = duty_fill(duties, duty, words);
    return *words ? words : NULL;
}
