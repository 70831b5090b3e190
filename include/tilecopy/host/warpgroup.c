/* warpgroup.c: the products of a warpgroup in order. All four warps must call the same ones. A product is the whole
 * warpgroup's: it is over for all when the wait of one warp says so, and that wait waits for the other warps to call it.
 * So one thread may tell others that the memory of its descriptors is free, as consumers of a pipeline do. */
#include "warpgroup.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name;
    Call call;
    Operands operands;
} Called;

typedef struct Group Group;
struct Group {
    Group *next;
    unsigned cta, index, count, room;
    Called *log;
    unsigned called[4]; /* by warp */
    Thread *waits[4];   /* for another warp; NULL: does not */
};

static Group *groups;

static unsigned first_component(void) {
    return emu.thread_count + emu.cluster * (MAX_BARS + NAMED_BARRIERS);
}

unsigned warpgroup_component(unsigned cta, unsigned index) {
    return first_component() + cta * MAX_WARPGROUPS + index;
}

bool warpgroup_is(unsigned component) {
    return component >= first_component() &&
           component < first_component() + emu.cluster * MAX_WARPGROUPS;
}

static Group *group_of(const Thread *t) {
    Group *group = groups;
    while (group && (group->cta != t->cta || group->index != t->thread / 128))
        group = group->next;
    if (group)
        return group;
    group = calloc(1, sizeof *group);
    if (!group)
        abort();
    group->cta = t->cta;
    group->index = t->thread / 128;
    group->next = groups;
    return groups = group;
}

static void log_add(Group *group, Called called) {
    if (group->count == group->room) {
        group->room = group->room ? 2 * group->room : 64;
        group->log = realloc(group->log, group->room * sizeof *group->log);
        if (!group->log)
            abort();
    }
    group->log[group->count++] = called;
}

static void check_exited(Thread *t, const Group *group, unsigned number) {
    for (unsigned w = 0; w < 4; w++) {
        const Warp *warp = &emu.ctas[t->cta].warps[4 * group->index + w];
        if (group->called[w] <= number && warp->lanes[0]->state == THREAD_DONE)
            report_raise(TC_EMU_DIVERGENT, t, NULL, 0, "warp %u of the warpgroup has exited", w);
    }
}

static void check_called(Thread *t, const Called *called, const Operands *own, unsigned number) {
    if (strcmp(called->name, t->primitive)) {
        report_call(&called->call);
        report_raise(
            TC_EMU_DIVERGENT,
            t,
            NULL,
            0,
            "another warp of the warpgroup called %s as its product %u",
            called->name,
            number);
    }
    bool one_place = called->operands.a == own->a && called->operands.b == own->b;
    if (!one_place || !called->operands.accumulate != !own->accumulate)
        report_raise(
            TC_EMU_DIVERGENT,
            t,
            NULL,
            0,
            "the warps of the warpgroup have different %s in product %u",
            one_place ? "values of accumulate" : "descriptors",
            number);
}

unsigned warpgroup_call(Thread *t, const Operands *operands) {
    Group *group = group_of(t);
    const unsigned warp = t->thread / 32 % 4, number = group->called[warp]++;
    if (group->index * 128 + 128 > emu.block)
        report_raise(
            TC_EMU_DIVERGENT,
            t,
            NULL,
            0,
            "a warpgroup has four warps, and the CTA has %u threads",
            emu.block);
    if (number < group->count) {
        check_called(t, &group->log[number], operands, number);
    } else {
        log_add(group, (Called){t->primitive, chain_call(t), *operands});
        check_exited(t, group, number);
    }
    for (unsigned w = 0; w < 4; w++) {
        if (group->waits[w])
            emu_ready(group->waits[w]);
        group->waits[w] = NULL;
    }
    return number;
}

void warpgroup_wait(Thread *t, unsigned number) {
    Group *group = group_of(t);
    for (unsigned w = 0; w < 4; w++)
        while (group->called[w] <= number) {
            group->waits[t->thread / 32 % 4] = t;
            emu_block(t, WAIT_WARP);
        }
}

void warpgroup_exit(Thread *t) {
    if (!groups || t->thread % 32)
        return;
    const Group *group = group_of(t);
    const unsigned number = group->called[t->thread / 32 % 4];
    if (number >= group->count)
        return;
    report_call(&group->log[number].call);
    report_raise(
        TC_EMU_DIVERGENT,
        t,
        NULL,
        0,
        "the warp exits, another warp of its warpgroup called %s",
        group->log[number].name);
}

void warpgroup_end(void) {
    while (groups) {
        Group *group = groups;
        groups = group->next;
        free(group->log);
        free(group);
    }
}
