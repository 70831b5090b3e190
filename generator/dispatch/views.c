/* views.c: A request of the copy family -> the copies that the passes work on. The passes change
 * only these views; names, JSON and explanations still see the request as it was written. */
#include "passes.h"

/* A layout keeps the name that it was written with. */
void view_settle(Copy *view, const AutoChoice *const choice[2]) {
    Operand *sides[] = {&view->src, &view->dst};
    for (int side = SRC; side <= DST; side++)
        if (choice[side]) {
            const char *name = sides[side]->layout.name;
            sides[side]->layout = *choice[side]->layout;
            sides[side]->layout.name = name;
            sides[side]->settled = true;
        }
}

bool view_make(const Request *request, const Picked *picked, View *view) {
    Copy *settled = view_new(request_copy(request));
    view_settle(settled, picked->choice);
    Copy *caller = settled->options.stages ? view_new(settled) : settled;
    if (!view_stages(caller))
        return false;
    *view = (View){
        .choice = {picked->choice[SRC], picked->choice[DST]},
        .settled = settled,
        .caller = caller,
        .moved = packed_view(caller)};
    return true;
}

const Copy *function_copy(const Function *function) {
    return function->request->kind == REQUEST_COPY ? function->view.caller : NULL;
}

const char *function_pin(const Function *function) {
    const Request *request = function->request;
    return request->kind == REQUEST_COPY ? function->view.caller->options.using_variant
                                         : request->lane0.using_variant;
}

int function_align(const Function *function, Role role) {
    int most = 1;
    for (int i = 0; i < function->choice_count; i++) {
        const Plan *plan = function->choices[i].plan;
        for (int b = 0; plan && b < plan->buffer_count; b++) {
            const Buffer *buffer = &plan->buffers[b];
            if (buffer->role == role && buffer->align > most)
                most = buffer->align;
        }
    }
    return most;
}
