/* function.c: a Function -> its definitions in C, with the constants beside them: the text that the
 * header prints, that reread/ reads, and whose names must be free. It is made once.
 *
 * Where targets differ, bodies stand under #if by feature, newest first; where a target has no
 * plan, calling the function is an error that shows why. Where only the letter of the target is
 * missing, the error comes when the kernel runs: nvcc compiles a program for sm_90a for compute_90
 * too. */
#include "text.h"
#include <inttypes.h>
#include <string.h>

/* Where the definitions of one piece go. */
typedef struct {
    FunctionText *text;
    Text *out;
    const Function *function;
    const Signature *signature;
} Making;

/* ---- constants ------------------------------------------------------------------------------ */

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

/* With the first part, what all parts share: the size of the memory, and where each value begins in
 * it. */
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

/* ---- definitions ---------------------------------------------------------------------------- */

void add_body(FunctionText *text, BodyText body) {
    size_t old = (size_t)text->body_count * sizeof body;
    text->bodies = mem_grow(text->bodies, old, old + sizeof body);
    text->bodies[text->body_count++] = body;
}

void add_piece(FunctionText *text, Piece piece) {
    size_t old = (size_t)text->piece_count * sizeof piece;
    text->pieces = mem_grow(text->pieces, old, old + sizeof piece);
    text->pieces[text->piece_count++] = piece;
}

void make_body(
    FunctionText *made,
    Text *out,
    const Function *function,
    const Signature *signature,
    const Plan *plan) {
    const char *text = body_text(function->name, plan);
    add_body(made, (BodyText){.name = function->name, .plan = plan, .text = text});
    print_body(out, function, signature, text);
}

static void make_plan(Making *at, const Plan *plan) {
    print_checks(at->out, at->function, plan);
    make_body(at->text, at->out, at->function, at->signature, plan);
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
static void make_shared(Making *at, const Branches *branches) {
    Text *out = at->out;
    const Function *function = at->function;
    const Signature *signature = at->signature;
    print_signature(out, signature, definition_head(function), function->has_at, " {");
    for (int i = 0; i < branches->count; i++) {
        bool is_last = i + 1 == branches->count;
        if (branches->count > 1 && is_last)
            text_add(out, "#else\n");
        else if (branches->count > 1)
            text_printf(out, "#%s %s\n", i ? "elif" : "if", choice_condition(branches->with[i]));
        make_plan(at, branches->with[i]->plan);
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

/* Whole definitions under #if; a trap for code that lacks only the letter of its target; a
 * declaration that cannot be called for the rest. */
static void make_guarded(Making *at, const Branches *branches) {
    Text *out = at->out;
    const Function *function = at->function;
    const Signature *signature = at->signature;
    for (int i = 0; i < branches->count; i++) {
        text_printf(out, "#%s %s\n", i ? "elif" : "if", choice_condition(branches->with[i]));
        print_signature(out, signature, definition_head(function), function->has_at, " {");
        make_plan(at, branches->with[i]->plan);
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

static void make_piece(FunctionText *text, const Function *function, PieceKind kind, int index) {
    Branches branches = branches_of(function);
    Signature signature = signature_of(function);
    Text constants = {0}, bodies = {0};
    Making at = {text, &bodies, function, &signature};
    print_constants(&constants, function, branches.with[0]->plan);
    print_map_numbers(&constants, function);
    if (branches.reason)
        make_guarded(&at, &branches);
    else
        make_shared(&at, &branches);
    print_tensormaps(&bodies, function, branches.with[0]->plan);
    add_piece(
        text,
        (Piece){kind, index, function->name, NULL, text_string(&constants), text_string(&bodies)});
}

static void make_parts(FunctionText *text, const Function *function, const Plan *plan) {
    for (int i = 0; i < plan->part_count; i++)
        if (!plan->parts[i].is_body) {
            Function part = function_part(function, i);
            make_piece(text, &part, PIECE_PART, i);
        }
    if (function->request->kind == REQUEST_LANE0) {
        make_accesses(text, function);
        make_maps(text, function);
    }
}

FunctionText function_text(const Function *function) {
    FunctionText text = {0};
    const Choice *first = first_choice(function);
    make_hinted(&text, function);
    if (first && first->plan->part_count)
        make_parts(&text, function, first->plan);
    else if (first)
        make_piece(&text, function, PIECE_WHOLE, 0);
    return text;
}

Function piece_function(const Function *function, const Piece *piece) {
    return piece->kind == PIECE_PART     ? function_part(function, piece->index)
           : piece->kind == PIECE_ACCESS ? access_function(function, piece->index)
                                         : *function;
}
