/* checked.c: Makes the texts of all functions and reads them back. A text that does not mean the
 * same as its Plan is a defect of tcgen, and no header is written. */
#include "reread.h"
#include <string.h>

static void report(Loc loc, const char *name, const char *fault) {
    diag_error(loc, "E_TEXT_DIFFERS", "%s: %s", name, fault);
    diag_note(loc, "this is a defect of tcgen, not of the description; nothing is written");
}

static void read_body(Loc loc, const BodyText *body) {
    MemMark mark = mem_mark();
    const char *fault = NULL;
    if (body->plan)
        fault = ctext_fault(body->plan, body->text);
    else if (!map_holds(body->value, body->map, body->text))
        fault = "it is not the map";
    if (fault)
        report(loc, body->name, fault);
    mem_rewind(mark);
}

void print_checked_body(Text *out, Loc loc, const char *name, const Plan *plan) {
    const BodyText body = {.name = name, .plan = plan, .text = body_text(name, plan)};
    read_body(loc, &body);
    const Function function = {.name = name};
    const Signature none = {0};
    print_body(out, &function, &none, body.text);
}

static const char *kept(const char *text) {
    return text ? mem_text(text, strlen(text)) : NULL;
}

/* Without the bodies, whose Plans may be of parts that are gone. */
static FunctionText keep(const FunctionText *text) {
    FunctionText own = *text;
    own.bodies = NULL;
    own.body_count = 0;
    own.pieces = NEW_ARRAY(Piece, own.piece_count);
    own.hinted = NEW_ARRAY(HintedAccess, own.hinted_count);
    for (int i = 0; i < own.hinted_count; i++)
        own.hinted[i] = (HintedAccess){kept(text->hinted[i].name), kept(text->hinted[i].text)};
    for (int i = 0; i < own.piece_count; i++) {
        Piece *piece = &own.pieces[i];
        *piece = text->pieces[i];
        piece->name = kept(piece->name);
        piece->comment = kept(piece->comment);
        piece->constants = kept(piece->constants);
        piece->bodies = kept(piece->bodies);
    }
    return own;
}

/* `float t[3];` where `t` is a stride: the text means something else then, and taken.c asks for
 * another name. */
static bool any_hides_argument(const Identifiers *names) {
    for (int i = 0; i < names->count; i++)
        if (hides_argument(names, i))
            return true;
    return false;
}

FunctionText checked_text(const Function *function) {
    MemMark mark = mem_mark();
    FunctionText text = function_text(function);
    Identifiers names = text_identifiers(&text);
    for (int i = 0; i < text.body_count && !any_hides_argument(&names); i++)
        read_body(function->request->loc, &text.bodies[i]);
    mem_keep_begin();
    text = keep(&text);
    mem_keep_end();
    text.names = names;
    mem_rewind(mark);
    return text;
}

FunctionText *program_texts(const Program *program) {
    FunctionText *texts = NEW_ARRAY(FunctionText, program->count);
    for (int i = 0; i < program->count; i++) {
        budget_statement(program->functions[i].request->loc);
        texts[i] = checked_text(&program->functions[i]);
    }
    return texts;
}
