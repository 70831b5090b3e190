/* owners.c: Which threads move which elements of a register side, found by evaluating its layout
 * element by element; and a short predicate over digits of the rank for a set of threads. */
#include "tile.h"
#include <string.h>

enum { MAX_PLACES = 1024, MOST_CONDS = 4 }; /* conditions of who owns */

/* Ranks by the value of the digits that the layout names: head[key] -> rank -> next[rank] ... */
struct OwnerIndex {
    const Copy *copy;
    unsigned named;
    int32_t *head; /* by hashed key; chains hold ascending ranks */
    int32_t next[MAX_THREADS];
    uint64_t key[MAX_THREADS];
    bool built;
};
typedef OwnerIndex Index;

enum { BUCKETS = 2048 };

static uint64_t key_push(uint64_t key, int64_t digit) {
    return key << 10 | ((uint64_t)digit & 1023);
}

static int bucket(uint64_t key) {
    return (int)(key * 0x9e3779b97f4a7c15u >> 53);
}

static void index_build(Index *index, unsigned named) {
    index->named = named;
    index->built = true;
    index->head = NEW_ARRAY(int32_t, BUCKETS);
    memset(index->head, -1, BUCKETS * sizeof *index->head);
    for (int rank = index->copy->scope.threads - 1; rank >= 0; rank--) {
        uint64_t key = 0;
        if (!scope_has_rank(&index->copy->scope, rank))
            continue;
        for (int axis = AXIS_LANEID; axis < AXIS_COUNT; axis++)
            if (named >> axis & 1)
                key = key_push(key, axis_of_rank((Axis)axis, rank));
        index->key[rank] = key;
        index->next[rank] = index->head[bucket(key)];
        index->head[bucket(key)] = rank;
    }
}

OwnerIndex *owner_index(const Copy *copy, unsigned named) {
    OwnerIndex *index = NEW(OwnerIndex);
    index->copy = copy;
    index_build(index, named);
    return index;
}

/* The owners of a place in ascending order: first_owner, then next_owner of each; -1 after the
 * last. A chain is walked once, not from its head for each. Both loops over the axes push the same
 * digits in the same order; there are fewer than 128 axes, so that any integer counts them. */
int first_owner(const OwnerIndex *index, const Place *place) {
    uint64_t key = 0;
    for (int axis = AXIS_LANEID; axis < AXIS_COUNT; axis++) {
        if (!(place->named >> axis & 1))
            continue;
        if (place->along[axis] < 0 || place->along[axis] > 1023)
            return -1;
        key = key_push(key, place->along[axis]);
    }
    int rank = index->head[bucket(key)];
    while (rank >= 0 && index->key[rank] != key)
        rank = index->next[rank];
    return rank;
}

int next_owner(const OwnerIndex *index, int owner) {
    int rank = index->next[owner];
    budget_spend(1);
    while (rank >= 0 && index->key[rank] != index->key[owner])
        rank = index->next[rank];
    return rank;
}

typedef struct {
    Ownership *out;
    bool is_source, second_pass;
} Tally;

static void add_to(RankSet *set, int rank) {
    set->count += !set->has[rank];
    set->has[rank] = true;
}

/* One element: all its owners, over all replicas. */
static bool tally_element(const Index *index, const Place *places, int count, Tally *tally) {
    int lowest = MAX_THREADS;
    for (int i = 0; i < count; i++)
        for (int rank = first_owner(index, &places[i]); rank >= 0; rank = next_owner(index, rank)) {
            lowest = rank < lowest ? rank : lowest;
            if (!tally->is_source)
                add_to(&tally->out->movers, rank);
            else if (!tally->second_pass)
                break; /* places in ascending ranks: the first is this place's lowest */
        }
    if (lowest == MAX_THREADS)
        return false;
    if (tally->is_source && !tally->second_pass)
        add_to(&tally->out->movers, lowest);
    if (!tally->second_pass)
        return true;
    for (int i = 0; i < count; i++)
        for (int rank = first_owner(index, &places[i]); rank >= 0; rank = next_owner(index, rank))
            tally->out->uneven |= rank != lowest && tally->out->movers.has[rank];
    return true;
}

static void tally_all(const Copy *copy, int side, Tally *tally) {
    const Operand *operand = copy_side(copy, side);
    int64_t coord[MAX_RANK] = {0}, at[MAX_RANK];
    PolyBasis basis = {0};
    Index *index = NEW(Index);
    int64_t replicas = layout_replicas(&operand->layout);
    int capacity = replicas < 0 || replicas > MAX_PLACES ? MAX_PLACES : (int)replicas;
    Place *places = NEW_ARRAY(Place, capacity);
    index->copy = copy;
    for (bool more = true; more;) {
        for (int d = 0; d < operand->rank; d++)
            at[d] = operand->region[d].begin + coord[d];
        int count = layout_places(
            &operand->layout,
            copy->symbols,
            &basis,
            operand->rank,
            operand->shape,
            at,
            places,
            capacity);
        if (count > 0 && !index->built)
            index_build(index, places[0].named);
        if (count <= 0 || !tally_element(index, places, count, tally)) {
            tally->out->missing = true;
            memcpy(tally->out->missing_at, at, sizeof at);
            return;
        }
        more = false;
        for (int d = operand->rank - 1; d >= 0 && !more; d--) {
            more = ++coord[d] < operand->region[d].extent;
            coord[d] = more ? coord[d] : 0;
        }
    }
}

/* What is kept for one Copy: every variant asks for the same. All room is taken at once, because
 * the first who asks may be about to rewind the arena. */
struct Owners {
    Ownership *of[2]; /* NULL: that side is in memory */
    RankSet all;
    bool knows[2];
};

Owners *owners_new(const Copy *copy) {
    Owners *owners = NEW(Owners);
    for (int side = SRC; side <= DST; side++)
        if (copy_side(copy, side)->space == SPACE_REG)
            owners->of[side] = NEW(Ownership);
    return owners;
}

const Ownership *copy_owners(const Copy *copy, int side) {
    Owners *kept = copy->owners;
    if (kept && kept->knows[side])
        return kept->of[side];
    Ownership *out = kept ? kept->of[side] : NEW(Ownership);
    Tally tally = {out, side == SRC, false};
    MemMark mark = mem_mark();
    tally_all(copy, side, &tally);
    if (side == SRC && !out->missing && out->movers.count > 1) {
        tally.second_pass = true;
        tally_all(copy, side, &tally);
    }
    mem_rewind(mark);
    if (kept)
        kept->knows[side] = true;
    return out;
}

const RankSet *all_ranks(const Copy *copy) {
    RankSet *all = &copy->owners->all;
    for (int rank = 0; rank < copy->scope.threads; rank++)
        if (scope_has_rank(&copy->scope, rank))
            add_to(all, rank);
    return all;
}

/* Warp 2 of a warpgroup (wid_in_wg) with 4 lanes each: rank / 32 % 4. A digit that the number of
 * threads bounds anyway needs no modulus: laneid in a warp is the rank itself. Where only 5 of
 * every 8 groups of 4 lanes own rows, the group is still rank / 4 % 8. Moduli that do not nest stay
 * two: six columns on laneid are rank % 32 % 6, since lane 0 of warp 1, rank 32, is not 32 % 6 =
 * 2. */
Digit owner_digit(
    Axis axis, int64_t base, int64_t stride, int64_t extent, int64_t period, int threads) {
    int64_t div = 1, mod = 0;
    axis_rank_digit(axis, &div, &mod);
    bool wraps_around = mod && (threads - 1) / div >= mod;
    Digit digit = {.kind = VAR_RANK, .pre_div = 1, .div = 1};
    if (base == 0 && (mod == 0 || mod % stride == 0)) {
        int64_t left = mod ? mod / stride : 0;
        int64_t wraps = period ? period : left;
        digit.div = div * stride;
        digit.mod = wraps && wraps % extent ? wraps : extent;
        bool nests = !wraps_around || left % digit.mod == 0;
        if ((threads - 1) / digit.div < digit.mod)
            digit.mod = 0;
        if (nests || digit.mod == 0)
            return digit;
    }
    digit.pre_div = div;
    digit.pre_mod = wraps_around ? mod : 0;
    digit.sub = base;
    digit.div = stride;
    digit.mod = period && period % extent ? period : extent;
    return digit;
}

/* ---- a set of ranks as predicates ---------------------------------------------------------- */

typedef struct {
    int64_t div, mod; /* of the rank: x = rank / div % mod, mod 0 = none */
    int count;        /* x runs over 0 .. count-1 */
    const bool *has;
} Line;

static void add_cond(Cond *conds, int *count, int64_t div, int64_t mod, CondOp op, int64_t value) {
    Cond cond = {.op = op, .rhs = expr_constant(value)};
    expr_add(&cond.lhs, coef_int(1), digit_of(VAR_RANK, 0, div, mod));
    conds[(*count)++] = cond;
}

static void bounds(const Line *line, int *first, int *end, int *members) {
    *first = line->count;
    *end = *members = 0;
    for (int x = 0; x < line->count; x++)
        if (line->has[x]) {
            *first = x < *first ? x : *first;
            *end = x + 1;
            ++*members;
        }
}

/* Is the set { first <= x < end and x / a % b == first / a % b }? */
static bool is_digit_form(const Line *line, int first, int end, int a, int b) {
    budget_spend(line->count / 4);
    for (int x = 0; x < line->count; x++) {
        bool in = x >= first && x < end && x / a % b == first / a % b;
        if (in != line->has[x])
            return false;
    }
    return true;
}

static void add_interval(const Line *line, int first, int end, Cond *conds, int *count) {
    if (end == first + 1) {
        add_cond(conds, count, line->div, line->mod, COND_EQ, first);
        return;
    }
    if (first > 0)
        add_cond(conds, count, line->div, line->mod, COND_GE, first);
    if (end < line->count)
        add_cond(conds, count, line->div, line->mod, COND_LT, end);
}

/* {0,2,..,30} of 32: x % 2 == 0. {0..7,16..23}: x / 8 % 2 == 0. */
static bool describe(const Line *line, Cond *conds, int *count) {
    int first, end, members;
    bounds(line, &first, &end, &members);
    if (members == 0)
        return false;
    if (members == end - first) {
        add_interval(line, first, end, conds, count);
        return true;
    }
    for (int a = 1; a < line->count; a++)
        for (int b = 2; a * b <= line->count; b++) {
            if (!is_digit_form(line, first, end, a, b))
                continue;
            int from = is_digit_form(line, 0, end, a, b) ? 0 : first;
            int to = is_digit_form(line, from, line->count, a, b) ? line->count : end;
            if (line->mod && line->mod % (a * b))
                continue; /* rank / a % b would not be a digit of rank % mod */
            add_interval(line, from, to, conds, count);
            add_cond(conds, count, line->div * a, b, COND_EQ, first / a % b);
            return true;
        }
    return false;
}

/* Two digits at once, on powers of two: x / a % b == p and x / c % d == q. */
static bool describe_pair(const Line *line, Cond *conds, int *count) {
    int first, end, members;
    bounds(line, &first, &end, &members);
    for (int a = 1; a < line->count; a *= 2)
        for (int b = 2; a * b <= line->count; b *= 2)
            for (int c = a * b; c < line->count; c *= 2)
                for (int d = 2; c * d <= line->count; d *= 2) {
                    bool same = true;
                    for (int x = 0; x < line->count && same; x++)
                        same = line->has[x] ==
                               (x / a % b == first / a % b && x / c % d == first / c % d);
                    if (!same)
                        continue;
                    add_cond(conds, count, line->div * c, d, COND_EQ, first / c % d);
                    add_cond(conds, count, line->div * a, b, COND_EQ, first / a % b);
                    return true;
                }
    return false;
}

/* Three of every four: x % 4 < 3. Lanes 8 .. 23 of every warp: x % 32 >= 8 and x % 32 < 24. Of x /
 * a % b they are bands of x % (a * b) too. */
static bool describe_band(const Line *line, Cond *conds, int *count) {
    for (int b = 2; b <= line->count; b++) {
        int low = b, high = -1;
        bool same = true;
        for (int x = 0; x < line->count; x++)
            if (line->has[x]) {
                low = x % b < low ? x % b : low;
                high = x % b > high ? x % b : high;
            }
        for (int x = 0; x < line->count && same; x++)
            same = line->has[x] == (x % b >= low && x % b <= high);
        if (!same || high < 0 || (line->mod && line->mod % b))
            continue;
        if (low > 0)
            add_cond(conds, count, line->div, b, COND_GE, low);
        if (high < b - 1)
            add_cond(conds, count, line->div, b, COND_LT, high + 1);
        return true;
    }
    return false;
}

/* The set as (lanes) x (warps). */
static bool describe_product(const RankSet *set, int threads, Cond *conds, int *count) {
    bool lane[32] = {0}, warp[MAX_THREADS / 32] = {0};
    Line warps_line = {32, 0, (threads + 31) / 32, warp}, lanes_line = {1, 32, 32, lane};
    for (int rank = 0; rank < threads; rank++)
        if (set->has[rank])
            lane[rank % 32] = warp[rank / 32] = true;
    for (int rank = 0; rank < threads; rank++)
        if (set->has[rank] != (lane[rank % 32] && warp[rank / 32]))
            return false;
    return describe(&warps_line, conds, count) &&
           (describe(&lanes_line, conds, count) || describe_band(&lanes_line, conds, count));
}

bool conds_for_ranks(const RankSet *set, int threads, Cond **conds, int *count) {
    Cond found[8];
    Line all = {1, 0, threads, set->has};
    *count = 0;
    bool ok = describe(&all, found, count);
    if (!ok) {
        *count = 0;
        ok = describe_product(set, threads, found, count);
    }
    if (!ok || *count > MOST_CONDS) {
        *count = 0;
        ok = describe_pair(&all, found, count) || describe_band(&all, found, count);
    }
    if (!ok) {
        *count = radix_conds(set->has, threads, found, MOST_CONDS);
        ok = *count >= 0;
    }
    *count = ok ? *count : 0;
    *conds = NEW_ARRAY(Cond, *count);
    for (int i = 0; i < *count; i++)
        (*conds)[i] = found[i];
    return ok;
}

/* ---- several owners ------------------------------------------------------------------------- */

/* Parts of a rank, each with the axes that tell it: rank 70 is lane 6 of warp 2 in warpgroup 0. */
static const struct {
    unsigned axes, unit;
    Axis axis;
} rank_parts[] = {
    {1u << AXIS_LANEID | 1u << AXIS_TX | 1u << AXIS_TID_IN_WG, 1, AXIS_LANEID},
    {1u << AXIS_WARPID | 1u << AXIS_TX | 1u << AXIS_WID_IN_WG | 1u << AXIS_TID_IN_WG,
     32,
     AXIS_WID_IN_WG},
    {1u << AXIS_WARPID | 1u << AXIS_TX | 1u << AXIS_WGID, 128, AXIS_WGID}};

/* Two ranks that differ in no axis of a layout hold the same elements of it: with 1@laneid ranks 5
 * and 37. */
static bool shares_ranks(const Scope *scope, unsigned named) {
    bool seen[MAX_THREADS] = {false};
    for (int64_t rank = 0; rank < scope->threads; rank++) {
        int64_t told = 0;
        for (size_t i = 0; i < sizeof rank_parts / sizeof *rank_parts; i++)
            if (named & rank_parts[i].axes)
                told += rank_parts[i].unit * axis_of_rank(rank_parts[i].axis, rank);
        if (scope_has_rank(scope, rank) && seen[told])
            return true;
        seen[told] |= scope_has_rank(scope, rank);
    }
    return false;
}

bool scope_shares(const Scope *scope, const Operand *operand) {
    const Layout *layout = &operand->layout;
    bool shares = shares_ranks(scope, layout_axes(layout));
    for (int i = 0; i < layout->replica_count; i++)
        shares |= layout->replica[i].extent > 1 && layout->replica[i].stride.value != 0;
    return shares;
}
