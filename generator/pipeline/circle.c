/* circle.c: Sets of residues modulo II as bits, and the arithmetic of time on them. */
#include "pipeline.h"

static int64_t words(int64_t ii) {
    return (ii + 63) / 64;
}

int64_t round_up(int64_t value, int64_t align) {
    return (value + align - 1) / align * align;
}

int64_t div_floor(int64_t a, int64_t b) {
    return a / b - (a % b < 0);
}

Circle circle_new(int64_t ii) {
    return (Circle){ii, NEW_ARRAY(uint64_t, words(ii))};
}

void circle_add_arc(Circle *circle, int64_t begin, int64_t end) {
    int64_t length = end - begin < circle->ii ? end - begin : circle->ii;
    int64_t at = begin - div_floor(begin, circle->ii) * circle->ii;
    budget_spend(length / 4);
    for (int64_t i = 0; i < length; i++, at++) {
        at = at == circle->ii ? 0 : at;
        circle->bits[at / 64] |= UINT64_C(1) << at % 64;
    }
}

void circle_add(Circle *circle, const Circle *other) {
    for (int64_t i = 0; i < words(circle->ii); i++)
        circle->bits[i] |= other->bits[i];
}

bool circle_disjoint(const Circle *a, const Circle *b) {
    int64_t count = words(a->ii), i = 0;
    while (i < count && !(a->bits[i] & b->bits[i]))
        i++;
    budget_spend(1 + i / 8);
    return i == count;
}

bool circle_has(const Circle *circle, int64_t residue) {
    return circle->bits[residue / 64] >> residue % 64 & 1;
}

bool circle_is_full(const Circle *circle) {
    for (int64_t i = 0; i < circle->ii; i++)
        if (!circle_has(circle, i))
            return false;
    return true;
}

int circle_arcs(const Circle *circle, int64_t (*arcs)[2]) {
    int64_t ii = circle->ii;
    int count = 0;
    if (circle_is_full(circle)) {
        arcs[0][0] = 0;
        arcs[0][1] = ii;
        return 1;
    }
    for (int64_t begin = 0; begin < ii; begin++) {
        if (!circle_has(circle, begin) || circle_has(circle, (begin + ii - 1) % ii))
            continue;
        int64_t end = begin + 1;
        while (circle_has(circle, end % ii))
            end++;
        arcs[count][0] = begin;
        arcs[count++][1] = end;
    }
    return count;
}
