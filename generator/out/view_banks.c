/* view_banks.c: the banks view: of every step on shared memory its worst access by one warp, as rows
 * of wavefronts over the 32 banks, each cell with the lanes that the bank serves in that wavefront.
 *
 * Invariants: wavefronts are those that cost.c counts: lanes in groups, a group as many as its
 * busiest bank has different words; the nth word of a bank goes into the nth wavefront of its group. */
#include "view.h"
#include <inttypes.h>
#include <string.h>

enum { BANKS = 32, MAX_SHOTS = 256, MAX_LOOKED_AT = 1 << 16, MAX_NOTES = 16 };

typedef struct {
    int64_t word; /* address / 4 */
    unsigned lanes;
} Served;

/* The worst access of one step so far. */
typedef struct {
    int phase, step;
    bool from; /* the source of a copy between memories */
    PrimitiveId primitive;
    int64_t warp, bytes, at[32];
    unsigned lanes;
    int group;
    int64_t wavefronts, ideal, times;
} Shot;

typedef struct {
    const Plan *plan;
    Shot *shots;
    int count, latest; /* latest: where the search begins */
    int64_t looked_at;
    bool whole;
} Shots;

typedef struct {
    int used[BANKS];
    Served served[BANKS][32];
    int64_t wavefronts, distinct;
} BankGroup;

static int64_t floor_word(int64_t address) {
    return address >= 0 ? address / 4 : -((-address + 3) / 4);
}

static void serve(BankGroup *group, int64_t word, int lane) {
    int bank = (int)((uint64_t)word & (BANKS - 1)), i = 0;
    while (i < group->used[bank] && group->served[bank][i].word != word)
        i++;
    if (i == BANKS)
        return;
    if (i == group->used[bank]) {
        group->served[bank][i] = (Served){word, 0};
        group->used[bank]++;
        group->distinct++;
    }
    group->served[bank][i].lanes |= 1u << lane;
    if (group->used[bank] > group->wavefronts)
        group->wavefronts = group->used[bank];
}

static void group_serve(BankGroup *group, const Shot *shot, int first) {
    memset(group, 0, sizeof *group);
    group->wavefronts = 1;
    for (int lane = first; lane < first + shot->group && lane < 32; lane++)
        if (shot->lanes >> lane & 1)
            for (int64_t word = floor_word(shot->at[lane]);
                 word <= floor_word(shot->at[lane] + shot->bytes - 1);
                 word++)
                serve(group, word, lane);
}

/* Lanes behind the last address of a matrix form no group. */
static int end_lane(const Shot *shot) {
    return primitive_is_matrix(shot->primitive) ? primitives[shot->primitive].bits / 32 * 8 : 32;
}

static void count_wavefronts(Shot *shot) {
    int64_t distinct = 0, groups = 0;
    for (int first = 0; first < end_lane(shot); first += shot->group) {
        BankGroup group;
        group_serve(&group, shot, first);
        shot->wavefronts += group.wavefronts;
        distinct += group.distinct;
        groups++;
    }
    int64_t least = (distinct * 4 + 127) / 128;
    shot->ideal = groups < least ? least : groups;
}

static Shot *shot_of(Shots *shots, const Execution *e, bool from) {
    for (int i = 0; i < shots->count; i++) {
        Shot *shot = &shots->shots[(shots->latest + i) % shots->count];
        if (shot->phase == e->phase && shot->step == e->step && shot->from == from) {
            shots->latest = (shots->latest + i) % shots->count;
            return shot;
        }
    }
    if (shots->count == MAX_SHOTS)
        return NULL;
    shots->latest = shots->count;
    shots->shots[shots->count] = (Shot){.phase = e->phase, .step = e->step, .from = from};
    return &shots->shots[shots->count++];
}

static void look_at(
    Shots *shots, const Execution *e, bool from, const Side *side, const int64_t *at) {
    Shot *worst, shot = {.phase = e->phase, .step = e->step, .from = from, .warp = e->warp};
    if (side->kind != AT_BUFFER || shots->plan->buffers[side->of].space != SPACE_SMEM)
        return;
    worst = shot_of(shots, e, from);
    if (!worst) {
        shots->whole = false;
        return;
    }
    shot.primitive = e->at->primitive;
    shot.lanes = primitive_address_lanes(shot.primitive, e->lanes);
    shot.bytes = primitive_is_matrix(shot.primitive) ? 16 : primitives[shot.primitive].bits / 8;
    memcpy(shot.at, at, sizeof shot.at);
    shot.group = shared_group_lanes(shot.primitive, shot.lanes, at);
    shot.times = worst->times + 1;
    count_wavefronts(&shot);
    if (shot.wavefronts > worst->wavefronts)
        *worst = shot;
    else
        worst->times = shot.times;
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
    look_at(shots, e, true, &step->src[0], e->src);
    look_at(shots, e, false, &step->dst, e->dst);
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

static int lowest_lane(unsigned lanes) {
    int lane = 0;
    while (lane < 31 && !(lanes >> lane & 1))
        lane++;
    return lane;
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
        if (wavefront >= group->used[bank]) {
            text_char(&box->text, '-');
            text_add(&box->tip, "idle");
            continue;
        }
        const Served *served = &group->served[bank][wavefront];
        box->colour = lowest_lane(served->lanes);
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
    for (int first = 0; first < end_lane(shot); first += shot->group) {
        BankGroup group;
        group_serve(&group, shot, first);
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
        "access %d: %s, warp %" PRId64 ", %" PRId64 " wavefront%s where %" PRId64
        " would do; the worst of %" PRId64 "\n",
        number,
        plan_ptx(plan, shot->primitive),
        shot->warp,
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
    picture_subject(&picture->heading, function, &function->copy->dst);
    text_add(
        &picture->heading,
        shots.count ? "each row is a wavefront (access.number), each cell the lanes at that bank"
                    : "no step accesses shared memory");
    if (shots.count)
        text_add(&picture->legend, "colour: lowest lane at the bank; '-' is a bank that idles");
    picture_room(picture, max_rows, BANKS);
    for (int bank = 0; bank < picture->shown_cols; bank++)
        text_printf(&picture->col_label[bank], "%d", bank);
    for (int i = 0; i < shots.count; i++) {
        draw_shot(picture, &shots.shots[i], i, &row);
        note_shot(picture, choice->plan, &shots.shots[i], i);
    }
    if (!shots.whole)
        text_add(&picture->notes, "Later accesses were not looked at.\n");
}
