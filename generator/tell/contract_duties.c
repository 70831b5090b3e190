/* contract_duties.c: the duties of a caller -> the sentences of a contract: what it requires, where
 * the call stands among its parts, and what must be synchronised. explain_contract.c says the same
 * list. */
#include "contract.h"
#include <inttypes.h>
#include <string.h>

Duties function_duties(const Function *function) {
    Duties duties = {0};
    for (int i = 0; i < function->choice_count; i++) {
        if (!function->choices[i].plan)
            continue;
        Duties own = plan_duties(function->choices[i].plan);
        if (duties.plan)
            duties_join(&duties, &own);
        else
            duties = own;
    }
    return duties;
}

void add_sentence(Text *out, const char *sentence) {
    text_printf(out, "%s%s", out->length ? "; " : "", sentence);
}

/* "CTA `cta`" */
const char *peer_words(const Duties *duties, const Expr *peer) {
    Text text = {0};
    if (!peer)
        return "our CTA";
    words_expr(&text, peer, duties->plan);
    return mem_printf("CTA `%s`", text_string(&text));
}

const char *apart_words(const Duties *duties, const Duty *duty) {
    const char *peer = duty->peer ? peer_words(duties, duty->peer) : NULL;
    return peer ? mem_printf(", no two with the same %s", peer + strlen("CTA ")) : "";
}

const char *arrivals_words(const Duty *duty) {
    const char *count =
        mem_printf("%" PRId64 " arrival%s a phase", duty->number, duty->number == 1 ? "" : "s");
    if (duty->more == 0)
        return count;
    return duty->more == duty->number
               ? mem_printf("%s, by others", count)
               : mem_printf("%s, %" PRId64 " of them by others", count, duty->more);
}

/* "the 32 callers and 32 others" */
const char *comers_words(const Duty *duty) {
    const char *callers = mem_printf("the %" PRId64 " callers", duty->more - duty->others);
    return duty->others ? mem_printf("%s and %" PRId64 " others", callers, duty->others) : callers;
}

/* ---- parts ---------------------------------------------------------------------------------- */

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

const char *order_words(const Plan *whole) {
    Text text = {0};
    bool body = false;
    int count = whole->script_count ? whole->script_count : whole->part_count;
    for (int i = 0; i < count; i++) {
        const Part *part = &whole->parts[whole->script_count ? whole->script[i] : i];
        body |= part->is_body;
        text_printf(&text, "%s%s", i ? "; then " : "", part_words(whole, part));
    }
    if (!body)
        text_add(&text, "; what stands between them is yours");
    return text_string(&text);
}

const char *span_words(const Plan *plan, const char *otherwise) {
    const Plan *whole = plan->whole;
    const char *first = NULL, *last = NULL;
    for (int i = 0; whole && i < whole->part_count; i++)
        if (!whole->parts[i].is_body) {
            first = first ? first : whole->parts[i].suffix;
            last = whole->parts[i].suffix;
        }
    return first && first != last ? mem_printf("from %s to %s", first, last) : otherwise;
}

/* ---- requires ------------------------------------------------------------------------------- */

/* "dst and src 16-byte aligned": arguments of one alignment are named together. */
static void require_alignment(Text *out, const Duties *duties) {
    for (const Duty *first = NULL; (first = duty_next(duties, DUTY_ALIGNED, first));) {
        Text names = {0};
        bool said = false;
        for (const Duty *duty = NULL; (duty = duty_next(duties, DUTY_ALIGNED, duty));) {
            if (duty->number != first->number)
                continue;
            said |= duty < first;
            text_printf(&names, "%s%s", names.length ? " and " : "", duty->name);
        }
        if (!said)
            add_sentence(
                out, mem_printf("%s %" PRId64 "-byte aligned", text_string(&names), first->number));
    }
}

/* ld % 8 == 0, ld >= 64, ld <= 16909319: what TC_CHECK_LIMIT asks. rows < 2^31 and rows <= 2^31 - 1
 * say the same, with rows % 8 == 0 rows <= 2^31 - 8 does. */
static void require_symbol(Text *out, const Plan *plan, int at) {
    const Symbol *symbol = &plan->symbols[at];
    const char *name = symbol_argument(symbol), *comma = "";
    Text facts = {0};
    if (symbol_is_given(symbol))
        return;
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
    if (symbol->role == SYMBOL_LIMIT && symbol->max > INT32_MAX - symbol->divisor)
        text_printf(&facts, "%s%s < 2^31", comma, name);
    else if (symbol->max < INT32_MAX || symbol->wide)
        text_printf(&facts, "%s%s <= %" PRId64, comma, name, symbol->max);
    if (facts.length)
        add_sentence(out, text_string(&facts));
}

static void require_remote(Text *out, const Duties *duties) {
    const Duty *several = duty_next(duties, DUTY_MULTICAST, NULL);
    if (several)
        add_sentence(
            out,
            mem_printf(
                "bit c of `ctas` is set for each CTA c of the cluster that gets the tile, where it "
                "has %s and %s at the addresses that we have",
                several->name,
                several->with));
    const Duty *first = duty_next(duties, DUTY_REMOTE, NULL);
    Text names = {0};
    int count = 0;
    for (const Duty *duty = NULL; (duty = duty_next(duties, DUTY_REMOTE, duty)); count++)
        text_printf(&names, "%s%s", names.length ? " and " : "", duty->name);
    if (first)
        add_sentence(
            out,
            mem_printf(
                "%s %s of what %s of the cluster keeps there",
                text_string(&names),
                count > 1 ? "are our own addresses" : "is our own address",
                peer_words(duties, first->peer)));
    if (duties_have(duties, DUTY_CLUSTER))
        add_sentence(out, "a cluster launch");
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

/* "map is a tensor map of src: rows x cols, ld from row to row; boxes of 64x64, swizzled in 128
 * bytes" */
const char *tensor_words(const Plan *plan, const Duty *duty) {
    const Object *map = &plan->objects[duty->number];
    const Buffer *buffer = &plan->buffers[map->buffer];
    Text extents = {0}, strides = {0}, box = {0};
    for (int d = map->rank - 1; d >= 0; d--) {
        const char *comma = extents.length ? " x " : "";
        text_printf(&extents, "%s%s", comma, coef_words(plan, map->extent[d]));
        text_printf(&box, "%s%" PRId64, box.length ? "x" : "", map->box[d]);
        if (d > 0)
            text_printf(
                &strides, "%s%s", strides.length ? ", " : "", coef_words(plan, map->stride[d]));
    }
    if (map->swizzle.on)
        text_printf(
            &box,
            ", swizzled in %" PRId64 " bytes",
            ((int64_t)buffer->dtype->bits / 8) << (map->swizzle.per_element + map->swizzle.len));
    return mem_printf(
        "%s is a tensor map of %s: %s %s elements at pitch %s, zero outside, in boxes of %s",
        duty->name,
        duty->with,
        text_string(&extents),
        buffer->dtype->name,
        strides.length ? text_string(&strides) : "1",
        text_string(&box));
}

/* Of one duty, with no other beside it. NULL: said elsewhere. */
static const char *require_one(const Duties *duties, const Duty *duty) {
    switch (duty->kind) {
    case DUTY_APART:
        return mem_printf("%s and %s do not overlap", duty->name, duty->with);
    case DUTY_SAME:
        return duty->more ? mem_printf(
                                "threads that get one element of %s pass the same of %s",
                                duty->with,
                                duty->name)
                          : mem_printf("%s is the same in every thread", duty->name);
    case DUTY_OWNERS:
        return mem_printf("all owners of an element of %s hold the same value", duty->name);
    case DUTY_ROOM:
        return mem_printf("%s needs %" PRId64 " bytes", duty->name, duty->number);
    case DUTY_SCRATCH:
        if (duty->number == 0)
            return mem_printf("%s is not used and may be 0", duty->name);
        return mem_printf(
            "%s holds %" PRId64 "%s that nobody else uses %s",
            duty->name,
            duty->number,
            duty->dtype ? mem_printf(" %s elements", duty->dtype->name) : " bytes",
            span_words(duties->plan, "meanwhile"));
    case DUTY_AT:
        return mem_printf("%s is at byte %" PRId64 " of %s", duty->name, duty->number, duty->with);
    case DUTY_UNWRITTEN:
        return mem_printf("nothing writes %s while the kernel runs", duty->name);
    case DUTY_POLICY:
        return "policy from a tc_createpolicy primitive";
    case DUTY_MBARRIER:
        return mem_printf("%s is an mbarrier of %s", duty->name, arrivals_words(duty));
    case DUTY_MBARRIER_ROOM:
        return mem_printf(
            "%s is memory in which an mbarrier of %s is made, and holds none (tc_mbarrier_inval)",
            duty->name,
            arrivals_words(duty));
    case DUTY_PARITY:
        return mem_printf(
            "%s is the parity of the phase of %s that is waited for", duty->name, duty->with);
    case DUTY_BARRIER:
        if (duty->number < 0)
            return mem_printf(
                "%s is a constant from 0 to 15, the number of a named barrier that is for %s "
                "alone; 0 where the block has no other threads",
                duty->name,
                comers_words(duty));
        return mem_printf(
            "named barrier %" PRId64 " is for %s alone", duty->number, comers_words(duty));
    case DUTY_TENSOR:
        return tensor_words(duties->plan, duty);
    case DUTY_TMEM_LANES:
        return "warp w of the callers is number w % 4 of a warpgroup and reaches lanes 32 * (w % "
               "4) to 32 * (w % 4) + 31 of tensor memory";
    default:
        return NULL;
    }
}

void contract_requires(Text *out, const Duties *duties) {
    Text text = {0};
    bool remote = false;
    require_alignment(&text, duties);
    for (int i = 0; i < duties->count; i++) {
        const Duty *duty = &duties->at[i];
        const char *words = require_one(duties, duty);
        if (duty->kind == DUTY_BOUNDS)
            require_symbol(&text, duties->plan, (int)duty->number);
        if ((duty->kind == DUTY_REMOTE || duty->kind == DUTY_MULTICAST ||
             duty->kind == DUTY_CLUSTER) &&
            !remote) {
            require_remote(&text, duties);
            remote = true;
        }
        if (words)
            add_sentence(&text, words);
    }
    print_item(out, "Requires", text.length ? mem_printf("%s.", text_string(&text)) : "Nothing.");
}

void contract_place(Text *out, const Duties *duties) {
    const Duty *place = duty_next(duties, DUTY_PLACE, NULL);
    if (place)
        print_item(
            out,
            "Part",
            mem_printf(
                "%" PRId64 " of %" PRId64 ", called by the same threads: %s.",
                place->number,
                place->more,
                order_words(duties->plan->whole)));
}

/* ---- sync ----------------------------------------------------------------------------------- */

static void sync_before(Text *text, const Duties *duties) {
    Text before = {0};
    for (const Duty *duty = NULL; (duty = duty_next(duties, DUTY_BROUGHT, duty));)
        add_sentence(
            text,
            mem_printf(
                "the call waits for %s, which may come in flight under %s",
                duty->name,
                duty->with));
    for (const Duty *duty = NULL; (duty = duty_next(duties, DUTY_FENCED, duty));)
        text_printf(
            &before,
            "%s%s by every %s %s",
            before.length ? ", " : "",
            duty->space == SPACE_GMEM ? "tc_fence_async_gmem" : "tc_fence_async_smem",
            duty->space == SPACE_GMEM ? "thread of the kernel that wrote" : "writer of",
            duty->name);
    bool cluster = duties_have(duties, DUTY_FREE) || duties_have(duties, DUTY_MULTICAST);
    if (before.length || cluster)
        text_printf(
            &before, "%sa %sbarrier", before.length ? ", and " : "", cluster ? "cluster " : "");
    if (before.length)
        add_sentence(text, mem_printf("before: %s", text_string(&before)));
}

/* What stays as it is until a wait: "src stays unchanged and both CTAs alive". */
static const char *kept_words(const Duties *duties, const char *with) {
    const Duty *alive = duty_about(duties, DUTY_ALIVE, NULL, with);
    Text kept = {0};
    for (const Duty *keep = NULL; (keep = duty_next(duties, DUTY_KEEP, keep));)
        if (keep->others && strcmp(keep->with, with) == 0)
            text_printf(&kept, "%s%s", kept.length ? " and " : "", keep->name);
    if (kept.length)
        text_add(&kept, " stays unchanged");
    if (alive)
        text_printf(&kept, "%s", kept.length ? " and both CTAs alive" : "both CTAs stay alive");
    return kept.length ? text_string(&kept) : NULL;
}

static void sync_group(Text *text, const Duties *duties, const char *with) {
    const Duty *commit = duty_about(duties, DUTY_COMMIT, NULL, with);
    const Duty *wait = duty_about(duties, DUTY_WAIT, NULL, with);
    const Duty *any = commit ? commit : wait;
    if (!any)
        return;
    bool alone = duties->plan->threads == 1;
    const char *every = !any->more ? "" : alone ? " by the same thread" : " by every caller";
    Text caller = {0};
    if (commit)
        text_printf(&caller, "%s%s", any->more ? "tc_bulk_commit" : "tc_cp_async_commit", every);
    if (wait)
        text_printf(
            &caller,
            "%slater %s%s and a barrier",
            commit ? ", " : "",
            any->more ? "tc_bulk_wait_0" : "tc_cp_async_wait_all",
            every);
    add_sentence(text, mem_printf("caller: %s", text_string(&caller)));
}

static void sync_mbarrier(Text *text, const Duties *duties, const char *with) {
    const Duty *expect = duty_about(duties, DUTY_EXPECT, NULL, with);
    const Duty *wait = duty_about(duties, DUTY_WAIT, NULL, with);
    const Duty *phase = duty_about(duties, DUTY_PHASE, NULL, with);
    const Duty *any = expect ? expect : wait;
    if (any) {
        Text words = {0};
        const char *own = duties_have(duties, DUTY_MULTICAST) ? "each of these CTAs:" : "caller:";
        text_add(&words, any->peer ? peer_words(duties, any->peer) : own);
        if (expect)
            text_printf(
                &words,
                " expect%s %" PRId64 " bytes on %s",
                any->peer ? "s" : "",
                expect->number,
                with);
        if (wait && any->peer)
            text_printf(
                &words,
                "%s waits%s",
                expect ? " and" : "",
                expect ? "" : mem_printf(" for %s", with));
        else if (wait)
            text_printf(
                &words,
                "%s wait for %s before %s is read",
                expect ? " and" : "",
                expect ? "its phase" : mem_printf("a phase of %s", with),
                wait->name);
        add_sentence(text, text_string(&words));
    }
    if (phase)
        add_sentence(
            text,
            mem_printf(
                "what the %" PRId64
                " arriving callers did before is visible to those who wait for that "
                "phase of %s",
                phase->number,
                with));
}

static void sync_tmem(Text *text, const Duties *duties, const char *with) {
    const Duty *wait = duty_about(duties, DUTY_WAIT, NULL, with);
    if (wait)
        add_sentence(text, mem_printf("caller: tc_tmem_wait_load before %s is used", wait->name));
}

/* What the caller does about one object after the call. */
static void sync_object(Text *text, const Duties *duties, const Duty *of) {
    const char *kept = kept_words(duties, of->with);
    const Duty *inside = duty_about(duties, DUTY_PEER_SENDS, NULL, of->with);
    if (of->object == OBJECT_GROUP)
        sync_group(text, duties, of->with);
    else if (of->object == OBJECT_TMEM)
        sync_tmem(text, duties, of->with);
    else
        sync_mbarrier(text, duties, of->with);
    if (kept)
        add_sentence(
            text,
            inside ? mem_printf("until a cluster barrier after the call %s", kept)
                   : mem_printf("until then %s", kept));
}

static void sync_objects(Text *text, const Duties *duties) {
    for (int i = 0; i < duties->count; i++) {
        const Duty *duty = &duties->at[i];
        bool first = true;
        if (duty->kind < DUTY_COMMIT || duty->kind > DUTY_PHASE)
            continue;
        for (int k = 0; k < i; k++)
            first &=
                duties->at[k].kind < DUTY_COMMIT || strcmp(duties->at[k].with, duty->with) != 0;
        if (first)
            sync_object(text, duties, duty);
    }
}

static void sync_visible(Text *text, const Duties *duties) {
    for (const Duty *duty = NULL; (duty = duty_next(duties, DUTY_VISIBLE, duty));) {
        if (duty->space == SPACE_TMEM)
            add_sentence(
                text,
                mem_printf(
                    "what %s holds must be complete, and tcgen05.fence::after_thread_sync run "
                    "after the "
                    "barrier that says so",
                    duty->name));
        else if (duty->space != SPACE_GMEM && !duty_about(duties, DUTY_FENCED, duty->name, NULL))
            add_sentence(
                text,
                mem_printf(
                    "what %s holds must be visible to the %s",
                    duty->name,
                    duty->more ? "warp" : "caller"));
    }
}

static void sync_seen(Text *text, const Duties *duties) {
    const Plan *plan = duties->plan;
    bool cluster = plan->scope.kind == SCOPE_CLUSTER;
    const char *others = plan->threads > 1 && plan->threads <= 32 && !cluster ? "lanes" : "threads";
    const char *barrier = cluster ? "cluster barrier" : "barrier";
    int count = 0;
    for (const Duty *duty = NULL; (duty = duty_next(duties, DUTY_SEEN, duty));)
        count++;
    for (const Duty *duty = NULL; (duty = duty_next(duties, DUTY_SEEN, duty));) {
        const char *name = count > 1 ? duty->name : "the tile";
        if (duty_about(duties, DUTY_WAIT, duty->name, NULL))
            continue;
        add_sentence(
            text,
            duty->more
                ? mem_printf(
                      "the callers see %s when the call returns, other threads after a barrier of "
                      "the caller",
                      name)
                : mem_printf("other %s see %s after a %s of the caller", others, name, barrier));
    }
}

static void sync_reached(Text *text, const Duties *duties) {
    for (const Duty *duty = NULL; (duty = duty_next(duties, DUTY_REACHED, duty));)
        add_sentence(
            text,
            mem_printf(
                duty->more
                    ? "a cluster barrier after %s wrote %s, and one before it changes that or exits"
                    : "%s sees %s after a cluster barrier, and stays alive until then",
                peer_words(duties, duty->peer),
                duty->name));
}

static void sync_reuse(Text *text, const Duties *duties) {
    bool again = false;
    for (const Duty *duty = NULL; (duty = duty_next(duties, DUTY_REUSE, duty));) {
        again |= duty->others != 0;
        add_sentence(
            text,
            duty->more ? mem_printf("%s is free again when the call returns", duty->name)
                       : mem_printf("%s is free again after a barrier of the caller", duty->name));
    }
    if (again)
        add_sentence(text, "the parts may run again at once");
}

void contract_sync(Text *out, const Duties *duties) {
    Text text = {0};
    for (const Duty *duty = NULL; (duty = duty_next(duties, DUTY_COME, duty));)
        add_sentence(&text, mem_printf("%" PRId64 " %s inside", duty->number, duty->name));
    sync_before(&text, duties);
    for (const Duty *duty = NULL; (duty = duty_next(duties, DUTY_ARRIVALS, duty));)
        add_sentence(&text, mem_printf("waits inside until others have arrived at %s", duty->with));
    for (const Duty *duty = NULL; (duty = duty_next(duties, DUTY_PEER_SENDS, duty));)
        add_sentence(
            &text,
            mem_printf(
                "the %" PRId64 " bytes that are sent to us are waited for inside, at %s",
                duty->number,
                duty->with));
    sync_objects(&text, duties);
    if (text.length == 0)
        text_add(&text, "none");
    sync_visible(&text, duties);
    sync_seen(&text, duties);
    sync_reached(&text, duties);
    sync_reuse(&text, duties);
    if (text.at[0] >= 'a' && text.at[0] <= 'z')
        text.at[0] = (char)(text.at[0] - 32);
    text_char(&text, '.');
    print_item(out, "Sync", text_string(&text));
}
