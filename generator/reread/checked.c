/* checked.c: the body of a function, made and read back. */
#include "reread.h"
#include <string.h>

/* A text is read back once, though it is made twice: for its names, and for the header. */
static const char *fault_of(const Function *function, const Plan *plan, const char *text) {
    uint64_t digest =
        fnv1a64(text, strlen(text)) | 1; /* never 0, which says that nothing was read */
    Choice *choice = NULL;
    for (int i = 0; i < function->choice_count && !choice; i++)
        if (function->choices[i].plan == plan)
            choice = &function->choices[i];
    if (choice && choice->read_back == digest)
        return NULL;
    const char *fault = ctext_fault(plan, text);
    if (choice && !fault)
        choice->read_back = digest;
    return fault;
}

/* Text that does something else than its Plan is a defect of tcgen: no header is written then. */
static const char *checked_text(const Function *function, const Plan *plan) {
    const char *text = body_text(function->name, plan);
    const char *fault = fault_of(function, plan, text);
    if (fault) {
        Loc loc = function->request->loc;
        diag_error(loc, "E_TEXT_DIFFERS", "%s: %s", function->name, fault);
        diag_note(loc, "this is a defect of tcgen, not of the description; nothing is written");
    }
    return text;
}

void print_body(Text *out, const Function *function, const Signature *signature, const Plan *plan) {
    const char *text = checked_text(function, plan);
    if (!function->has_at && has_identifier(text, "rank"))
        print_line(out, PAGE_INDENT, "const unsigned rank = TC_RANK_WARP;");
    print_unused_arguments(out, signature, text, function->has_at);
    text_add(out, text);
}
