/* table.c: the rows and forms of generator/primitives/ as this program reads them. */
#include "rows.h"

enum {
#define X(form, unit, plan, effect, operands, text, host) FORM_##form,
#include "../../generator/primitives/forms.def"
#undef X
    FORM_COUNT
};
static const Form forms[FORM_COUNT] = {
#define X(form, unit, plan, effect, operands, text, host)                                          \
    {#form, EFFECT_##effect, unit, operands, text, host},
#include "../../generator/primitives/forms.def"
#undef X
};

/* Of what a row adds only what its text needs matters here. */
#define REDUCES(how_, type_, types_) .how = #how_, .type = #type_,
#define COMBINES(how_, type_, types_) .how = #how_, .type = #type_,
#define NUMBERS(type_) .type = #type_,
#define EQUALS(type_, types_) .type = #type_,
#define CONVERTS(from_, to_, rounding_, elements_)                                                 \
    .from = #from_, .to = #to_, .rounding = #rounding_, .elements = elements_,
#define PAIRS04
#define PRODUCT(type_, m_, k_) .type = #type_, .m = m_, .k = k_,
#define WITH(...) .words = {__VA_ARGS__},
#define TEXT(text_) .text = text_,
#define BEFORE_90(text_) .older = text_,
#define COST(sm_80, sm_90, sm_100, wait, wait_a_warp)                                              \
    .has_cost = true, .cost = {sm_80, sm_90, sm_100, wait, wait_a_warp},
#define ISSUE(sm_80, sm_90, sm_100) COST(sm_80, sm_90, sm_100, 0, 0)
#define BY_HAND .by_hand = true,
#define NO_HEADER .by_hand = true, .no_header = true,
#define EACH(n) .each = n,
#define RANK(n) .rank = n,
#define PLAIN
#define X(id_, form_, space_, bits_, feature_, function_, ptx_, doc_, ...)                         \
    {.region = REGION,                                                                             \
     .file = __FILE__,                                                                             \
     .line = __LINE__,                                                                             \
     .id = #id_,                                                                                   \
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
