/* test_offers.c: what every variant offers for every copy of offers*.tc, many.txt, tests/choices and tests/descriptions, and what the
 * parts of the tile room say of it. A function has one plan, the cheapest one that was asked for; here all of them
 * count, whether they are chosen or not, with the words of those that decline. offers.txt has, of each, how often
 * it was asked, how often it had an answer and a digest of all answers. To see what a digest covers give the
 * program a name and a statement: `test_offers reg "copy ..."` prints each number that goes into it. */
#include "digests.h"
#include "expected.h"
#include "generator/dispatch/passes.h"
#include "part_rules.h"
#include "plan_flaws.h"
#include "unit.h"

static bool wanted(const Copy *copy, const Variant *variant) {
    const Options *options = &copy->options;
    bool remote = copy->src.space == SPACE_DSMEM || copy->dst.space == SPACE_DSMEM;
    if (!(variant->serves >> copy->op & 1) || (variant->asked == ASKED_REMOTE && !remote) ||
        (copy->limits.count && !(variant->knows & KNOWS_LIMITS)) ||
        (options->multicast && !(variant->knows & KNOWS_MULTICASTS)))
        return false;
    if (variant->asked == ASKED_REDUCING)
        return options->reduce && !remote;
    return !options->reduce || variant->knows & KNOWS_REDUCES;
}

/* Between memories: as many vectors as fit the registers are loaded before the first is stored, one at least; where
 * all of them fit there is no loop around both. */
static bool fits_registers(const Copy *copy, const Plan *plan) {
    static const char *const names[] = {"gmem_smem", "partial", "mixed", "rows", "rounds"};
    bool asked = false;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        asked |= strcmp(plan->variant, names[i]) == 0;
    asked &= copy->src.space != SPACE_REG && copy->dst.space != SPACE_REG;
    asked &= plan->loop_count <= MAX_REPEAT; /* more do not go around one step */
    if (!asked || copy->op != OP_COPY || copy->request->policy_tirx || copy->limits.count)
        return true;
    const int64_t budget = copy->options.register_budget ? copy->options.register_budget : 64;
    const int64_t held = plan->bundles[0].count * plan->dtype->bits;
    const int64_t all = (int64_t)plan->ops_per_thread * plan->vec_bits;
    bool loops = plan->phases[0].loop_count > 0 || plan->phase_count > 1;
    return (held <= budget * 32 || held == plan->vec_bits) && (all > budget * 32 || !loops);
}

static void expect_no_flaw(const Copy *copy, const Plan *plan) {
    EXPECT_OF(plan->variant, fits_registers(copy, plan));

    const char *flaw = plan_flaw(plan);
    EXPECT_OF(plan->variant, !flaw);
    if (flaw)
        printf("%s: %s\n", flaw, copy->request->statement);
}

static void ask_variants(const Copy *copy) {
    for (int i = 0; i < variant_count; i++) {
        for (int target = 0; target < TARGET_COUNT && wanted(copy, &variants[i]); target++) {
            MemMark mark = mem_mark();
            Decline decline = {0};
            const Query query = {.target = target, .copy = copy};
            Plan *plan = variants[i].offer(&query, &decline);
            if (plan && copy_converts(copy) && !plan_convert(plan, copy, target, &decline))
                plan = NULL;
            digest_open(variants[i].name, plan != NULL);
            if (plan)
                digest_plan(plan);
            if (plan)
                expect_no_flaw(copy, plan);
            else
                digest_decline(&decline);
            mem_rewind(mark);
            if (variants[i].differs == DIFFERS_SAME && !copy_converts(copy))
                break;
        }
    }
}

/* ---- the parts --------------------------------------------------------------------------------- */

static void expect_right(const char *name, const Copy *copy, const char *flaw) {
    EXPECT_OF(name, !flaw);
    if (flaw)
        printf("%s: %s: %s\n", name, flaw, copy->request->statement);
}

static void ask_vectors(const Partition *partition) {
    const Copy *copy = partition->copy;
    for (int bits = 8; bits <= 256; bits *= 2) {
        Partition part = *partition;
        atoms_fuse(&part);
        const Partition fused = part;
        int64_t vector = atoms_take_vector(&part, bits);
        if (bits == 8)
            expect_right("atoms_fuse", copy, fuse_flaw(partition, &fused));
        expect_right("atoms_take_vector", copy, vector_flaw(&fused, &part, vector, bits));
        digest_open("atoms_take_vector", vector > 0);
        digest_number("elements", vector);
        digest_partition(&part);
        if (partition->reg_side >= 0)
            continue;
        part = *partition;
        vector = atoms_take_copies(&part, bits);
        expect_right("atoms_take_copies", copy, copies_flaw(partition, &part, vector));
        digest_open("atoms_take_copies", vector > 1);
        digest_partition(&part);
        for (int rest = 0; rest < 2; rest++) {
            static Spread spread;
            int threads = partition->copy->scope.threads;
            Partition out = *partition;
            spread = (Spread){.leaves_rest = rest};
            atoms_sort(&out, driving_side(copy));
            expect_right("atoms_sort", copy, sort_flaw(partition, &out, driving_side(copy)));
            atoms_fuse(&out);
            part = out;
            vector = threads_spread(&part, threads, 3, bits, &out, &spread);
            expect_right("threads_spread", copy, spread_flaw(&part, &out, &spread, vector, 3));
            digest_open("threads_spread", vector > 0);
            digest_number("elements", vector);
            for (int i = 0; i < spread.count && vector; i++) {
                digest_atom(&spread.atoms[i]);
                digest_digit(&spread.digits[i]);
            }
            digest_partition(&out);
        }
    }
}

static void ask_steps(const Partition *partition) {
    for (int side = SRC; side <= DST; side++)
        for (int bits = 4; bits <= 2048; bits *= 2) {
            bool steps = atoms_step_by(partition, side, bits);
            EXPECT(steps == steps_by(partition, side, bits));
            digest_open("atoms_step_by", steps);
            if (bits <= 256 && bits >= copy_bits(partition->copy))
                digest_open("atoms_allow", atoms_allow(partition, side, bits));
        }
}

static void ask_registers(const Partition *partition) {
    static Matrices matrices;
    Decline decline = {0};
    bool nests = registers_nest(partition);
    digest_open("registers_nest", nests);
    for (int i = 0; i < partition->atom_count && nests; i++)
        if (partition->atoms[i].axis != AXIS_M) {
            Digit digit =
                registers_digit(partition, &partition->atoms[i], partition->copy->scope.threads);
            digest_digit(&digit);
        }
    Partition part = *partition;
    digest_open("atoms_take_pairs04", atoms_take_pairs04(&part));
    digest_partition(&part);
    matrices = (Matrices){0};
    bool found = matrices_find(partition, &matrices, &decline);
    digest_open("matrices_find", found);
    if (!found) {
        digest_decline(&decline);
        return;
    }
    digest_number("transposed", matrices.transposed);
    digest_number("word", matrices.word);
    for (int i = 0; i < (int)COUNT_OF(matrices.row); i++)
        digest_coef(&matrices.row[i]);
    digest_partition(&matrices.rest);
}

static void ask_partition(const Copy *copy) {
    Decline decline = {0};
    Partition *partition = partition_new(copy, &decline);
    digest_open("partition_new", partition != NULL);
    if (!partition) {
        digest_decline(&decline);
        return;
    }
    digest_partition(partition);
    if (partition->atom_count < MAX_ATOMS) /* what stands behind the last is none of them */
        partition->atoms[partition->atom_count] =
            (Atom){3, {coef_int(1), coef_int(1)}, AXIS_M, 1, 0, 1, false, 0};
    expect_right("partition_new", copy, partition_flaw(partition));
    Partition *part = NEW(Partition);
    *part = *partition;
    digest_open("atoms_add_replicas", atoms_add_replicas(part));
    digest_partition(part);
    *part = *partition;
    digest_open("atoms_take_run", true);
    digest_number("elements", atoms_take_run(part));
    digest_partition(part);
    ask_vectors(partition);
    ask_steps(partition);
    if (partition->reg_side == SRC || partition->reg_side == DST)
        ask_registers(partition);
}

static void ask_apart(const Copy *copy) {
    Decline decline = {0};
    Partition *partition = partition_apart(copy, &decline);
    digest_open("partition_apart", partition != NULL);
    if (!partition) {
        digest_decline(&decline);
        return;
    }
    digest_partition(partition);
    expect_right("partition_apart", copy, apart_flaw(partition));
    for (int dim = 0; dim < partition->dims; dim++)
        digest_number("dim_count", partition->dim_count[dim]);
    digest_number("items", items_count(partition));
}

static void ask_owners(const Copy *copy, int side) {
    const Ownership *owners = copy_owners(copy, side);
    const Operand *operand = copy_side(copy, side);
    Cond *conds;
    int count;
    expect_right("copy_owners", copy, owners_flaw(copy, side, owners));
    digest_open("copy_owners", !owners->missing);
    digest_number("movers", owners->movers.count);
    for (int rank = 0; rank < copy->scope.threads; rank++)
        digest_number("mover", owners->movers.has[rank]);
    digest_number("uneven", owners->uneven);
    for (int d = 0; d < operand->rank && owners->missing; d++)
        digest_number("missing_at", owners->missing_at[d]);
    digest_open(
        "conds_for_ranks", conds_for_ranks(&owners->movers, copy->scope.threads, &conds, &count));
    digest_conds(conds, count);
    digest_open("register_count", true);
    digest_number("registers", register_count(operand));
}

static void ask_exchange(const Copy *copy) {
    const Exchange *exchange = exchange_of(copy);
    digest_open("exchange_of", exchange != NULL);
    if (!exchange)
        return;
    expect_right("exchange_of", copy, exchange_flaw(copy, exchange));
    digest_number("meets", exchange_meets(exchange));
    digest_number("leaves_warp", exchange->leaves_warp);
    digest_number("is_uniform", exchange->is_uniform);
    for (int64_t i = 0; i < exchange->threads * exchange->slots; i++) {
        digest_number("rank", exchange->rank[i]);
        digest_number("slot", exchange->rank[i] < 0 ? -1 : exchange->slot[i]);
    }
}

static void ask_chunks(const Copy *copy) {
    for (int counted = 0; counted < 2; counted++) {
        Chunk chunk = {0};
        Decline decline = {0};
        Partition *partition =
            chunks_alike(copy, &decline) ? chunks_new(copy, counted, &chunk, &decline) : NULL;
        digest_open("chunks_new", partition != NULL);
        if (!partition) {
            digest_decline(&decline);
            continue;
        }
        expect_right("chunks_new", copy, chunk_flaw(copy, partition, &chunk));
        digest_number("elements", chunk.elements);
        digest_swizzle(&chunk.swizzle);
        digest_partition(partition);
    }
}

/* Small plans are proven; larger ones are where they are chosen. */
static void answer(const char *name, const Copy *copy, Plan *plan) {
    enum { MOST = 4096 };
    digest_answer(name, plan);
    if (!plan || copy_converts(copy) || copy->options.reduce ||
        region_count(&copy->dst) * copy->scope.threads > MOST)
        return;
    plan_narrow(plan);
    const Proof proof = plan_prove(plan);
    expect_right(name, copy, proof.ok || strcmp(proof.kind, "too-big") == 0 ? NULL : proof.reason);
}

/* The plans that the last resorts and the copies of registers are, each asked for by itself. */
static void ask_plans(const Copy *copy) {
    Decline decline = {0};
    bool registers[2] = {copy->src.space == SPACE_REG, copy->dst.space == SPACE_REG};
    bool remote = copy->src.space == SPACE_DSMEM || copy->dst.space == SPACE_DSMEM;
    if (copy->limits.count || copy->op != OP_COPY || remote)
        return;
    answer("straight_plan", copy, straight_plan(copy, false, &(Decline){0}));
    answer("flat_plan", copy, flat_plan(copy));
    if (registers[SRC] == registers[DST])
        return;
    answer("pieces_plan", copy, pieces_plan(copy, "pieces", 128, &decline));
    answer("ranges_plan", copy, ranges_plan(copy, "ranges", 128, &decline));
}

static void ask_parts(const Copy *copy) {
    bool registers[2] = {copy->src.space == SPACE_REG, copy->dst.space == SPACE_REG};
    void (*const asks[])(const Copy *) = {ask_partition, ask_apart, ask_plans};
    for (size_t i = 0; i < COUNT_OF(asks); i++) {
        MemMark mark = mem_mark();
        asks[i](copy);
        mem_rewind(mark);
    }
    for (int side = SRC; side <= DST; side++)
        if (registers[side])
            ask_owners(copy, side);
    MemMark mark = mem_mark();
    if (registers[SRC] && registers[DST])
        ask_exchange(copy);
    else if (!registers[SRC] && !registers[DST])
        ask_chunks(copy);
    mem_rewind(mark);
}

/* ---- the statements ---------------------------------------------------------------------------- */

static int asked;

/* What stands behind the last entry of a list is none of it. */
static void put_behind(Layout *layout, Axis axis) {
    if (layout->shard_count < MAX_ITERS)
        layout->shard[layout->shard_count] = (Iter){3, coef_int(7), axis, {0}};
    if (layout->replica_count < MAX_REPLICAS)
        layout->replica[layout->replica_count] = (Iter){3, coef_int(5), axis, {0}};
    if (layout->offset_count < MAX_OFFSETS)
        layout->offset[layout->offset_count] = (Offset){11, axis};
}

static void put_behind_all(Copy *copy) {
    Axis axis = asked % 2 ? AXIS_LANEID : AXIS_M;
    put_behind(&copy->src.layout, axis);
    put_behind(&copy->dst.layout, axis);
    if (copy->limits.count < MAX_LIMITS)
        copy->limits.at[copy->limits.count] = (Limit){.dim = asked % 3 ? 0 : 1, .origin = -1};
}

static void ask_statement(void *context) {
    const char *statement = context;
    const Source *source = source_from_text("<offers>", statement, strlen(statement));
    Module *module = lang_load(source, prelude_text, NULL, 0, 0);
    if (!module || diag_error_count())
        return;
    Picked *picked = auto_layouts(module);
    for (int i = 0; i < module->request_count; i++) {
        View view = {0};
        budget_statement(module->requests[i]->loc);
        if (module->requests[i]->kind != REQUEST_COPY || picked[i].refused ||
            !view_make(module->requests[i], &picked[i], &view) || !check_copy(view.caller))
            continue;
        asked++;
        put_behind_all((Copy *)view.moved);
        ask_parts(view.moved);
        ask_variants(view.moved);
    }
}

static void ask(const char *statement) {
    diag_reset();
    budget_reset();
    budget_run(ask_statement, (void *)statement);
    diag_reset();
    mem_free_all();
}

/* Each line that has a statement; many.txt has them behind a bar. */
static void ask_file(const char *name) {
    static char text[1 << 20];
    FILE *file = fopen(name, "rb");
    EXPECT(file != NULL);
    text[file ? fread(text, 1, sizeof text - 1, file) : 0] = 0;
    if (file)
        fclose(file);
    bool tirx = false;
    for (char *line = text; *line;) {
        char *end = line + strcspn(line, "\n"), *bar;
        if (*end)
            *end++ = 0;
        bar = strstr(line, " | ");
        if (strncmp(line, "policy", 6) == 0 && !strchr(line, ';'))
            tirx = strcmp(line, "policy tirx") == 0;
        else if (*line && *line != '#') {
            static char statement[1 << 13];
            const char *policy = tirx ? "policy tirx\n" : "";
            int length =
                snprintf(statement, sizeof statement, "%s%s\n", policy, bar ? bar + 3 : line);
            EXPECT(length < (int)sizeof statement);
            ask(statement);
        }
        line = end;
    }
}

static const char *const descriptions[] = {
    "auto",        "bulk",         "cluster",    "convert",    "deals",          "dsmem",
    "dsmem_async", "dsmem_direct", "fallback",   "gmem_smem",  "gmem_smem_tirx", "hints",
    "ld64",        "ldgsts",       "ldstmatrix", "masked",     "mixed",          "multicast",
    "names",       "narrowed",     "owner_sets", "owners",     "pairs04",        "partial",
    "permute",     "pieces",       "prelude",    "red",        "reduce",         "reg_ownership",
    "reg_pitch",   "reg_regions",  "reg_rows",   "reg_scopes", "reg_swizzle",    "reg_widths",
    "relayout",    "replicate",    "rotated",    "rounds",     "stages",         "subbyte",
    "tail",        "tiling",       "vec"};

/* A file of its own, with what it names. */
static void ask_description(const char *name) {
    static char text[1 << 16];
    snprintf(text, sizeof text, "tests/descriptions/%s.tc", name);
    FILE *file = fopen(text, "rb");
    int before = asked;
    text[file ? fread(text, 1, sizeof text - 1, file) : 0] = 0;
    if (file)
        fclose(file);
    ask(text);
    EXPECT_OF(name, asked > before);
}

int main(int argc, char **argv) {
    static const char *const files[] = {
        "tests/unit/offers.tc",
        "tests/unit/offers_edges.tc",
        "tests/unit/many.txt",
        "tests/choices/wild.tc",
        "tests/choices/random.tc",
        "tests/choices/axes.tc",
        "tests/choices/owners.tc",
        "tests/choices/straight.tc",
        "tests/choices/broadcast.tc",
        "tests/choices/bulk.tc"};
    if (argc == 3) {
        digest_show(argv[1]);
        ask(mem_printf("%s\n", argv[2]));
        return 0;
    }
    for (size_t i = 0; i < COUNT_OF(files); i++)
        ask_file(files[i]);
    for (size_t i = 0; i < COUNT_OF(descriptions); i++)
        ask_description(descriptions[i]);
    EXPECT(asked > 2000);
    Text text = {0};
    digest_write(&text);
    EXPECT(is_expected("tests/unit/offers.txt", &text, argc, argv));
    mem_free_all();
    return unit_finish();
}
