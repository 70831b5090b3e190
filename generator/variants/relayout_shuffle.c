/* relayout_shuffle.c: Relayouts inside warps by shuffles, for few words. Every bit of the source
 * lane and source register of a word must equal a bit of its destination lane or register, or be
 * constant.
 *
 * If a bit of the lane selects the register, different lanes want different registers of one lane.
 * Then round i gives lane l its register i ^ x, where x is those bits of l. Each lane then shows
 * only one register per round, i ^ y. Selects pick both.
 *
 *   Two words per lane, element (lane, j) to (lane ^ j ...): bit 0 of the lane and the bit of the
 *   register are exchanged. Round 0 keeps src[lane % 2]. Round 1 takes src[1 ^ lane % 2] of lane
 *   lane ^ 1: 1 shuffle, 4 selects. */
#include "variants.h"

enum { LANE_BITS = 5, LANES = 32, WORD = 32, MAX_BITS = 12, MOST_STEPS = 128, MOST_WORDS = 64 };

/* Where one bit of a source's number comes from. */
typedef enum { FROM_ZERO, FROM_ONE, FROM_LANE, FROM_WORD } From;
typedef struct {
    From from;
    int bit;
} BitSource;

typedef struct {
    const Copy *copy;
    const Exchange *exchange;
    int per_word; /* elements */
    int words;    /* of the destination, a power of two */
    int word_bits, from_bits;
    BitSource lane[LANE_BITS], word[MAX_BITS];
    /* Bit `word` of the source's register is bit `lane` of the reader; it is paired with bit `turn`
     * of the reader's register, which is bit `there` of the source's lane. */
    int pairs;
    struct {
        int word, lane, turn, there;
    } pair[LANE_BITS];
} Map;

/* ---- from the table to bits ----------------------------------------------------------------- */

/* The lane (and word) that word `word` of `rank` comes from; false: it is torn apart, or leaves the
 * warp. */
static bool look_up(const Map *map, int rank, int word, int *lane, int *from) {
    const Exchange *exchange = map->exchange;
    int64_t at = rank * exchange->slots + (int64_t)word * map->per_word;
    int slot = exchange->slot[at];
    if (exchange->rank[at] < 0 || slot % map->per_word ||
        exchange->rank[at] / LANES != rank / LANES)
        return false;
    for (int e = 1; e < map->per_word; e++)
        if (exchange->rank[at + e] != exchange->rank[at] || exchange->slot[at + e] != slot + e)
            return false;
    *lane = exchange->rank[at] % LANES;
    *from = slot / map->per_word;
    return true;
}

/* Bit `bit` of the lane, or of the word, for input bits `lane` and `word`. */
static bool bit_of(const Map *map, bool of_word, int bit, int lane, int word, int *value) {
    int from_lane, from_word;
    if (!look_up(map, lane, word, &from_lane, &from_word))
        return false;
    *value = (of_word ? from_word : from_lane) >> bit & 1;
    return true;
}

static bool find_source(const Map *map, bool of_word, int bit, BitSource *out) {
    int first, value, found = 0;
    if (!bit_of(map, of_word, bit, 0, 0, &first))
        return false;
    *out = (BitSource){first ? FROM_ONE : FROM_ZERO, 0};
    for (int i = 0; i < LANE_BITS + map->word_bits; i++) {
        bool is_lane = i < LANE_BITS;
        int at = is_lane ? i : i - LANE_BITS;
        if (!bit_of(map, of_word, bit, is_lane ? 1 << at : 0, is_lane ? 0 : 1 << at, &value))
            return false;
        if (value == first)
            continue;
        *out = (BitSource){is_lane ? FROM_LANE : FROM_WORD, at};
        found++;
    }
    return found == 0 || (found == 1 && first == 0);
}

static int source_value(BitSource source, int lane, int word) {
    switch (source.from) {
    case FROM_ZERO:
        return 0;
    case FROM_ONE:
        return 1;
    case FROM_LANE:
        return lane >> source.bit & 1;
    case FROM_WORD:
        return word >> source.bit & 1;
    }
    return 0;
}

static int sources_value(const BitSource *sources, int count, int lane, int word) {
    int value = 0;
    for (int i = 0; i < count; i++)
        value |= source_value(sources[i], lane, word) << i;
    return value;
}

/* Do the bits say what the table says, for all threads and words? */
static bool holds(const Map *map) {
    for (int rank = 0; rank < map->exchange->threads; rank++)
        for (int word = 0; word < map->words; word++) {
            int lane, from, own = rank % LANES;
            if (!look_up(map, rank, word, &lane, &from) ||
                lane != sources_value(map->lane, LANE_BITS, own, word) ||
                from != sources_value(map->word, map->from_bits, own, word))
                return false;
        }
    return true;
}

/* Each register bit that the lane picks needs a lane bit that the register picks. */
static bool find_pairs(Map *map) {
    for (int k = 0; k < map->from_bits; k++) {
        if (map->word[k].from != FROM_LANE)
            continue;
        int there = map->pairs ? map->pair[map->pairs - 1].there + 1 : 0;
        while (there < LANE_BITS && map->lane[there].from != FROM_WORD)
            there++;
        if (there == LANE_BITS)
            return false;
        map->pair[map->pairs].word = k;
        map->pair[map->pairs].lane = map->word[k].bit;
        map->pair[map->pairs].turn = map->lane[there].bit;
        map->pair[map->pairs++].there = there;
    }
    for (int i = 0; i < map->pairs; i++)
        for (int k = 0; k < i; k++)
            if (map->pair[i].turn == map->pair[k].turn || map->pair[i].lane == map->pair[k].lane)
                return false;
    return true;
}

static bool find_map(Map *map, Decline *decline) {
    int bits = copy_bits(map->copy);
    int64_t from = register_count(&map->copy->src);
    if (bits > WORD || WORD % bits)
        return decline_with(
            decline, "dtype", "shuffles move 32 bits, but the elements have %d", bits);
    map->per_word = WORD / bits;
    map->words = (int)(map->exchange->slots / map->per_word);
    if (map->exchange->slots % map->per_word || from % map->per_word ||
        !is_power_of_two(map->words) || map->words > MOST_WORDS)
        return decline_with(
            decline,
            "words",
            "%lld registers of %d bits are not a power of two of 32-bit words, up to %d",
            (long long)map->exchange->slots,
            bits,
            MOST_WORDS);
    while (1 << map->word_bits < map->words)
        map->word_bits++;
    while ((int64_t)1 << map->from_bits < from / map->per_word)
        map->from_bits++;
    bool ok = map->from_bits <= MAX_BITS;
    for (int i = 0; ok && i < LANE_BITS; i++)
        ok = find_source(map, false, i, &map->lane[i]);
    for (int i = 0; ok && i < map->from_bits; i++)
        ok = find_source(map, true, i, &map->word[i]);
    return (ok && holds(map) && find_pairs(map)) ||
           decline_with(
               decline,
               "bits",
               "the relayout does not exchange single bits of the lane and register numbers inside "
               "warps");
}

/* ---- the plan ------------------------------------------------------------------------------- */

typedef struct {
    const Map *map;
    Phase *phase;
    int src, dst, v; /* bundles; v has each value once */
    int used;        /* words of v */
} Network;

static Side word_side(int bundle, int word, int per_word) {
    return (Side){.kind = AT_BUNDLE, .of = bundle, .at = expr_constant((int64_t)word * per_word)};
}

static Side fresh(Network *network) {
    return word_side(network->v, network->used++, network->map->per_word);
}

/* to = a where bit `bit` of the lane is 0, else b. */
static void add_select(Network *network, Side to, Side a, Side b, int bit) {
    Step *step = &network->phase->steps[network->phase->step_count++];
    *step = step_new(PRIM_SELECT_B32);
    step->dst = to;
    step->src[0] = a;
    step->src[1] = b;
    step->rest = REST_OTHER;
    step->conds = NEW_ARRAY(Cond, MAX_CONDS);
    step->conds[0] = (Cond){.op = COND_EQ, .rhs = expr_constant(0)};
    expr_add(&step->conds[0].lhs, coef_int(1), digit_of(VAR_RANK, 0, (int64_t)1 << bit, 2));
    step->cond_count = 1;
}

/* values[i] becomes values[i ^ the lane's bits], a stage for each; the last into `out` where it is
 * given. */
static void turn(Network *network, Side *values, const int *bits, const Side *out) {
    int count = 1 << network->map->pairs;
    for (int stage = 0; stage < network->map->pairs; stage++) {
        Side next[LANES];
        bool last = stage + 1 == network->map->pairs;
        for (int i = 0; i < count; i++) {
            next[i] = last && out ? out[i] : fresh(network);
            add_select(network, next[i], values[i], values[i ^ 1 << stage], bits[stage]);
        }
        for (int i = 0; i < count; i++)
            values[i] = next[i];
    }
}

/* The pair that turns bit `bit` of the reader's register; -1: none. */
static int pair_of(const Map *map, int bit) {
    for (int i = 0; i < map->pairs; i++)
        if (map->pair[i].turn == bit)
            return i;
    return -1;
}

/* Bit `there` of the lane that is read in round `round` of rest `word`: a constant, turned by a bit
 * of the reader's lane where there is a pair. */
static int round_bit(const Map *map, int there, int round, int word, int *turned_by) {
    BitSource source = map->lane[there];
    int pair = source.from == FROM_WORD ? pair_of(map, source.bit) : -1;
    *turned_by = source.from == FROM_LANE ? source.bit : pair >= 0 ? map->pair[pair].lane : -1;
    if (pair >= 0)
        return round >> pair & 1;
    return source.from == FROM_LANE ? 0 : source_value(source, 0, word);
}

/* lane ^ mask where every bit is the reader's own, turned or not; -1: another rule. */
static int lane_mask(const Map *map, int round, int word) {
    int mask = 0;
    for (int there = 0; there < LANE_BITS; there++) {
        int by, bit = round_bit(map, there, round, word, &by);
        if (by != there)
            return -1;
        mask |= bit << there;
    }
    return mask;
}

static const Expr *peer_of(const Map *map, int round, int word) {
    Expr *peer = NEW(Expr);
    int mask = lane_mask(map, round, word);
    if (mask >= 0) {
        Digit digit = digit_of(VAR_ONE, mask, 1, 0);
        digit.turn_div = 1;
        digit.turn_mod = LANES;
        expr_add(peer, coef_int(1), digit);
        return peer;
    }
    for (int there = 0; there < LANE_BITS;) {
        int by, run = 1, next, bit = round_bit(map, there, round, word, &by);
        if (by < 0) {
            peer->constant += (int64_t)bit << there++;
            continue;
        }
        while (bit == 0 && there + run < LANE_BITS &&
               round_bit(map, there + run, round, word, &next) == 0 && next == by + run)
            run++;
        Digit digit = digit_of(VAR_RANK, 0, (int64_t)1 << by, (int64_t)1 << run);
        if (bit) {
            digit = digit_of(VAR_ONE, 1, 1, 0);
            digit.turn_div = (int64_t)1 << by;
            digit.turn_mod = 2;
        }
        expr_add(peer, coef_int((int64_t)1 << there), digit);
        there += run;
    }
    return peer;
}

static void add_crossing(Network *network, Side to, Side from, const Expr *peer) {
    Step *step = &network->phase->steps[network->phase->step_count++];
    *step = step_new(PRIM_SHUFFLE_B32);
    step->dst = to;
    step->src[0] = from;
    step->src[0].peer = peer;
}

/* All rounds of the registers that differ in the turned bits only; `word` has those zero. */
static void add_rounds(Network *network, int word) {
    const Map *map = network->map;
    int count = 1 << map->pairs, show[LANE_BITS], take[LANE_BITS];
    Side shown[LANES], taken[LANES], out[LANES];
    for (int i = 0; i < map->pairs; i++) {
        show[i] = map->pair[i].there;
        take[i] = map->pair[i].lane;
    }
    for (int i = 0; i < count; i++) {
        int from = sources_value(map->word, map->from_bits, 0, word), to = word;
        for (int k = 0; k < map->pairs; k++) {
            from |= (i >> k & 1) << map->pair[k].word;
            to |= (i >> k & 1) << map->pair[k].turn;
        }
        shown[i] = word_side(network->src, from, map->per_word);
        out[i] = word_side(network->dst, to, map->per_word);
    }
    turn(network, shown, show, NULL);
    for (int i = 0; i < count; i++) {
        bool own = lane_mask(map, i, word) == 0; /* without pairs no word stays in its lane */
        taken[i] = own ? shown[i] : map->pairs ? fresh(network) : out[i];
        if (!own)
            add_crossing(network, taken[i], shown[i], peer_of(map, i, word));
    }
    turn(network, taken, take, out);
}

static Plan *plan_of(const Map *map) {
    const Copy *copy = map->copy;
    Plan *plan = plan_new(copy, "relayout_shuffle");
    Network network = {.map = map};
    int turned = 0, rounds = 0, stages = 2 * map->pairs + 1;
    network.phase = plan_add_phase(plan, map->words * stages);
    network.dst = plan_add_bundle(plan, "dst", ROLE_OUT, copy->dtype, map->exchange->slots);
    network.src = plan_add_bundle(plan, "src", ROLE_IN, copy->dtype, register_count(&copy->src));
    if (map->pairs)
        network.v = plan_add_bundle(plan, "v", ROLE_SCRATCH, copy->dtype, 0);
    for (int i = 0; i < map->pairs; i++)
        turned |= 1 << map->pair[i].turn;
    for (int word = 0; word < map->words; word++)
        if ((word & turned) == 0) {
            add_rounds(&network, word);
            rounds += 1 << map->pairs;
        }
    if (map->pairs)
        plan->bundles[network.v].count = (int64_t)network.used * map->per_word;
    plan_add_scratch(plan, "scratch", copy->dtype, 0, 0);
    plan_add_barrier(plan);
    plan_add_flow(plan, copy, network.src, network.dst);
    plan->vec_bits = WORD;
    plan->ops_per_thread = rounds;
    plan_finish(plan);
    return plan;
}

Plan *relayout_shuffle_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    Map map = {.copy = copy, .exchange = exchange_of(copy)};
    if (copy->scope.kind == SCOPE_THREAD || !map.exchange || map.exchange->leaves_warp) {
        decline_with(decline, "warp", "some elements move to another warp");
        return NULL;
    }
    if (!exchange_meets(map.exchange)) {
        decline_with(decline, "crosses", "every element stays in its thread");
        return NULL;
    }
    if (!find_map(&map, decline))
        return NULL;
    if (map.words * (2 * map.pairs + 1) > MOST_STEPS) {
        decline_with(
            decline,
            "steps",
            "it needs %d shuffles and selects, at most %d are allowed",
            map.words * (2 * map.pairs + 1),
            MOST_STEPS);
        return NULL;
    }
    return plan_of(&map);
}
