/* test_whole_text.c: whole definitions of generated functions, with the constants beside them and the host's functions
 * of a tensor map, against texts that stand in whole_text.h, whole_more.h, whole_other.h, whole_rest.h, whole_shape.h, whole_target.h, whole_region.h and whole_map.h. */
#include "generator/reread/reread.h"
#include "module_of.h"
#include "unit.h"
#include "whole_map.h"
#include "whole_more.h"
#include "whole_other.h"
#include "whole_region.h"
#include "whole_rest.h"
#include "whole_shape.h"
#include "whole_target.h"
#include "whole_text.h"

/* The accesses with hints, then each piece: what it is about, its constants, its definitions. */
static const char *definitions_of(const Function *function) {
    FunctionText text = checked_text(function);
    Text out = {0};
    for (int i = 0; i < text.hinted_count; i++)
        text_add(&out, text.hinted[i].text);
    for (int i = 0; i < text.piece_count; i++) {
        const Piece *piece = &text.pieces[i];
        text_printf(&out, "%s", piece->comment ? piece->comment : "");
        text_printf(&out, "%s\n%s", piece->constants, piece->bodies);
    }
    return text_string(&out);
}

/* The first line that differs is shown. */
static void expect(const char *row, const char *got, const char *want) {
    bool same = strcmp(got, want) == 0;
    EXPECT_OF(row, same);
    const char *line = want;
    for (; !same && *want && *got == *want; got++, want++)
        line = *want == '\n' ? want + 1 : line;
    if (!same)
        printf(
            "--- %.60s\n  got:  %.*s%s\n  want: %s\n",
            row,
            (int)(want - line),
            line,
            mem_text(got, strcspn(got, "\n")),
            mem_text(line, strcspn(line, "\n")));
}

typedef struct {
    const char *target, *statement, *want;
} WholeText;

static const WholeText whole_texts[] = {WHOLE_TEXTS WHOLE_REGIONS WHOLE_MAPS WHOLE_MORE WHOLE_SHAPES
                                            WHOLE_RESTS WHOLE_OTHERS WHOLE_TARGETS};

static const char *text_of(const WholeText *row) {
    const char *text = mem_printf(
        "target %s\nlayout held = S[(32,4):(1@laneid,1)]\nlayout a = S[(M,K):(lda,1)]\n"
        "layout v = S[(D,H,W):(slice,ld,1)]\n%s\n",
        row->target,
        row->statement);
    Module *module =
        lang_load(source_from_text("t.tc", text, strlen(text)), prelude_text, NULL, 0, 0);
    Program *program = module && diag_error_count() == 0 ? program_build(module, true) : NULL;
    EXPECT_OF(row->statement, program && program->count == 1 && diag_error_count() == 0);
    return program && program->count == 1 ? definitions_of(&program->functions[0]) : "";
}

int main(void) {
    for (size_t i = 0; i < COUNT_OF(whole_texts); i++)
        expect(whole_texts[i].statement, text_of(&whole_texts[i]), whole_texts[i].want);
    EXPECT(diag_error_count() == 0);
    mem_free_all();
    return unit_finish();
}
