/* view_banks.c: the banks view: of every step on shared memory its worst access by one warp, as
 * rows of wavefronts over the 32 banks, each cell with the lanes that the bank serves in that
 * wavefront.
 *
 * Invariants: wavefronts are those of plan/banks.c, which cost.c counts too. */
#include "../plan/banks.h"
#include "draw.h"
#include <inttypes.h>

enum { MAX_SHOTS = 256, MAX_LOOKED_AT = 1 << 16, MAX_NOTES = 16 };

/* The worst access of one step so far. */
typedef struct {
    bool from; /* the source of a copy between memories */
    Execution worst;
    int64_t wavefronts, ideal, times;
} Shot;

typedef struct {
    const Plan *plan;
    Shot *shots;
    int count, latest; /* latest: where the search begins */
    int64_t looked_at;
    bool whole;
} Shots;

static Shot *shot_of(Shots *shots, const Execution *e, bool from) {
    for (int i = 0; i < shots->count; i++) {
        Shot *shot = &shots->shots[(shots->latest + i) % shots->count];
        if (shot->worst.phase == e->phase && shot->worst.step == e->step && shot->from == from) {
            shots->latest = (shots->latest + i) % shots->count;
            return shot;
        }
    }
    if (shots->count == MAX_SHOTS)
        return NULL;
    shots->latest = shots->count;
    shots->shots[shots->count] = (Shot){.worst = *e, .from = from};
    return &shots->shots[shots->count++];
}

static void look_at(Shots *shots, const Execution *e, bool from, const Side *side) {
    if (side->kind != AT_BUFFER || shots->plan->buffers[side->of].space != SPACE_SMEM)
        return;
    Shot *shot = shot_of(shots, e, from);
    if (!shot) {
        shots->whole = false;
        return;
    }
    BankAccess access = bank_access(e, from);
    BankWavefronts wavefronts = bank_wavefronts(&access);
    shot->times++;
    if (wavefronts.got <= shot->wavefronts)
        return;
    shot->worst = *e;
    shot->wavefronts = wavefronts.got;
    shot->ideal = wavefronts.ideal;
}

static bool note_execution(void *context, const Execution *e) {
    Shots *shots = context;
    const Step *step = e->at;
    PrimitiveKind kind = primitives[step->primitive].kind;
    if (kind == KIND_BULK_COPY || kind == KIND_TENSOR_COPY || e->lanes == 0 ||
        (step->dst.kind != AT_BUFFER && step->src[0].kind != AT_BUFFER))
        return true;
    if (++shots->looked_at > MAX_LOOKED_AT) {
        shots->whole = false;
        return false;
    }
    look_at(shots, e, true, &step->src[0]);
    look_at(shots, e, false, &step->dst);
    return true;
}

/* "5", "0-3", "0,16": runs of lanes; a long list ends in "..". */
static void lanes_text(Text *out, unsigned lanes, int64_t most) {
    size_t begin = out->length;
    for (int lane = 0; lane < 32; lane++) {
        int last = lane;
        if (!(lanes >> lane & 1))
            continue;
        while (last < 31 && (lanes >> (last + 1) & 1))
            last++;
        if (out->length > begin && (int64_t)(out->length - begin) >= most) {
            text_add(out, "..");
            return;
        }
        text_printf(out, out->length > begin ? ",%d" : "%d", lane);
        if (last > lane)
            text_printf(out, "-%d", last);
        lane = last;
    }
}

static void draw_wavefront(
    Picture *picture, int64_t row, const BankGroup *group, int64_t wavefront, int64_t number) {
    for (int bank = 0; bank < BANKS; bank++) {
        Box *box = picture_box(picture, row, bank);
        if (!box)
            return;
        box->present = true;
        box->colour = -1;
        text_printf(&box->tip, "wavefront %" PRId64 ", bank %d: ", number, bank);
        if (wavefront >= group->asked[bank]) {
            text_char(&box->text, '-');
            text_add(&box->tip, "idle");
            continue;
        }
        const BankWord *served = &group->served[bank][wavefront];
        box->colour = bank_first_lane(served->lanes);
        lanes_text(&box->text, served->lanes, 3);
        text_printf(
            &box->tip,
            "bytes %" PRId64 " to %" PRId64 ", lanes ",
            served->word * 4,
            served->word * 4 + 3);
        lanes_text(&box->tip, served->lanes, 100);
    }
}

static void draw_shot(Picture *picture, const Shot *shot, int number, int64_t *row) {
    int64_t wavefront = 0;
    BankAccess access = bank_access(&shot->worst, shot->from);
    for (int part = 0; part < access.group_count; part++) {
        BankGroup group;
        bank_group(&access, part, &group);
        for (int64_t i = 0; i < group.wavefronts; i++, wavefront++, (*row)++) {
            if (*row >= picture->shown_rows)
                continue;
            text_printf(&picture->row_label[*row], "%d.%" PRId64, number, wavefront);
            draw_wavefront(picture, *row, &group, i, wavefront);
        }
    }
}

static void note_shot(Picture *picture, const Plan *plan, const Shot *shot, int number) {
    if (number == MAX_NOTES)
        text_add(&picture->notes, "...\n");
    if (number >= MAX_NOTES)
        return;
    text_printf(
        &picture->notes,
        "access %d: %s, warp %" PRId64 ", %" PRId64 " wavefront%s, the minimum is %" PRId64
        "; the worst of %" PRId64 "\n",
        number,
        plan_ptx(plan, shot->worst.at->primitive),
        shot->worst.warp,
        shot->wavefronts,
        shot->wavefronts == 1 ? "" : "s",
        shot->ideal,
        shot->times);
}

void view_banks(Picture *picture, const Function *function, int64_t max_rows, int64_t max_cols) {
    const Choice *choice = first_choice(function);
    Shots shots = {.plan = choice ? choice->plan : NULL, .whole = true};
    int64_t row = 0;
    (void)max_cols;
    shots.shots = NEW_ARRAY(Shot, MAX_SHOTS);
    if (choice)
        plan_walk(choice->plan, note_execution, &shots);
    picture->corner = "wave";
    picture->least_width = 2;
    picture->fixed_cols = true;
    picture->cols = shots.count ? BANKS : 0;
    for (int i = 0; i < shots.count; i++)
        picture->rows += shots.shots[i].wavefronts;
    picture_moves(&picture->heading, function, &function_copy(function)->dst);
    text_add(
        &picture->heading,
        shots.count ? "each row is a wavefront (access.number), each cell the lanes at that bank"
                    : "no step accesses shared memory");
    if (shots.count)
        text_add(&picture->legend, "colour: lowest lane at the bank; '-' is an idle bank");
    picture_room(picture, max_rows, BANKS);
    for (int bank = 0; bank < picture->shown_cols; bank++)
        text_printf(&picture->col_label[bank], "%d", bank);
    for (int i = 0; i < shots.count; i++) {
        draw_shot(picture, &shots.shots[i], i, &row);
        note_shot(picture, choice->plan, &shots.shots[i], i);
    }
    if (!shots.whole)
        text_add(&picture->notes, "Later accesses were not examined.\n");
}
