/* place.c: The result of phase 4: the heights of the regions before and after sharing, and the
 * lower bound. In mode pack also the places that the packer found. Only then is the capacity
 * checked.
 *
 * Two packings are made: one of the classes of phase 4, and one of the single allocations, which
 * may overlap even where types or sizes differ. The classes are kept unless the second packing is
 * lower. Values whose hand-off has no code (apart.c) overlap in neither. */
#include "pipes.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 24, WORK_FEW = 400 << 20, WORK_MANY = 4 << 20 };

/* What is placed as one: an allocation, or a class of them. */
typedef struct {
    int index; /* of its first value */
    Circle life;
    int64_t size, align;
} Block;
typedef struct {
    Block *at;
    int count;
    int *of; /* of a value: its block */
} Blocks;

static bool is_head(const PipelinePlan *plan, int index, bool classes) {
    return classes ? plan->records[index].parent == index : plan->records[index].chain == index;
}

static int head_of(const PipelinePlan *plan, int index, bool classes) {
    return classes ? record_root(plan, index) : plan->records[index].chain;
}

/* What cannot be handed on keeps its bytes to itself: it lives all the time. */
static void join(const PipelinePlan *plan, Block *unit, int index) {
    int64_t size = chain_size(plan, index), align = chain_align(plan, index);
    unit->size = size > unit->size ? size : unit->size;
    unit->align = align > unit->align ? align : unit->align;
    circle_add(&unit->life, &plan->records[index].life);
    if (plan->request->mode != MODE_SEED && !record_hands_off(plan, index))
        circle_add_arc(&unit->life, 0, plan->request->ii);
}

static Blocks collect(const PipelinePlan *plan, BufferClass class, bool classes) {
    Blocks units = {NEW_ARRAY(Block, plan->count), 0, NEW_ARRAY(int, plan->count)};
    for (int i = 0; i < plan->count; i++) {
        units.of[i] = -1;
        if (plan->records[i].class != class)
            continue;
        if (is_head(plan, i, classes)) {
            units.of[i] = units.count++;
            units.at[units.of[i]] = (Block){i, circle_new(plan->request->ii), 0, 1};
        }
        units.of[i] = units.of[head_of(plan, i, classes)];
        join(plan, &units.at[units.of[i]], i);
    }
    return units;
}

/* section[r]: how many sections begin before residue r. One begins where a life does: between two
 * of those lives only end, so no more than there meets later. */
static int find_sections(const Blocks *units, int64_t ii, int *section) {
    bool *begins = NEW_ARRAY(bool, ii);
    int64_t(*arcs)[2] = mem_alloc((size_t)ii / 2 + 1, sizeof *arcs);
    bool any = false;
    for (int u = 0; u < units->count; u++) {
        int count = circle_arcs(&units->at[u].life, arcs);
        for (int a = 0; a < count; a++)
            any = begins[arcs[a][0]] = true;
        budget_spend(ii);
    }
    begins[0] = begins[0] || !any;
    int count = 0;
    for (int64_t r = 0; r < ii; r++) {
        section[r] = count;
        count += begins[r];
    }
    section[ii] = count;
    return count;
}

/* The sections of a life, those around the end of the circle in two runs. */
static void set_runs(PackItem *item, const Block *unit, int64_t ii, const int *section) {
    int64_t(*arcs)[2] = mem_alloc((size_t)ii / 2 + 1, sizeof *arcs);
    int count = circle_arcs(&unit->life, arcs);
    item->runs = mem_alloc((size_t)count + 1, sizeof *item->runs);
    bool around = count > 0 && arcs[count - 1][1] > ii;
    if (around && section[arcs[count - 1][1] - ii] > 0) {
        item->runs[0][0] = 0;
        item->runs[item->run_count++][1] = section[arcs[count - 1][1] - ii];
    }
    for (int a = 0; a < count; a++) {
        int end = section[arcs[a][1] < ii ? arcs[a][1] : ii];
        if (section[arcs[a][0]] == end)
            continue;
        item->runs[item->run_count][0] = section[arcs[a][0]];
        item->runs[item->run_count++][1] = end;
    }
    item->size = unit->size;
    item->align = unit->align;
}

/* Two that must not share an address though they never live at once: a section that only they are
 * in. */
static void add_section(Packing *packing, int a, int b) {
    const int both[] = {a, b};
    for (int k = 0; k < 2; k++) {
        PackItem *item = &packing->items[both[k]];
        int(*runs)[2] = mem_alloc((size_t)item->run_count + 1, sizeof *runs);
        if (item->run_count)
            memcpy(runs, item->runs, (size_t)item->run_count * sizeof *runs);
        runs[item->run_count][0] = packing->sections;
        runs[item->run_count++][1] = packing->sections + 1;
        item->runs = runs;
    }
    packing->sections++;
}

static void keep_apart(const PipelinePlan *plan, const Blocks *units, Packing *packing) {
    if (plan->request->mode == MODE_SEED || plan->count > MAX_CODE_VALUES)
        return;
    bool *apart = mem_alloc((size_t)units->count * (size_t)units->count + 1, sizeof *apart);
    for (int i = 0; i < plan->count; i++)
        for (int j = i + 1; j < plan->count; j++) {
            int a = units->of[i], b = units->of[j];
            bool asked = a >= 0 && b >= 0 && a != b && !apart[a * units->count + b] &&
                         circle_disjoint(&units->at[a].life, &units->at[b].life);
            budget_spend(1);
            if (!asked || !pipe_keeps_apart(plan, i, j, NULL))
                continue;
            apart[a * units->count + b] = apart[b * units->count + a] = true;
            add_section(packing, a, b);
        }
}

static Packing packing_of(const PipelinePlan *plan, const Blocks *units) {
    int64_t ii = plan->request->ii;
    Packing packing = {
        .items = NEW_ARRAY(PackItem, units->count),
        .count = units->count,
        .work = units->count <= FEW ? WORK_FEW : WORK_MANY};
    int *section = NEW_ARRAY(int, ii + 1);
    packing.sections = find_sections(units, ii, section);
    for (int u = 0; u < units->count; u++)
        set_runs(&packing.items[u], &units->at[u], ii, section);
    keep_apart(plan, units, &packing);
    return packing;
}

/* Packs the units; offset[i]: of the one that begins with value i. */
static Packed pack_units(const PipelinePlan *plan, const Blocks *units, int64_t *offset) {
    Packing packing = packing_of(plan, units);
    Packed packed = pack_least(&packing);
    for (int u = 0; u < units->count; u++)
        offset[units->at[u].index] = packing.items[u].offset;
    return packed;
}

int64_t pipe_packed_height(const PipelinePlan *plan, BufferClass class) {
    MemMark mark = mem_mark();
    PipelinePlan trial = *plan;
    Pipeline request = *plan->request;
    request.mode = MODE_PACK;
    trial.request = &request;
    Blocks units = collect(&trial, class, false);
    int64_t height = pack_units(&trial, &units, NEW_ARRAY(int64_t, plan->count)).height;
    mem_rewind(mark);
    return height;
}

static int64_t height_of_class(const PipelinePlan *plan, BufferClass class) {
    int64_t height = 0;
    for (int i = 0; i < plan->count; i++) {
        const Record *record = &plan->records[i];
        int64_t end = record->final_offset + chain_size(plan, i);
        if (record->class == class && record->parent == i && end > height)
            height = end;
    }
    return height;
}

/* One class after another, in their order, without a look at lives. */
static int64_t compact_height(const PipelinePlan *plan) {
    Blocks units = collect(plan, CLASS_SMEM, true);
    int64_t cursor = 0;
    for (int u = 0; u < units.count; u++)
        cursor = round_up(cursor, units.at[u].align) + units.at[u].size;
    return cursor;
}

static int by_pair(const void *left, const void *right) {
    const Merge *a = left, *b = right;
    if (a->into != b->into)
        return a->into < b->into ? -1 : 1;
    return (a->value > b->value) - (a->value < b->value);
}

/* The packer moved values of one class apart and others together: a class is now what has one
 * place. */
static void merge_again(PipelinePlan *plan, BufferClass class) {
    int kept = 0, room = plan->merge_count + plan->count;
    Merge *merges = NEW_ARRAY(Merge, room);
    for (int m = 0; m < plan->merge_count; m++)
        if (plan->records[plan->merges[m].value].class != class)
            merges[kept++] = plan->merges[m];
    for (int i = 0; i < plan->count; i++)
        if (plan->records[i].class == class)
            plan->records[i].parent = plan->records[i].chain;
    for (int i = 0; i < plan->count; i++) {
        budget_spend(1 + plan->count / 4);
        for (int j = i + 1; j < plan->count && plan->records[i].class == class; j++) {
            int a = record_root(plan, i), b = record_root(plan, j);
            if (plan->records[i].final_offset != plan->records[j].final_offset || a == b ||
                plan->records[j].class != class || !records_alike(plan, i, j))
                continue;
            plan->records[a < b ? b : a].parent = a < b ? a : b;
            merges[kept++] = (Merge){i, j, NULL};
        }
    }
    plan->merges = merges;
    plan->merge_count = kept;
    qsort(merges, (size_t)kept, sizeof *merges, by_pair);
}

static void move_to(PipelinePlan *plan, BufferClass class, const int64_t *offset, bool classes) {
    for (int i = 0; i < plan->count; i++)
        if (plan->records[i].class == class)
            plan->records[i].final_offset = offset[head_of(plan, i, classes)];
    if (!classes)
        merge_again(plan, class);
}

/* Packs a region both ways. In mode pack its values move there. */
static Packed pack_region(PipelinePlan *plan, BufferClass class) {
    int64_t *alone = NEW_ARRAY(int64_t, plan->count), *joined = NEW_ARRAY(int64_t, plan->count);
    Blocks units = collect(plan, class, false), classes = collect(plan, class, true);
    Packed packed = pack_units(plan, &units, alone);
    Packed of_classes = packed;
    if (classes.count != units.count)
        of_classes = pack_units(plan, &classes, joined);
    else
        memcpy(joined, alone, (size_t)plan->count * sizeof *joined);
    bool keeps_classes = of_classes.height <= packed.height;
    if (plan->request->mode == MODE_PACK)
        move_to(plan, class, keeps_classes ? joined : alone, keeps_classes);
    if (of_classes.height < packed.height) {
        packed.exact = of_classes.height == of_classes.bound;
        packed.height = of_classes.height;
    }
    if (of_classes.bound < packed.bound && packed.height < packed.bound)
        packed.bound = of_classes.bound;
    return packed;
}

/* In mode pack: the first value that reaches beyond the limit of its region. */
static bool check_room(const PipelinePlan *plan) {
    for (int i = 0; i < plan->count; i++) {
        const Record *record = &plan->records[i];
        bool tmem = record->class == CLASS_TMEM;
        int64_t limit = tmem ? TMEM_COLUMNS : pipe_limit(plan);
        if ((!tmem && record->class != CLASS_SMEM) ||
            record->final_offset + chain_size(plan, i) <= limit)
            continue;
        int64_t height = height_of_class(plan, record->class);
        pipe_fail_room(plan, i, height, mem_printf("%" PRId64 ">%" PRId64, height, limit));
        return false;
    }
    return true;
}

bool pipe_pack(PipelinePlan *plan) {
    bool pack = plan->request->mode == MODE_PACK;
    plan->tiles_after = height_of_class(plan, CLASS_SMEM);
    plan->tiles_compact = compact_height(plan);
    plan->packed = pack_region(plan, CLASS_SMEM);
    if (pack) {
        pack_region(plan, CLASS_TMEM);
        pack_region(plan, CLASS_DESC);
    }
    if (pack && !check_room(plan))
        return false;
    plan->descriptors = height_of_class(plan, CLASS_DESC) / DESC_BYTES;
    plan->tmem_columns = height_of_class(plan, CLASS_TMEM);
    plan->tmem_alloc = plan->tmem_columns ? TMEM_UNIT : 0;
    while (plan->tmem_alloc < plan->tmem_columns)
        plan->tmem_alloc *= 2;
    return true;
}
