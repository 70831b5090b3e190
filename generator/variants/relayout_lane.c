/* relayout_lane.c: registers to registers where every element stays with its thread and elements of
 * 8 or 16 bits change their place in a word: byte permutes. One takes bytes of two words, so a word
 * that is made of n words takes n - 1 of them. The compiler makes shifts and masks of the
 * assignments. */
#include "variants.h"

enum { WORD = 32, MOST_WORDS = 128, MAX_SOURCES = 4 };

typedef struct {
    const Copy *copy;
    int per_word; /* elements */
    int64_t words;
    int32_t *slot; /* of the source, by slot of the destination */
    RankSet takers;
} Map;

/* Every thread that gets something gets all of the registers. */
static bool read_map(Map *map, const Exchange *exchange) {
    map->slot = NEW_ARRAY(int32_t, exchange->slots);
    for (int rank = 0; rank < exchange->threads; rank++) {
        int64_t got = 0;
        for (int64_t s = 0; s < exchange->slots; s++) {
            int64_t at = rank * exchange->slots + s;
            got += exchange->rank[at] >= 0;
            if (exchange->rank[at] >= 0)
                map->slot[s] = exchange->slot[at];
        }
        if (got != 0 && got != exchange->slots)
            return false;
        map->takers.has[rank] = got > 0;
        map->takers.count += got > 0;
    }
    return true;
}

static bool is_whole_word(const Map *map, int64_t word) {
    const int32_t *slot = &map->slot[word * map->per_word];
    bool whole = slot[0] % map->per_word == 0;
    for (int e = 1; e < map->per_word; e++)
        whole &= slot[e] == slot[0] + e;
    return whole;
}

bool relayout_tears_words(const Copy *copy, const Exchange *exchange) {
    Map map = {.copy = copy, .per_word = WORD / copy_bits(copy)};
    int bits = copy_bits(copy);
    if ((bits != 8 && bits != 16) || exchange->slots % map.per_word ||
        register_count(&copy->src) % map.per_word || exchange->slots / map.per_word > MOST_WORDS ||
        !read_map(&map, exchange))
        return false;
    bool tears = false;
    for (int64_t w = 0; w < exchange->slots / map.per_word; w++)
        tears |= !is_whole_word(&map, w);
    return tears;
}

/* The words that a word is made of, each once. */
static int sources_of(const Map *map, int64_t word, int32_t *sources) {
    int count = 0;
    for (int e = 0; e < map->per_word; e++) {
        int32_t from = map->slot[word * map->per_word + e] / map->per_word;
        int known = 0;
        while (known < count && sources[known] != from)
            known++;
        if (known == count)
            sources[count++] = from;
    }
    return count;
}

/* Nibbles for the elements of `word` that come from `first` (none: -1, the word so far) or
 * `second`; the others are those of the word so far. Elements 0 and 1 of 16 bits from the low
 * halves: 0x5410. */
static int64_t selector_of(const Map *map, int64_t word, int32_t first, int32_t second) {
    int size = 4 / map->per_word;
    int64_t selector = 0;
    for (int e = 0; e < map->per_word; e++) {
        int32_t slot = map->slot[word * map->per_word + e];
        int32_t from = slot / map->per_word;
        int byte = first < 0 ? e * size : 0;
        if (from == first || from == second)
            byte = slot % map->per_word * size + (from == second && from != first ? 4 : 0);
        for (int b = 0; b < size; b++)
            selector |= (int64_t)(byte + b) << 4 * (e * size + b);
    }
    return selector;
}

static Side word_at(int bundle, int64_t word, int per_word) {
    return (Side){.kind = AT_BUNDLE, .of = bundle, .at = expr_constant(word * per_word)};
}

/* Bundles, and how many words of `part` hold what is not whole yet. */
typedef struct {
    int dst, src, part;
    int64_t used;
} Names;

static void add_word(const Map *map, Phase *phase, int64_t word, Names *names) {
    int32_t sources[MAX_SOURCES] = {0};
    int count = sources_of(map, word, sources), src = names->src;
    Side so_far = word_at(src, sources[0], map->per_word);
    for (int i = count > 1; i < count; i++) {
        Step *step = &phase->steps[phase->step_count++];
        bool is_first = i <= 1, is_last = i + 1 == count;
        *step = step_new(PRIM_PERMUTE_B32);
        step->dst = is_last ? word_at(names->dst, word, map->per_word)
                            : word_at(names->part, names->used++, map->per_word);
        step->src[0] = so_far;
        so_far = step->dst;
        step->src[1] = word_at(src, sources[i], map->per_word);
        step->count = selector_of(map, word, is_first ? sources[0] : -1, sources[i]);
    }
}

Plan *relayout_lane_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    const Exchange *exchange = exchange_of(copy);
    Map map = {.copy = copy};
    if (!exchange || exchange_meets(exchange)) {
        decline_with(decline, "same_thread", "some elements move to another thread");
        return NULL;
    }
    if (!relayout_tears_words(copy, exchange)) {
        decline_with(decline, "words", "no 8-bit or 16-bit element changes its place in a word");
        return NULL;
    }
    map.per_word = WORD / copy_bits(copy);
    map.words = exchange->slots / map.per_word;
    read_map(&map, exchange);
    Plan *plan = plan_new(copy, "relayout_lane");
    Phase *phase = plan_add_phase(plan, (int)map.words * MAX_SOURCES);
    Names names = {0};
    names.dst = plan_add_bundle(plan, "dst", ROLE_OUT, copy->dtype, exchange->slots);
    names.src = plan_add_bundle(plan, "src", ROLE_IN, copy->dtype, register_count(&copy->src));
    names.part = plan->bundle_count;
    if (!conds_for_ranks(&map.takers, plan->threads, &phase->guard, &phase->guard_count)) {
        decline_with(decline, "owners", "the owning threads do not form a product of ranges");
        return NULL;
    }
    for (int64_t word = 0; word < map.words; word++)
        add_word(&map, phase, word, &names);
    if (names.used)
        plan_add_bundle(plan, "part", ROLE_SCRATCH, copy->dtype, names.used * map.per_word);
    plan_add_flow(plan, copy, names.src, names.dst);
    plan->vec_bits = WORD;
    plan->ops_per_thread = (int)map.words;
    plan_finish(plan);
    return plan;
}
