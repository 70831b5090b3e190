/* classify.c: Phase 3, first half: chooses the storage of each value. It records two answers: what
 * the seed's rule says for shape and type, and the final class after checking who can write and
 * read that storage. */
#include "pipeline.h"

static int64_t payload_bytes(const PipelineValue *value) {
    if (value->payload != PAYLOAD_TILE)
        return value->payload == PAYLOAD_TENSORMAP ? DESC_BYTES : 0;
    int64_t bits = value->dtype->bits;
    for (int i = 0; i < value->rank; i++)
        bits *= value->shape[i];
    return (bits + 7) / 8;
}

int value_wide_extents(const PipelineValue *value) {
    int wide = 0;
    for (int i = 0; i < value->rank; i++)
        wide += value->shape[i] > 1;
    return wide;
}

/* The rule: full byte tiles beyond the threshold go to tensor memory where there is one. */
static BufferClass classify(const PipelinePlan *plan, const Record *record) {
    const PipelineValue *value = record->value;
    if (value->payload != PAYLOAD_TILE)
        return value->payload == PAYLOAD_MUTEX ? CLASS_BAR : CLASS_DESC;
    bool fits = plan->tmem && value_wide_extents(value) == 2 && value->dtype->bits >= 8 &&
                record->footprint > plan->request->tmem_threshold;
    return fits ? CLASS_TMEM : CLASS_SMEM;
}

/* What writes shared memory and cannot reach tensor memory. */
static const char *writer_of_shared(SyncKind sync) {
    switch (sync) {
    case SYNC_TMA:
        return "TMA writes shared memory";
    case SYNC_CPASYNC:
        return "cp.async writes shared memory";
    case SYNC_ASYNC:
        return "threads write it by st.shared";
    case SYNC_DSMEM:
        return "other CTAs write it into shared memory";
    default:
        return NULL;
    }
}

static void decide(Record *record) {
    const PipelineValue *value = record->value;
    const char *writer = writer_of_shared(value->sync);
    record->class = record->auto_class;
    if (value->given_class != CLASS_AUTO)
        record->class = value->given_class;
    else if (record->auto_class == CLASS_TMEM && writer)
        record->class = CLASS_SMEM;
    if (record->class != record->auto_class)
        record->forced = value->given_class != CLASS_AUTO ? "the value asks for it" : writer;
}

/* One allocation lies in one memory: where any value of a chain is in shared memory, all are. */
static void unite_chain(PipelinePlan *plan, int head) {
    bool shared = false;
    for (int i = head; i >= 0; i = plan->records[i].chain_next)
        shared = shared || plan->records[i].class == CLASS_SMEM;
    for (int i = head; shared && i >= 0; i = plan->records[i].chain_next)
        if (plan->records[i].class == CLASS_TMEM) {
            plan->records[i].class = CLASS_SMEM;
            plan->records[i].forced = plan->records[i].auto_class == CLASS_TMEM
                                          ? "its allocation is in shared memory"
                                          : NULL;
        }
}

void pipe_classify(PipelinePlan *plan) {
    for (int i = 0; i < plan->count; i++) {
        Record *record = &plan->records[i];
        record->footprint = payload_bytes(record->value);
        record->auto_class = classify(plan, record);
        decide(record);
    }
    for (int i = 0; i < plan->count; i++)
        if (plan->records[i].chain == i)
            unite_chain(plan, i);
}

bool record_has_buffer(const Record *record) {
    return record->class != CLASS_BAR && record->class != CLASS_AUTO;
}

bool value_is_synchronised(const PipelineValue *value) {
    return value->sync != SYNC_NONE || !value->no_barrier;
}
