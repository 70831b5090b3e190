/* part.c: One part of a function -> a Function of its own, which is printed and explained like any
 * other. */
#include "text.h"
#include <string.h>

const char *upper_text(const char *name) {
    char *text = mem_text(name, strlen(name));
    for (char *c = text; *c; c++)
        *c = *c >= 'a' && *c <= 'z' ? (char)(*c - 32) : *c;
    return text;
}

const Choice *first_choice(const Function *function) {
    for (int i = 0; i < function->choice_count; i++)
        if (function->choices[i].plan)
            return &function->choices[i];
    return NULL;
}

Function function_part(const Function *function, int part) {
    Function own = *function;
    const Plan *plan = first_choice(function)->plan;
    own.name = mem_printf("%s_%s", function->name, plan->parts[part].suffix);
    own.constant_stem = upper_text(own.name);
    own.has_at = function->has_at && !plan->parts[part].of_anyone;
    own.choices = NEW_ARRAY(Choice, function->choice_count);
    for (int i = 0; i < function->choice_count; i++) {
        own.choices[i] = function->choices[i];
        if (!function->choices[i].plan)
            continue;
        own.choices[i].plan = NEW(Plan);
        *own.choices[i].plan = plan_part(function->choices[i].plan, part);
        own.choices[i].cost = plan_cost(own.choices[i].plan);
    }
    return own;
}
