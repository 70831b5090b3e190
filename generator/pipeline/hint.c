/* hint.c: Finds how many stages are enough, by trying them before the hint is given. Values on one
 * pair of mbarriers (`with`) have the same number of stages, so they change together. Fewer stages
 * also need fewer mbarriers. */
#include "pipeline.h"
#include <inttypes.h>
#include <string.h>

/* The value whose mbarriers it uses, or itself. */
static int head_of(const PipelinePlan *plan, int index) {
    int with = plan->records[index].value->with;
    return with >= 0 ? with : index;
}

static bool is_in(const PipelinePlan *plan, int index, int head) {
    return head_of(plan, index) == head;
}

/* "'A', 'B' and 'C'" */
static const char *names_of(const PipelinePlan *plan, int head) {
    Text text = {0};
    int count = 0, at = 0;
    for (int i = 0; i < plan->count; i++)
        count += is_in(plan, i, head);
    for (int i = 0; i < plan->count; i++) {
        if (!is_in(plan, i, head))
            continue;
        const char *before = at == 0 ? "" : at == count - 1 ? " and " : ", ";
        text_printf(&text, "%s'%s'", before, plan->records[i].value->name);
        at++;
    }
    return text_string(&text);
}

static bool is_alone(const PipelinePlan *plan, int index) {
    return head_of(plan, index) == index && !strstr(names_of(plan, index), " and ");
}

const char *pipe_depth_hint(const PipelinePlan *plan, int index, int64_t need) {
    int head = head_of(plan, index);
    for (int i = 0; i < plan->count; i++)
        if (is_in(plan, i, head)) {
            int64_t of_member = pipe_need(plan, i);
            need = of_member > need ? of_member : need;
        }
    if (need > MAX_RING)
        return "no number of stages is enough: shorten the lifetime";
    const char *hint =
        mem_printf("%" PRId64 " stages are enough: write 'stages %" PRId64 "'", need, need);
    return is_alone(plan, index) ? hint : mem_printf("%s of %s", hint, names_of(plan, head));
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Does the whole plan fit, code and its barriers included, with other stages of the values that go
 * with `head`? */
static bool fits(const PipelinePlan *plan, int head, int stages) {
    MemMark mark = mem_mark();
    Pipeline request = *plan->request;
    request.values = NEW_ARRAY(PipelineValue, plan->count);
    for (int i = 0; i < plan->count; i++) {
        request.values[i] = *plan->records[i].value;
        if (is_in(plan, i, head))
            request.values[i].stages = stages;
    }
    bool ok = pipe_comes_through(plan, &request);
    mem_rewind(mark);
    return ok;
}

/* The stages that every one of them needs; -1: one of them is not of the class, or an alias. */
static int64_t least_stages(const PipelinePlan *plan, int head, BufferClass class) {
    int64_t least = 1;
    for (int i = 0; i < plan->count; i++) {
        const Record *record = &plan->records[i];
        if (!is_in(plan, i, head))
            continue;
        if (record->class != class || record->chain != i || record->chain_next >= 0)
            return -1;
        least = record->need > least ? record->need : least;
    }
    return least;
}

const char *pipe_stages_hint(const PipelinePlan *plan, BufferClass class) {
    enum { MOST_TRIED = 16 };
    int tried = 0;
    for (int i = plan->count - 1; i >= 0 && tried < MOST_TRIED; i--) {
        int head = head_of(plan, i);
        if (plan->records[i].class != class || plan->records[i].value->stages == 1)
            continue;
        int64_t least = least_stages(plan, head, class), most = plan->records[i].value->stages;
        if (least < 0 || least >= most || (++tried, !fits(plan, head, (int)least)))
            continue;
        while (most - least > 1) { /* it fits with `least`, with `most` it does not */
            int64_t middle = (least + most) / 2;
            *(fits(plan, head, (int)middle) ? &least : &most) = middle;
        }
        return mem_printf("%" PRId64 " stages of %s are enough", least, names_of(plan, head));
    }
    return NULL;
}
