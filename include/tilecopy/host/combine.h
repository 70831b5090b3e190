/* combine.h: the primitives of ../combine.h on the CPU, bit for bit. They touch the caller's own variables only.
 * From primitives.h. */
#ifndef TILECOPY_HOST_COMBINE_H
#define TILECOPY_HOST_COMBINE_H

/* Numbers of 16 bits one by one; 64 bits at once. */
#define TC_EMU_HALVES(name, bytes, format, op)                                                     \
    TC_FN void name(void *dst, const void *a, const void *b) {                                     \
        unsigned short x[2], y[2];                                                                 \
        TC_EMU_LOCAL(#name, a, bytes);                                                             \
        TC_EMU_LOCAL(#name, b, bytes);                                                             \
        TC_EMU_LOCAL(#name, dst, bytes);                                                           \
        TC_MEMCPY(x, a, bytes);                                                                    \
        TC_MEMCPY(y, b, bytes);                                                                    \
        for (unsigned i = 0; i < (bytes) / 2; i++)                                                 \
            x[i] = tc_emu_combine_half(x[i], y[i], TC_EMU_AS_##format, op);                        \
        TC_MEMCPY(dst, x, bytes);                                                                  \
    }

TC_EMU_HALVES(tc_add_f16, 2, F16, '+')
TC_EMU_HALVES(tc_add_f16x2, 4, F16, '+')
TC_EMU_HALVES(tc_mul_f16, 2, F16, '*')
TC_EMU_HALVES(tc_mul_f16x2, 4, F16, '*')
TC_EMU_HALVES(tc_min_f16, 2, F16, '<')
TC_EMU_HALVES(tc_min_f16x2, 4, F16, '<')
TC_EMU_HALVES(tc_max_f16, 2, F16, '>')
TC_EMU_HALVES(tc_max_f16x2, 4, F16, '>')
TC_EMU_HALVES(tc_add_bf16, 2, BF16, '+')
TC_EMU_HALVES(tc_add_bf16x2, 4, BF16, '+')
TC_EMU_HALVES(tc_mul_bf16, 2, BF16, '*')
TC_EMU_HALVES(tc_mul_bf16x2, 4, BF16, '*')
TC_EMU_HALVES(tc_min_bf16, 2, BF16, '<')
TC_EMU_HALVES(tc_min_bf16x2, 4, BF16, '<')
TC_EMU_HALVES(tc_max_bf16, 2, BF16, '>')
TC_EMU_HALVES(tc_max_bf16x2, 4, BF16, '>')
#undef TC_EMU_HALVES

#define TC_EMU_WIDE(name, type, expression)                                                        \
    TC_FN void name(void *dst, const void *a, const void *b) {                                     \
        type x, y;                                                                                 \
        TC_EMU_LOCAL(#name, a, sizeof x);                                                          \
        TC_EMU_LOCAL(#name, b, sizeof x);                                                          \
        TC_EMU_LOCAL(#name, dst, sizeof x);                                                        \
        TC_MEMCPY(&x, a, sizeof x);                                                                \
        TC_MEMCPY(&y, b, sizeof x);                                                                \
        x = expression;                                                                            \
        TC_MEMCPY(dst, &x, sizeof x);                                                              \
    }
TC_EMU_WIDE(tc_add_f64, double, x + y)
TC_EMU_WIDE(tc_mul_f64, double, x *y)
TC_EMU_WIDE(tc_min_f64, double, tc_emu_lesser_f64(x, y, 0))
TC_EMU_WIDE(tc_max_f64, double, tc_emu_lesser_f64(x, y, 1))
TC_EMU_WIDE(tc_add_u64, unsigned long long, x + y)
TC_EMU_WIDE(tc_mul_u64, unsigned long long, x *y)
TC_EMU_WIDE(tc_min_u64, unsigned long long, y < x ? y : x)
TC_EMU_WIDE(tc_max_u64, unsigned long long, y > x ? y : x)
TC_EMU_WIDE(tc_min_i64, long long, y < x ? y : x)
TC_EMU_WIDE(tc_max_i64, long long, y > x ? y : x)
TC_EMU_WIDE(tc_and_b64, unsigned long long, x &y)
TC_EMU_WIDE(tc_or_b64, unsigned long long, x | y)
TC_EMU_WIDE(tc_xor_b64, unsigned long long, x ^ y)
#undef TC_EMU_WIDE

#define TC_EMU_INDEX_IF(name, type, equal)                                                         \
    TC_FN void name(void *dst, const void *a, const void *b, unsigned index) {                     \
        type x, y;                                                                                 \
        TC_EMU_LOCAL(#name, a, sizeof x);                                                          \
        TC_EMU_LOCAL(#name, b, sizeof x);                                                          \
        TC_EMU_LOCAL(#name, dst, sizeof index);                                                    \
        TC_MEMCPY(&x, a, sizeof x);                                                                \
        TC_MEMCPY(&y, b, sizeof x);                                                                \
        index = (equal) ? index : 0xffffffffu;                                                     \
        TC_MEMCPY(dst, &index, sizeof index);                                                      \
    }
TC_EMU_INDEX_IF(tc_index_if_f32, float, x >= y && x <= y)
TC_EMU_INDEX_IF(tc_index_if_b32, tc_b32, x == y)
TC_EMU_INDEX_IF(tc_index_if_f16, unsigned short, tc_emu_equal_halves(x, y, 0x7C00))
TC_EMU_INDEX_IF(tc_index_if_bf16, unsigned short, tc_emu_equal_halves(x, y, 0x7F80))
TC_EMU_INDEX_IF(tc_index_if_f64, double, x >= y && x <= y)
TC_EMU_INDEX_IF(tc_index_if_b64, unsigned long long, x == y)
#undef TC_EMU_INDEX_IF

#endif
