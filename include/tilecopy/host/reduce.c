/* reduce.c: what combines with what is there: bulk reductions, red.async, and, beside them, st.async. Any
 * number of them may be on the way to one place; they arrive one by one, whole numbers at a time. */
#include "internal.h"
#include <string.h>

/* ---- numbers ------------------------------------------------------------------------------------ */

static unsigned number_bytes(int type) {
    static const unsigned bytes[] = {4, 4, 4, 8, 8, 8, 2, 2, 4, 8};
    return bytes[type];
}

/* By size, signed or not; both are positive, or both have the sign, where the bits order them. */
static bool below(uint64_t a, uint64_t b, bool with_sign, unsigned bits) {
    const uint64_t sign = (uint64_t)1 << (bits - 1);
    return with_sign ? (a ^ sign) < (b ^ sign) : a < b;
}

static uint64_t whole(uint64_t a, uint64_t b, int op, bool with_sign, unsigned bits) {
    switch (op) {
    case TC_EMU_REDUCE_ADD:
        return a + b;
    case TC_EMU_REDUCE_MIN:
        return below(b, a, with_sign, bits) ? b : a;
    case TC_EMU_REDUCE_MAX:
        return below(a, b, with_sign, bits) ? b : a;
    case TC_EMU_REDUCE_INC:
        return a >= b ? 0 : a + 1;
    case TC_EMU_REDUCE_DEC:
        return a == 0 || a > b ? b : a - 1;
    case TC_EMU_REDUCE_AND:
        return a & b;
    case TC_EMU_REDUCE_OR:
        return a | b;
    default:
        return a ^ b;
    }
}

static unsigned widen(unsigned bits, int type) {
    return type == TC_EMU_F16 ? tc_emu_f16_to_f32(bits) : bits << 16;
}

/* Sums of 16-bit floats are rounded to f32 first: 24 digits are enough for that to change nothing. */
static uint64_t half(unsigned a, unsigned b, int op, int type) {
    const unsigned x = widen(a, type), y = widen(b, type);
    float p, q;
    if (op == TC_EMU_REDUCE_ADD)
        return type == TC_EMU_F16 ? tc_emu_f32_to_f16(tc_emu_add_f32(x, y))
                                  : tc_emu_f32_to_bf16(tc_emu_add_f32(x, y));
    memcpy(&p, &x, 4);
    memcpy(&q, &y, 4);
    return (op == TC_EMU_REDUCE_MIN ? q < p : p < q) ? b : a;
}

static unsigned flushed(unsigned bits) {
    return bits & 0x7F800000 ? bits : bits & 0x80000000;
}

static uint64_t number(uint64_t a, uint64_t b, int op, int type) {
    double x, y;
    switch (type) {
    case TC_EMU_F16:
    case TC_EMU_BF16:
        return half((unsigned)a, (unsigned)b, op, type);
    case TC_EMU_F32:
        return tc_emu_add_f32((unsigned)a, (unsigned)b);
    case TC_EMU_F64:
        memcpy(&x, &a, 8);
        memcpy(&y, &b, 8);
        x += y;
        memcpy(&a, &x, 8);
        return a;
    default:
        return whole(a, b, op, type == TC_EMU_S32 || type == TC_EMU_S64, 8 * number_bytes(type));
    }
}

void reduce_numbers(char *dst, const char *src, unsigned bytes, int op, int type) {
    const unsigned size = number_bytes(type);
    const Region *to = region_find(dst, false);
    for (unsigned i = 0; i < bytes; i += size) {
        uint64_t a = 0, b = 0;
        memcpy(&a, dst + i, size);
        memcpy(&b, src + i, size);
        if (type == TC_EMU_F32 && !to->shared)
            a = flushed((unsigned)number(flushed((unsigned)a), flushed((unsigned)b), op, type));
        else
            a = number(a, b, op, type);
        memcpy(dst + i, &a, size);
    }
}

/* ---- what starts them --------------------------------------------------------------------------- */

void tc_emu_bulk_reduce(
    const char *name, char *dst, const void *src, unsigned bytes, char *bar_at, int op, int type) {
    Thread *t = emu.current;
    Region *to, *from;
    Mbarrier *bar;
    Token *token;
    emu_enter(name);
    bulk_check_shape(t, dst, src, bytes);
    from = access_bounds(t, src, bytes, SPACE_SHARED);
    to = access_bounds(t, dst, bytes, bar_at ? SPACE_CLUSTER : SPACE_GLOBAL);
    bar = bar_at ? bulk_mbarrier(t, bar_at, to) : NULL;
    token =
        bulk_start(t, bar ? TOKEN_BULK : TOKEN_BULK_GROUP, to, dst, from, src, bytes, 0xffff, op);
    token->type = type;
    if (bar)
        token_count_on(token, bar);
    else
        bulk_put_in_group(token);
}

static void start_values(
    Thread *t, char *dst, const void *src, unsigned bytes, char *bar_at, int op, int type) {
    Region *to;
    Mbarrier *bar;
    Token *token;
    access_aligned(t, dst, bytes, bytes);
    to = access_bounds(t, dst, bytes, SPACE_CLUSTER);
    bar = bulk_mbarrier(t, bar_at, to);
    access_verify(t, to, dst, bytes, op ? ACCESS_REDUCE : ACCESS_WRITE);
    token = token_open_values(t, TOKEN_STORE, dst, src, bytes, op);
    token->type = type;
    token_count_on(token, bar);
}

void tc_emu_store_async(const char *name, char *dst, const void *src, unsigned bytes, char *bar) {
    emu_enter(name);
    start_values(emu.current, dst, src, bytes, bar, 0, 0);
}

void tc_emu_reduce_async(
    const char *name, char *dst, const void *src, char *bar, int op, int type) {
    emu_enter(name);
    start_values(emu.current, dst, src, number_bytes(type), bar, op, type);
}
