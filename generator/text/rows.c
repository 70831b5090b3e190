/* rows.c: A swizzled address in a region that starts at a run-time row and column. The XOR reads
 * the row and changes the column, so that neither carries into the other. For 64 f16 per row under
 * swizzle(3,3,3):
 *
 *   (m * 64 + k + i * 64) ^ ((m * 64 + k + i * 64) / 64 % 8 * 8)
 *   m * 64 + i * 64 + (k ^ ((m + i) % 8 * 8))
 *
 * Rows that are whole periods apart, 0, 8, 16 .., then share one swizzled column, which a compiler
 * computes once; their difference is an immediate of the instruction. */
#include "text.h"

/* rows: multiples of the field's divisor; columns: less than it. */
typedef struct {
    Expr rows, columns;
} Split;

/* False: a term is neither, or the columns reach the next row. */
static bool split_rows(const Plan *plan, const Expr *expr, const XorField *field, Split *out) {
    int64_t most = expr->constant % field->div;
    *out = (Split){{.constant = expr->constant - most}, {.constant = most}};
    for (int i = 0; i < expr->term_count; i++) {
        const Term *term = &expr->terms[i];
        int64_t step, max, reach = digit_max(plan, &term->digit);
        term_range(plan, term, &step, &max);
        if (!term_is_symbolic(term) && (reach < 0 || !mul_i64(reach, term->coef.value, &max)))
            return false;
        if (term->coef.count || term->coef.value < 0)
            return false;
        bool is_row = term->coef.value % field->div == 0;
        if (!is_row && (max >= field->div || !add_i64(most, max, &most)))
            return false;
        if (!expr_add_term(is_row ? &out->rows : &out->columns, *term))
            return false;
    }
    return expr->constant >= 0 && most < field->div;
}

/* The rows modulo the field's: those of whole periods are none. */
static bool turning_rows(const Plan *plan, const Expr *rows, const XorField *field, Expr *out) {
    *out = (Expr){.constant = rows->constant};
    for (int i = 0; i < rows->term_count; i++) {
        int64_t step, max, period = field->div * field->mod;
        term_range(plan, &rows->terms[i], &step, &max);
        if (step % period && !expr_add_term(out, rows->terms[i]))
            return false;
    }
    out->constant %= field->div * field->mod;
    return expr_scale(out, 1, field->div);
}

/* (m + i) % 8 * 8 */
static Phrase turn_phrase(const Names *names, const Expr *rows, const XorField *field) {
    Phrase phrase = expr_phrase(names, rows, 0);
    Text out = {0};
    text_printf(&out, "%s %% %lld", phrase_in(phrase, SHAPE_PRODUCT), (long long)field->mod);
    if (field->times > 1)
        text_printf(&out, " * %lld", (long long)field->times);
    return (Phrase){text_string(&out), SHAPE_PRODUCT};
}

static bool has_symbol(const Expr *expr) {
    for (int i = 0; i < expr->term_count; i++)
        if (term_is_symbolic(&expr->terms[i]))
            return true;
    return false;
}

/* The outer swizzle reads the column and changes the row: bit 0 of 9 = m + j turns bit 3, where a
 * carry may stand, so that 9 + 8 is not 9 ^ 8. */
static bool turns_columns_alone(const XorField *field) {
    return field->times * field->mod <= field->div;
}

bool rows_phrase(const Names *names, const Expr *expr, int64_t pitch, Phrase *out) {
    XorField field;
    Split split;
    Expr turning;
    if (expr->xor_count != 1 || !has_symbol(expr) || !xor_field(&expr->xors[0], &field) ||
        !turns_columns_alone(&field) || !split_rows(names->plan, expr, &field, &split) ||
        expr_is_zero(&split.rows) || !turning_rows(names->plan, &split.rows, &field, &turning) ||
        (!has_symbol(&turning) && !expr_reads_loop(&turning, -1)))
        return false;
    const char *rows = phrase_in(expr_phrase(names, &split.rows, pitch), SHAPE_SUM);
    Phrase turn = turn_phrase(names, &turning, &field);
    if (expr_is_zero(&split.columns)) {
        *out = (Phrase){mem_printf("%s + %s", rows, turn.at), SHAPE_SUM};
        return true;
    }
    const char *columns = phrase_in(expr_phrase(names, &split.columns, 0), SHAPE_ATOM);
    const char *text = mem_printf("%s + (%s ^ %s)", rows, columns, phrase_in(turn, SHAPE_ATOM));
    *out = (Phrase){text, SHAPE_SUM};
    return true;
}
