/* parse_picks.c: the array of indices behind an operand, which says what rows it has. */
#include "ast.h"

/* `by i32 gmem`, where `by rows` and `by columns` are the order of a tiling. */
bool parse_is_picks(const Parser *parser) {
    Parser ahead = *parser;
    if (!parse_is_word(parser, "by")) {
        return false;
    }
    parse_advance(&ahead);
    return parse_is(&ahead, T_WORD) &&
           dtype_find(ahead.token.word.at, ahead.token.word.length) != NULL;
}

/* picks := 'by' ( 'i32' | 'u32' ) ( 'gmem' | 'smem' | 'reg' ) [ layout ] */
bool parse_picks(Parser *parser, AstOperand *operand) {
    AstPicks *picks = NEW(AstPicks);
    Space space;
    picks->loc = parser->token.word.loc;
    parse_advance(parser);
    if (!parse_is_word(parser, "i32") && !parse_is_word(parser, "u32")) {
        return parse_fail(parser, "'i32' or 'u32', the type of the indices");
    }
    picks->dtype = parser->token.word;
    parse_advance(parser);
    picks->index.loc = parser->token.word.loc;
    if (!parse_word(parser, "the space of the indices: gmem, smem or reg", &picks->index.space)) {
        return false;
    }
    if (!space_find(picks->index.space, &space)) {
        return fail_space(picks->index.space);
    }
    operand->picks = picks;
    if (!parse_starts_layout(parser)) {
        return true;
    }
    picks->index.has_layout = true;
    picks->index.layout = NEW(AstLayout);
    return parse_layout(parser, picks->index.layout);
}
