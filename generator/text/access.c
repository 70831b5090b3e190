/* access.c: The functions by which the code of a lane-0 region reaches its values: get_a and set_r,
 * which access an element of shared memory by its number, and the memory as a struct. Their bodies
 * are Plans of one thread, printed like any other; around each stands a local variable for the
 * element and the return statement. */
#include "text.h"
#include <inttypes.h>
#include <string.h>

static int printed_part(const Plan *plan) {
    return plan->parts[0].is_body;
}

static const char *value_name(const Plan *plan) {
    const char *name = plan->buffers[0].name;
    return mem_text(name, strlen(name) - strlen("_smem"));
}

Function access_function(const Function *function, int at) {
    Function whole = *function;
    whole.choices = &function->accesses[at];
    whole.choice_count = 1;
    whole.has_at = false;
    return function_part(&whole, printed_part(function->accesses[at].plan));
}

/* Where the body has its element: `value`. */
static void make_access(FunctionText *made, const Function *function, int at) {
    Function part = access_function(function, at);
    const Plan *plan = part.choices[0].plan;
    const char *type = element_type(plan->bundles[0].dtype);
    bool one_alone = plan->symbol_count == 0;
    bool sets = plan->bundles[0].role == ROLE_IN;
    Signature signature = signature_of(&part);
    Text text = {0};
    const char *items[3], *head = mem_printf("TC_FN %s %s", sets ? "void" : type, part.name);
    int count = 0;
    items[count++] = sets ? "void *smem" : "const void *smem";
    if (!one_alone)
        items[count++] = "unsigned i";
    if (sets)
        items[count++] = mem_printf("%s element", type);
    print_list(&text, 0, head, items, count, " {");
    if (sets)
        print_line(&text, PAGE_INDENT, "const %s value[1] = {element};", type);
    else
        print_line(&text, PAGE_INDENT, "%s value[1];", type);
    print_line(&text, PAGE_INDENT, "TC_CHECK_ALIGN(smem, %d);", plan->arenas[0].align);
    if (!one_alone)
        print_line(&text, PAGE_INDENT, "TC_CHECK_LIMIT(i <= %" PRId64 ");", plan->symbols[0].max);
    make_body(made, &text, &part, &signature, plan);
    if (!sets)
        print_line(&text, PAGE_INDENT, "return value[0];");
    text_add(&text, "}\n");
    const char *comment = mem_printf(
        "\n/* For your code between the parts: %s of %s %s, in row-major order. */\n",
        one_alone ? "the element"
                  : mem_printf("element i, at most %" PRId64 ",", plan->symbols[0].max),
        sets ? "a result" : "an operand",
        value_name(plan));
    add_piece(made, (Piece){PIECE_ACCESS, at, part.name, comment, "", text_string(&text)});
}

void make_accesses(FunctionText *text, const Function *function) {
    for (int i = 0; i < function->access_count; i++)
        make_access(text, function, i);
}

/* Each value at its place, and what is left of its 16 bytes behind it. */
void print_memory_struct(Text *out, const Plan *whole, const char *name) {
    text_char(out, '\n');
    print_line(out, 0, "typedef struct __attribute__((aligned(%d))) {", whole->arenas[0].align);
    for (int i = 0; i < whole->buffer_count; i++) {
        const Buffer *buffer = &whole->buffers[i];
        int64_t numerator, denominator, end = whole->arenas[0].bytes;
        storage_scale(buffer->dtype, &numerator, &denominator);
        int64_t count = (buffer->elements * numerator + denominator - 1) / denominator;
        int64_t rest = (buffer->elements * buffer->dtype->bits + 7) / 8;
        if (i + 1 < whole->buffer_count)
            end = whole->buffers[i + 1].offset;
        rest = end - buffer->offset - rest;
        int length = (int)(strlen(buffer->name) - strlen("_smem"));
        print_line(
            out,
            PAGE_INDENT,
            "%s %.*s[%" PRId64 "];",
            element_type(buffer->dtype),
            length,
            buffer->name,
            count);
        if (rest)
            print_line(
                out,
                PAGE_INDENT,
                "unsigned char %.*s__rest[%" PRId64 "];",
                length,
                buffer->name,
                rest);
    }
    print_line(out, 0, "} %s;", name);
    const char *check = mem_printf(
        "typedef char %s__size[sizeof(%s) == %" PRId64 " ? 1 : -1];",
        name,
        name,
        whole->arenas[0].bytes);
    if (strlen(check) <= PAGE_COLUMNS) /* of what fits into a line; none is wrong for its length */
        print_line(out, 0, "%s", check);
}
