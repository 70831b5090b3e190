/* ldstmatrix.c: Copies between the registers of a warp and shared memory by ldmatrix and stmatrix
 * (priority 10). Each instruction moves up to four 8x8 matrices of 16-bit units; each lane gives
 * the address of one row. Under `policy tirx` the seeds' rule holds: 16-bit elements, uniform rows,
 * as many matrices at once as that rule finds. Otherwise it takes any fragment that matrices.c
 * finds, of 4 to 32 bits, and the rows may lie anywhere. Unlike the seeds, the test covers type,
 * target and the 16-byte alignment of rows. */
#include "variants.h"

enum { MAX_WORD_BITS = 2, MAX_MATRICES = 4 };

static bool right_target(const Copy *copy, int target, Decline *decline) {
    return copy->dst.space == SPACE_REG || feature_targets(FEATURE_STMATRIX) >> target & 1 ||
           decline_with(
               decline,
               "target",
               "stmatrix needs sm_90 or newer; the target is %s",
               target_name[target]);
}

static bool applicable(const Copy *copy, int target, Decline *decline) {
    bool from = copy->src.space == SPACE_REG, to = copy->dst.space == SPACE_REG;
    const Operand *reg = from ? &copy->src : &copy->dst, *other = from ? &copy->dst : &copy->src;
    ScopeKind scope = copy->scope.kind;
    if (from == to || other->space != SPACE_SMEM)
        return decline_with(
            decline,
            "memory_pair",
            "%s -> %s: one side must be registers, the other smem",
            space_name[copy->src.space],
            space_name[copy->dst.space]);
    if (scope != SCOPE_WARP && scope != SCOPE_WARPGROUP && scope != SCOPE_CTA)
        return decline_with(decline, "scope", "the scope is not warp, warpgroup or cta");
    if (copy->scope.narrowed && copy->request->policy_tirx)
        return decline_with(decline, "all_threads_active", "the scope is narrowed to some threads");
    if (copy->scope.threads % 32)
        return decline_with(
            decline, "whole_warps", "%d threads are not whole warps", copy->scope.threads);
    if (reg->layout.swizzle.on)
        return decline_with(decline, "register_swizzle", "the register layout is swizzled");
    if (replicas_on_memory(&copy->src.layout) || replicas_on_memory(&copy->dst.layout))
        return decline_with(decline, "memory_replica", "the layout has a replica on a memory axis");
    return right_target(copy, target, decline);
}

/* A matrix instruction is for whole warps: their 32 lanes own elements, or none does. */
static bool by_whole_warps(const Partition *partition, Decline *decline) {
    const Copy *copy = partition->copy;
    const Ownership *owners = copy_owners(copy, partition->reg_side);
    if (owners->uneven)
        return decline_with(
            decline, "replicas", "a thread is the lowest owner of only some of its elements");
    for (int rank = 0; rank < copy->scope.threads; rank++)
        if (owners->movers.has[rank] != owners->movers.has[rank / 32 * 32])
            return decline_with(
                decline, "whole_warps", "not all lanes of warp %d take part", rank / 32);
    if (partition->slice[partition->reg_side].origin_count > 0)
        return decline_with(decline, "register_origin", "registers cannot be indexed at run time");
    return true;
}

/* ---- the seeds' rule ----------------------------------------------------------------------- */

/* The two sides as layouts over the same digits, outermost first. */
typedef struct {
    const Partition *partition;
    int count;
    Atom digits[MAX_ATOMS]; /* reg: of a thread digit, the step of the rank */
    int64_t threads, slots;
} Rule;

static bool goes_before(const Rule *rule, const Atom *a, const Atom *b, bool by_memory) {
    bool thread = a->axis != AXIS_M;
    if (thread != (b->axis != AXIS_M))
        return thread;
    if (thread || !by_memory)
        return a->reg > b->reg;
    int side = 1 - rule->partition->reg_side;
    return stride_size(rule->partition, a->mem[side]) > stride_size(rule->partition, b->mem[side]);
}

static void sort_digits(Rule *rule, int count, bool by_memory) {
    for (int i = 1; i < count; i++) {
        Atom digit = rule->digits[i];
        int at = i;
        for (; at > 0 && goes_before(rule, &digit, &rule->digits[at - 1], by_memory); at--)
            rule->digits[at] = rule->digits[at - 1];
        rule->digits[at] = digit;
    }
}

static void rule_start(Rule *rule, const Partition *partition) {
    *rule = (Rule){.partition = partition, .threads = 1, .slots = 1};
    for (int i = 0; i < partition->atom_count; i++) {
        Atom atom = partition->atoms[i];
        int64_t div = 1, mod;
        if (atom.axis != AXIS_M && axis_rank_digit(atom.axis, &div, &mod))
            atom.reg *= div;
        *(atom.axis == AXIS_M ? &rule->slots : &rule->threads) *= atom.extent;
        if (atom.extent > 1)
            rule->digits[rule->count++] = atom;
    }
    sort_digits(rule, rule->count, false);
    Atom *last = rule->count ? &rule->digits[rule->count - 1] : NULL;
    int side = 1 - partition->reg_side;
    if (!last || last->extent == 2 || last->extent % 2 || last->axis != AXIS_M ||
        rule->count == MAX_ATOMS)
        return;
    last[1] = *last; /* the element in the register is a digit of its own */
    last[1].extent = 2;
    last->extent /= 2;
    last->reg *= 2;
    coef_mul(last->mem[side], 2, &last->mem[side]);
    rule->count++;
}

/* One side cut into warps, rows, pairs, steps, matrices and the two elements of a register. */
enum { CUT_WARPS, CUT_ROWS, CUT_PAIRS, CUT_STEPS, CUT_MATRICES, CUT_ELEMENTS, CUTS };
typedef struct {
    Layout layout;
    int seps[CUTS + 1];
} CutSide;

static bool cut_side(const Rule *rule, bool memory, const int64_t *shape, CutSide *out) {
    Layout layout = {0};
    if (rule->count > MAX_ITERS)
        return false;
    for (int i = 0; i < rule->count; i++) {
        const Atom *digit = &rule->digits[i];
        Iter *iter = &layout.shard[layout.shard_count++];
        iter->extent = digit->extent;
        iter->axis = memory || digit->axis == AXIS_M ? AXIS_M : AXIS_TX;
        iter->stride = memory ? digit->mem[1 - rule->partition->reg_side] : coef_int(digit->reg);
    }
    layout = layout_simplify(&layout);
    return layout_group(&layout, CUTS, shape, &out->layout, out->seps);
}

static bool is_single(const CutSide *side, int cut, int64_t *stride) {
    const Iter *iter = &side->layout.shard[side->seps[cut]];
    *stride = iter->stride.value;
    return side->seps[cut + 1] == side->seps[cut] + 1 && iter->stride.count == 0;
}

static bool all_multiples(const Rule *rule, const CutSide *memory, int cut, bool positive) {
    for (int i = memory->seps[cut]; i < memory->seps[cut + 1]; i++) {
        Coef stride = memory->layout.shard[i].stride;
        if ((positive && coef_is_zero(stride)) ||
            (!coef_is_zero(stride) &&
             coef_divisor(stride, rule->partition->copy->symbols) % 8 != 0))
            return false;
    }
    return true;
}

/* Rows of 8 pairs are 16 bytes; transposed, the 8 rows of a register are. */
static bool memory_fits(const Rule *rule, const CutSide *memory) {
    int64_t pair = 0, element = 0, row = 0;
    bool singles = is_single(memory, CUT_PAIRS, &pair) && is_single(memory, CUT_ELEMENTS, &element);
    bool uniform = memory->seps[CUT_ROWS + 1] == memory->seps[CUT_ROWS] + 1;
    bool plain = singles && uniform && pair == 2 && element == 1 &&
                 all_multiples(rule, memory, CUT_ROWS, true);
    bool transposed = singles && is_single(memory, CUT_ROWS, &row) && row == 1 && element > 0 &&
                      element % 8 == 0 && pair == 2 * element;
    return (plain || transposed) && all_multiples(rule, memory, CUT_MATRICES, true) &&
           all_multiples(rule, memory, CUT_STEPS, false);
}

static bool registers_fit(const CutSide *reg, int64_t warps) {
    int64_t row, pair, element, warp = 32;
    return is_single(reg, CUT_ROWS, &row) && row == 4 && is_single(reg, CUT_PAIRS, &pair) &&
           pair == 1 && is_single(reg, CUT_ELEMENTS, &element) && element == 1 &&
           (warps == 1 || (is_single(reg, CUT_WARPS, &warp) && warp == 32));
}

static bool rule_fits(const Rule *rule, int64_t matrices) {
    const int64_t shape[CUTS] = {
        rule->threads / 32, 8, 4, rule->slots / (2 * matrices), matrices, 2};
    CutSide reg, memory;
    return cut_side(rule, false, shape, &reg) && cut_side(rule, true, shape, &memory) &&
           registers_fit(&reg, rule->threads / 32) && memory_fits(rule, &memory);
}

static bool one_axis(const Copy *copy, const Operand *reg) {
    Layout layout = layout_canonical(&reg->layout, copy->scope.kind);
    unsigned axes = layout_axes(&layout) & ~(1u << AXIS_M);
    return axes == 1u << AXIS_LANEID || axes == 1u << AXIS_TID_IN_WG || axes == 1u << AXIS_TX;
}

/* How many matrices one instruction moves by the seeds' rule; 0: declined. */
static int upstream_matrices(const Partition *partition, Decline *decline) {
    const Copy *copy = partition->copy;
    const Operand *reg = copy_side(copy, partition->reg_side);
    const Operand *memory = copy_side(copy, 1 - partition->reg_side);
    const Swizzle *swizzle = &memory->layout.swizzle;
    Rule sorted, unsorted;
    if (copy_bits(copy) != 16)
        return decline_with(decline, "dtype", "the elements have %d bits, not 16", copy_bits(copy));
    if (swizzle->on && swizzle->per_element < 3)
        return decline_with(
            decline, "swizzle", "swizzle per_element %d is less than 3", swizzle->per_element);
    if (reg->layout.replica_count > 0 || memory->layout.replica_count > 0)
        return decline_with(decline, "replicas", "a replica");
    if (!one_axis(copy, reg))
        return decline_with(
            decline,
            "subscope",
            "the register layout uses thread axes other than laneid, tid_in_wg or tx");
    rule_start(&unsorted, partition);
    sorted = unsorted;
    sort_digits(&sorted, sorted.count - 1, true);
    for (int matrices = MAX_MATRICES; matrices >= 1; matrices /= 2)
        if (unsorted.threads % 32 == 0 && unsorted.slots % (2 * matrices) == 0 &&
            (rule_fits(&sorted, matrices) || rule_fits(&unsorted, matrices)))
            return matrices;
    decline_with(decline, "fragment", "the layouts do not match 1, 2 or 4 matrices of 8x8");
    return 0;
}

/* ---- the plan ------------------------------------------------------------------------------ */

/* The registers that one instruction moves: bit i of their number is slot[i] slots and words[i] in
 * memory. They are consecutive where slot[] is one register, two registers. */
typedef struct {
    int count; /* of bits */
    bool is_run;
    int64_t slot[MAX_WORD_BITS];
    Coef memory[MAX_WORD_BITS];
    DigitRole role[MAX_WORD_BITS]; /* rows of memory, or chunks of one */
} Words;

/* The atom of two registers with the smallest step from `least` on; -1: none. */
static int next_pair(const Partition *rest, int64_t least) {
    int found = -1;
    for (int i = 0; i < rest->atom_count; i++) {
        const Atom *atom = &rest->atoms[i];
        if (atom->axis == AXIS_M && atom->extent == 2 && atom->reg >= least &&
            (found < 0 || atom->reg < rest->atoms[found].reg))
            found = i;
    }
    return found;
}

static Words take_words(Matrices *matrices, int most, int memory) {
    Partition *rest = &matrices->rest;
    Words words = {.is_run = true};
    for (; words.count < most; words.count++) {
        int at = next_pair(rest, 1);
        if (at < 0)
            break;
        words.slot[words.count] = rest->atoms[at].reg;
        words.memory[words.count] = rest->atoms[at].mem[memory];
        bool is_row = (atom_role(rest, &rest->atoms[at]) == DIGIT_ROW) != matrices->transposed;
        words.role[words.count] = is_row ? DIGIT_ROW : DIGIT_CHUNK;
        words.is_run &= rest->atoms[at].reg == (int64_t)matrices->word << words.count;
        for (rest->atom_count--; at < rest->atom_count; at++)
            rest->atoms[at] = rest->atoms[at + 1];
    }
    atoms_fuse(rest);
    return words;
}

/* Lane l gives the address of row l % 8 of matrix l / 8; bits that step alike are one digit: 16
 * rows of 64 are rank % 16 * 64. */
static bool add_lanes(Expr *at, const Matrices *matrices, const Words *words) {
    Coef step[5];
    int count = 3 + words->count, last;
    for (int i = 0; i < count; i++)
        step[i] = i < 3 ? matrices->row[i] : words->memory[i - 3];
    for (int first = 0; first < count; first = last) {
        Coef next = step[first];
        for (last = first + 1; last < count; last++)
            if (!coef_mul(next, 2, &next) || !coef_equal(next, step[last]))
                break;
        Digit digit = digit_of(VAR_RANK, 0, (int64_t)1 << first, (int64_t)1 << (last - first));
        digit.role = first < 3 ? DIGIT_ROW : words->role[first - 3];
        if (!expr_add(at, step[first], digit))
            return false;
    }
    return true;
}

static PrimitiveId instruction(bool load, bool transposed, int word_bits) {
    static const PrimitiveId ids[2][2][3] = {
        {{PRIM_STMATRIX_X1, PRIM_STMATRIX_X2, PRIM_STMATRIX_X4},
         {PRIM_STMATRIX_X1_TRANS, PRIM_STMATRIX_X2_TRANS, PRIM_STMATRIX_X4_TRANS}},
        {{PRIM_LDMATRIX_X1, PRIM_LDMATRIX_X2, PRIM_LDMATRIX_X4},
         {PRIM_LDMATRIX_X1_TRANS, PRIM_LDMATRIX_X2_TRANS, PRIM_LDMATRIX_X4_TRANS}}};
    return ids[load][transposed][word_bits];
}

/* The other atoms: warps are digits of the rank, slots are loops. */
static bool add_rest(const Partition *rest, Plan *plan, Phase *phase, Expr *memory, Expr *slots) {
    int side = 1 - rest->reg_side;
    for (int i = 0; i < rest->atom_count; i++) {
        const Atom *atom = &rest->atoms[i];
        if (atom->axis != AXIS_M) {
            if (!expr_add(memory, atom->mem[side], registers_digit(rest, atom, plan->threads)))
                return false;
            continue;
        }
        if (phase->loop_count == MAX_LOOPS)
            return false;
        int loop = plan_add_loop(plan, atom->extent, true);
        Digit digit = digit_of(VAR_LOOP, loop, 1, 0);
        phase->loops[phase->loop_count++] = loop;
        plan->ops_per_thread *= (int)atom->extent;
        if (!expr_add(memory, atom->mem[side], digit) ||
            !expr_add(slots, coef_int(atom->reg), digit))
            return false;
    }
    return true;
}

/* Registers that do not follow each other pass through four that do; the compiler renames them. */
static void add_moves(
    Plan *plan, Phase *phase, const Matrices *matrices, const Words *words, Expr slots, bool load) {
    int own = 0, v = plan->bundle_count - 1;
    for (int i = 0; i < matrices->word << words->count; i++) {
        Step *move = &phase->steps[phase->step_count++];
        Expr slot = slots, staged = expr_constant(i);
        int word = i / matrices->word;
        slot.constant += i % matrices->word;
        for (int bit = 0; bit < words->count; bit++)
            slot.constant += (word >> bit & 1) * words->slot[bit];
        *move = step_new(PRIM_MOVE);
        move->dst.of = load ? own : v;
        move->dst.at = load ? slot : staged;
        move->src[0].of = load ? v : own;
        move->src[0].at = load ? staged : slot;
    }
}

static bool fill(Plan *plan, Phase *phase, const Matrices *matrices, const Words *words) {
    const Partition *rest = &matrices->rest;
    bool load = rest->reg_side == DST;
    int v = words->is_run ? 0
                          : plan_add_bundle(
                                plan,
                                "v",
                                ROLE_SCRATCH,
                                rest->copy->dtype,
                                (int64_t)matrices->word << words->count);
    Step step = step_new(instruction(load, matrices->transposed, words->count));
    Expr *memory = &step_memory(&step)->at, slots;
    step_bundle(&step)->of = v;
    if (!expr_base(rest, 1 - rest->reg_side, memory) || !expr_base(rest, rest->reg_side, &slots) ||
        !add_rest(rest, plan, phase, memory, &slots) || !add_lanes(memory, matrices, words))
        return false;
    step_bundle(&step)->at = words->is_run ? slots : expr_constant(0);
    if (!words->is_run && !load)
        add_moves(plan, phase, matrices, words, slots, false);
    phase->steps[phase->step_count++] = step;
    if (!words->is_run && load)
        add_moves(plan, phase, matrices, words, slots, true);
    return true;
}

static Plan *matrix_plan(const Matrices *matrices, const Words *words, Decline *decline) {
    const Partition *rest = &matrices->rest;
    const Copy *copy = rest->copy;
    int reg = rest->reg_side;
    Plan *plan = plan_new(copy, "ldstmatrix");
    Phase *phase = plan_add_phase(plan, 1 + (matrices->word << words->count));
    plan_add_buffer(plan, copy, 1 - reg);
    plan_add_registers(plan, copy, reg);
    plan->vec_bits = 32 << words->count;
    plan->ops_per_thread = 1;
    if (!conds_for_ranks(
            &copy_owners(copy, reg)->movers, plan->threads, &phase->guard, &phase->guard_count) ||
        !registers_nest(rest)) {
        decline_with(decline, "owners", "the owning warps do not form a product of ranges");
        return NULL;
    }
    if (!fill(plan, phase, matrices, words)) {
        decline_with(decline, "terms", "the address has too many terms");
        return NULL;
    }
    plan_add_flow(plan, copy, 0, 0);
    plan_finish(plan);
    return plan;
}

Plan *ldstmatrix_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    Partition *partition =
        applicable(copy, query->target, decline) ? partition_new(copy, decline) : NULL;
    Matrices matrices;
    int most = MAX_MATRICES;
    if (!partition || !by_whole_warps(partition, decline))
        return NULL;
    if (copy->request->policy_tirx && (most = upstream_matrices(partition, decline)) == 0)
        return NULL;
    if (!matrices_find(partition, &matrices, decline))
        return NULL;
    Words words = take_words(&matrices, most / 2, 1 - partition->reg_side);
    if (!copy->request->policy_tirx && !copy->options.using_variant && words.count == 0 &&
        !matrices.transposed) {
        decline_with(decline, "same_as_reg", "one 32-bit load or store does the same");
        return NULL;
    }
    return matrix_plan(&matrices, &words, decline);
}
