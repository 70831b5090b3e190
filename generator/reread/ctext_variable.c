/* ctext_variable.c: Numbers that statements change. They outlive the statement, in memory of their
 * own. */
#include "ctext.h"

Value value_number(Number number) {
    return (Value){.kind = VALUE_NUMBER, .number = number};
}

Value value_truths(const Truths *truths) {
    Value value = {.kind = VALUE_TRUTHS, .truths = NEW(Truths)};
    *value.truths = *truths;
    return value;
}

void number_room(const Reader *reader, Number *number) {
    size_t lanes = (size_t)reader->lanes;
    number->constant = (Lanes){NEW_ARRAY(int64_t, lanes), 1};
    for (int k = 0; k < reader->product_count; k++)
        number->factor[k] = (Lanes){NEW_ARRAY(int64_t, lanes), 1};
    number->bad = NEW_ARRAY(bool, lanes);
}

static bool lanes_zero(const Reader *reader, Lanes lanes) {
    for (int i = 0; lanes.at && i < (lanes.step ? reader->lanes : 1); i++)
        if (lanes.at[i])
            return false;
    return true;
}

/* Into lanes that outlive the statement, for the lanes that run it. */
void number_assign(Reader *reader, Number *to, const Number *from) {
    for (int i = 0; i < reader->lanes; i++) {
        if (!reader->active[i])
            continue;
        to->constant.at[i] = lanes_get(from->constant, i);
        for (int k = 0; k < reader->product_count; k++)
            if (to->factor[k].at)
                to->factor[k].at[i] = lanes_get(from->factor[k], i);
        to->bad[i] = number_is_bad(from, i);
    }
    for (int k = 0; k < reader->product_count; k++)
        if (!to->factor[k].at && !lanes_zero(reader, from->factor[k]))
            reader_fail(reader, "an unknown product of run-time arguments in '%s'", reader->line);
}
