/* bind.c: Phase 3, second half: assigns places. Each region is filled in the order of declaration:
 * shared memory by bytes from 0, tensor memory by columns, descriptors by slots. A chain of aliases
 * is one allocation, at the place of its first value. The control region (mbarriers and the address
 * of tensor memory) lies behind the tiles. */
#include "pipeline.h"
#include <inttypes.h>
#include <string.h>

/* Columns of one slot of N x M elements: 128 lanes of 32 bits a column; [256,64] f32 takes 64
 * columns twice. N is the last extent, M the product of those before it. Of tiles with two extents
 * above 1 the others say nothing: [128,64,1] is [128,64]. With fewer they do: [128,1] f32 is one
 * column, [1,128] are 128. */
static int64_t tmem_columns(const PipelineValue *value) {
    int64_t rows = 1, width = 1;
    int wide = value_wide_extents(value);
    for (int i = 0; i < value->rank; i++)
        if (value->shape[i] > 1 || (wide < 2 && i == value->rank - 1)) {
            rows *= width;
            width = value->shape[i];
        }
    return (width * value->dtype->bits + 31) / 32 * ((rows + TMEM_LANES - 1) / TMEM_LANES);
}

int64_t record_align(const Record *record) {
    switch (record->class) {
    case CLASS_TMEM:
        return TMEM_UNIT;
    case CLASS_DESC:
        return DESC_BYTES;
    default:
        return record->value->align;
    }
}

int64_t chain_align(const PipelinePlan *plan, int index) {
    int64_t align = 1;
    for (int i = plan->records[index].chain; i >= 0; i = plan->records[i].chain_next) {
        int64_t unit = record_align(&plan->records[i]);
        align = unit > align ? unit : align;
    }
    return align;
}

int64_t chain_size(const PipelinePlan *plan, int index) {
    int64_t size = 0;
    for (int i = plan->records[index].chain; i >= 0; i = plan->records[i].chain_next) {
        int64_t own = plan->records[i].stride * plan->records[i].value->stages;
        size = own > size ? own : size;
    }
    return size;
}

bool chain_is_uniform(const PipelinePlan *plan, int index) {
    const Record *head = &plan->records[plan->records[index].chain];
    for (int i = head->chain_next; i >= 0; i = plan->records[i].chain_next) {
        const Record *other = &plan->records[i];
        if (other->value->dtype != head->value->dtype || other->footprint != head->footprint ||
            other->value->stages != head->value->stages || other->stride != head->stride)
            return false;
    }
    return true;
}

static int64_t barrier_bytes(const PipelineValue *value) {
    bool has = value->sync != SYNC_NONE && value->sync != SYNC_NAMED && value->with < 0;
    return has ? 2 * 8 * value->stages : 0;
}

/* full[] and empty[] of each pipe that mbarriers synchronise, and the word that tensor memory's
 * address is written to. */
int64_t pipe_control(const PipelinePlan *plan) {
    int64_t bytes = 0;
    bool tmem = false;
    for (int i = 0; i < plan->count; i++) {
        bytes += barrier_bytes(plan->records[i].value);
        tmem = tmem || plan->records[i].class == CLASS_TMEM;
    }
    return bytes + (tmem ? 16 : 0);
}

/* The control region begins at a multiple of 8 behind the tiles: with 49 bytes, 16 of them control,
 * tiles end at 32. */
int64_t pipe_limit(const PipelinePlan *plan) {
    int64_t left = plan->capacity - plan->control;
    return plan->control ? 8 * div_floor(left, 8) : left;
}

/* The next place in the region of the value; members of a chain take that of the first. */
static void place(PipelinePlan *plan, int index, int64_t *cursor) {
    Record *record = &plan->records[index];
    if (record->chain != index) {
        record->offset = plan->records[record->chain].offset;
        return;
    }
    record->offset = round_up(*cursor, chain_align(plan, index));
    *cursor = record->offset + chain_size(plan, index);
}

/* What would help: sharing, fewer stages, or less than is asked for. */
static const char *room_hint(const PipelinePlan *plan, BufferClass class, int64_t total) {
    bool tmem = class == CLASS_TMEM;
    int64_t limit = tmem ? TMEM_COLUMNS : pipe_limit(plan);
    const char *unit = tmem ? "columns" : "bytes";
    if (plan->request->mode != MODE_PACK) {
        int64_t packed = pipe_packed_height(plan, class);
        if (packed <= limit)
            return mem_printf("mode pack needs only %" PRId64 " %s", packed, unit);
        total = packed < total ? packed : total;
    }
    const char *stages = pipe_stages_hint(plan, class);
    if (stages)
        return stages;
    return mem_printf(
        "the tiles are %" PRId64
        " %.*s too large: make them smaller, or let fewer live at the same time",
        total - limit,
        (int)strlen(unit) - (total - limit == 1),
        unit);
}

/* "262144 bytes of tiles, room for 232336" */
static const char *room_text(const PipelinePlan *plan, BufferClass class, int64_t total) {
    bool tmem = class == CLASS_TMEM;
    return mem_printf(
        "the tiles need %" PRId64 " %s, the capacity leaves %" PRId64,
        total,
        tmem ? "columns" : "bytes",
        tmem ? (int64_t)TMEM_COLUMNS : pipe_limit(plan));
}

void pipe_fail_room(const PipelinePlan *plan, int index, int64_t total, const char *reason) {
    BufferClass class = plan->records[index].class;
    bool tmem = class == CLASS_TMEM;
    if (plan->is_trial) /* the hint would try it again */
        return;
    Failure failure = {
        .phase = 3,
        .value = index,
        .id = tmem ? "E_TMEM_BUFFER" : "E_SMEM_BUFFER",
        .text = tmem ? "fails to assign tmem buffer" : "fails to assign smem buffer",
        .what = room_text(plan, class, total),
        .reason = reason,
        .hint = room_hint(plan, class, total)};
    pipe_fail(plan, &failure);
}

/* Everything from `from` on is not placed yet. */
static void unplace(PipelinePlan *plan, int from) {
    for (int i = from; i < plan->count; i++)
        plan->records[i].offset = -1;
}

/* Where a value that the target or its allocation does not let into tensor memory asks for it. */
static bool check_asked(PipelinePlan *plan, int index) {
    const Record *record = &plan->records[index];
    bool asked = record->value->given_class == CLASS_TMEM;
    if (!asked || (plan->tmem && record->class == CLASS_TMEM))
        return true;
    unplace(plan, index);
    Failure failure = {
        .phase = 3,
        .value = index,
        .id = "E_TMEM_BUFFER",
        .text = "fails to assign tmem buffer",
        .what = mem_printf(
            "'%s' asks for tensor memory, but %s",
            record->value->name,
            plan->tmem ? "its allocation is in shared memory" : "the target has none"),
        .reason = plan->tmem ? "its-allocation-is-in-shared-memory" : "no-tensor-memory",
        .hint = plan->tmem
                    ? "give 'class tmem' to all values of the allocation, or to none"
                    : "tensor memory needs sm_100a: name such a target, or remove 'class tmem'"};
    pipe_fail(plan, &failure);
    return false;
}

static bool fail_at(PipelinePlan *plan, int from, int64_t limit) {
    Record *record = &plan->records[from];
    int64_t at = record->offset, size = chain_size(plan, from), total = 0;
    for (int i = 0; i < plan->count; i++) {
        Record *other = &plan->records[i];
        int64_t end = other->offset + chain_size(plan, i);
        if (other->class == record->class && end > total)
            total = end;
    }
    unplace(plan, from);
    pipe_fail_room(
        plan, from, total, mem_printf("%" PRId64 "+%" PRId64 ">%" PRId64, at, size, limit));
    return false;
}

/* Of the value alone: whether its allocation ends within its region. */
static bool has_room(PipelinePlan *plan, int index) {
    const Record *record = &plan->records[index];
    bool tmem = record->class == CLASS_TMEM;
    int64_t limit = tmem ? TMEM_COLUMNS : pipe_limit(plan);
    return (!tmem && record->class != CLASS_SMEM) || record->chain != index ||
           record->offset + chain_size(plan, index) <= limit || fail_at(plan, index, limit);
}

/* The control region alone may be too much: the value with which it is. */
static bool check_control(const PipelinePlan *plan) {
    int64_t bytes = 0;
    int last = 0;
    bool tmem = false; /* the 16 bytes of the address are counted */
    if (plan->control <= plan->capacity)
        return true;
    for (int i = 0; i < plan->count && bytes <= plan->capacity; i++) {
        bool address = plan->records[i].class == CLASS_TMEM && !tmem;
        tmem = tmem || address;
        bytes += barrier_bytes(plan->records[i].value) + (address ? 16 : 0);
        last = i;
    }
    Failure failure = {
        .phase = 3,
        .value = last,
        .id = "E_SMEM_BUFFER",
        .text = "fails to assign smem buffer",
        .what = mem_printf(
            "%" PRId64 " bytes of %s do not fit in %" PRId64,
            plan->control,
            !tmem                 ? "mbarriers"
            : plan->control == 16 ? "the address of tensor memory"
                                  : "mbarriers and the address of tensor memory",
            plan->capacity),
        .reason = mem_printf("control %" PRId64 ">%" PRId64, plan->control, plan->capacity),
        .hint = tmem && plan->control == 16
                    ? "the address of tensor memory needs 16 bytes: raise the capacity"
                : tmem && plan->control - 16 <= plan->capacity
                    ? "the mbarriers would fit without the 16 bytes of the address: raise the "
                      "capacity, or let values share mbarriers with 'with'"
                    : "the mbarriers alone exceed the capacity: let values share mbarriers with "
                      "'with'"};
    pipe_fail(plan, &failure);
    return false;
}

/* As the seed does: one value after another, and the first that fails is told. Mode pack asks for
 * the capacity when buffers are shared. */
bool pipe_bind(PipelinePlan *plan) {
    int64_t cursor[CLASS_AUTO] = {0};
    bool asks = plan->request->mode != MODE_PACK;
    plan->control = pipe_control(plan);
    for (int i = 0; i < plan->count; i++) {
        Record *record = &plan->records[i];
        if (record_has_buffer(record))
            record->stride = record->final_stride = round_up(
                record->class == CLASS_TMEM ? tmem_columns(record->value) : record->footprint,
                record_align(record));
    }
    for (int i = 0; i < plan->count; i++)
        if (record_has_buffer(&plan->records[i]))
            place(plan, i, &cursor[plan->records[i].class]);
    for (int i = 0; i < plan->count; i++)
        if (!check_asked(plan, i) || (asks && !has_room(plan, i)))
            return false;
    plan->tiles_before = cursor[CLASS_SMEM];
    plan->descriptors = cursor[CLASS_DESC] / DESC_BYTES;
    return check_control(plan);
}
