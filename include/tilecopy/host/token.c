/* token.c: copies in flight. A copy moves nothing when it is started: its destination is filled with
 * garbage and marked, its source is marked, and any access to either (a read of the source apart)
 * is an error until it completes, as late as it can: cp.async at the wait of its thread or at the end
 * of the phase of the mbarrier that it arrives at, a bulk copy that an mbarrier counts when no thread can go
 * on without it, one that none counts at the waits of its thread (bulk.c). */
#include "place.h"
#include <stdlib.h>
#include <string.h>

static uint32_t next_token;

static Token *token_new(Thread *t, TokenKind kind, char *dst, const char *src, unsigned bytes) {
    Token *token = calloc(1, sizeof *token);
    if (!token)
        abort();
    token->kind = kind;
    token->id = ++next_token;
    token->by = t;
    token->primitive = t->primitive;
    token->step = t->step;
    token->call = chain_call(t);
    token->dst = dst;
    token->src = src;
    token->bytes = bytes;
    token->width = bytes;
    token->mask = 0xffff;
    return token;
}

static bool writes_byte(const Token *token, unsigned i) {
    return token->mask >> i % 16 & 1;
}

/* The cell of byte i of the destination, and for how many bytes it speaks that are written alike. */
static Cell *destination(const Token *token, Region *to, unsigned i, size_t *bytes) {
    const size_t at = (size_t)(token->dst - to->base) + i;
    return shadow_piece(to, at, at + (token->mask == 0xffff ? token->width - i : 1), bytes);
}

/* What a reduction will change is there until then. */
static void mark_destination(Token *token) {
    Region *to = region_find(token->dst);
    size_t n = 1;
    for (unsigned i = 0; i < token->width; i += (unsigned)n) {
        n = 1;
        if (!writes_byte(token, i))
            continue;
        destination(token, to, i, &n)->token = token->id;
        if (!token->reduce)
            emu_fill(token->dst + i, FLIGHT_POISON, n);
    }
}

/* One copy in flight more that reads the source, or one less. */
static void count_source(const Token *token, int by) {
    Region *from = region_find(token->src);
    const size_t at = (size_t)(token->src - from->base);
    size_t n;
    for (size_t i = at; i < at + token->bytes; i += n) {
        Cell *cell = shadow_piece(from, i, at + token->bytes, &n);
        cell->source_count = (uint16_t)(cell->source_count + by);
    }
}

Token *token_open(
    Thread *t,
    TokenKind kind,
    char *dst,
    const char *src,
    unsigned bytes,
    unsigned width,
    unsigned mask,
    int reduce) {
    Token *token = token_new(t, kind, dst, src, bytes);
    token->mask = mask;
    token->width = width;
    token->reduce = reduce;
    if (bytes)
        count_source(token, 1);
    mark_destination(token);
    return token;
}

Token *token_open_values(
    Thread *t, TokenKind kind, char *dst, const void *values, unsigned bytes, int reduce) {
    Token *token = token_new(t, kind, dst, NULL, bytes);
    token->reduce = reduce;
    token->data = malloc(bytes);
    if (!token->data)
        abort();
    memcpy(token->data, values, bytes);
    mark_destination(token);
    return token;
}

void token_add(
    Token **head,
    Thread *t,
    TokenKind kind,
    char *dst,
    const char *src,
    const void *values,
    unsigned bytes,
    int reduce,
    int type) {
    Token *token = src ? token_open(t, kind, dst, src, bytes, bytes, 0xffff, reduce)
                       : token_open_values(t, kind, dst, values, bytes, reduce);
    Token *first = *head;
    token->type = type;
    if (first) {
        token->id = first->id;
        mark_destination(token);
        token->part = first->part;
        first->part = token;
    } else {
        *head = token;
    }
}

/* Of all its parts. */
static unsigned bytes_of(const Token *token) {
    unsigned bytes = 0;
    for (; token; token = token->part)
        bytes += token->bytes;
    return bytes;
}

static void source_free(const Token *token) {
    if (token->src && token->bytes) /* without a source it was values */
        count_source(token, -1);
}

/* The source has been read, which counts as done by `who` in `epoch`. */
static void source_read(const Token *token, unsigned who, uint32_t epoch) {
    if (!token->src)
        return;
    Region *from = region_find(token->src);
    source_free(token);
    if (token->bytes)
        access_record(
            from,
            (size_t)(token->src - from->base),
            token->bytes,
            ACCESS_READ,
            (Use){who, epoch, place_of_call(&token->call)});
}

void token_read(Token *token, unsigned who, uint32_t epoch) {
    for (; token; token = token->part) {
        token->data = malloc(token->bytes);
        if (!token->data)
            abort();
        emu_copy(token->data, token->src, token->bytes);
        source_read(token, who, epoch);
    }
}

typedef bool Asked(const Token *token, const void *what);

static bool has_id(const Token *token, const void *what) {
    return token->id == *(const uint32_t *)what;
}

static bool writes_to(const Token *token, const void *what) {
    const char *p = what;
    while (token && !(p >= token->dst && p < token->dst + token->width))
        token = token->part;
    return token != NULL;
}

static bool still_reads(const Token *token, const void *what) {
    const char *p = what;
    while (token && !(!token->data && p >= token->src && p < token->src + token->bytes))
        token = token->part;
    return token != NULL;
}

static Token *first_of(Token *list, Asked *is, const void *what) {
    while (list && !is(list, what))
        list = list->next;
    return list;
}

/* The first of all that are in flight. */
static Token *first_that(Asked *is, const void *what) {
    Token *token = first_of(emu.flight_first, is, what);
    token = token ? token : first_of(emu.products, is, what);
    for (unsigned i = 0; i < emu.thread_count && !token; i++) {
        const Thread *t = &emu.threads[i];
        token = first_of(t->bulks, is, what);
        for (unsigned k = 0; k < t->copy_count && !token; k++)
            token = is(t->copies[k], what) ? t->copies[k] : NULL;
    }
    return token;
}

Token *token_by_id(uint32_t id) {
    return first_that(has_id, &id);
}

const Token *token_reading(const char *p) {
    return first_that(still_reads, p);
}

/* Another reduction that is on its way to the byte; 0: none. */
static uint32_t other_over(const char *p) {
    const Token *token = first_that(writes_to, p);
    return token ? token->id : 0;
}

/* f32 to tf32, to nearest even on 13 bits. */
static void round_tf32(char *dst, unsigned bytes) {
    for (unsigned i = 0; i + 4 <= bytes; i += 4) {
        uint32_t bits;
        memcpy(&bits, dst + i, 4);
        if ((bits & 0x7fffffffu) > 0x7f800000u)
            bits = 0x7fffe000u;
        else
            bits = (bits + 0xfffu + (bits >> 13 & 1u)) & ~0x1fffu;
        memcpy(dst + i, &bits, 4);
    }
}

static void deliver(Token *token) {
    const char *from = token->data ? token->data : token->src;
    if (token->reduce) {
        emu.busy = true;
        reduce_numbers(token->dst, from, token->width, token->reduce, token->type);
        emu.busy = false;
        return;
    }
    for (unsigned i = 0; token->mask != 0xffff && i < token->width; i++)
        if (writes_byte(token, i))
            emu_copy(token->dst + i, from + i, 1);
    if (token->mask == 0xffff) {
        emu_fill(token->dst, 0, token->width);
        emu_copy(token->dst, from, token->bytes);
    }
    if (token->convert && token->src) {
        emu.busy = true;
        round_tf32(token->dst, token->bytes);
        emu.busy = false;
    }
}

/* The bytes arrive; from now on they count as read and written by `who` in `epoch`. */
static void close_part(Token *token, unsigned who, uint32_t epoch) {
    Region *to = region_find(token->dst);
    const AccessKind kind = token->reduce ? ACCESS_REDUCE : ACCESS_WRITE;
    const Use use = {who, epoch, place_of_call(&token->call)};
    size_t n = 1;
    deliver(token);
    for (unsigned i = 0; i < token->width; i += (unsigned)n) {
        n = 1;
        if (!writes_byte(token, i))
            continue;
        Cell *cell = destination(token, to, i, &n);
        if (cell->token == token->id)
            cell->token = token->reduce ? other_over(token->dst + i) : 0;
        access_record(to, (size_t)(token->dst + i - to->base), (unsigned)n, kind, use);
        if (token->reduce)
            reduce_note(to, token->dst + i, (unsigned)n, token->reduce, token->type);
        if (token->kind != TOKEN_CP_ASYNC && token->kind != TOKEN_STORE)
            destination(token, to, i, &n)->flags |= CELL_BULK;
    }
    if (!token->data)
        source_read(token, who, epoch);
    free(token->data);
    free(token);
}

void token_close(Token *token, unsigned who, uint32_t epoch) {
    while (token) {
        Token *part = token->part;
        close_part(token, who, epoch);
        token = part;
    }
}

bool token_reduces(uint32_t id) {
    return token_by_id(id)->reduce != 0;
}

/* ---- cp.async ------------------------------------------------------------------------------- */

void tc_emu_cp_async(const char *name, void *dst, const void *src, unsigned width, unsigned bytes) {
    Thread *t = emu.current;
    Token *token;
    emu_enter(name);
    if (bytes > width)
        report_raise(
            TC_EMU_ARGUMENT, t, dst, width, "%u bytes to copy, at most %u can be", bytes, width);
    access_aligned(t, dst, width, width);
    access_verify(t, access_bounds(t, dst, width, SPACE_SHARED), dst, width, ACCESS_WRITE);
    if (bytes) {
        access_aligned(t, src, bytes, width);
        access_verify(t, access_bounds(t, src, bytes, SPACE_GLOBAL), src, bytes, ACCESS_READ);
    }
    token = token_open(t, TOKEN_CP_ASYNC, dst, bytes ? src : dst, bytes, width, 0xffff, 0);
    token->group = t->groups;
    if (t->copy_count == t->copy_room) {
        t->copy_room = t->copy_room ? 2 * t->copy_room : 16;
        t->copies = realloc(t->copies, t->copy_room * sizeof *t->copies);
        if (!t->copies)
            abort();
    }
    t->copies[t->copy_count++] = token;
}

void tc_emu_cp_async_commit(const char *name) {
    emu_enter(name);
    emu.current->groups++;
}

/* A copy is over, counted as a write of `who` in `epoch`: who waits for an arrival that tracks it, now
 * or later, knows of that write. */
static void close_copy(Thread *t, Token *copy, unsigned who, uint32_t epoch) {
    for (Token *a = t->arrivals; a && a->id > copy->id; a = a->sibling)
        clock_put(&a->landed, who, epoch);
    clock_put(&t->landed, who, epoch);
    token_close(copy, who, epoch);
}

/* Completes the thread's copies of the groups before `end` that are older than the token `before`. */
static void close_copies(Thread *t, unsigned end, uint32_t before, unsigned who, uint32_t epoch) {
    unsigned kept = 0;
    for (unsigned i = 0; i < t->copy_count; i++) {
        if (t->copies[i]->group < end && t->copies[i]->id < before)
            close_copy(t, t->copies[i], who, epoch);
        else
            t->copies[kept++] = t->copies[i];
    }
    t->copy_count = kept;
}

/* The arrival that comes after the token `id`; none: beyond all. */
static uint32_t next_arrival(const Thread *t, uint32_t id) {
    uint32_t next = UINT32_MAX;
    for (const Token *a = t->arrivals; a && a->id > id; a = a->sibling)
        next = a->id;
    return next;
}

/* What the next arrival tracks is done in an epoch of its own: who waits for that one knows of no more. */
static void complete_groups(Thread *t, unsigned end) {
    for (uint32_t id = 0; id != UINT32_MAX && t->copy_count;) {
        id = next_arrival(t, id);
        close_copies(t, end, id, t->index, t->epoch);
        clock_next_epoch(t);
    }
}

void tc_emu_cp_async_wait_group(const char *name, unsigned left) {
    Thread *t = emu.current;
    emu_enter(name);
    if (t->groups > left)
        complete_groups(t, t->groups - left);
}

void tc_emu_cp_async_wait_all(const char *name) {
    emu_enter(name);
    complete_groups(emu.current, ++emu.current->groups);
}

/* ---- arrivals of cp.async ------------------------------------------------------------------- */

void token_fly(Token *token) {
    Token **last = &emu.flight_first;
    while (*last)
        last = &(*last)->next;
    *last = token;
}

void token_count_on(Token *token, Mbarrier *bar) {
    token->bar = bar;
    token->begun = phase_known(token->by, bar);
    phase_send(token->by, bar);
    token_fly(token);
}

void token_arrive(Thread *t, Mbarrier *bar) {
    Token *arrival = calloc(1, sizeof *arrival);
    if (!arrival)
        abort();
    arrival->kind = TOKEN_ARRIVAL;
    arrival->id = ++next_token;
    arrival->by = t;
    arrival->step = t->step;
    arrival->bar = bar;
    arrival->begun = phase_known(t, bar);
    clock_release(t, &bar->carried);
    arrival->sibling = t->arrivals;
    t->arrivals = arrival;
    clock_ref(&arrival->landed, t->landed);
    token_fly(arrival);
}

bool token_flies_to(const Mbarrier *bar) {
    const Token *token = emu.flight_first;
    while (token && (token->kind == TOKEN_ARRIVAL || token->bar != bar))
        token = token->next;
    return token != NULL;
}

bool token_arrives_at(const Mbarrier *bar) {
    const Token *token = emu.flight_first;
    while (token && (token->kind != TOKEN_ARRIVAL || token->bar != bar))
        token = token->next;
    return token != NULL;
}

static void arrival_free(Token *arrival) {
    Token **at = &arrival->by->arrivals;
    while (*at != arrival)
        at = &(*at)->sibling;
    *at = arrival->sibling;
    clock_ref(&arrival->landed, NULL);
    free(arrival);
}

void token_land(Mbarrier *bar) {
    while (bar->came) {
        Token *arrival = bar->came;
        bar->came = arrival->next;
        close_copies(arrival->by, UINT32_MAX, arrival->id, bar->component, bar->phase + 1);
        clock_join(&bar->pending, arrival->landed);
        if (emu.cluster > 1)
            clock_join(&bar->pending_local, arrival->landed);
        mbarrier_landed(bar);
        arrival_free(arrival);
    }
}

/* Copies that an arrival tracks may outlive their thread. */
void token_thread_end(Thread *t) {
    uint32_t tracked = t->arrivals ? t->arrivals->id : 0;
    unsigned leaked = 0;
    bulk_thread_end(t);
    for (unsigned i = 0; i < t->copy_count; i++)
        leaked += t->copies[i]->id > tracked;
    if (!leaked)
        return;
    report_warn(t, "%u copies of cp.async were started and never waited for", leaked);
    complete_groups(t, UINT32_MAX);
}

/* Global memory outlives the launch that failed: its marks must not. */
static void forget_part(Token *token) {
    Region *to = region_find(token->dst);
    size_t n = 1;
    for (unsigned i = 0; i < token->width; i += (unsigned)n) {
        n = 1;
        if (writes_byte(token, i))
            destination(token, to, i, &n)->token = 0;
    }
    if (!token->data)
        source_free(token);
    free(token->data);
    free(token);
}

void token_forget(Token *token) {
    while (token) {
        Token *part = token->part;
        forget_part(token);
        token = part;
    }
}

static void free_copies(Thread *t) {
    if (t->arrivals && t->copy_count && !emu.failed)
        report_warn(
            t,
            "%u copies of cp.async were started and nobody waited on the mbarrier",
            t->copy_count);
    for (unsigned k = 0; k < t->copy_count; k++)
        token_forget(t->copies[k]);
    while (t->arrivals)
        arrival_free(t->arrivals);
}

/* ---- what no thread completes ------------------------------------------------------------------- */

static bool cta_gone(const Token *token, const char *p) {
    const Region *r = p ? region_find(p) : NULL;
    if (!r || !r->shared || emu.ctas[r->cta].live)
        return false;
    report_call(&token->call);
    report_raise(
        TC_EMU_EXITED,
        token->by,
        p,
        token->bytes,
        "the %s of step %u was in flight when CTA %u exited",
        token->kind == TOKEN_STORE ? token->primitive : "bulk copy",
        token->step,
        emu.first_cta + r->cta);
    return true;
}

/* Arrivals of one thread come in their order: what the first tracks is over when a later one comes, and would
 * bear the mark of that one's phase, by which who waited for the first alone would know of all that ends in it. */
static Token **first_of_thread(const Thread *t) {
    Token **at = &emu.flight_first;
    while ((*at)->kind != TOKEN_ARRIVAL || (*at)->by != t)
        at = &(*at)->next;
    return at;
}

bool token_complete_one(void) {
    Token *token, **at = &emu.flight_first;
    Mbarrier *bar;
    unsigned bytes, count = 0;
    if (!*at)
        return false;
    for (const Token *b = emu.flight_first; b; b = b->next)
        count++;
    for (unsigned skip = emu.config.seed ? emu_random(count) : 0; skip; skip--)
        at = &(*at)->next;
    token = *at;
    if (token->kind == TOKEN_ARRIVAL) {
        at = first_of_thread(token->by);
        token = *at;
        *at = token->next;
        mbarrier_arrival(token);
        return true;
    }
    if (cta_gone(token, token->dst) || cta_gone(token, token->src))
        return true;
    *at = token->next;
    bar = token->bar;
    bytes = bytes_of(token);
    phase_begun(token->by, bar, token->begun, token->primitive, token->step);
    token_close(token, bar->component, bar->phase + 1);
    mbarrier_complete(bar, bytes);
    return true;
}

/* The cluster is over; a copy that nobody waited for outlived its CTAs. */
void token_cluster_end(void) {
    while (emu.flight_first) {
        Token *token = emu.flight_first;
        emu.flight_first = token->next;
        if (token->kind == TOKEN_ARRIVAL)
            continue;
        report_call(&token->call);
        if (!emu.failed)
            report_raise(
                TC_EMU_EXITED,
                token->by,
                token->dst,
                token->bytes,
                "the %s of step %u was in flight when its CTAs exited; nobody "
                "waited for it",
                token->kind == TOKEN_STORE ? token->primitive : "bulk copy",
                token->step);
        token_forget(token);
    }
    for (unsigned i = 0; i < emu.thread_count; i++)
        bulk_cluster_end(&emu.threads[i]); /* it may still ask which copies there are */
    for (unsigned i = 0; i < emu.thread_count; i++)
        free_copies(&emu.threads[i]);
}

char *tc_emu_map(const char *name, const void *smem, unsigned cta) {
    Thread *t = emu.current;
    Region *here, *there;
    emu_enter(name);
    here = access_bounds(t, smem, 1, SPACE_SHARED);
    if (cta >= emu.cluster)
        report_raise(TC_EMU_ARGUMENT, t, smem, 1, "CTA %u: the cluster has %u", cta, emu.cluster);
    there = region_of_cta(cta, here->slot);
    return there->base + ((const char *)smem - here->base);
}
