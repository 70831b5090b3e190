/* test_pipe_hints.c: what is offered where a random block fails is done, and must help; a little less must not: slots of a
 * ring, ids of the pool, bytes of the capacity, mode pack, an iteration earlier. */
#include "pipeline/pipes.h"
#include "pipeline_of.h"
#include <stdlib.h>

enum { MOST = 5 };

typedef struct {
    int bytes, stages, align, sync, begin, end, dist, with;
} Value;

typedef struct {
    const char *mode;
    int ii, pool, base, capacity, count;
    bool agents;
    Value values[MOST];
} Block;

static uint64_t state;
static int draw(int below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (unsigned)below);
}

static const char *const syncs[] = {
    "sync mbar", "sync async", "sync tma", "", "sync named", "barrier none"};

static const char *text_of(const Block *block) {
    Text text = {0};
    text_printf(
        &text,
        "ii %d\nmode %s\npool %d base %d\n",
        block->ii,
        block->mode,
        block->pool,
        block->base);
    if (block->capacity >= 0)
        text_printf(&text, "capacity %d\n", block->capacity);
    text_add(&text, block->agents ? "agents a:1w b:1w\n" : "");
    for (int v = 0; v < block->count; v++) {
        const Value *value = &block->values[v];
        const char *a = block->agents ? "a " : "", *b = block->agents ? "b " : "";
        const char *with = value->with >= 0 ? mem_printf(" with V%d", value->with) : "";
        int last = value->end - 1 - value->dist * block->ii;
        text_printf(
            &text,
            "value V%d u8[%d] stages %d align %d %s%s produce %s@%d.%d consume %s@%d.%d%s\n",
            v,
            value->bytes,
            value->stages,
            value->align,
            syncs[value->sync],
            with,
            a,
            value->begin / block->ii,
            value->begin % block->ii,
            b,
            last / block->ii,
            last % block->ii,
            value->dist ? mem_printf(" dist %d", value->dist) : "");
    }
    return text_string(&text);
}

static PipelinePlan *plan_for(const Block *block, Text *said) {
    diag_reset();
    diag_set_warning("no-share");
    PipelinePlan *plan = plan_of(text_of(block), TARGET_SM_90);
    Text text = {0};
    diag_flush(said ? said : &text);
    diag_reset();
    return plan;
}

static bool plans(Block block) {
    return plan_for(&block, NULL) != NULL;
}

static int need_of(const Block *block, int v) {
    int slots = 0;
    while (slots * block->ii < block->values[v].end - block->values[v].begin)
        slots++;
    return slots;
}

/* kind 0: too few slots or a life that ends before it begins; 1: too few ids; 2: too few bytes. */
static Block random_block(int n, int kind) {
    static const char *const modes[] = {"pack", "pack", "slot", "seed", "seed"};
    state = (uint64_t)n * 31 + (uint64_t)kind;
    Block block = {
        .mode = modes[draw(5)], .ii = 2 + draw(7), .pool = 15, .base = 1, .capacity = -1};
    block.count = 1 + draw(MOST);
    block.agents = draw(2);
    for (int v = 0; v < block.count; v++) {
        Value *value = &block.values[v];
        int longest = kind == 1 ? block.ii : 1 + draw(3 * block.ii);
        *value = (Value){
            .with = -1, .bytes = 16 * (1 + draw(8)), .align = 16 << draw(3), .sync = draw(6)};
        value->begin = draw(2 * block.ii);
        value->end = value->begin + 1 + draw(longest);
        value->stages = need_of(&block, v) + (kind == 2 ? draw(4) : 0);
        if (v > 0 && value->sync == 2 && block.values[v - 1].sync == 2 &&
            block.values[v - 1].with < 0) {
            value->with = v - 1;
            value->stages = block.values[v - 1].stages;
            if (need_of(&block, v) > value->stages)
                value->end = value->begin + 1;
        }
    }
    return block;
}

static int number_behind(const char *text, const char *words) {
    const char *at = strstr(text, words);
    return at ? atoi(at + strlen(words)) : -1;
}

/* Values that are named behind the hint, "of 'V0' and 'V1'"; without names the one that failed. */
static bool is_named(const char *help, int v) {
    return strstr(help, mem_printf("'V%d'", v)) != NULL;
}

static Block with_stages(Block block, const char *help, int failed, int stages) {
    bool named = strstr(help, "'V") != NULL;
    for (int v = 0; v < block.count; v++)
        if (named ? is_named(help, v) : v == failed)
            block.values[v].stages = stages;
    return block;
}

/* So many slots do, one more does not. */
static bool only_fits_with(Block block, const char *help, int stages) {
    return plans(with_stages(block, help, -1, stages)) &&
           !plans(with_stages(block, help, -1, stages + 1));
}

static int deepened, shifted, pooled, packed, fewer, smaller;

static void test_lives(void) {
    for (int n = 0; n < 700; n++) {
        MemMark mark = mem_mark();
        Block block = random_block(n, 0);
        Text said = {0};
        int v = draw(block.count);
        Value *value = &block.values[v];
        if (n % 3 == 0) { /* reads what is not there yet */
            value->begin = block.ii + draw(3 * block.ii);
            value->end = 1 + draw(value->begin);
        } else {
            int slots = 1 + draw(3);
            for (int i = 0; i < block.count; i++)
                if (i == v || block.values[i].with == v || i == value->with)
                    block.values[i].stages = slots;
        }
        bool ok = plan_for(&block, &said) != NULL;
        const char *report = text_string(&said), *help = strstr(report, "help: ");
        int failed = number_behind(report, "fails to resolve lifetime: 'V"),
            slots = number_behind(report, "help: ");
        int dist = number_behind(report, "producer starts; 'dist ");
        if (!ok && dist >= 0) {
            Block one = block, less = block;
            one.values[failed].end += dist * block.ii;
            one.values[failed].dist = dist;
            one.values[failed].stages = 1;
            less.values[failed].end += (dist - 1) * block.ii;
            less.values[failed].dist = dist - 1;
            Text other = {0}, same = {0};
            plan_for(&one, &other);
            plan_for(&less, &same);
            EXPECT(number_behind(text_string(&other), "fails to resolve lifetime: 'V") != failed);
            EXPECT(number_behind(text_string(&same), "fails to resolve lifetime: 'V") == failed);
            shifted++;
        } else if (!ok && failed >= 0) {
            Text other = {0}, same = {0};
            Block one = with_stages(block, help, failed, slots),
                  less = with_stages(block, help, failed, slots - 1);
            plan_for(&one, &other);
            plan_for(&less, &same);
            EXPECT(number_behind(report, "write 'stages ") == slots);
            int next = number_behind(text_string(&other), "fails to resolve lifetime: 'V");
            EXPECT(next < 0 || next > failed);
            next = number_behind(text_string(&same), "fails to resolve lifetime: 'V");
            EXPECT(next >= 0 && (next == failed || is_named(help, next)));
            deepened++;
        }
        mem_rewind(mark);
    }
    printf("%d rings deeper, %d iterations earlier\n", deepened, shifted);
    EXPECT(deepened > 60 && shifted > 60);
}

static void test_pools(void) {
    for (int n = 0; n < 400; n++) {
        MemMark mark = mem_mark();
        Block block = random_block(n, 1);
        Text said = {0};
        block.pool = 1 + draw(3);
        for (int v = 0; v < block.count; v++)
            block.values[v].sync = n % 2 && draw(2) ? 0 : 3;
        for (int v = 0; v < block.count; v++)
            block.values[v].with = -1;
        bool ok = plan_for(&block, &said) != NULL;
        const char *report = text_string(&said);
        int size = number_behind(report, "help: the values fit with a pool of ");
        int idle = number_behind(report, "help: mbarriers already synchronise "), counted = 0;
        if (!ok && size > 0) {
            Block one = block, less = block;
            one.pool = size;
            less.pool = size - 1;
            EXPECT(plans(one) && !plans(less));
            pooled++;
        }
        for (int v = 0; v < block.count; v++)
            counted += block.values[v].sync == 0;
        EXPECT(ok || !strstr(report, "E_NAMED_BARRIER") || (counted ? idle == counted : size > 0));
        mem_rewind(mark);
    }
    printf("%d pools\n", pooled);
    EXPECT(pooled > 40);
}

static void expect_room(const Block *block, const char *report, int bytes) {
    int stages = number_behind(report, "help: "),
        least = number_behind(report, "mode pack needs only ");
    int large = number_behind(report, "the tiles are "),
        whole = number_behind(report, "write 'capacity ");
    const char *help = strstr(report, "help: ");
    Block other = *block, less = *block;
    if (whole > 0) {
        other.capacity = whole;
        less.capacity = whole - 1;
        EXPECT(plans(other) && !plans(less));
    } else if (least > 0) {
        other.mode = "pack";
        PipelinePlan *plan = plan_for(&other, NULL);
        EXPECT(strstr(help, " bytes\n") && (!plan || plan->packed.height <= least));
        packed++;
    } else if (large > 0) { /* so many bytes more that nothing else takes */
        other.mode = less.mode = "pack";
        other.capacity += (large + 7) / 8 * 8;
        less.capacity += large - 8;
        PipelinePlan *plan = plan_for(&other, NULL);
        EXPECT(strstr(
            help,
            mem_printf(
                "%d byte%s too large: make them smaller, or", large, large == 1 ? "" : "s")));
        EXPECT(!plans(less));
        EXPECT(!plan || plan->packed.height <= bytes + (large + 7) / 8 * 8);
        smaller++;
    } else if (stages > 0) {
        EXPECT(strstr(help, " are enough\n") && only_fits_with(*block, help, stages));
        fewer++;
    }
}

static void test_rooms(void) {
    for (int n = 0; n < 900; n++) {
        MemMark mark = mem_mark();
        Block block = random_block(n, 2);
        Text said = {0};
        block.agents = n % 4 == 0;
        int sum = 0;
        for (int v = 0; v < block.count; v++)
            sum += block.values[v].bytes * block.values[v].stages;
        PipelinePlan *free = n % 2 ? plan_for(&block, NULL) : NULL;
        block.capacity =
            free ? (int)(free->packed.height + free->control) - 16 + draw(32) : sum / 3 + draw(sum);
        bool ok = plan_for(&block, &said) != NULL;
        const char *report = text_string(&said);
        if (!ok && strstr(report, "E_SMEM_BUFFER"))
            expect_room(&block, report, number_behind(report, "the capacity leaves "));
        mem_rewind(mark);
    }
    printf("%d by mode pack, %d by fewer slots, %d smaller\n", packed, fewer, smaller);
    EXPECT(packed > 20 && fewer > 40 && smaller > 40);
}

int main(void) {
    test_lives();
    test_pools();
    test_rooms();
    mem_free_all();
    return unit_finish();
}
