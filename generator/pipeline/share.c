/* share.c: Phase 4: values whose lifetimes never overlap share one buffer. A union-find over the
 * values makes the classes; a class is a buffer. Pairs are tried in the order of declaration, i
 * before j; the smaller index is the root and keeps its place. The classes depend on this order:
 * with a [0,3), b [3,5), c [1,3) at II = 8, the order a b c joins {a,b}, the order c b a joins
 * {c,b}. */
#include "pipeline.h"

/* A member of a class on the circle of stages * II cycles, where a ring is back at its first
 * slot. */
typedef struct {
    int value, next; /* in its class; -1 */
} Member;

typedef struct {
    PipelinePlan *plan;
    Circle *life;    /* of the class, at its root */
    Member *members; /* [i]: of value i */
    int *last;       /* member of the class, at its root */
    int merge_capacity, refusal_capacity;
} Sharing;

int record_root(const PipelinePlan *plan, int index) {
    while (plan->records[index].parent != index)
        index = plan->records[index].parent;
    return index;
}

static void unite(Sharing *sharing, int root, int other) {
    PipelinePlan *plan = sharing->plan;
    plan->records[other].parent = root;
    bool alias = plan->records[other].chain == plan->records[root].chain;
    for (int m = other; m >= 0 && !alias; m = sharing->members[m].next)
        plan->records[m].final_stride = plan->records[root].final_stride;
    circle_add(&sharing->life[root], &sharing->life[other]);
    sharing->members[sharing->last[root]].next = other;
    sharing->last[root] = sharing->last[other];
}

/* Of any two of both classes, the second turned by `rotation` slots more. */
static bool apart_in_slots(const Sharing *sharing, int root, int other, int64_t rotation) {
    const Record *records = sharing->plan->records;
    int64_t ii = sharing->plan->request->ii;
    for (int i = root; i >= 0; i = sharing->members[i].next)
        for (int j = other; j >= 0; j = sharing->members[j].next) {
            const Record *a = &records[i], *b = &records[j];
            budget_spend(2);
            if (!records_apart(a, b, rotation + b->rotation - a->rotation, ii))
                return false;
        }
    return true;
}

/* Of any two of both classes. */
static const char *keep_apart(const Sharing *sharing, int root, int other, int rotation) {
    const Turned turned = {rotation};
    const char *why = NULL;
    for (int i = root; i >= 0 && !why; i = sharing->members[i].next)
        for (int j = other; j >= 0 && !why; j = sharing->members[j].next)
            why = pipe_keeps_apart(sharing->plan, i, j, &turned);
    return why;
}

/* why: their lives let them, and no code could hand the buffer on. */
static bool can_join(const Sharing *sharing, int root, int other, int *rotation, const char **why) {
    const PipelinePlan *plan = sharing->plan;
    int stages = plan->records[root].value->stages;
    bool slots = plan->request->mode == MODE_SLOT && stages > 1;
    *rotation = 0;
    if (circle_disjoint(&sharing->life[root], &sharing->life[other])) {
        *why = keep_apart(sharing, root, other, 0);
        return !*why;
    }
    for (int r = 0; r < stages && slots; r++)
        if (apart_in_slots(sharing, root, other, r)) {
            *rotation = r;
            *why = keep_apart(sharing, root, other, r);
            if (!*why)
                return true;
        }
    return false;
}

bool records_alike(const PipelinePlan *plan, int i, int j) {
    const Record *a = &plan->records[i], *b = &plan->records[j];
    return record_has_buffer(a) && a->class == b->class && a->value->dtype == b->value->dtype &&
           a->footprint == b->footprint && a->value->stages == b->value->stages &&
           chain_is_uniform(plan, i) && chain_is_uniform(plan, j);
}

/* The places of the root's ring must do for every value of the other's class: be aligned for it,
 * and large enough. At equal footprints of 100 bytes a ring aligned to 128 has places 0 and 128,
 * which do for a value aligned to 16; places 0 and 112 do not the other way round. A packer that
 * comes later gives the class what it needs. */
static bool serves(const Sharing *sharing, int root, int other) {
    const PipelinePlan *plan = sharing->plan;
    const Record *to = &plan->records[root];
    if (plan->request->mode == MODE_PACK)
        return to->stride == plan->records[other].stride;
    for (int m = other; m >= 0; m = sharing->members[m].next) {
        const Record *record = &plan->records[m];
        int64_t align = record_align(record);
        bool tmem = record->class == CLASS_TMEM;
        if (to->offset % align || (record->value->stages > 1 && to->final_stride % align) ||
            (tmem ? record->stride : record->footprint) > to->final_stride)
            return false;
    }
    return true;
}

/* Can others be told when it is over? Cycles of a schedule do not order warps. */
bool record_hands_off(const PipelinePlan *plan, int index) {
    for (int i = plan->records[index].chain; i >= 0; i = plan->records[i].chain_next) {
        const PipelineValue *value = plan->records[i].value;
        bool remote = value->sync == SYNC_DSMEM && !value->handoff_cluster;
        if (remote || value->multicast > 1 || !value_is_synchronised(value))
            return false;
    }
    return true;
}

static void add_merge(Merge **list, int *count, int *capacity, Merge merge) {
    MORE(*list, *count, capacity);
    (*list)[(*count)++] = merge;
}

static void try_pair(Sharing *sharing, int i, int j) {
    PipelinePlan *plan = sharing->plan;
    int a = record_root(plan, i), b = record_root(plan, j), rotation;
    int root = a < b ? a : b, other = a < b ? b : a;
    const char *why = NULL;
    if (a == b || !records_alike(plan, i, j) || !serves(sharing, root, other))
        return;
    bool joins = can_join(sharing, root, other, &rotation, &why);
    if (joins && plan->request->mode != MODE_SEED)
        joins = record_hands_off(plan, i) && record_hands_off(plan, j);
    else if (!joins && !why)
        return;
    if (!joins) {
        if (i == a && j == b)
            add_merge(
                &plan->refusals,
                &plan->refusal_count,
                &sharing->refusal_capacity,
                (Merge){i, j, why});
        return;
    }
    int stages = plan->records[root].value->stages;
    for (int m = other; rotation && m >= 0; m = sharing->members[m].next)
        plan->records[m].rotation = (plan->records[m].rotation + rotation) % stages;
    unite(sharing, root, other);
    add_merge(&plan->merges, &plan->merge_count, &sharing->merge_capacity, (Merge){i, j, NULL});
}

static Sharing sharing_new(PipelinePlan *plan) {
    Sharing sharing = {.plan = plan};
    sharing.life = NEW_ARRAY(Circle, plan->count);
    sharing.members = NEW_ARRAY(Member, plan->count);
    sharing.last = NEW_ARRAY(int, plan->count);
    for (int i = 0; i < plan->count; i++) {
        sharing.life[i] = circle_new(plan->request->ii);
        circle_add(&sharing.life[i], &plan->records[i].life);
        sharing.members[i] = (Member){i, -1};
        sharing.last[i] = i;
        plan->records[i].parent = i;
    }
    return sharing;
}

void pipe_share(PipelinePlan *plan) {
    Sharing sharing = sharing_new(plan);
    for (int i = 0; i < plan->count; i++)
        if (plan->records[i].chain != i)
            unite(&sharing, plan->records[i].chain, i);
    for (int i = 0; i < plan->count; i++) {
        budget_spend(1 + plan->count / 4);
        for (int j = i + 1; j < plan->count; j++)
            if (plan->records[i].footprint == plan->records[j].footprint)
                try_pair(&sharing, i, j);
    }
    for (int i = 0; i < plan->count; i++)
        plan->records[i].final_offset = plan->records[record_root(plan, i)].offset;
}
