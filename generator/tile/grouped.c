/* grouped.c: Rows of a copy between memories by groups of threads. Thread `rank` is lane
 * rank % lanes of group rank / lanes; a group takes every groups-th row, a lane every lanes-th
 * vector of it. So all that an access adds to the first address is a constant or a constant number
 * of pitches, where numbered items (items.c) divide by the length of a row in each access.
 *
 *   34 rows of 66 f32 by 256 threads, rows whole: 7 groups of 33 lanes, 4 rounds of 2 accesses, and
 *   rows 28 .. 33 by the first 6 groups: 10 accesses. Cut: of 64 columns 4 groups of 64 lanes, 8
 *   rounds and rows 32, 33 by 2 groups; of the other 2 columns 34 groups of 2 lanes: 10 accesses,
 *   and no warp reads two rows. Numbered items take 9. */
#include "tile.h"

enum { MAX_ROUNDS = 2 * MAX_ROW_PIECES };

/* Accesses of so many threads that follow each other in the text. */
typedef struct {
    Moves moves;
    int64_t threads, registers;
    int accesses;                     /* of a thread */
    int loop_count, loops[MAX_LOOPS]; /* around all steps */
} Rounds;

typedef struct {
    const Partition *partition;
    Plan *plan;
    int64_t vector;
    int first, count;
    Rounds rounds[MAX_ROUNDS];
} Deal;

static const Atom *rows_of(const Partition *partition) {
    return &partition->atoms[partition->atom_count - 2];
}

static const Atom *vectors_of(const Partition *partition) {
    return &partition->atoms[partition->atom_count - 1];
}

/* Lanes for a row of so many vectors: the fewest accesses; of equals the longest groups, whose
 * lanes are neighbours in memory. */
static bool add_piece(Groups *groups, int64_t rows, int64_t row, int64_t threads) {
    RowPiece *piece = &groups->pieces[groups->count];
    int64_t fewest = 0, begin = 0;
    for (int i = 0; i < groups->count; i++)
        begin += groups->pieces[i].row;
    for (int64_t lanes = row < threads ? row : threads; lanes > 0; lanes--) {
        const int64_t most = threads / lanes, count = most < rows ? most : rows;
        const int64_t accesses = (rows + count - 1) / count * (row / lanes);
        if (row % lanes || (fewest && accesses >= fewest))
            continue;
        *piece = (RowPiece){begin, row, lanes, count};
        fewest = accesses;
    }
    groups->count++;
    return piece->lanes > 1 || row == 1;
}

bool groups_find(const Partition *partition, int64_t threads, bool cut, Groups *groups) {
    enum { WARP = 32 };
    *groups = (Groups){0};
    if (partition->atom_count < 2 || partition->dims)
        return false;
    const int64_t rows = rows_of(partition)->extent, row = vectors_of(partition)->extent;
    const int64_t rest = row % WARP;
    if (!cut)
        return row > 1 && add_piece(groups, rows, row, threads);
    return rest > 0 && row > WARP && add_piece(groups, rows, row - rest, threads) &&
           add_piece(groups, rows, rest, threads);
}

/* What the loops of some rounds walk: the outer atoms, the rows of a group, the vectors of a
 * lane. */
static Partition walk_of(const Partition *partition, const RowPiece *piece, int64_t rounds) {
    Partition left = *partition;
    Atom *rows = &left.atoms[left.atom_count - 2], *vectors = &left.atoms[left.atom_count - 1];
    atom_keep_steps(rows, piece->groups);
    atom_keep_steps(vectors, piece->lanes);
    rows->extent = rounds;
    vectors->extent = piece->row / piece->lanes;
    return left;
}

/* The atom's value `at`. */
static bool add_constant(Moves *moves, const Copy *copy, Atom atom, int64_t at) {
    if (at == 0)
        return true;
    atom_keep_steps(&atom, at);
    return moves_add(moves, copy, &atom, digit_of(VAR_ONE, 0, 1, 0));
}

/* Rounds of which the first is number `from`, by the first `groups` groups. */
static bool add_rounds(
    Deal *deal, const RowPiece *piece, int64_t from, int64_t rounds, int64_t groups) {
    const Partition *partition = deal->partition;
    const Atom *rows = rows_of(partition), *vectors = vectors_of(partition);
    const Partition walk = walk_of(partition, piece, rounds);
    Rounds *out = &deal->rounds[deal->count++];
    Moves *moves = &out->moves;
    Phase around = {0};
    Digit row = digit_of(VAR_RANK, 0, piece->lanes, 0),
          lane = digit_of(VAR_RANK, 0, 1, piece->lanes);
    row.sub = lane.sub = deal->first;
    row.role = atom_role(partition, rows);
    lane.role = atom_role(partition, vectors);
    moves_start(moves, partition, deal->vector, SRC, DST);
    deal->plan->ops_per_thread = 1; /* threads_rounds multiplies it */
    if (groups == 1)
        lane.mod = 0;
    if (!moves_base(moves, partition) ||
        (groups > 1 && !moves_add(moves, partition->copy, rows, row)) ||
        (piece->lanes > 1 && !moves_add(moves, partition->copy, vectors, lane)) ||
        !add_constant(moves, partition->copy, *rows, from * piece->groups) ||
        !add_constant(moves, partition->copy, *vectors, piece->begin) ||
        !threads_rounds(&walk, deal->plan, &around, moves))
        return false;
    out->threads = groups * piece->lanes;
    out->registers = deal->plan->bundles[0].count;
    out->accesses = deal->plan->ops_per_thread;
    out->loop_count = around.loop_count;
    for (int i = 0; i < around.loop_count; i++)
        out->loops[i] = around.loops[i];
    return true;
}

static bool add_rows(Deal *deal, const RowPiece *piece) {
    const int64_t rows = rows_of(deal->partition)->extent;
    const int64_t full = rows / piece->groups, rest = rows % piece->groups;
    return (full == 0 || add_rounds(deal, piece, 0, full, piece->groups)) &&
           (rest == 0 || add_rounds(deal, piece, full, 1, rest));
}

/* All loads before the first store, where the registers suffice. */
static bool fits_one_phase(const Deal *deal) {
    const Copy *copy = deal->partition->copy;
    int64_t registers = 0, loops = 0;
    for (int i = 0; i < deal->count; i++) {
        registers += deal->rounds[i].registers;
        loops += deal->rounds[i].loop_count;
    }
    return copy->op != OP_COPY_ASYNC && loops == 0 &&
           registers <= room_of(copy, deal->plan->vec_bits) * deal->vector;
}

static bool put_together(Deal *deal) {
    int64_t threads = 0, registers = 0;
    for (int i = 0; i < deal->count; i++)
        threads = deal->rounds[i].threads > threads ? deal->rounds[i].threads : threads;
    Phase *phase = phase_of_threads(deal->plan, deal->first, threads, deal->count);
    for (int i = 0; i < deal->count; i++) {
        Rounds *rounds = &deal->rounds[i];
        if (rounds->threads < threads)
            moves_guard(&rounds->moves, deal->first + rounds->threads);
        if (!moves_add_slot(&rounds->moves, registers, digit_of(VAR_ONE, 0, 1, 0)))
            return false;
        registers += rounds->registers;
    }
    for (int stores = 0; stores < 2; stores++)
        for (int i = 0; i < deal->count; i++)
            phase_put(phase, &deal->rounds[i].moves, stores);
    deal->plan->bundles[0].count = registers;
    return true;
}

static void put_apart(Deal *deal) {
    const bool async = deal->partition->copy->op == OP_COPY_ASYNC;
    int64_t registers = 0;
    for (int i = 0; i < deal->count; i++) {
        const Rounds *rounds = &deal->rounds[i];
        Phase *phase = phase_of_threads(deal->plan, deal->first, rounds->threads, 1);
        for (int k = 0; k < rounds->loop_count; k++)
            phase->loops[phase->loop_count++] = rounds->loops[k];
        for (int stores = 0; stores < 2 && !async; stores++)
            phase_put(phase, &rounds->moves, stores);
        if (async)
            phase->steps[phase->step_count++] =
                moves_async(&rounds->moves, deal->partition, deal->vector);
        registers = rounds->registers > registers ? rounds->registers : registers;
    }
    deal->plan->bundles[0].count = registers;
    if (async)
        plan_left_to_caller(deal->plan);
}

Plan *groups_plan(
    const Partition *partition,
    const Groups *groups,
    const char *variant,
    int64_t vector,
    int first) {
    Plan *plan = plan_new(partition->copy, variant);
    Deal deal = {.partition = partition, .plan = plan, .vector = vector, .first = first};
    start_moves(partition, plan, vector);
    for (int i = 0; i < groups->count; i++)
        if (!add_rows(&deal, &groups->pieces[i]))
            return NULL;
    plan->ops_per_thread = 0;
    for (int i = 0; i < deal.count; i++)
        plan->ops_per_thread += deal.rounds[i].accesses;
    if (!fits_one_phase(&deal))
        put_apart(&deal);
    else if (!put_together(&deal))
        return NULL;
    plan_finish(plan);
    return plan;
}
