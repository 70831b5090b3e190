/* keep.c: What remains of a finished function. The passes and the variants use ten times the memory
 * of their answer; keep.c copies the answer and frees everything else.
 *
 * Invariant: nothing in the copy points into freed memory. A view that changed nothing becomes the
 * request's own copy again. */
#include "passes.h"
#include <string.h>

const char *text_kept(const char *text) {
    return text ? mem_text(text, strlen(text)) : NULL;
}

static void keep_declines(Choice *choice) {
    Decline *declines = NEW_ARRAY(Decline, choice->decline_count + 1);
    for (int i = 0; i < choice->decline_count; i++) {
        declines[i] = choice->declines[i];
        declines[i].reason = text_kept(declines[i].reason);
    }
    choice->declines = declines;
}

static void keep_choice(Choice *choice) {
    Cost *cost = &choice->cost;
    Wavefronts *wavefronts = NEW_ARRAY(Wavefronts, cost->wavefront_count + 1);
    for (int i = 0; i < cost->wavefront_count; i++)
        wavefronts[i] = cost->wavefronts[i];
    cost->wavefronts = wavefronts;
    choice->plan = choice->plan ? plan_copy(choice->plan) : NULL;
    choice->reason = text_kept(choice->reason);
    choice->proof.reason = text_kept(choice->proof.reason);
    keep_declines(choice);
}

/* Who owns what was for the variants. */
static const Copy *copy_kept(const Copy *view) {
    Copy *copy = NEW(Copy);
    *copy = *view;
    copy->owners = NULL;
    return copy;
}

void keep_views(Function *function) {
    const Request *request = function->request;
    View *view = &function->view;
    const View old = *view;
    bool picked = old.choice[SRC] || old.choice[DST];
    view->settled = picked ? copy_kept(old.settled) : request_copy(request);
    view->caller = old.caller == old.settled ? view->settled : copy_kept(old.caller);
    view->moved = old.moved == old.caller ? view->caller : copy_kept(old.moved);
}

static void keep_function(Function *function) {
    Choice *choices = NEW_ARRAY(Choice, function->choice_count);
    const char **warnings = NEW_ARRAY(const char *, function->warning_count + 1);
    for (int i = 0; i < function->choice_count; i++) {
        choices[i] = function->choices[i];
        keep_choice(&choices[i]);
    }
    for (int i = 0; i < function->warning_count; i++)
        warnings[i] = text_kept(function->warnings[i]);
    Choice *accesses = NEW_ARRAY(Choice, function->access_count);
    for (int i = 0; i < function->access_count; i++) {
        accesses[i] = function->accesses[i];
        keep_choice(&accesses[i]);
    }
    function->accesses = accesses;
    function->choices = choices;
    function->warnings = warnings;
    function->name = text_kept(function->name);
    function->constant_stem = text_kept(function->constant_stem);
    function->meaning = text_kept(function->meaning);
    kind_of(function->request)->keep(function);
}

void function_keep(Function *function, MemMark mark) {
    mem_keep_begin();
    keep_function(function);
    mem_keep_end();
    mem_rewind(mark);
}
