/* ctext_wide.c: Values of arguments and iterations of loops as lanes. One thread and a loop of 256
 * make 256 lanes; lane 7 is iteration 7. A loop inside 32 lanes repeats these lanes for each
 * iteration: lane 5 + 32 * 7 is lane 5 in iteration 7. Lanes that do not run the loop are left out
 * if the Plan's guard agrees. Everything known by lane is repeated for each iteration, so the body
 * must not pass values from one iteration to the next. */
#include "ctext.h"
#include <string.h>

/* ---- arguments that are tried -------------------------------------------------------------- */

static int64_t unit_of(const Symbol *symbol) {
    return symbol->divisor > 1 ? symbol->divisor : 1;
}

static int64_t values_of(const Symbol *symbol) {
    int64_t range = symbol->max - symbol_least(symbol);
    return range > 0 ? range / unit_of(symbol) + 1 : 1;
}

/* All values of all arguments that are tried, together. */
int64_t wide_choices(const Reader *reader) {
    int64_t choices = 1;
    for (int i = 0; i < reader->plan->symbol_count; i++)
        if (reader->open[i] && !mul_i64(choices, values_of(&reader->plan->symbols[i]), &choices))
            return INT64_MAX;
    return choices;
}

/* Choice 7 of m in 0..3 and k in 0..9 is m = 3, k = 1. */
void wide_start(Reader *reader, int64_t first, int width) {
    int threads = reader->plan->threads;
    int64_t *rank = NEW_ARRAY(int64_t, threads * width);
    reader->lanes = threads * width;
    for (int lane = 0; lane < reader->lanes; lane++)
        rank[lane] = lane % threads;
    reader->rank = rank;
    int64_t below = 1;
    for (int i = 0; i < reader->plan->symbol_count; i++) {
        const Symbol *symbol = &reader->plan->symbols[i];
        reader->tried[i] = NULL;
        if (!reader->open[i])
            continue;
        reader->tried[i] = NEW_ARRAY(int64_t, reader->lanes);
        for (int lane = 0; lane < reader->lanes; lane++)
            reader->tried[i][lane] = symbol_least(symbol) + (first + lane / threads) / below %
                                                                values_of(symbol) * unit_of(symbol);
        below *= values_of(symbol);
    }
}

/* ---- iterations ---------------------------------------------------------------------------- */

Spread wide_spread(const Reader *reader) {
    Spread spread = {0, 1, NEW_ARRAY(int, reader->lanes)};
    for (int i = 0; i < reader->lanes; i++)
        if (reader->active[i] || reader->how == READ_WIDE)
            spread.lane[spread.count++] = i;
    return spread;
}

void *wide_bytes(const void *at, size_t size, const Spread *spread) {
    size_t bytes = size * (size_t)spread->count;
    char *all = NEW_ARRAY(char, bytes *(size_t)spread->times);
    for (size_t i = 0; i < (size_t)spread->count; i++)
        memcpy(all + i * size, (const char *)at + (size_t)spread->lane[i] * size, size);
    for (size_t i = 1; i < (size_t)spread->times; i++)
        memcpy(all + i * bytes, all, bytes);
    return all;
}

static Lanes wide_lanes(Lanes lanes, const Spread *spread) {
    if (lanes.at && lanes.step)
        lanes.at = wide_bytes(lanes.at, sizeof *lanes.at, spread);
    return lanes;
}

Number wide_number(const Number *number, const Spread *spread) {
    Number all = *number;
    all.constant = wide_lanes(all.constant, spread);
    for (int k = 0; k < MAX_PRODUCTS; k++)
        all.factor[k] = wide_lanes(all.factor[k], spread);
    if (all.bad)
        all.bad = wide_bytes(all.bad, sizeof *all.bad, spread);
    return all;
}

Truths wide_truths(const Truths *truths, const Spread *spread) {
    Truths all = {.count = truths->count};
    for (int i = 0; i < truths->count; i++) {
        Truth *truth = NEW(Truth);
        *truth = *truths->at[i];
        truth->exact = wide_number(&truth->exact, spread);
        if (truth->state)
            truth->state = wide_bytes(truth->state, sizeof *truth->state, spread);
        all.at[i] = truth;
    }
    return all;
}

Value wide_value(const Value *value, const Spread *spread) {
    Value all = *value;
    all.number = wide_number(&all.number, spread);
    if (value->first) {
        Number *first = NEW(Number);
        *first = wide_number(value->first, spread);
        all.first = first;
    }
    if (value->peer) {
        Number *peer = NEW(Number);
        *peer = wide_number(value->peer, spread);
        all.peer = peer;
    }
    if (value->truths) {
        all.truths = NEW(Truths);
        *all.truths = wide_truths(value->truths, spread);
    }
    return all;
}

void wide_reader(Reader *reader, const Say *loop, int64_t start, const Spread *spread, int id) {
    for (int i = 0; i < reader->wide_count; i++)
        reader->wide[i].at = wide_bytes(reader->wide[i].at, sizeof *reader->wide[i].at, spread);
    for (int i = 0; i < MAX_SYMBOLS; i++)
        if (reader->tried[i])
            reader->tried[i] = wide_bytes(reader->tried[i], sizeof *reader->tried[i], spread);
    reader->rank = wide_bytes(reader->rank, sizeof *reader->rank, spread);
    reader->active = wide_bytes(reader->active, sizeof *reader->active, spread);
    reader->lanes = spread->count * spread->times;
    int64_t *at = NEW_ARRAY(int64_t, reader->lanes);
    for (int i = 0; i < reader->lanes; i++)
        at[i] = start + i / spread->count;
    reader->wide[reader->wide_count++] =
        (Wide){loop->name, loop->count, start, spread->times, id, false, at};
}

/* What was found out meanwhile stays. */
void wide_end(Reader *reader, const Reader *before) {
    reader->lanes = before->lanes;
    reader->rank = before->rank;
    reader->active = before->active;
    memcpy(reader->tried, before->tried, sizeof reader->tried);
    reader->wide_count = before->wide_count;
    for (int i = 0; i < before->wide_count; i++)
        reader->wide[i].at = before->wide[i].at;
}

/* ---- what goes from one iteration to the next ------------------------------------------------ */

typedef struct Owns Owns;
struct Owns {
    const char *name;
    const Owns *outer;
};

static bool is_own(const Owns *names, const char *name) {
    for (; names; names = names->outer)
        if (strcmp(names->name, name) == 0)
            return true;
    return false;
}

/* `dst[i] = src[j]` is a call, `at0 = at0 ^ 8` is not. */
static bool changes(const Say *say, const Owns *own) {
    bool assigns = say->kind == SAY_ADD || say->kind == SAY_SET;
    return assigns && say->to->kind == NODE_NAME && !is_own(own, say->to->name);
}

static bool carries(const Say *say, const Owns *own) {
    for (; say; say = say->next) {
        bool nests = say->kind == SAY_FOR || say->kind == SAY_IF;
        if (changes(say, own) || (nests && carries(say->body, own)))
            return true;
        if (say->kind == SAY_VALUE || say->kind == SAY_HANDLE || say->kind == SAY_ARRAY) {
            Owns *more = NEW(Owns);
            *more = (Owns){say->name, own};
            own = more;
        }
    }
    return false;
}

bool wide_carries(const Say *loop) {
    return carries(loop->body, NULL);
}
