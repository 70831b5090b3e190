/* table.c: the rows and forms of generator/primitives/ as this program reads them. */
#include "rows.h"

enum {
#define X(form, unit, plan, effect, operands, text, host) FORM_##form,
#include "../../generator/primitives/forms.def"
#undef X
    FORM_COUNT
};
static const Form forms[FORM_COUNT] = {
#define X(form, unit, plan, effect, operands, text, host) {#form, EFFECT_##effect, unit, operands, text, host},
#include "../../generator/primitives/forms.def"
#undef X
};

/* Of what a row adds only the numbers matter here. */
#define REDUCES(how_, type_, types_) .how = #how_, .type = #type_,
#define BY_HAND .by_hand = true,
#define EACH(n) .each = n,
#define PLAIN
#define X(id, form_, space_, bits_, feature_, function_, ptx_, doc_, ...)                          \
    {.region = REGION,                                                                             \
     .function = #function_,                                                                       \
     .form = &forms[FORM_##form_],                                                                 \
     .space = #space_,                                                                             \
     .bits = bits_,                                                                                \
     .feature = #feature_,                                                                         \
     .ptx = ptx_,                                                                                  \
     .doc = doc_,                                                                                  \
     .number = -1,                                                                                 \
     __VA_ARGS__},
#define Y(form, space, bits, feature, function, ptx, doc, ...)                                     \
    X(_, form, space, bits, feature, function, ptx, doc, __VA_ARGS__)
const Row rows[] = {
#include "../../generator/primitives/rows.def"
    {.region = NULL},
};
