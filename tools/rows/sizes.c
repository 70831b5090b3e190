/* sizes.c: rows for tests and measurements.
 *
 * A call for every register operand of every row, for tests/emu/test_sizes.c: there the operand is a
 * variable `v` that has exactly its bytes, or one byte less.
 *
 *     EXACT(tc_load_shared_b8, dst, 1, tc_load_shared_b8(v, SMEM + 16 * T))
 *     INEXACT(...): with an mbarrier, so that only the check of the variable comes to be made */
#include "rows.h"
#include <string.h>

static void print_argument(FILE *out, const Operand *operand) {
    static const char *const places[][2] = {
        {"smem", "SMEM + 16 * T"},
        {"gmem", "arg.g + 32 * T"},
        {"dsmem", "TO"},
        {"remote", "TO"},
        {"bar", "(tc_mbarrier *)(void *)SMEM"}};
    if (is_registers(operand))
        fputs("wide", out);
    for (size_t i = 0; i < sizeof places / sizeof *places && operand->role == '@'; i++)
        if (strcmp(operand->what, places[i][0]) == 0)
            fputs(places[i][1], out);
    if (operand->role == '#')
        fputs(strcmp(operand->name, "lanes") == 0 ? "8" : "1", out);
}

static void print_call(FILE *out, const Row *row, const Operands *operands, int of) {
    print_name(out, row);
    fputs("(", out);
    for (int i = 0; i < operands->count; i++) {
        fputs(i ? ", " : "", out);
        if (i == of)
            fputs("v", out);
        else
            print_argument(out, &operands->list[i]);
    }
    fputs(")", out);
}

void print_sizes(FILE *out, const Row *row) {
    const Operands operands = operands_of(row);
    bool exact = true;
    if (!*row->form->host)
        return;
    for (int i = 0; i < operands.count; i++)
        exact = exact && strcmp(operands.list[i].what, "remote") != 0 &&
                strcmp(operands.list[i].what, "bar") != 0;
    for (int i = 0; i < operands.count; i++) {
        const Operand *operand = &operands.list[i];
        if (!is_registers(operand))
            continue;
        fputs(exact ? "EXACT(" : "INEXACT(", out);
        print_name(out, row);
        fprintf(out, ", %s, %d, ", operand->name, operand_bytes(operand));
        print_call(out, row, &operands, i);
        fputs(")\n", out);
    }
}

/* X(CONVERT_F32_F16, tc_convert_f32_f16, "cvt.rn.f16.f32", "f32", "f16", ROUNDING_RN, 1, 16, FEATURE_NONE, 2): the
 * elements at a time, the bits that come out, what it keeps the SM busy. */
void print_conversion_row(FILE *out, const Row *row) {
    if (row->from)
        fprintf(
            out,
            "X(%s, %s, \"%s\", \"%s\", \"%s\", ROUNDING_%s, %d, %d, FEATURE_%s, %d)\n",
            row->id,
            row->function,
            row->ptx,
            row->from,
            row->to,
            row->rounding,
            row->elements,
            row->bits,
            row->feature,
            row->cost[1]);
}

/* X(WARP_SYNC, 1, 1, 1, 4, 0): the numbers of COST. */
void print_cost_row(FILE *out, const Row *row) {
    const int *cost = row->cost;
    if (row->has_cost && !row->from && row->number <= 0)
        fprintf(
            out,
            "X(%s, %d, %d, %d, %d, %d)\n",
            row->id,
            cost[0],
            cost[1],
            cost[2],
            cost[3],
            cost[4]);
}
