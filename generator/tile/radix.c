/* radix.c: a set of ranks as ranges of digits of the rank in some mixed radix, for the sets that no
 * short form of owners.c fits. Of 40 threads those with laneid 0, 5, 10 .. 25 are rank % 32 % 5 ==
 * 0 and rank % 32 / 5 < 6. */
#include "tile.h"

typedef struct {
    int count, most;
    Cond *conds;
} Found;

/* A digit of the rank and which of its values 0 .. count-1 are in the set. */
typedef struct {
    Digit digit;
    int count;
    bool has[MAX_THREADS];
} Values;

static bool add(Found *found, const Values *values, CondOp op, int64_t bound) {
    if (found->count == found->most)
        return false;
    Cond cond = {.op = op, .rhs = expr_constant(bound)};
    expr_add(&cond.lhs, coef_int(1), values->digit);
    found->conds[found->count++] = cond;
    return true;
}

/* False: the values leave a gap, or there are too many conditions. */
static bool add_range(Found *found, const Values *values, bool *gap) {
    int first = values->count, end = 0, members = 0;
    for (int x = 0; x < values->count; x++)
        if (values->has[x]) {
            first = x < first ? x : first;
            end = x + 1;
            members++;
        }
    *gap = members != end - first;
    if (*gap || members == 0)
        return false;
    if (members == 1 && values->count > 1)
        return add(found, values, COND_EQ, first);
    return (first == 0 || add(found, values, COND_GE, first)) &&
           (end == values->count || add(found, values, COND_LT, end));
}

/* x % a and x / a of a digit x. Where a does not divide its modulus both stay: rank % 32 % 5. */
static bool split_digit(const Digit *x, int64_t a, Digit *low, Digit *high) {
    *low = *high = *x;
    if (x->mod % a) {
        if (x->pre_mod)
            return false;
        low->pre_div = high->pre_div = x->pre_div * x->div;
        low->pre_mod = high->pre_mod = x->mod;
        low->div = high->div = 1;
        high->mod = 0;
    }
    low->mod = a;
    high->mod /= a;
    high->div *= a;
    return true;
}

/* Is the set all pairs of a remainder and a quotient by a? */
static bool split_values(const Values *x, int a, Values *low, Values *high) {
    *low = (Values){.count = a};
    *high = (Values){.count = (x->count + a - 1) / a};
    for (int i = 0; i < x->count; i++)
        if (x->has[i])
            low->has[i % a] = high->has[i / a] = true;
    for (int i = 0; i < x->count; i++)
        if (x->has[i] != (low->has[i % a] && high->has[i / a]))
            return false;
    return split_digit(&x->digit, a, &low->digit, &high->digit);
}

static bool describe(Found *found, const Values *x) {
    int before = found->count;
    bool gap;
    if (add_range(found, x, &gap))
        return true;
    if (!gap)
        return false;
    Values low, high;
    int last = x->count - 1; /* a digit beyond it would be 0, and leave what there is */
    while (last > 0 && !x->has[last])
        last--;
    for (int a = 2; a <= last; a++) {
        budget_spend(x->count);
        if (split_values(x, a, &low, &high) && describe(found, &high) && describe(found, &low))
            return true;
        found->count = before;
    }
    return false;
}

int radix_conds(const bool *has, int threads, Cond *conds, int most) {
    Found found = {.most = most, .conds = conds};
    Values all = {.digit = digit_of(VAR_RANK, 0, 1, 0), .count = threads};
    for (int i = 0; i < threads; i++)
        all.has[i] = has[i];
    return describe(&found, &all) ? found.count : -1;
}
