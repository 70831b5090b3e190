/* contract_duties.c: the duties of a caller -> the items of a contract that state them: Part,
 * Requires and Sync. The sentences stand in duty_words.c. */
#include "contract.h"
#include "duty_words.h"

Duties function_duties(const Function *function) {
    Duties duties = {0};
    for (int i = 0; i < function->choice_count; i++) {
        if (!function->choices[i].plan)
            continue;
        Duties own = plan_duties(function->choices[i].plan);
        if (duties.plan)
            duties_join(&duties, &own);
        else
            duties = own;
    }
    return duties;
}

void add_sentence(Text *out, const char *sentence) {
    text_printf(out, "%s%s", out->length ? "; " : "", sentence);
}

/* One item of the contract: what its duties state, in the order of the list. */
static void state(Text *out, const Duties *duties, const char *label, DutySection section) {
    static const char *const nothing[] = {
        [SECTION_ARGUMENTS] = "Nothing.", [SECTION_ORDER] = "None."};
    Text text = {0};
    for (int i = 0; i < duties->count; i++) {
        const Duty *duty = &duties->at[i];
        const char *words =
            duty_section(duty->kind) == section ? duty_words(duties, duty, TONE_STATES) : NULL;
        if (words)
            add_sentence(&text, words);
    }
    if (text.length && section == SECTION_ORDER && text.at[0] >= 'a' && text.at[0] <= 'z')
        text.at[0] = (char)(text.at[0] - 'a' + 'A');
    if (text.length)
        text_char(&text, '.');
    else if (nothing[section])
        text_add(&text, nothing[section]);
    if (text.length)
        print_item(out, label, text_string(&text));
}

void contract_place(Text *out, const Duties *duties) {
    state(out, duties, "Part", SECTION_CALLERS);
}

void contract_requires(Text *out, const Duties *duties) {
    state(out, duties, "Requires", SECTION_ARGUMENTS);
}

void contract_sync(Text *out, const Duties *duties) {
    state(out, duties, "Sync", SECTION_ORDER);
}
