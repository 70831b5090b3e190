/* test_mbarriers.c: one thread and an mbarrier: inits, arrivals, bytes that are expected, waits and copies
 * in any order, against a count of what has come in the phase that runs. */
#include "generator/plan/order.h"
#include "plans_parts.h"
#include "unit.h"

static uint64_t seed;
static int64_t below(int64_t count) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)(seed >> 33) % count;
}

enum { LARGE = 1 << 20 };

/* What the hardware counts. */
typedef struct {
    bool made, fenced, waits; /* waits: it has seen an end and has not come since */
    int64_t arrived, expected, brought, phase;
} Count;
typedef struct {
    Prover prover;
    Run run;
    Plan *plan;
    Object *bar;
    Step step;
    Count count;
} World;

static World *new_world(void) {
    World *world = NEW(World);
    Plan *p = plan_of("bar", SCOPE_THREAD, 1, F32);
    add_object(p, "none", OBJECT_GROUP);
    world->bar = &p->objects[add_object(p, "bar", OBJECT_MBARRIER)];
    world->bar->arrivals = 1 + (int)below(3);
    world->bar->others = (int)below(world->bar->arrivals + 1);
    world->bar->brought = below(3) == 0;
    add_buffer(p, "to", SPACE_SMEM, ROLE_OUT, 64);
    world->plan = p;
    world->prover = (Prover){.plan = p, .ctas = 1, .warps = 1};
    order_init(&world->prover);
    cells_init(&world->prover);
    world->run = (Run){.prover = &world->prover, .step = &world->step};
    world->run.here = mask_new(&world->prover);
    world->run.here[0] = 1;
    return world;
}

static bool does(World *world, PrimitiveId id, int64_t count, int64_t parity) {
    Expr *value = NEW(Expr);
    *value = expr_constant(parity);
    world->step = (Step){.primitive = id, .object = 1, .count = count};
    world->step.value = id == PRIM_MBARRIER_WAIT ? value : NULL;
    world->prover.now++;
    return order_sync(&world->run);
}

/* The word that refuses it; NULL: it is right. */
static const char *init(World *world, int64_t count) {
    Count *c = &world->count;
    if (c->made || world->bar->brought)
        return "twice";
    if (count != world->bar->arrivals)
        return "wrong";
    c->made = true;
    return NULL;
}

static const char *arrive(World *world, int64_t bytes) {
    Count *c = &world->count;
    c->expected += bytes;
    if (bytes < 0 || c->expected >= LARGE)
        return "wrong";
    if (!c->made && !world->bar->brought)
        return "uninitialised";
    if (c->arrived + world->bar->others == world->bar->arrivals)
        return "wrong";
    c->arrived++;
    c->waits = false;
    return NULL;
}

/* A phase that is over lets it go on. One that runs must end with what has come. */
static const char *wait(World *world, int64_t parity) {
    Count *c = &world->count;
    if (!c->made && !world->bar->brought)
        return "uninitialised";
    if (parity != 0 && parity != 1)
        return "wrong";
    if (parity != c->phase % 2) {
        c->waits = true;
        return NULL;
    }
    bool all = c->arrived + world->bar->others == world->bar->arrivals;
    bool bytes = world->bar->others > 0 || c->expected == c->brought;
    if (c->waits || !all || !bytes)
        return "hang";
    *c = (Count){.made = c->made, .fenced = c->fenced, .waits = true, .phase = c->phase + 1};
    return NULL;
}

/* Bytes come from a copy that the thread starts, once the async proxy knows of the barrier. */
static const char *copy(World *world, int64_t bytes, bool *ok) {
    Count *c = &world->count;
    Flight flight;
    world->step = (Step){.primitive = PRIM_BULK_GMEM_TO_SMEM, .object = 1, .count = bytes};
    world->prover.now++;
    *ok = order_flight(&world->run, 0, 0, &flight);
    if (!c->made && !world->bar->brought)
        return "uninitialised";
    if (!c->fenced && !world->bar->brought)
        return "race";
    EXPECT(!*ok || (flight.object == 1 && flight.group == c->phase && flight.actor == 0));
    EXPECT(!*ok || (flight.time == world->prover.now && flight.proxy == PROXY_ASYNC));
    c->brought += bytes;
    return NULL;
}

/* Often what goes on, or else few phases would end. */
static int64_t next_of(const World *world) {
    const Count *c = &world->count;
    const int64_t what = below(8);
    const bool all = c->arrived + world->bar->others == world->bar->arrivals;
    const bool more = world->bar->others == 0 && c->expected > c->brought;
    if (what == 0 && below(4))
        return 2;
    if (what >= 6 && (!all || more || c->waits) && below(3))
        return more ? 5 : 2;
    return what >= 2 && what <= 5 && all && !more && below(4) ? 6 : what;
}

static const char *any_step(World *world, bool *ok) {
    static const int64_t bytes[] = {0, 16, 16, 32, -16, LARGE - 1, LARGE};
    Count *c = &world->count;
    int64_t n = below(3) ? bytes[below(4)] : bytes[below(7)], parity = below(2);
    switch (next_of(world)) {
    case 0:
        n = below(8) ? world->bar->arrivals : below(5);
        *ok = does(world, PRIM_MBARRIER_INIT, n, 0);
        return init(world, n);
    case 1:
        *ok = does(world, PRIM_FENCE_MBARRIER_INIT, 0, 0);
        c->fenced = c->made;
        return NULL;
    case 2:
    case 3:
        *ok = does(world, PRIM_MBARRIER_ARRIVE, 0, 0);
        return arrive(world, 0);
    case 4:
        *ok = does(world, PRIM_MBARRIER_ARRIVE_EXPECT, n, 0);
        return arrive(world, n);
    case 5:
        return copy(world, 16, ok);
    default:
        parity = below(12) ? below(4) ? c->phase % 2 : parity : below(5) - 2;
        *ok = does(world, PRIM_MBARRIER_WAIT, 0, parity);
        return wait(world, parity);
    }
}

static void random_orders(void) {
    int64_t phases = 0;
    for (int i = 0; i < 6000; i++) {
        MemMark mark = mem_mark();
        seed = (uint64_t)i * 77;
        World *world = new_world();
        const char *word = NULL;
        if (below(4) && !world->bar->brought) { /* most begin as they should */
            EXPECT(does(world, PRIM_MBARRIER_INIT, world->bar->arrivals, 0));
            EXPECT(!init(world, world->bar->arrivals));
            EXPECT(does(world, PRIM_FENCE_MBARRIER_INIT, 0, 0));
            world->count.fenced = true;
        }
        for (int k = 0; k < 24 && !word; k++) {
            bool ok = false;
            word = any_step(world, &ok);
            EXPECT(ok == !word);
            EXPECT(
                word ? world->prover.kind && strcmp(world->prover.kind, word) == 0
                     : !world->prover.kind);
            EXPECT(word || world->prover.mbarriers[1][0].phase == world->count.phase);
        }
        phases += world->count.phase;
        if (!word) {
            bool open = world->count.arrived || world->count.expected;
            EXPECT(order_ends(&world->prover) == !open);
        }
        mem_rewind(mark);
    }
    EXPECT(phases > 1500);
}

int main(void) {
    random_orders();
    mem_free_all();
    return unit_finish();
}
