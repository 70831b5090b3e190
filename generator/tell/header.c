/* header.c: a Program -> the generated header: banner, guard, the check of the version, and each
 * function with its contract, constants and body. Equal input gives equal bytes anywhere: no date, no
 * absolute path.
 *
 * Where targets differ, bodies stand under #if by feature, newest first; where a target has no plan,
 * calling the function is an error that shows why. Where only the letter of the target is missing, the
 * error comes when the kernel runs: nvcc compiles a program for sm_90a for compute_90 too. */
#include "../plan/duties.h"
#include "view.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- one function -------------------------------------------------------------------------- */

/* The size of a buffer whose layout tcgen chose: S[(32,32):(33,1)] of f32 needs 4220 bytes. */
static void print_room(Text *out, const Copy *copy, const char *stem, const Plan *plan) {
    for (int i = 0; i < plan->buffer_count; i++) {
        const Buffer *buffer = &plan->buffers[i];
        bool is_src = buffer->role == ROLE_IN;
        const Operand *operand = is_src ? &copy->src : &copy->dst;
        if (!operand->is_auto || buffer->role == ROLE_SCRATCH || buffer->elements <= 0)
            continue;
        print_constant(
            out,
            stem,
            is_src ? "SRC_BYTES" : "DST_BYTES",
            mem_printf("%" PRId64, (buffer->elements * buffer->dtype->bits + 7) / 8));
    }
}

/* What a copy needs of its caller and moves: registers, stages, alignment, bytes. */
static void print_copy_constants(Text *out, const Function *function, const Plan *plan) {
    const char *stem = function->constant_stem;
    const Copy *copy = function_copy(function);
    const Operand *dst = &copy->dst;
    const Dtype *dtype = operand_dtype(copy, dst);
    int64_t bytes = dtype->bits / 8;
    Text product = {0};
    for (int i = 0; i < dst->rank; i++) {
        bytes = bytes > function->bytes ? -1 : bytes * dst->region[i].extent;
        if (dst->region[i].extent != 1)
            text_printf(&product, "%" PRId64 " * ", dst->region[i].extent);
    }
    text_printf(&product, "%d", dtype->bits / 8);
    bool is_product = bytes == function->bytes && product.length > 2;
    if (function->regs > 0)
        print_constant(out, stem, "REGS", mem_printf("%d", function->regs));
    const Operand *sides[] = {&copy->src, dst};
    for (int s = 0; s < 2; s++)
        if (sides[s]->staged)
            print_constant(
                out,
                stem,
                "STAGE_BYTES",
                mem_printf("%" PRId64, sides[s]->layout.shard[0].stride.value * dtype->bits / 8));
    print_constant(out, stem, "ALIGN", mem_printf("%d", function->align));
    print_constant(
        out,
        stem,
        "BYTES",
        is_product ? mem_printf("(%s)", text_string(&product))
                   : mem_printf("%" PRId64, function->bytes));
    print_room(out, copy, stem, plan);
}

static const Arena *arena_named(const Plan *plan, const char *name) {
    for (int i = 0; plan && i < plan->arena_count; i++)
        if (strcmp(plan->arenas[i].name, name) == 0)
            return &plan->arenas[i];
    return NULL;
}

/* SCRATCH_BYTES and SCRATCH_ALIGN: what any of the targets needs. */
static void print_scratch(Text *out, const Function *function, const Plan *plan) {
    for (int i = 0; i < plan->arena_count; i++) {
        const char *name = upper_text(plan->arenas[i].name);
        int64_t bytes = 0, align = 1;
        for (int c = 0; c < function->choice_count; c++) {
            const Arena *arena = arena_named(function->choices[c].plan, plan->arenas[i].name);
            bytes = arena && arena->bytes > bytes ? arena->bytes : bytes;
            align = arena && arena->align > align ? arena->align : align;
        }
        print_constant(
            out,
            function->constant_stem,
            mem_printf("%s_BYTES", name),
            mem_printf("%" PRId64, bytes));
        print_constant(
            out,
            function->constant_stem,
            mem_printf("%s_ALIGN", name),
            mem_printf("%" PRId64, align));
    }
}

/* With the first part, what all parts share: the size of the memory, and where each value begins in it. */
static void print_region_constants(Text *out, const Function *function, const Plan *plan) {
    const Plan *whole = plan->whole;
    if (!whole || plan->part != 0 || whole->arena_count == 0)
        return;
    size_t length = strlen(function->constant_stem) - strlen("_GATHER");
    const char *stem = mem_text(function->constant_stem, length);
    print_constant(out, stem, "SMEM_BYTES", mem_printf("%" PRId64, whole->arenas[0].bytes));
    print_constant(out, stem, "SMEM_ALIGN", mem_printf("%d", whole->arenas[0].align));
    for (int i = 0; i < whole->buffer_count; i++) {
        size_t value = strlen(whole->buffers[i].name) - strlen("_smem");
        const char *name = upper_text(mem_printf("%.*s_AT", (int)value, whole->buffers[i].name));
        print_constant(out, stem, name, mem_printf("%" PRId64, whole->buffers[i].offset));
    }
    length = strlen(function->name) - strlen("_gather");
    print_memory_struct(out, whole, mem_printf("%.*s_smem", (int)length, function->name));
}

static void print_constants(Text *out, const Function *function, const Plan *plan) {
    int threads = plan->scope.group ? plan->scope.group : plan->threads;
    print_constant(out, function->constant_stem, "THREADS", mem_printf("%d", threads));
    switch (function->request->kind) {
    case REQUEST_COPY:
        print_scratch(out, function, plan);
        print_copy_constants(out, function, plan);
        break;
    case REQUEST_LANE0:
        if (!plan->whole)
            print_scratch(out, function, plan);
        print_region_constants(out, function, plan);
        break;
    }
}

static void print_plan(
    Text *out, const Function *function, const Signature *signature, const Plan *plan) {
    print_checks(out, function, plan);
    print_body(out, function, signature, plan);
}

static const char *definition_head(const Function *function) {
    return mem_printf("TC_FN void %s%s", function->name, function->has_at ? "_at" : "");
}

static void print_forwarder(
    Text *out, const Function *function, const Signature *signature, const Plan *plan) {
    const char *items[MAX_ARGUMENTS + 1] = {function->rank_macro};
    Signature plain = *signature;
    for (int i = 0; i < signature->count; i++)
        items[i + 1] = signature->at[i].name;
    if (function->rank_argument) {
        const char *name = items[0] = argument_name(function->rank_argument);
        int at = plain.count++;
        for (; at > 0 && strcmp(plain.at[at - 1].name, "barrier") == 0; at--)
            plain.at[at] = plain.at[at - 1];
        plain.at[at] = (Argument){name, mem_printf("unsigned %s", name)};
    }
    text_char(out, '\n');
    print_signature(out, &plain, mem_printf("TC_FN void %s", function->name), false, " {");
    print_caller_check(out, function, plan);
    print_list(
        out, PAGE_INDENT, mem_printf("%s_at", function->name), items, signature->count + 1, ";");
    text_add(out, "}\n");
}

/* One definition whose bodies stand under #if; the last one compiles everywhere. */
static void print_shared(
    Text *out, const Function *function, const Signature *signature, const Branches *branches) {
    print_signature(out, signature, definition_head(function), function->has_at, " {");
    for (int i = 0; i < branches->count; i++) {
        bool is_last = i + 1 == branches->count;
        if (branches->count > 1 && is_last)
            text_add(out, "#else\n");
        else if (branches->count > 1)
            text_printf(out, "#%s %s\n", i ? "elif" : "if", choice_condition(branches->with[i]));
        print_plan(out, function, signature, branches->with[i]->plan);
    }
    text_printf(out, "%s}\n", branches->count > 1 ? "#endif\n" : "");
    if (function->has_at)
        print_forwarder(out, function, signature, branches->with[0]->plan);
}

/* At most what fits on a line of its own. */
static const char *unavailable_text(const char *reason) {
    const size_t room = PAGE_COLUMNS - PAGE_INDENT - strlen("TC_UNAVAILABLE(\"\");");
    char *text = mem_text(reason, strlen(reason) < room ? strlen(reason) : room);
    for (char *c = text; *c; c++)
        if (*c == '"' || *c == '\\' || *c == '?' || *c < ' ' || *c > '~')
            *c = '\'';
    return mem_printf("TC_UNAVAILABLE(\"%s\");", text);
}

static void print_declaration(
    Text *out, const char *name, const Signature *signature, bool with_rank, const char *tail) {
    Text text = {0};
    print_signature(&text, signature, mem_printf("TC_DECLARE void %s", name), with_rank, "");
    text.at[--text.length] = '\0';
    const char *line = strrchr(text.at, '\n');
    bool fits = strlen(line ? line + 1 : text.at) + 1 + strlen(tail) <= PAGE_COLUMNS;
    text_printf(out, "%s%s%s\n", text.at, fits ? " " : "\n    ", tail);
}

static void print_declared(
    Text *out, const Function *function, const Signature *signature, const char *reason) {
    const char *tail = unavailable_text(reason);
    if (function->has_at) {
        print_declaration(out, mem_printf("%s_at", function->name), signature, true, tail);
        text_char(out, '\n');
    }
    print_declaration(out, function->name, signature, false, tail);
}

/* A body that stops the kernel: the chip would run the function, but this code lacks the letter. */
static void print_letterless(
    Text *out, const Function *function, const Signature *signature, bool with_rank) {
    const char *head = mem_printf("TC_FN void %s%s", function->name, with_rank ? "_at" : "");
    print_signature(out, signature, head, with_rank, " {");
    print_unused_arguments(out, signature, "", with_rank);
    print_line(out, PAGE_INDENT, "TC_NEEDS_LETTER();");
    text_add(out, "}\n");
}

/* Whole definitions under #if; a trap for code that lacks only the letter of its target; a declaration
 * that cannot be called for the rest. */
static void print_guarded(
    Text *out, const Function *function, const Signature *signature, const Branches *branches) {
    for (int i = 0; i < branches->count; i++) {
        text_printf(out, "#%s %s\n", i ? "elif" : "if", choice_condition(branches->with[i]));
        print_signature(out, signature, definition_head(function), function->has_at, " {");
        print_plan(out, function, signature, branches->with[i]->plan);
        text_add(out, "}\n");
        if (function->has_at)
            print_forwarder(out, function, signature, branches->with[i]->plan);
    }
    const char *letter = letter_condition(branches);
    if (*letter) {
        text_printf(out, "#elif %s\n", letter);
        if (function->has_at) {
            print_letterless(out, function, signature, true);
            text_char(out, '\n');
        }
        print_letterless(out, function, signature, false);
    }
    text_add(out, "#else\n");
    print_declared(out, function, signature, branches->reason);
    text_add(out, "#endif\n");
}

static void out_parts(Text *out, const Function *function, const Plan *plan) {
    bool later = false; /* the caller has set the first one apart */
    for (int i = 0; i < plan->part_count; i++) {
        if (plan->parts[i].is_body)
            continue;
        Function part = function_part(function, i);
        if (later)
            text_char(out, '\n');
        out_function(out, &part);
        later = true;
    }
}

void out_function(Text *out, const Function *function) {
    Branches branches = branches_of(function);
    if (branches.count == 0)
        return;
    if (branches.with[0]->plan->part_count) {
        out_parts(out, function, branches.with[0]->plan);
        if (function->request->kind == REQUEST_LANE0) {
            print_accesses(out, function);
            print_maps(out, function);
        }
        return;
    }
    Signature signature = signature_of(function);
    Text constants = {0}, bodies = {0};
    print_constants(&constants, function, branches.with[0]->plan);
    print_map_numbers(&constants, function);
    if (branches.reason)
        print_guarded(&bodies, function, &signature, &branches);
    else
        print_shared(&bodies, function, &signature, &branches);
    print_contract(out, function);
    print_once(out, function, text_string(&constants), text_string(&bodies));
}

/* ---- the file ------------------------------------------------------------------------------ */

/* Eight hex digits over the description and everything it imports. */
static unsigned digest(const Module *module) {
    Text all = {0};
    if (module && module->main)
        text_add_bytes(&all, module->main->text, module->main->size);
    for (int i = 0; module && i < module->import_count; i++)
        text_add_bytes(&all, module->imports[i]->text, module->imports[i]->size);
    uint64_t hash = fnv1a64(text_string(&all), all.length);
    return (unsigned)(hash ^ hash >> 32);
}

/* 0.1.0 -> 100: what TILECOPY_VERSION must be. */
static int version_number(void) {
    int major = 0, minor = 0, patch = 0;
    if (sscanf(TCGEN_VERSION, "%d.%d.%d", &major, &minor, &patch) != 3)
        return 0;
    return major * 10000 + minor * 100 + patch;
}

/* An absolute path is of one machine: only its last part is said, so that two checkouts
 * give the same bytes. */
static void print_banner(Text *out, const Module *module, const char *input_name) {
    Text name = {0};
    if (*input_name == '/')
        input_name = strrchr(input_name, '/') + 1;
    for (const char *c = input_name; *c; c++)
        text_char(
            &name,
            (unsigned char)*c < ' ' || (c[0] == '/' && c > input_name && c[-1] == '*') ? '_' : *c);
    text_printf(
        out,
        "/* Generated by tcgen %s from %s (spec %08x). Do not edit; run tcgen again. */\n",
        TCGEN_VERSION,
        text_string(&name),
        digest(module));
}

static void print_runtime(Text *out, const char *single_file_runtime) {
    if (single_file_runtime) { /* it ends with a check of its own */
        text_add(out, single_file_runtime);
        return;
    }
    text_add(out, "#include \"tilecopy/tilecopy.h\"\n");
    text_printf(out, "#if TILECOPY_VERSION != %d\n", version_number());
    text_printf(
        out,
        "#error \"this header was generated for version %d of tilecopy/; run tcgen again\"\n",
        version_number());
    text_add(out, "#endif\n");
}

/* Nothing is printed of a description that holds what no header has yet. */
static bool has_region(const Program *program) {
    for (int i = 0; i < program->count; i++)
        if (program->functions[i].region.reason) {
            diag_error(
                program->functions[i].request->loc,
                "E_NOT_YET",
                "%s",
                program->functions[i].region.reason);
            diag_help("tcgen json and tcgen explain show the map of every value");
            return true;
        }
    return false;
}

void out_header(
    Text *out,
    const Program *program,
    const Text *pipelines,
    const char *input_name,
    const char *output_name,
    const char *single_file_runtime) {
    Text text = {0};
    if (has_region(program))
        return;
    print_runtime(&text, single_file_runtime);
    print_hinted(&text, program);
    for (int i = 0; i < program->count; i++) {
        MemMark mark = mem_mark();
        Text one = {0};
        budget_statement(program->functions[i].request->loc);
        text_char(&one, '\n');
        out_function(&one, &program->functions[i]);
        text_keep(&text, &one, mark);
    }
    text_add_bytes(&text, text_string(pipelines), pipelines->length);
    const char *guard = include_guard(output_name, &text);
    Text head = {0};
    print_banner(&head, program->module, input_name);
    text_printf(&head, "#ifndef %s\n#define %s\n", guard, guard);
    mem_keep_begin(); /* where it grows: a second copy of a large header would be most of the memory */
    text_put_first(&text, text_string(&head));
    text_add(&text, "\n#endif\n");
    mem_keep_end();
    *out = text;
}
