/* test_duties_landing.c: what the caller must see to of one copy that may still be in flight when the call
 * returns, for every set of steps that may follow it: what stays as it is, what is committed, expected and
 * waited for. */
#include "generator/plan/duty_maker.h"
#include "plans_parts.h"
#include "unit.h"

enum { COMMIT, LEAVE_NONE, LEAVE_ONE, READ, PHASE, EXPECT_BYTES, CLUSTER, FOLLOWERS };
static const struct {
    PrimitiveId id;
    int64_t count;
} followers[FOLLOWERS] = {
    {PRIM_CP_ASYNC_COMMIT, 0},
    {PRIM_CP_ASYNC_WAIT, 0},
    {PRIM_CP_ASYNC_WAIT, 1},
    {PRIM_BULK_WAIT_READ, 0},
    {PRIM_MBARRIER_WAIT, 0},
    {PRIM_MBARRIER_ARRIVE_EXPECT, 64},
    {PRIM_CLUSTER_SYNC, 0}};
static const struct {
    PrimitiveId id;
    ObjectKind object;
    bool bulk;
} copies[] = {
    {PRIM_CP_ASYNC_B128, OBJECT_GROUP, false},
    {PRIM_CP_ASYNC_B128, OBJECT_MBARRIER, false},
    {PRIM_BULK_GMEM_TO_SMEM, OBJECT_MBARRIER, true},
    {PRIM_BULK_SMEM_TO_GMEM, OBJECT_GROUP, true}};

/* Object 1 is the copy's, object 0 another one. */
static Plan *copying(size_t copy, unsigned set, const Expr *peer, int object, Role from) {
    Plan *p = plan_of("copy", SCOPE_THREAD, 1, F32);
    add_buffer(p, "to", SPACE_SMEM, ROLE_OUT, 64);
    add_buffer(p, "from", SPACE_SMEM, from, 64);
    for (int i = 0; i < 2; i++)
        add_object(p, i ? "own" : "other", copies[copy].object);
    Phase *phase = add_phase(p);
    Step *step = add_copy(phase, copies[copy].id, 0, expr_constant(0), 1, expr_constant(0));
    step->count = 64;
    step->object = 1;
    step->dst.peer = peer;
    for (int i = 0; i < FOLLOWERS; i++)
        if (set >> i & 1)
            add_sync(phase, followers[i].id, i == CLUSTER ? NONE : object, followers[i].count);
    return p;
}

static const Duty *only(const Duties *duties, DutyKind kind) {
    const Duty *duty = duty_next(duties, kind, NULL);
    EXPECT(!duty || !duty_next(duties, kind, duty));
    return duty;
}

static bool is_about(const Duty *duty, const char *name, const char *with) {
    return (!name || strcmp(duty->name, name) == 0) && strcmp(duty->with, with) == 0;
}

static void judge(size_t copy, unsigned set, const Expr *peer, int object, Role from) {
    const Duties duties = plan_duties(copying(copy, set, peer, object, from));
    const bool own = object == 1, group = copies[copy].object == OBJECT_GROUP;
    const bool bulk = copies[copy].bulk;
#define HAS(follower) (own && (set >> (follower)&1))
    /* A wait in the call, of the receiver; the sender knows it after a barrier of the cluster. */
    bool wrote = HAS(LEAVE_NONE) || HAS(PHASE), read = wrote || HAS(READ);
    if (peer)
        wrote = wrote && set >> CLUSTER & 1, read = read && set >> CLUSTER & 1;
    const bool over = wrote || HAS(PHASE);
    const Duty *keep = only(&duties, DUTY_KEEP), *alive = only(&duties, DUTY_ALIVE);
    const Duty *commit = only(&duties, DUTY_COMMIT), *expect = only(&duties, DUTY_EXPECT);
    const Duty *wait = only(&duties, DUTY_WAIT);
    EXPECT(!keep == (read || from != ROLE_IN));
    EXPECT(!keep || (is_about(keep, "from", "own") && keep->object == copies[copy].object));
    EXPECT(!keep || (keep->more == HAS(PHASE) && keep->others == bulk));
    EXPECT(!alive == (read || !peer));
    EXPECT(!alive || (is_about(alive, NULL, "own") && alive->peer == peer));
    EXPECT(!alive || (alive->more == HAS(PHASE) && alive->object == copies[copy].object));
    EXPECT(!commit == (over || !group || HAS(COMMIT)));
    EXPECT(!commit || (is_about(commit, NULL, "own") && commit->more == bulk));
    EXPECT(!commit || commit->object == OBJECT_GROUP);
    EXPECT(!expect == (over || group || !bulk || HAS(EXPECT_BYTES)));
    EXPECT(!expect || (is_about(expect, NULL, "own") && expect->number == 64));
    EXPECT(!expect || (expect->peer == peer && expect->object == OBJECT_MBARRIER));
    EXPECT(!wait == over);
    EXPECT(!wait || (is_about(wait, "to", "own") && wait->more == (bulk && group)));
    EXPECT(!wait || (wait->peer == peer && wait->object == copies[copy].object));
#undef HAS
}

int main(void) {
    const Expr peer = expr_constant(1);
    for (size_t copy = 0; copy < COUNT_OF(copies); copy++)
        for (unsigned set = 0; set < 1u << FOLLOWERS; set++)
            for (int way = 0; way < 8; way++) {
                MemMark mark = mem_mark();
                judge(
                    copy, set, way & 1 ? &peer : NULL, way >> 1 & 1, way & 4 ? ROLE_IN : ROLE_OUT);
                mem_rewind(mark);
            }
    mem_free_all();
    return unit_finish();
}
