/* ctext_map.c: Reads the map of a distributed value back, for instance i / 8 * 2 + i % 2, and
 * compares it with the value for every element. */
#include "ctext.h"
#include <string.h>

/* In C's unsigned numbers, of which none may wrap; -1: it is another text. */
static int64_t evaluate(const Node *node, int64_t first, int64_t second) {
    if (node->kind == NODE_NUMBER)
        return node->number;
    if (node->kind == NODE_NAME)
        return strcmp(node->name, "slot") == 0 ? second : first;
    if (node->kind != NODE_BINARY)
        return -1;
    int64_t a = evaluate(node->at[0], first, second), b = evaluate(node->at[1], first, second);
    if (a < 0 || b < 0 || (strchr("/%", *node->op) && b == 0))
        return -1;
    int64_t value = *node->op == '+'   ? a + b
                    : *node->op == '*' ? a * b
                    : *node->op == '/' ? a / b
                    : *node->op == '%' ? a % b
                                       : -1;
    return value > INT32_MAX ? -1 : value;
}

bool map_holds(const Lane0Value *value, Map map, const char *text) {
    const char *stuck;
    const Say *say = ctext_parse(mem_printf("const unsigned x = %s;", text), &stuck);
    if (stuck || !say || say->next || say->kind != SAY_VALUE)
        return false;
    budget_spend(value->seq_count * (8 + 4 * value->rank));
    for (int64_t i = 0; i < value->seq_count; i++) {
        int64_t lane, slot;
        lane0_place(value, i, &lane, &slot);
        int64_t want = map == MAP_OWNER ? lane : map == MAP_SLOT ? slot : i;
        int64_t got =
            map == MAP_INDEX ? evaluate(say->value, lane, slot) : evaluate(say->value, i, 0);
        if (got != want)
            return false;
    }
    return true;
}
