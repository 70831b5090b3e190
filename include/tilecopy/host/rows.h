/* rows.h: the primitives that are rows, on the CPU. Made by make rows.
 * From primitives.h. */
#ifndef TILECOPY_HOST_ROWS_H
#define TILECOPY_HOST_ROWS_H

TC_FN void tc_shuffle_b32(void *dst, const void *src, unsigned lane) {
    TC_EMU_LOCAL("tc_shuffle_b32", dst, 4);
    TC_EMU_LOCAL("tc_shuffle_b32", src, 4);
    tc_emu_shuffle("tc_shuffle_b32", dst, src, TC_EMU_IDX, lane);
}

TC_FN void tc_shuffle_xor_b32(void *dst, const void *src, unsigned mask) {
    TC_EMU_LOCAL("tc_shuffle_xor_b32", dst, 4);
    TC_EMU_LOCAL("tc_shuffle_xor_b32", src, 4);
    tc_emu_shuffle("tc_shuffle_xor_b32", dst, src, TC_EMU_XOR, mask);
}

TC_FN void tc_shuffle_up_b32(void *dst, const void *src, unsigned delta) {
    TC_EMU_LOCAL("tc_shuffle_up_b32", dst, 4);
    TC_EMU_LOCAL("tc_shuffle_up_b32", src, 4);
    tc_emu_shuffle("tc_shuffle_up_b32", dst, src, TC_EMU_UP, delta);
}

TC_FN void tc_shuffle_b64(void *dst, const void *src, unsigned lane) {
    TC_EMU_LOCAL("tc_shuffle_b64", dst, 8);
    TC_EMU_LOCAL("tc_shuffle_b64", src, 8);
    tc_emu_shuffle_pair("tc_shuffle_b64", dst, src, TC_EMU_IDX, lane, 0xffffffffu);
}

TC_FN void tc_shuffle_xor_b64(void *dst, const void *src, unsigned mask) {
    TC_EMU_LOCAL("tc_shuffle_xor_b64", dst, 8);
    TC_EMU_LOCAL("tc_shuffle_xor_b64", src, 8);
    tc_emu_shuffle_pair("tc_shuffle_xor_b64", dst, src, TC_EMU_XOR, mask, 0xffffffffu);
}

TC_FN void tc_shuffle_up_b64(void *dst, const void *src, unsigned delta) {
    TC_EMU_LOCAL("tc_shuffle_up_b64", dst, 8);
    TC_EMU_LOCAL("tc_shuffle_up_b64", src, 8);
    tc_emu_shuffle_pair("tc_shuffle_up_b64", dst, src, TC_EMU_UP, delta, 0xffffffffu);
}

TC_FN void tc_shuffle_xor_group_b32(void *dst, const void *src, unsigned mask, unsigned lanes) {
    TC_EMU_LOCAL("tc_shuffle_xor_group_b32", dst, 4);
    TC_EMU_LOCAL("tc_shuffle_xor_group_b32", src, 4);
    tc_emu_shuffle_of("tc_shuffle_xor_group_b32", dst, src, TC_EMU_XOR, mask, TC_EMU_GROUP(lanes));
}

TC_FN void tc_shuffle_xor_group_b64(void *dst, const void *src, unsigned mask, unsigned lanes) {
    TC_EMU_LOCAL("tc_shuffle_xor_group_b64", dst, 8);
    TC_EMU_LOCAL("tc_shuffle_xor_group_b64", src, 8);
    tc_emu_shuffle_pair(
        "tc_shuffle_xor_group_b64", dst, src, TC_EMU_XOR, mask, TC_EMU_GROUP(lanes));
}

TC_FN void tc_redux_add_u32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_redux_add_u32", dst, 4);
    TC_EMU_LOCAL("tc_redux_add_u32", src, 4);
    tc_emu_redux("tc_redux_add_u32", dst, src, TC_EMU_REDUCE_ADD, TC_EMU_U32);
}

TC_FN void tc_redux_min_u32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_redux_min_u32", dst, 4);
    TC_EMU_LOCAL("tc_redux_min_u32", src, 4);
    tc_emu_redux("tc_redux_min_u32", dst, src, TC_EMU_REDUCE_MIN, TC_EMU_U32);
}

TC_FN void tc_redux_max_u32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_redux_max_u32", dst, 4);
    TC_EMU_LOCAL("tc_redux_max_u32", src, 4);
    tc_emu_redux("tc_redux_max_u32", dst, src, TC_EMU_REDUCE_MAX, TC_EMU_U32);
}

TC_FN void tc_redux_min_i32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_redux_min_i32", dst, 4);
    TC_EMU_LOCAL("tc_redux_min_i32", src, 4);
    tc_emu_redux("tc_redux_min_i32", dst, src, TC_EMU_REDUCE_MIN, TC_EMU_S32);
}

TC_FN void tc_redux_max_i32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_redux_max_i32", dst, 4);
    TC_EMU_LOCAL("tc_redux_max_i32", src, 4);
    tc_emu_redux("tc_redux_max_i32", dst, src, TC_EMU_REDUCE_MAX, TC_EMU_S32);
}

TC_FN void tc_redux_and_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_redux_and_b32", dst, 4);
    TC_EMU_LOCAL("tc_redux_and_b32", src, 4);
    tc_emu_redux("tc_redux_and_b32", dst, src, TC_EMU_REDUCE_AND, TC_EMU_B32);
}

TC_FN void tc_redux_or_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_redux_or_b32", dst, 4);
    TC_EMU_LOCAL("tc_redux_or_b32", src, 4);
    tc_emu_redux("tc_redux_or_b32", dst, src, TC_EMU_REDUCE_OR, TC_EMU_B32);
}

TC_FN void tc_redux_xor_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_redux_xor_b32", dst, 4);
    TC_EMU_LOCAL("tc_redux_xor_b32", src, 4);
    tc_emu_redux("tc_redux_xor_b32", dst, src, TC_EMU_REDUCE_XOR, TC_EMU_B32);
}

TC_FN void tc_redux_min_f32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_redux_min_f32", dst, 4);
    TC_EMU_LOCAL("tc_redux_min_f32", src, 4);
    tc_emu_redux("tc_redux_min_f32", dst, src, TC_EMU_REDUCE_MIN, TC_EMU_F32);
}

TC_FN void tc_redux_max_f32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_redux_max_f32", dst, 4);
    TC_EMU_LOCAL("tc_redux_max_f32", src, 4);
    tc_emu_redux("tc_redux_max_f32", dst, src, TC_EMU_REDUCE_MAX, TC_EMU_F32);
}

TC_FN void tc_select_b32(void *dst, const void *a, const void *b, int take_a) {
    TC_EMU_LOCAL("tc_select_b32", dst, 4);
    TC_EMU_LOCAL("tc_select_b32", a, 4);
    TC_EMU_LOCAL("tc_select_b32", b, 4);
    unsigned char v[4];
    TC_MEMCPY(v, take_a ? a : b, 4);
    TC_MEMCPY(dst, v, 4);
}

TC_FN void tc_select_b64(void *dst, const void *a, const void *b, int take_a) {
    TC_EMU_LOCAL("tc_select_b64", dst, 8);
    TC_EMU_LOCAL("tc_select_b64", a, 8);
    TC_EMU_LOCAL("tc_select_b64", b, 8);
    unsigned char v[8];
    TC_MEMCPY(v, take_a ? a : b, 8);
    TC_MEMCPY(dst, v, 8);
}

TC_FN void tc_permute_b32(void *dst, const void *a, const void *b, unsigned selector) {
    TC_EMU_LOCAL("tc_permute_b32", dst, 4);
    TC_EMU_LOCAL("tc_permute_b32", a, 4);
    TC_EMU_LOCAL("tc_permute_b32", b, 4);
    tc_emu_permute(dst, a, b, selector);
}

TC_FN void tc_add_f32(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_add_f32", dst, 4);
    TC_EMU_LOCAL("tc_add_f32", a, 4);
    TC_EMU_LOCAL("tc_add_f32", b, 4);
    tc_emu_combine(dst, a, b, 4, TC_EMU_REDUCE_ADD, TC_EMU_F32);
}

TC_FN void tc_add_u32(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_add_u32", dst, 4);
    TC_EMU_LOCAL("tc_add_u32", a, 4);
    TC_EMU_LOCAL("tc_add_u32", b, 4);
    tc_emu_combine(dst, a, b, 4, TC_EMU_REDUCE_ADD, TC_EMU_U32);
}

TC_FN void tc_max_f32(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_max_f32", dst, 4);
    TC_EMU_LOCAL("tc_max_f32", a, 4);
    TC_EMU_LOCAL("tc_max_f32", b, 4);
    tc_emu_combine(dst, a, b, 4, TC_EMU_REDUCE_MAX, TC_EMU_F32);
}

TC_FN void tc_mul_f32(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mul_f32", dst, 4);
    TC_EMU_LOCAL("tc_mul_f32", a, 4);
    TC_EMU_LOCAL("tc_mul_f32", b, 4);
    tc_emu_combine(dst, a, b, 4, TC_EMU_REDUCE_MUL, TC_EMU_F32);
}

TC_FN void tc_min_f32(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_min_f32", dst, 4);
    TC_EMU_LOCAL("tc_min_f32", a, 4);
    TC_EMU_LOCAL("tc_min_f32", b, 4);
    tc_emu_combine(dst, a, b, 4, TC_EMU_REDUCE_MIN, TC_EMU_F32);
}

TC_FN void tc_mul_u32(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mul_u32", dst, 4);
    TC_EMU_LOCAL("tc_mul_u32", a, 4);
    TC_EMU_LOCAL("tc_mul_u32", b, 4);
    tc_emu_combine(dst, a, b, 4, TC_EMU_REDUCE_MUL, TC_EMU_U32);
}

TC_FN void tc_min_u32(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_min_u32", dst, 4);
    TC_EMU_LOCAL("tc_min_u32", a, 4);
    TC_EMU_LOCAL("tc_min_u32", b, 4);
    tc_emu_combine(dst, a, b, 4, TC_EMU_REDUCE_MIN, TC_EMU_U32);
}

TC_FN void tc_max_u32(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_max_u32", dst, 4);
    TC_EMU_LOCAL("tc_max_u32", a, 4);
    TC_EMU_LOCAL("tc_max_u32", b, 4);
    tc_emu_combine(dst, a, b, 4, TC_EMU_REDUCE_MAX, TC_EMU_U32);
}

TC_FN void tc_min_i32(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_min_i32", dst, 4);
    TC_EMU_LOCAL("tc_min_i32", a, 4);
    TC_EMU_LOCAL("tc_min_i32", b, 4);
    tc_emu_combine(dst, a, b, 4, TC_EMU_REDUCE_MIN, TC_EMU_S32);
}

TC_FN void tc_max_i32(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_max_i32", dst, 4);
    TC_EMU_LOCAL("tc_max_i32", a, 4);
    TC_EMU_LOCAL("tc_max_i32", b, 4);
    tc_emu_combine(dst, a, b, 4, TC_EMU_REDUCE_MAX, TC_EMU_S32);
}

TC_FN void tc_and_b32(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_and_b32", dst, 4);
    TC_EMU_LOCAL("tc_and_b32", a, 4);
    TC_EMU_LOCAL("tc_and_b32", b, 4);
    tc_emu_combine(dst, a, b, 4, TC_EMU_REDUCE_AND, TC_EMU_B32);
}

TC_FN void tc_or_b32(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_or_b32", dst, 4);
    TC_EMU_LOCAL("tc_or_b32", a, 4);
    TC_EMU_LOCAL("tc_or_b32", b, 4);
    tc_emu_combine(dst, a, b, 4, TC_EMU_REDUCE_OR, TC_EMU_B32);
}

TC_FN void tc_xor_b32(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_xor_b32", dst, 4);
    TC_EMU_LOCAL("tc_xor_b32", a, 4);
    TC_EMU_LOCAL("tc_xor_b32", b, 4);
    tc_emu_combine(dst, a, b, 4, TC_EMU_REDUCE_XOR, TC_EMU_B32);
}

TC_FN void tc_index_if_f32(void *dst, const void *a, const void *b, unsigned index) {
    TC_EMU_LOCAL("tc_index_if_f32", dst, 4);
    TC_EMU_LOCAL("tc_index_if_f32", a, 4);
    TC_EMU_LOCAL("tc_index_if_f32", b, 4);
    tc_emu_index_if(dst, a, b, index, TC_EMU_F32);
}

TC_FN void tc_index_if_b32(void *dst, const void *a, const void *b, unsigned index) {
    TC_EMU_LOCAL("tc_index_if_b32", dst, 4);
    TC_EMU_LOCAL("tc_index_if_b32", a, 4);
    TC_EMU_LOCAL("tc_index_if_b32", b, 4);
    tc_emu_index_if(dst, a, b, index, TC_EMU_B32);
}

TC_FN void tc_add_f16(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_add_f16", dst, 2);
    TC_EMU_LOCAL("tc_add_f16", a, 2);
    TC_EMU_LOCAL("tc_add_f16", b, 2);
    tc_emu_combine(dst, a, b, 2, TC_EMU_REDUCE_ADD, TC_EMU_F16);
}

TC_FN void tc_add_f16x2(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_add_f16x2", dst, 4);
    TC_EMU_LOCAL("tc_add_f16x2", a, 4);
    TC_EMU_LOCAL("tc_add_f16x2", b, 4);
    tc_emu_combine(dst, a, b, 4, TC_EMU_REDUCE_ADD, TC_EMU_F16);
}

TC_FN void tc_mul_f16(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mul_f16", dst, 2);
    TC_EMU_LOCAL("tc_mul_f16", a, 2);
    TC_EMU_LOCAL("tc_mul_f16", b, 2);
    tc_emu_combine(dst, a, b, 2, TC_EMU_REDUCE_MUL, TC_EMU_F16);
}

TC_FN void tc_mul_f16x2(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mul_f16x2", dst, 4);
    TC_EMU_LOCAL("tc_mul_f16x2", a, 4);
    TC_EMU_LOCAL("tc_mul_f16x2", b, 4);
    tc_emu_combine(dst, a, b, 4, TC_EMU_REDUCE_MUL, TC_EMU_F16);
}

TC_FN void tc_min_f16(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_min_f16", dst, 2);
    TC_EMU_LOCAL("tc_min_f16", a, 2);
    TC_EMU_LOCAL("tc_min_f16", b, 2);
    tc_emu_combine(dst, a, b, 2, TC_EMU_REDUCE_MIN, TC_EMU_F16);
}

TC_FN void tc_min_f16x2(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_min_f16x2", dst, 4);
    TC_EMU_LOCAL("tc_min_f16x2", a, 4);
    TC_EMU_LOCAL("tc_min_f16x2", b, 4);
    tc_emu_combine(dst, a, b, 4, TC_EMU_REDUCE_MIN, TC_EMU_F16);
}

TC_FN void tc_max_f16(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_max_f16", dst, 2);
    TC_EMU_LOCAL("tc_max_f16", a, 2);
    TC_EMU_LOCAL("tc_max_f16", b, 2);
    tc_emu_combine(dst, a, b, 2, TC_EMU_REDUCE_MAX, TC_EMU_F16);
}

TC_FN void tc_max_f16x2(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_max_f16x2", dst, 4);
    TC_EMU_LOCAL("tc_max_f16x2", a, 4);
    TC_EMU_LOCAL("tc_max_f16x2", b, 4);
    tc_emu_combine(dst, a, b, 4, TC_EMU_REDUCE_MAX, TC_EMU_F16);
}

TC_FN void tc_add_bf16(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_add_bf16", dst, 2);
    TC_EMU_LOCAL("tc_add_bf16", a, 2);
    TC_EMU_LOCAL("tc_add_bf16", b, 2);
    tc_emu_combine(dst, a, b, 2, TC_EMU_REDUCE_ADD, TC_EMU_BF16);
}

TC_FN void tc_add_bf16x2(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_add_bf16x2", dst, 4);
    TC_EMU_LOCAL("tc_add_bf16x2", a, 4);
    TC_EMU_LOCAL("tc_add_bf16x2", b, 4);
    tc_emu_combine(dst, a, b, 4, TC_EMU_REDUCE_ADD, TC_EMU_BF16);
}

TC_FN void tc_mul_bf16(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mul_bf16", dst, 2);
    TC_EMU_LOCAL("tc_mul_bf16", a, 2);
    TC_EMU_LOCAL("tc_mul_bf16", b, 2);
    tc_emu_combine(dst, a, b, 2, TC_EMU_REDUCE_MUL, TC_EMU_BF16);
}

TC_FN void tc_mul_bf16x2(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mul_bf16x2", dst, 4);
    TC_EMU_LOCAL("tc_mul_bf16x2", a, 4);
    TC_EMU_LOCAL("tc_mul_bf16x2", b, 4);
    tc_emu_combine(dst, a, b, 4, TC_EMU_REDUCE_MUL, TC_EMU_BF16);
}

TC_FN void tc_min_bf16(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_min_bf16", dst, 2);
    TC_EMU_LOCAL("tc_min_bf16", a, 2);
    TC_EMU_LOCAL("tc_min_bf16", b, 2);
    tc_emu_combine(dst, a, b, 2, TC_EMU_REDUCE_MIN, TC_EMU_BF16);
}

TC_FN void tc_min_bf16x2(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_min_bf16x2", dst, 4);
    TC_EMU_LOCAL("tc_min_bf16x2", a, 4);
    TC_EMU_LOCAL("tc_min_bf16x2", b, 4);
    tc_emu_combine(dst, a, b, 4, TC_EMU_REDUCE_MIN, TC_EMU_BF16);
}

TC_FN void tc_max_bf16(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_max_bf16", dst, 2);
    TC_EMU_LOCAL("tc_max_bf16", a, 2);
    TC_EMU_LOCAL("tc_max_bf16", b, 2);
    tc_emu_combine(dst, a, b, 2, TC_EMU_REDUCE_MAX, TC_EMU_BF16);
}

TC_FN void tc_max_bf16x2(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_max_bf16x2", dst, 4);
    TC_EMU_LOCAL("tc_max_bf16x2", a, 4);
    TC_EMU_LOCAL("tc_max_bf16x2", b, 4);
    tc_emu_combine(dst, a, b, 4, TC_EMU_REDUCE_MAX, TC_EMU_BF16);
}

TC_FN void tc_add_f64(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_add_f64", dst, 8);
    TC_EMU_LOCAL("tc_add_f64", a, 8);
    TC_EMU_LOCAL("tc_add_f64", b, 8);
    tc_emu_combine(dst, a, b, 8, TC_EMU_REDUCE_ADD, TC_EMU_F64);
}

TC_FN void tc_mul_f64(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mul_f64", dst, 8);
    TC_EMU_LOCAL("tc_mul_f64", a, 8);
    TC_EMU_LOCAL("tc_mul_f64", b, 8);
    tc_emu_combine(dst, a, b, 8, TC_EMU_REDUCE_MUL, TC_EMU_F64);
}

TC_FN void tc_min_f64(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_min_f64", dst, 8);
    TC_EMU_LOCAL("tc_min_f64", a, 8);
    TC_EMU_LOCAL("tc_min_f64", b, 8);
    tc_emu_combine(dst, a, b, 8, TC_EMU_REDUCE_MIN, TC_EMU_F64);
}

TC_FN void tc_max_f64(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_max_f64", dst, 8);
    TC_EMU_LOCAL("tc_max_f64", a, 8);
    TC_EMU_LOCAL("tc_max_f64", b, 8);
    tc_emu_combine(dst, a, b, 8, TC_EMU_REDUCE_MAX, TC_EMU_F64);
}

TC_FN void tc_add_u64(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_add_u64", dst, 8);
    TC_EMU_LOCAL("tc_add_u64", a, 8);
    TC_EMU_LOCAL("tc_add_u64", b, 8);
    tc_emu_combine(dst, a, b, 8, TC_EMU_REDUCE_ADD, TC_EMU_U64);
}

TC_FN void tc_mul_u64(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mul_u64", dst, 8);
    TC_EMU_LOCAL("tc_mul_u64", a, 8);
    TC_EMU_LOCAL("tc_mul_u64", b, 8);
    tc_emu_combine(dst, a, b, 8, TC_EMU_REDUCE_MUL, TC_EMU_U64);
}

TC_FN void tc_min_u64(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_min_u64", dst, 8);
    TC_EMU_LOCAL("tc_min_u64", a, 8);
    TC_EMU_LOCAL("tc_min_u64", b, 8);
    tc_emu_combine(dst, a, b, 8, TC_EMU_REDUCE_MIN, TC_EMU_U64);
}

TC_FN void tc_max_u64(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_max_u64", dst, 8);
    TC_EMU_LOCAL("tc_max_u64", a, 8);
    TC_EMU_LOCAL("tc_max_u64", b, 8);
    tc_emu_combine(dst, a, b, 8, TC_EMU_REDUCE_MAX, TC_EMU_U64);
}

TC_FN void tc_min_i64(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_min_i64", dst, 8);
    TC_EMU_LOCAL("tc_min_i64", a, 8);
    TC_EMU_LOCAL("tc_min_i64", b, 8);
    tc_emu_combine(dst, a, b, 8, TC_EMU_REDUCE_MIN, TC_EMU_S64);
}

TC_FN void tc_max_i64(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_max_i64", dst, 8);
    TC_EMU_LOCAL("tc_max_i64", a, 8);
    TC_EMU_LOCAL("tc_max_i64", b, 8);
    tc_emu_combine(dst, a, b, 8, TC_EMU_REDUCE_MAX, TC_EMU_S64);
}

TC_FN void tc_and_b64(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_and_b64", dst, 8);
    TC_EMU_LOCAL("tc_and_b64", a, 8);
    TC_EMU_LOCAL("tc_and_b64", b, 8);
    tc_emu_combine(dst, a, b, 8, TC_EMU_REDUCE_AND, TC_EMU_B64);
}

TC_FN void tc_or_b64(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_or_b64", dst, 8);
    TC_EMU_LOCAL("tc_or_b64", a, 8);
    TC_EMU_LOCAL("tc_or_b64", b, 8);
    tc_emu_combine(dst, a, b, 8, TC_EMU_REDUCE_OR, TC_EMU_B64);
}

TC_FN void tc_xor_b64(void *dst, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_xor_b64", dst, 8);
    TC_EMU_LOCAL("tc_xor_b64", a, 8);
    TC_EMU_LOCAL("tc_xor_b64", b, 8);
    tc_emu_combine(dst, a, b, 8, TC_EMU_REDUCE_XOR, TC_EMU_B64);
}

TC_FN void tc_index_if_f16(void *dst, const void *a, const void *b, unsigned index) {
    TC_EMU_LOCAL("tc_index_if_f16", dst, 4);
    TC_EMU_LOCAL("tc_index_if_f16", a, 2);
    TC_EMU_LOCAL("tc_index_if_f16", b, 2);
    tc_emu_index_if(dst, a, b, index, TC_EMU_F16);
}

TC_FN void tc_index_if_bf16(void *dst, const void *a, const void *b, unsigned index) {
    TC_EMU_LOCAL("tc_index_if_bf16", dst, 4);
    TC_EMU_LOCAL("tc_index_if_bf16", a, 2);
    TC_EMU_LOCAL("tc_index_if_bf16", b, 2);
    tc_emu_index_if(dst, a, b, index, TC_EMU_BF16);
}

TC_FN void tc_index_if_f64(void *dst, const void *a, const void *b, unsigned index) {
    TC_EMU_LOCAL("tc_index_if_f64", dst, 4);
    TC_EMU_LOCAL("tc_index_if_f64", a, 8);
    TC_EMU_LOCAL("tc_index_if_f64", b, 8);
    tc_emu_index_if(dst, a, b, index, TC_EMU_F64);
}

TC_FN void tc_index_if_b64(void *dst, const void *a, const void *b, unsigned index) {
    TC_EMU_LOCAL("tc_index_if_b64", dst, 4);
    TC_EMU_LOCAL("tc_index_if_b64", a, 8);
    TC_EMU_LOCAL("tc_index_if_b64", b, 8);
    tc_emu_index_if(dst, a, b, index, TC_EMU_B64);
}

TC_FN void tc_warp_sync(void) {
    tc_emu_warp_sync("tc_warp_sync", 0xffffffffu);
}

TC_FN void tc_warp_sync_mask(unsigned mask) {
    tc_emu_warp_sync("tc_warp_sync_mask", mask);
}

TC_FN void tc_warp_sync_group(unsigned lanes) {
    tc_emu_warp_sync("tc_warp_sync_group", TC_EMU_GROUP(lanes));
}

TC_FN void tc_cta_sync(void) {
    tc_emu_cta_sync("tc_cta_sync", (const char *)0, 0);
}

TC_FN void tc_barrier_sync(unsigned id, unsigned count) {
    tc_emu_barrier("tc_barrier_sync", id, count, 1);
}

TC_FN void tc_barrier_arrive(unsigned id, unsigned count) {
    tc_emu_barrier("tc_barrier_arrive", id, count, 0);
}

TC_FN void tc_fence_cta(void) {
    tc_emu_fence("tc_fence_cta");
}

TC_FN void tc_fence_device(void) {
    tc_emu_fence("tc_fence_device");
}

TC_FN void tc_fence_cluster(void) {
    tc_emu_fence("tc_fence_cluster");
}

TC_FN void tc_grid_wait(void) {
    tc_emu_fence("tc_grid_wait");
}

TC_FN void tc_grid_launch_dependents(void) {
    tc_emu_fence("tc_grid_launch_dependents");
}

TC_FN int tc_elect_one(void) {
    return tc_emu_elect("tc_elect_one");
}

TC_FN unsigned tc_cta_rank_in_cluster(void) {
    return tc_emu_cluster_cta();
}

TC_FN unsigned tc_cta_count_in_cluster(void) {
    return tc_emu_cluster_ctas();
}

TC_FN tc_dsmem tc_map_to_cta(const void *smem, unsigned cta) {
    return tc_emu_map("tc_map_to_cta", smem, cta);
}

TC_FN void tc_cluster_sync(void) {
    tc_emu_cluster_arrive("tc_cluster_sync", 1);
    tc_emu_cluster_wait("tc_cluster_sync");
}

TC_FN void tc_cluster_arrive(void) {
    tc_emu_cluster_arrive("tc_cluster_arrive", 1);
}

TC_FN void tc_cluster_arrive_relaxed(void) {
    tc_emu_cluster_arrive("tc_cluster_arrive_relaxed", 0);
}

TC_FN void tc_cluster_wait(void) {
    tc_emu_cluster_wait("tc_cluster_wait");
}

TC_FN void tc_mbarrier_init(tc_mbarrier *bar, unsigned arrivals) {
    tc_emu_mbarrier_init("tc_mbarrier_init", bar, arrivals);
}

TC_FN void tc_mbarrier_inval(tc_mbarrier *bar) {
    tc_emu_mbarrier_inval("tc_mbarrier_inval", bar);
}

TC_FN void tc_mbarrier_arrive(tc_mbarrier *bar) {
    tc_emu_mbarrier_arrive("tc_mbarrier_arrive", bar, 1, 0, TC_EMU_CTA);
}

TC_FN int tc_mbarrier_try_wait(tc_mbarrier *bar, unsigned parity) {
    return tc_emu_mbarrier_wait("tc_mbarrier_try_wait", bar, parity, 1, TC_EMU_CTA);
}

TC_FN void tc_mbarrier_wait(tc_mbarrier *bar, unsigned parity) {
    tc_emu_mbarrier_wait("tc_mbarrier_wait", bar, parity, 0, TC_EMU_CTA);
}

TC_FN void tc_fence_mbarrier_init(void) {
    tc_emu_fence_mbarrier_init("tc_fence_mbarrier_init");
}

TC_FN void tc_mbarrier_arrive_expect_tx(tc_mbarrier *bar, unsigned bytes) {
    tc_emu_mbarrier_arrive("tc_mbarrier_arrive_expect_tx", bar, 1, bytes, TC_EMU_CTA);
}

TC_FN void tc_mbarrier_expect_tx(tc_mbarrier *bar, unsigned bytes) {
    tc_emu_mbarrier_arrive("tc_mbarrier_expect_tx", bar, 0, bytes, TC_EMU_CTA);
}

TC_FN void tc_mbarrier_arrive_remote(tc_dsmem bar) {
    tc_emu_mbarrier_arrive("tc_mbarrier_arrive_remote", bar, 1, 0, TC_EMU_CLUSTER);
}

TC_FN void tc_mbarrier_arrive_remote_read(tc_dsmem bar) {
    tc_emu_mbarrier_arrive(
        "tc_mbarrier_arrive_remote_read", bar, 1, 0, TC_EMU_CLUSTER | TC_EMU_READ);
}

TC_FN int tc_mbarrier_try_wait_cluster(tc_mbarrier *bar, unsigned parity) {
    return tc_emu_mbarrier_wait("tc_mbarrier_try_wait_cluster", bar, parity, 1, TC_EMU_CLUSTER);
}

TC_FN void tc_mbarrier_wait_cluster(tc_mbarrier *bar, unsigned parity) {
    tc_emu_mbarrier_wait("tc_mbarrier_wait_cluster", bar, parity, 0, TC_EMU_CLUSTER);
}

TC_FN void tc_mbarrier_arrive_count(tc_mbarrier *bar, unsigned arrivals) {
    tc_emu_mbarrier_arrive("tc_mbarrier_arrive_count", bar, arrivals, 0, TC_EMU_CTA | TC_EMU_COUNT);
}

TC_FN void tc_mbarrier_arrive_count_remote(tc_dsmem bar, unsigned arrivals) {
    tc_emu_mbarrier_arrive(
        "tc_mbarrier_arrive_count_remote", bar, arrivals, 0, TC_EMU_CLUSTER | TC_EMU_COUNT);
}

TC_FN void tc_mbarrier_arrive_expect_tx_remote(tc_dsmem bar, unsigned bytes) {
    tc_emu_mbarrier_arrive("tc_mbarrier_arrive_expect_tx_remote", bar, 1, bytes, TC_EMU_CLUSTER);
}

TC_FN void tc_mbarrier_expect_tx_remote(tc_dsmem bar, unsigned bytes) {
    tc_emu_mbarrier_arrive("tc_mbarrier_expect_tx_remote", bar, 0, bytes, TC_EMU_CLUSTER);
}

TC_FN void tc_mbarrier_arrive_relaxed(tc_mbarrier *bar) {
    tc_emu_mbarrier_arrive("tc_mbarrier_arrive_relaxed", bar, 1, 0, TC_EMU_RELAXED);
}

TC_FN void tc_mbarrier_arrive_count_relaxed(tc_mbarrier *bar, unsigned arrivals) {
    tc_emu_mbarrier_arrive(
        "tc_mbarrier_arrive_count_relaxed", bar, arrivals, 0, TC_EMU_RELAXED | TC_EMU_COUNT);
}

TC_FN void tc_mbarrier_arrive_expect_tx_relaxed(tc_mbarrier *bar, unsigned bytes) {
    tc_emu_mbarrier_arrive("tc_mbarrier_arrive_expect_tx_relaxed", bar, 1, bytes, TC_EMU_RELAXED);
}

TC_FN void tc_mbarrier_arrive_remote_relaxed(tc_dsmem bar) {
    tc_emu_mbarrier_arrive(
        "tc_mbarrier_arrive_remote_relaxed", bar, 1, 0, TC_EMU_CLUSTER | TC_EMU_RELAXED);
}

TC_FN void tc_mbarrier_arrive_count_remote_relaxed(tc_dsmem bar, unsigned arrivals) {
    tc_emu_mbarrier_arrive(
        "tc_mbarrier_arrive_count_remote_relaxed",
        bar,
        arrivals,
        0,
        TC_EMU_CLUSTER | TC_EMU_RELAXED | TC_EMU_COUNT);
}

TC_FN void tc_mbarrier_arrive_expect_tx_remote_relaxed(tc_dsmem bar, unsigned bytes) {
    tc_emu_mbarrier_arrive(
        "tc_mbarrier_arrive_expect_tx_remote_relaxed",
        bar,
        1,
        bytes,
        TC_EMU_CLUSTER | TC_EMU_RELAXED);
}

TC_FN int tc_mbarrier_try_wait_relaxed(tc_mbarrier *bar, unsigned parity) {
    return tc_emu_mbarrier_wait("tc_mbarrier_try_wait_relaxed", bar, parity, 1, TC_EMU_RELAXED);
}

TC_FN void tc_mbarrier_wait_relaxed(tc_mbarrier *bar, unsigned parity) {
    tc_emu_mbarrier_wait("tc_mbarrier_wait_relaxed", bar, parity, 0, TC_EMU_RELAXED);
}

TC_FN int tc_mbarrier_try_wait_cluster_relaxed(tc_mbarrier *bar, unsigned parity) {
    return tc_emu_mbarrier_wait(
        "tc_mbarrier_try_wait_cluster_relaxed", bar, parity, 1, TC_EMU_CLUSTER | TC_EMU_RELAXED);
}

TC_FN void tc_mbarrier_wait_cluster_relaxed(tc_mbarrier *bar, unsigned parity) {
    tc_emu_mbarrier_wait(
        "tc_mbarrier_wait_cluster_relaxed", bar, parity, 0, TC_EMU_CLUSTER | TC_EMU_RELAXED);
}

TC_FN void tc_convert_f32_f16x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_f16x2", dst, 4);
    TC_EMU_LOCAL("tc_convert_f32_f16x2", src, 8);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_F32, TC_EMU_AS_F16, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_f32_f16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_f16", dst, 2);
    TC_EMU_LOCAL("tc_convert_f32_f16", src, 4);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_F32, TC_EMU_AS_F16, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_f32_f16x2_rz(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_f16x2_rz", dst, 4);
    TC_EMU_LOCAL("tc_convert_f32_f16x2_rz", src, 8);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_F32, TC_EMU_AS_F16, TC_EMU_RZ, TC_EMU_INF);
}

TC_FN void tc_convert_f32_f16_rz(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_f16_rz", dst, 2);
    TC_EMU_LOCAL("tc_convert_f32_f16_rz", src, 4);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_F32, TC_EMU_AS_F16, TC_EMU_RZ, TC_EMU_INF);
}

TC_FN void tc_convert_f32_f16x2_sat(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_f16x2_sat", dst, 4);
    TC_EMU_LOCAL("tc_convert_f32_f16x2_sat", src, 8);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_F32, TC_EMU_AS_F16, TC_EMU_RN, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_f16_sat(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_f16_sat", dst, 2);
    TC_EMU_LOCAL("tc_convert_f32_f16_sat", src, 4);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_F32, TC_EMU_AS_F16, TC_EMU_RN, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_f16x2_rz_sat(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_f16x2_rz_sat", dst, 4);
    TC_EMU_LOCAL("tc_convert_f32_f16x2_rz_sat", src, 8);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_F32, TC_EMU_AS_F16, TC_EMU_RZ, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_f16_rz_sat(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_f16_rz_sat", dst, 2);
    TC_EMU_LOCAL("tc_convert_f32_f16_rz_sat", src, 4);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_F32, TC_EMU_AS_F16, TC_EMU_RZ, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_bf16x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_bf16x2", dst, 4);
    TC_EMU_LOCAL("tc_convert_f32_bf16x2", src, 8);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_F32, TC_EMU_AS_BF16, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_f32_bf16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_bf16", dst, 2);
    TC_EMU_LOCAL("tc_convert_f32_bf16", src, 4);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_F32, TC_EMU_AS_BF16, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_f32_bf16x2_rz(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_bf16x2_rz", dst, 4);
    TC_EMU_LOCAL("tc_convert_f32_bf16x2_rz", src, 8);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_F32, TC_EMU_AS_BF16, TC_EMU_RZ, TC_EMU_INF);
}

TC_FN void tc_convert_f32_bf16_rz(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_bf16_rz", dst, 2);
    TC_EMU_LOCAL("tc_convert_f32_bf16_rz", src, 4);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_F32, TC_EMU_AS_BF16, TC_EMU_RZ, TC_EMU_INF);
}

TC_FN void tc_convert_f32_bf16x2_sat(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_bf16x2_sat", dst, 4);
    TC_EMU_LOCAL("tc_convert_f32_bf16x2_sat", src, 8);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_F32, TC_EMU_AS_BF16, TC_EMU_RN, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_bf16_sat(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_bf16_sat", dst, 2);
    TC_EMU_LOCAL("tc_convert_f32_bf16_sat", src, 4);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_F32, TC_EMU_AS_BF16, TC_EMU_RN, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_bf16x2_rz_sat(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_bf16x2_rz_sat", dst, 4);
    TC_EMU_LOCAL("tc_convert_f32_bf16x2_rz_sat", src, 8);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_F32, TC_EMU_AS_BF16, TC_EMU_RZ, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_bf16_rz_sat(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_bf16_rz_sat", dst, 2);
    TC_EMU_LOCAL("tc_convert_f32_bf16_rz_sat", src, 4);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_F32, TC_EMU_AS_BF16, TC_EMU_RZ, TC_EMU_SAT);
}

TC_FN void tc_convert_f16x2_f32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f16x2_f32", dst, 8);
    TC_EMU_LOCAL("tc_convert_f16x2_f32", src, 4);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_F16, TC_EMU_AS_F32, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_f16_f32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f16_f32", dst, 4);
    TC_EMU_LOCAL("tc_convert_f16_f32", src, 2);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_F16, TC_EMU_AS_F32, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_bf16x2_f32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_bf16x2_f32", dst, 8);
    TC_EMU_LOCAL("tc_convert_bf16x2_f32", src, 4);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_BF16, TC_EMU_AS_F32, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_bf16_f32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_bf16_f32", dst, 4);
    TC_EMU_LOCAL("tc_convert_bf16_f32", src, 2);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_BF16, TC_EMU_AS_F32, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_f32_tf32_rna(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_tf32_rna", dst, 4);
    TC_EMU_LOCAL("tc_convert_f32_tf32_rna", src, 4);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_F32, TC_EMU_AS_TF32, TC_EMU_RNA, TC_EMU_INF);
}

TC_FN void tc_convert_f32_tf32_rz(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_tf32_rz", dst, 4);
    TC_EMU_LOCAL("tc_convert_f32_tf32_rz", src, 4);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_F32, TC_EMU_AS_TF32, TC_EMU_RZ, TC_EMU_INF);
}

TC_FN void tc_convert_tf32_f32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_tf32_f32", dst, 4);
    TC_EMU_LOCAL("tc_convert_tf32_f32", src, 4);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_TF32, TC_EMU_AS_F32, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_f32_e4m3x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_e4m3x2", dst, 2);
    TC_EMU_LOCAL("tc_convert_f32_e4m3x2", src, 8);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_F32, TC_EMU_AS_E4M3, TC_EMU_RN, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_e4m3(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_e4m3", dst, 1);
    TC_EMU_LOCAL("tc_convert_f32_e4m3", src, 4);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_F32, TC_EMU_AS_E4M3, TC_EMU_RN, TC_EMU_SAT);
}

TC_FN void tc_convert_f16_e4m3x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f16_e4m3x2", dst, 2);
    TC_EMU_LOCAL("tc_convert_f16_e4m3x2", src, 4);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_F16, TC_EMU_AS_E4M3, TC_EMU_RN, TC_EMU_SAT);
}

TC_FN void tc_convert_f16_e4m3(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f16_e4m3", dst, 1);
    TC_EMU_LOCAL("tc_convert_f16_e4m3", src, 2);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_F16, TC_EMU_AS_E4M3, TC_EMU_RN, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_e5m2x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_e5m2x2", dst, 2);
    TC_EMU_LOCAL("tc_convert_f32_e5m2x2", src, 8);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_F32, TC_EMU_AS_E5M2, TC_EMU_RN, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_e5m2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_e5m2", dst, 1);
    TC_EMU_LOCAL("tc_convert_f32_e5m2", src, 4);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_F32, TC_EMU_AS_E5M2, TC_EMU_RN, TC_EMU_SAT);
}

TC_FN void tc_convert_f16_e5m2x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f16_e5m2x2", dst, 2);
    TC_EMU_LOCAL("tc_convert_f16_e5m2x2", src, 4);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_F16, TC_EMU_AS_E5M2, TC_EMU_RN, TC_EMU_SAT);
}

TC_FN void tc_convert_f16_e5m2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f16_e5m2", dst, 1);
    TC_EMU_LOCAL("tc_convert_f16_e5m2", src, 2);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_F16, TC_EMU_AS_E5M2, TC_EMU_RN, TC_EMU_SAT);
}

TC_FN void tc_convert_e4m3x2_f16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_e4m3x2_f16", dst, 4);
    TC_EMU_LOCAL("tc_convert_e4m3x2_f16", src, 2);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_E4M3, TC_EMU_AS_F16, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_e4m3_f16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_e4m3_f16", dst, 2);
    TC_EMU_LOCAL("tc_convert_e4m3_f16", src, 1);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_E4M3, TC_EMU_AS_F16, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_e5m2x2_f16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_e5m2x2_f16", dst, 4);
    TC_EMU_LOCAL("tc_convert_e5m2x2_f16", src, 2);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_E5M2, TC_EMU_AS_F16, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_e5m2_f16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_e5m2_f16", dst, 2);
    TC_EMU_LOCAL("tc_convert_e5m2_f16", src, 1);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_E5M2, TC_EMU_AS_F16, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_f32_e2m1x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_e2m1x2", dst, 1);
    TC_EMU_LOCAL("tc_convert_f32_e2m1x2", src, 8);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_F32, TC_EMU_AS_E2M1, TC_EMU_RN, TC_EMU_SAT);
}

TC_FN void tc_convert_e2m1x2_f16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_e2m1x2_f16", dst, 4);
    TC_EMU_LOCAL("tc_convert_e2m1x2_f16", src, 1);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_E2M1, TC_EMU_AS_F16, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_i8x4_f32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_i8x4_f32", dst, 16);
    TC_EMU_LOCAL("tc_convert_i8x4_f32", src, 4);
    tc_emu_convert(dst, src, 4, TC_EMU_AS_I8, TC_EMU_AS_F32, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_i8_f32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_i8_f32", dst, 4);
    TC_EMU_LOCAL("tc_convert_i8_f32", src, 1);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_I8, TC_EMU_AS_F32, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_i8x4_f16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_i8x4_f16", dst, 8);
    TC_EMU_LOCAL("tc_convert_i8x4_f16", src, 4);
    tc_emu_convert(dst, src, 4, TC_EMU_AS_I8, TC_EMU_AS_F16, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_i8_f16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_i8_f16", dst, 2);
    TC_EMU_LOCAL("tc_convert_i8_f16", src, 1);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_I8, TC_EMU_AS_F16, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_u8x4_f32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_u8x4_f32", dst, 16);
    TC_EMU_LOCAL("tc_convert_u8x4_f32", src, 4);
    tc_emu_convert(dst, src, 4, TC_EMU_AS_U8, TC_EMU_AS_F32, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_u8_f32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_u8_f32", dst, 4);
    TC_EMU_LOCAL("tc_convert_u8_f32", src, 1);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_U8, TC_EMU_AS_F32, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_u8x4_f16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_u8x4_f16", dst, 8);
    TC_EMU_LOCAL("tc_convert_u8x4_f16", src, 4);
    tc_emu_convert(dst, src, 4, TC_EMU_AS_U8, TC_EMU_AS_F16, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_u8_f16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_u8_f16", dst, 2);
    TC_EMU_LOCAL("tc_convert_u8_f16", src, 1);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_U8, TC_EMU_AS_F16, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_i4x8_f16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_i4x8_f16", dst, 16);
    TC_EMU_LOCAL("tc_convert_i4x8_f16", src, 4);
    tc_emu_convert(dst, src, 8, TC_EMU_AS_I4, TC_EMU_AS_F16, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_i4x2_f16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_i4x2_f16", dst, 4);
    TC_EMU_LOCAL("tc_convert_i4x2_f16", src, 1);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_I4, TC_EMU_AS_F16, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_i4x8_i8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_i4x8_i8", dst, 8);
    TC_EMU_LOCAL("tc_convert_i4x8_i8", src, 4);
    tc_emu_convert(dst, src, 8, TC_EMU_AS_I4, TC_EMU_AS_I8, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_i4x2_i8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_i4x2_i8", dst, 2);
    TC_EMU_LOCAL("tc_convert_i4x2_i8", src, 1);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_I4, TC_EMU_AS_I8, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_u4x8_f16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_u4x8_f16", dst, 16);
    TC_EMU_LOCAL("tc_convert_u4x8_f16", src, 4);
    tc_emu_convert(dst, src, 8, TC_EMU_AS_U4, TC_EMU_AS_F16, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_u4x2_f16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_u4x2_f16", dst, 4);
    TC_EMU_LOCAL("tc_convert_u4x2_f16", src, 1);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_U4, TC_EMU_AS_F16, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_u4x8_u8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_u4x8_u8", dst, 8);
    TC_EMU_LOCAL("tc_convert_u4x8_u8", src, 4);
    tc_emu_convert(dst, src, 8, TC_EMU_AS_U4, TC_EMU_AS_U8, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_u4x2_u8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_u4x2_u8", dst, 2);
    TC_EMU_LOCAL("tc_convert_u4x2_u8", src, 1);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_U4, TC_EMU_AS_U8, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_i4x8_bf16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_i4x8_bf16", dst, 16);
    TC_EMU_LOCAL("tc_convert_i4x8_bf16", src, 4);
    tc_emu_convert(dst, src, 8, TC_EMU_AS_I4, TC_EMU_AS_BF16, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_i4x2_bf16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_i4x2_bf16", dst, 4);
    TC_EMU_LOCAL("tc_convert_i4x2_bf16", src, 1);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_I4, TC_EMU_AS_BF16, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_u4x8_bf16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_u4x8_bf16", dst, 16);
    TC_EMU_LOCAL("tc_convert_u4x8_bf16", src, 4);
    tc_emu_convert(dst, src, 8, TC_EMU_AS_U4, TC_EMU_AS_BF16, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_i4x8_f16_pairs04(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_i4x8_f16_pairs04", dst, 16);
    TC_EMU_LOCAL("tc_convert_i4x8_f16_pairs04", src, 4);
    tc_emu_convert_pairs04(dst, src, TC_EMU_AS_I4, TC_EMU_AS_F16);
}

TC_FN void tc_convert_u4x8_f16_pairs04(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_u4x8_f16_pairs04", dst, 16);
    TC_EMU_LOCAL("tc_convert_u4x8_f16_pairs04", src, 4);
    tc_emu_convert_pairs04(dst, src, TC_EMU_AS_U4, TC_EMU_AS_F16);
}

TC_FN void tc_convert_i4x8_bf16_pairs04(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_i4x8_bf16_pairs04", dst, 16);
    TC_EMU_LOCAL("tc_convert_i4x8_bf16_pairs04", src, 4);
    tc_emu_convert_pairs04(dst, src, TC_EMU_AS_I4, TC_EMU_AS_BF16);
}

TC_FN void tc_convert_u4x8_bf16_pairs04(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_u4x8_bf16_pairs04", dst, 16);
    TC_EMU_LOCAL("tc_convert_u4x8_bf16_pairs04", src, 4);
    tc_emu_convert_pairs04(dst, src, TC_EMU_AS_U4, TC_EMU_AS_BF16);
}

TC_FN void tc_convert_u4x2_bf16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_u4x2_bf16", dst, 4);
    TC_EMU_LOCAL("tc_convert_u4x2_bf16", src, 1);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_U4, TC_EMU_AS_BF16, TC_EMU_RN, TC_EMU_INF);
}

TC_FN void tc_convert_f32_i8x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_i8x4", dst, 4);
    TC_EMU_LOCAL("tc_convert_f32_i8x4", src, 16);
    tc_emu_convert(dst, src, 4, TC_EMU_AS_F32, TC_EMU_AS_I8, TC_EMU_RN, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_i8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_i8", dst, 1);
    TC_EMU_LOCAL("tc_convert_f32_i8", src, 4);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_F32, TC_EMU_AS_I8, TC_EMU_RN, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_i8x4_rz(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_i8x4_rz", dst, 4);
    TC_EMU_LOCAL("tc_convert_f32_i8x4_rz", src, 16);
    tc_emu_convert(dst, src, 4, TC_EMU_AS_F32, TC_EMU_AS_I8, TC_EMU_RZ, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_i8_rz(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_i8_rz", dst, 1);
    TC_EMU_LOCAL("tc_convert_f32_i8_rz", src, 4);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_F32, TC_EMU_AS_I8, TC_EMU_RZ, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_u8x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_u8x4", dst, 4);
    TC_EMU_LOCAL("tc_convert_f32_u8x4", src, 16);
    tc_emu_convert(dst, src, 4, TC_EMU_AS_F32, TC_EMU_AS_U8, TC_EMU_RN, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_u8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_u8", dst, 1);
    TC_EMU_LOCAL("tc_convert_f32_u8", src, 4);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_F32, TC_EMU_AS_U8, TC_EMU_RN, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_u8x4_rz(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_u8x4_rz", dst, 4);
    TC_EMU_LOCAL("tc_convert_f32_u8x4_rz", src, 16);
    tc_emu_convert(dst, src, 4, TC_EMU_AS_F32, TC_EMU_AS_U8, TC_EMU_RZ, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_u8_rz(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_u8_rz", dst, 1);
    TC_EMU_LOCAL("tc_convert_f32_u8_rz", src, 4);
    tc_emu_convert(dst, src, 1, TC_EMU_AS_F32, TC_EMU_AS_U8, TC_EMU_RZ, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_i4x8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_i4x8", dst, 4);
    TC_EMU_LOCAL("tc_convert_f32_i4x8", src, 32);
    tc_emu_convert(dst, src, 8, TC_EMU_AS_F32, TC_EMU_AS_I4, TC_EMU_RN, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_i4x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_i4x2", dst, 1);
    TC_EMU_LOCAL("tc_convert_f32_i4x2", src, 8);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_F32, TC_EMU_AS_I4, TC_EMU_RN, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_i4x8_rz(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_i4x8_rz", dst, 4);
    TC_EMU_LOCAL("tc_convert_f32_i4x8_rz", src, 32);
    tc_emu_convert(dst, src, 8, TC_EMU_AS_F32, TC_EMU_AS_I4, TC_EMU_RZ, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_i4x2_rz(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_i4x2_rz", dst, 1);
    TC_EMU_LOCAL("tc_convert_f32_i4x2_rz", src, 8);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_F32, TC_EMU_AS_I4, TC_EMU_RZ, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_u4x8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_u4x8", dst, 4);
    TC_EMU_LOCAL("tc_convert_f32_u4x8", src, 32);
    tc_emu_convert(dst, src, 8, TC_EMU_AS_F32, TC_EMU_AS_U4, TC_EMU_RN, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_u4x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_u4x2", dst, 1);
    TC_EMU_LOCAL("tc_convert_f32_u4x2", src, 8);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_F32, TC_EMU_AS_U4, TC_EMU_RN, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_u4x8_rz(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_u4x8_rz", dst, 4);
    TC_EMU_LOCAL("tc_convert_f32_u4x8_rz", src, 32);
    tc_emu_convert(dst, src, 8, TC_EMU_AS_F32, TC_EMU_AS_U4, TC_EMU_RZ, TC_EMU_SAT);
}

TC_FN void tc_convert_f32_u4x2_rz(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_convert_f32_u4x2_rz", dst, 1);
    TC_EMU_LOCAL("tc_convert_f32_u4x2_rz", src, 8);
    tc_emu_convert(dst, src, 2, TC_EMU_AS_F32, TC_EMU_AS_U4, TC_EMU_RZ, TC_EMU_SAT);
}

TC_FN void tc_load_shared_b8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_load_shared_b8", dst, 1);
    tc_emu_load("tc_load_shared_b8", dst, src, 1, TC_EMU_SHARED_SPACE);
}

TC_FN void tc_load_shared_b16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_load_shared_b16", dst, 2);
    tc_emu_load("tc_load_shared_b16", dst, src, 2, TC_EMU_SHARED_SPACE);
}

TC_FN void tc_load_shared_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_load_shared_b32", dst, 4);
    tc_emu_load("tc_load_shared_b32", dst, src, 4, TC_EMU_SHARED_SPACE);
}

TC_FN void tc_load_shared_b64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_load_shared_b64", dst, 8);
    tc_emu_load("tc_load_shared_b64", dst, src, 8, TC_EMU_SHARED_SPACE);
}

TC_FN void tc_load_shared_b128(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_load_shared_b128", dst, 16);
    tc_emu_load("tc_load_shared_b128", dst, src, 16, TC_EMU_SHARED_SPACE);
}

TC_FN void tc_store_shared_b8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_store_shared_b8", src, 1);
    tc_emu_store("tc_store_shared_b8", dst, src, 1, TC_EMU_SHARED_SPACE);
}

TC_FN void tc_store_shared_b16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_store_shared_b16", src, 2);
    tc_emu_store("tc_store_shared_b16", dst, src, 2, TC_EMU_SHARED_SPACE);
}

TC_FN void tc_store_shared_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_store_shared_b32", src, 4);
    tc_emu_store("tc_store_shared_b32", dst, src, 4, TC_EMU_SHARED_SPACE);
}

TC_FN void tc_store_shared_b64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_store_shared_b64", src, 8);
    tc_emu_store("tc_store_shared_b64", dst, src, 8, TC_EMU_SHARED_SPACE);
}

TC_FN void tc_store_shared_b128(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_store_shared_b128", src, 16);
    tc_emu_store("tc_store_shared_b128", dst, src, 16, TC_EMU_SHARED_SPACE);
}

TC_FN void tc_load_global_b8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_load_global_b8", dst, 1);
    tc_emu_load("tc_load_global_b8", dst, src, 1, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_load_global_b16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_load_global_b16", dst, 2);
    tc_emu_load("tc_load_global_b16", dst, src, 2, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_load_global_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_load_global_b32", dst, 4);
    tc_emu_load("tc_load_global_b32", dst, src, 4, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_load_global_b64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_load_global_b64", dst, 8);
    tc_emu_load("tc_load_global_b64", dst, src, 8, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_load_global_b128(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_load_global_b128", dst, 16);
    tc_emu_load("tc_load_global_b128", dst, src, 16, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_load_global_b256(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_load_global_b256", dst, 32);
    tc_emu_load("tc_load_global_b256", dst, src, 32, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_store_global_b8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_store_global_b8", src, 1);
    tc_emu_store("tc_store_global_b8", dst, src, 1, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_store_global_b16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_store_global_b16", src, 2);
    tc_emu_store("tc_store_global_b16", dst, src, 2, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_store_global_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_store_global_b32", src, 4);
    tc_emu_store("tc_store_global_b32", dst, src, 4, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_store_global_b64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_store_global_b64", src, 8);
    tc_emu_store("tc_store_global_b64", dst, src, 8, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_store_global_b128(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_store_global_b128", src, 16);
    tc_emu_store("tc_store_global_b128", dst, src, 16, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_store_global_b256(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_store_global_b256", src, 32);
    tc_emu_store("tc_store_global_b256", dst, src, 32, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_load_global_b32_or_zero(void *dst, const void *src, int keep) {
    TC_EMU_LOCAL("tc_load_global_b32_or_zero", dst, 4);
    static const unsigned char zeros[4] = {0};
    if (keep)
        tc_emu_load("tc_load_global_b32_or_zero", dst, src, 4, TC_EMU_GLOBAL_SPACE);
    else
        TC_MEMCPY(dst, zeros, 4);
}

TC_FN void tc_load_global_b64_or_zero(void *dst, const void *src, int keep) {
    TC_EMU_LOCAL("tc_load_global_b64_or_zero", dst, 8);
    static const unsigned char zeros[8] = {0};
    if (keep)
        tc_emu_load("tc_load_global_b64_or_zero", dst, src, 8, TC_EMU_GLOBAL_SPACE);
    else
        TC_MEMCPY(dst, zeros, 8);
}

TC_FN void tc_load_global_b128_or_zero(void *dst, const void *src, int keep) {
    TC_EMU_LOCAL("tc_load_global_b128_or_zero", dst, 16);
    static const unsigned char zeros[16] = {0};
    if (keep)
        tc_emu_load("tc_load_global_b128_or_zero", dst, src, 16, TC_EMU_GLOBAL_SPACE);
    else
        TC_MEMCPY(dst, zeros, 16);
}

TC_FN void tc_ldmatrix_x1(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_ldmatrix_x1", dst, 4);
    tc_emu_ldmatrix("tc_ldmatrix_x1", dst, src, 4 / 4, 0);
}

TC_FN void tc_ldmatrix_x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_ldmatrix_x2", dst, 8);
    tc_emu_ldmatrix("tc_ldmatrix_x2", dst, src, 8 / 4, 0);
}

TC_FN void tc_ldmatrix_x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_ldmatrix_x4", dst, 16);
    tc_emu_ldmatrix("tc_ldmatrix_x4", dst, src, 16 / 4, 0);
}

TC_FN void tc_ldmatrix_x1_trans(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_ldmatrix_x1_trans", dst, 4);
    tc_emu_ldmatrix("tc_ldmatrix_x1_trans", dst, src, 4 / 4, 1);
}

TC_FN void tc_ldmatrix_x2_trans(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_ldmatrix_x2_trans", dst, 8);
    tc_emu_ldmatrix("tc_ldmatrix_x2_trans", dst, src, 8 / 4, 1);
}

TC_FN void tc_ldmatrix_x4_trans(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_ldmatrix_x4_trans", dst, 16);
    tc_emu_ldmatrix("tc_ldmatrix_x4_trans", dst, src, 16 / 4, 1);
}

TC_FN void tc_stmatrix_x1(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_stmatrix_x1", src, 4);
    tc_emu_stmatrix("tc_stmatrix_x1", dst, src, 4 / 4, 0);
}

TC_FN void tc_stmatrix_x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_stmatrix_x2", src, 8);
    tc_emu_stmatrix("tc_stmatrix_x2", dst, src, 8 / 4, 0);
}

TC_FN void tc_stmatrix_x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_stmatrix_x4", src, 16);
    tc_emu_stmatrix("tc_stmatrix_x4", dst, src, 16 / 4, 0);
}

TC_FN void tc_stmatrix_x1_trans(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_stmatrix_x1_trans", src, 4);
    tc_emu_stmatrix("tc_stmatrix_x1_trans", dst, src, 4 / 4, 1);
}

TC_FN void tc_stmatrix_x2_trans(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_stmatrix_x2_trans", src, 8);
    tc_emu_stmatrix("tc_stmatrix_x2_trans", dst, src, 8 / 4, 1);
}

TC_FN void tc_stmatrix_x4_trans(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_stmatrix_x4_trans", src, 16);
    tc_emu_stmatrix("tc_stmatrix_x4_trans", dst, src, 16 / 4, 1);
}

TC_FN void tc_movmatrix(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_movmatrix", dst, 4);
    TC_EMU_LOCAL("tc_movmatrix", src, 4);
    tc_emu_movmatrix("tc_movmatrix", dst, src);
}

TC_FN void tc_cp_async_b32(void *dst, const void *src) {
    tc_emu_cp_async("tc_cp_async_b32", dst, src, 4, 4);
}

TC_FN void tc_cp_async_b32_zfill(void *dst, const void *src, unsigned bytes) {
    tc_emu_cp_async("tc_cp_async_b32_zfill", dst, src, 4, bytes);
}

TC_FN void tc_cp_async_b32_or_zero(void *dst, const void *src, int keep) {
    tc_emu_cp_async("tc_cp_async_b32_or_zero", dst, src, 4, keep ? 4 : 0);
}

TC_FN void tc_cp_async_b64(void *dst, const void *src) {
    tc_emu_cp_async("tc_cp_async_b64", dst, src, 8, 8);
}

TC_FN void tc_cp_async_b64_zfill(void *dst, const void *src, unsigned bytes) {
    tc_emu_cp_async("tc_cp_async_b64_zfill", dst, src, 8, bytes);
}

TC_FN void tc_cp_async_b64_or_zero(void *dst, const void *src, int keep) {
    tc_emu_cp_async("tc_cp_async_b64_or_zero", dst, src, 8, keep ? 8 : 0);
}

TC_FN void tc_cp_async_b128(void *dst, const void *src) {
    tc_emu_cp_async("tc_cp_async_b128", dst, src, 16, 16);
}

TC_FN void tc_cp_async_b128_zfill(void *dst, const void *src, unsigned bytes) {
    tc_emu_cp_async("tc_cp_async_b128_zfill", dst, src, 16, bytes);
}

TC_FN void tc_cp_async_b128_or_zero(void *dst, const void *src, int keep) {
    tc_emu_cp_async("tc_cp_async_b128_or_zero", dst, src, 16, keep ? 16 : 0);
}

TC_FN void tc_cp_async_commit(void) {
    tc_emu_cp_async_commit("tc_cp_async_commit");
}

TC_FN void tc_cp_async_wait_all(void) {
    tc_emu_cp_async_wait_all("tc_cp_async_wait_all");
}

TC_FN void tc_cp_async_mbarrier_arrive(tc_mbarrier *bar) {
    tc_emu_cp_async_mbarrier_arrive("tc_cp_async_mbarrier_arrive", bar, 0);
}

TC_FN void tc_cp_async_mbarrier_arrive_noinc(tc_mbarrier *bar) {
    tc_emu_cp_async_mbarrier_arrive("tc_cp_async_mbarrier_arrive_noinc", bar, 1);
}

TC_FN void tc_cp_async_wait_group_0(void) {
    tc_emu_cp_async_wait_group("tc_cp_async_wait_group_0", 0);
}

TC_FN void tc_cp_async_wait_group_1(void) {
    tc_emu_cp_async_wait_group("tc_cp_async_wait_group_1", 1);
}

TC_FN void tc_cp_async_wait_group_2(void) {
    tc_emu_cp_async_wait_group("tc_cp_async_wait_group_2", 2);
}

TC_FN void tc_cp_async_wait_group_3(void) {
    tc_emu_cp_async_wait_group("tc_cp_async_wait_group_3", 3);
}

TC_FN void tc_cp_async_wait_group_4(void) {
    tc_emu_cp_async_wait_group("tc_cp_async_wait_group_4", 4);
}

TC_FN void tc_cp_async_wait_group_5(void) {
    tc_emu_cp_async_wait_group("tc_cp_async_wait_group_5", 5);
}

TC_FN void tc_cp_async_wait_group_6(void) {
    tc_emu_cp_async_wait_group("tc_cp_async_wait_group_6", 6);
}

TC_FN void tc_cp_async_wait_group_7(void) {
    tc_emu_cp_async_wait_group("tc_cp_async_wait_group_7", 7);
}

TC_FN unsigned long long tc_createpolicy_fractional_evict_first(float fraction) {
    return fraction > 0; /* nothing here looks at it */
}

TC_FN unsigned long long tc_createpolicy_fractional_evict_last(float fraction) {
    return fraction > 0; /* nothing here looks at it */
}

TC_FN unsigned long long tc_createpolicy_fractional_evict_normal(float fraction) {
    return fraction > 0; /* nothing here looks at it */
}

TC_FN unsigned long long tc_createpolicy_fractional_evict_unchanged(float fraction) {
    return fraction > 0; /* nothing here looks at it */
}

TC_FN void tc_load_dsmem_b8(void *dst, tc_dsmem src) {
    TC_EMU_LOCAL("tc_load_dsmem_b8", dst, 1);
    tc_emu_load("tc_load_dsmem_b8", dst, src, 1, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_load_dsmem_b16(void *dst, tc_dsmem src) {
    TC_EMU_LOCAL("tc_load_dsmem_b16", dst, 2);
    tc_emu_load("tc_load_dsmem_b16", dst, src, 2, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_load_dsmem_b32(void *dst, tc_dsmem src) {
    TC_EMU_LOCAL("tc_load_dsmem_b32", dst, 4);
    tc_emu_load("tc_load_dsmem_b32", dst, src, 4, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_load_dsmem_b64(void *dst, tc_dsmem src) {
    TC_EMU_LOCAL("tc_load_dsmem_b64", dst, 8);
    tc_emu_load("tc_load_dsmem_b64", dst, src, 8, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_load_dsmem_b128(void *dst, tc_dsmem src) {
    TC_EMU_LOCAL("tc_load_dsmem_b128", dst, 16);
    tc_emu_load("tc_load_dsmem_b128", dst, src, 16, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_store_dsmem_b8(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_store_dsmem_b8", src, 1);
    tc_emu_store("tc_store_dsmem_b8", dst, src, 1, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_store_dsmem_b16(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_store_dsmem_b16", src, 2);
    tc_emu_store("tc_store_dsmem_b16", dst, src, 2, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_store_dsmem_b32(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_store_dsmem_b32", src, 4);
    tc_emu_store("tc_store_dsmem_b32", dst, src, 4, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_store_dsmem_b64(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_store_dsmem_b64", src, 8);
    tc_emu_store("tc_store_dsmem_b64", dst, src, 8, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_store_dsmem_b128(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_store_dsmem_b128", src, 16);
    tc_emu_store("tc_store_dsmem_b128", dst, src, 16, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_store_async_b32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_store_async_b32", src, 4);
    tc_emu_store_async("tc_store_async_b32", dst, src, 4, bar);
}

TC_FN void tc_store_async_b64(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_store_async_b64", src, 8);
    tc_emu_store_async("tc_store_async_b64", dst, src, 8, bar);
}

TC_FN void tc_store_async_b128(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_store_async_b128", src, 16);
    tc_emu_store_async("tc_store_async_b128", dst, src, 16, bar);
}

TC_FN void tc_reduce_async_add_u32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_add_u32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_add_u32", dst, src, bar, TC_EMU_REDUCE_ADD, TC_EMU_U32);
}

TC_FN void tc_reduce_async_min_u32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_min_u32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_min_u32", dst, src, bar, TC_EMU_REDUCE_MIN, TC_EMU_U32);
}

TC_FN void tc_reduce_async_max_u32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_max_u32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_max_u32", dst, src, bar, TC_EMU_REDUCE_MAX, TC_EMU_U32);
}

TC_FN void tc_reduce_async_inc_u32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_inc_u32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_inc_u32", dst, src, bar, TC_EMU_REDUCE_INC, TC_EMU_U32);
}

TC_FN void tc_reduce_async_dec_u32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_dec_u32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_dec_u32", dst, src, bar, TC_EMU_REDUCE_DEC, TC_EMU_U32);
}

TC_FN void tc_reduce_async_add_s32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_add_s32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_add_s32", dst, src, bar, TC_EMU_REDUCE_ADD, TC_EMU_S32);
}

TC_FN void tc_reduce_async_min_s32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_min_s32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_min_s32", dst, src, bar, TC_EMU_REDUCE_MIN, TC_EMU_S32);
}

TC_FN void tc_reduce_async_max_s32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_max_s32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_max_s32", dst, src, bar, TC_EMU_REDUCE_MAX, TC_EMU_S32);
}

TC_FN void tc_reduce_async_and_b32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_and_b32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_and_b32", dst, src, bar, TC_EMU_REDUCE_AND, TC_EMU_B32);
}

TC_FN void tc_reduce_async_or_b32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_or_b32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_or_b32", dst, src, bar, TC_EMU_REDUCE_OR, TC_EMU_B32);
}

TC_FN void tc_reduce_async_xor_b32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_xor_b32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_xor_b32", dst, src, bar, TC_EMU_REDUCE_XOR, TC_EMU_B32);
}

TC_FN void tc_reduce_async_add_u64(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_add_u64", src, 8);
    tc_emu_reduce_async("tc_reduce_async_add_u64", dst, src, bar, TC_EMU_REDUCE_ADD, TC_EMU_U64);
}

TC_FN void tc_reduce_dsmem_add_u32(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_dsmem_add_u32", src, 4);
    tc_emu_reduce_dsmem("tc_reduce_dsmem_add_u32", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_U32);
}

TC_FN void tc_reduce_dsmem_min_u32(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_dsmem_min_u32", src, 4);
    tc_emu_reduce_dsmem("tc_reduce_dsmem_min_u32", dst, src, 4, TC_EMU_REDUCE_MIN, TC_EMU_U32);
}

TC_FN void tc_reduce_dsmem_max_u32(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_dsmem_max_u32", src, 4);
    tc_emu_reduce_dsmem("tc_reduce_dsmem_max_u32", dst, src, 4, TC_EMU_REDUCE_MAX, TC_EMU_U32);
}

TC_FN void tc_reduce_dsmem_min_s32(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_dsmem_min_s32", src, 4);
    tc_emu_reduce_dsmem("tc_reduce_dsmem_min_s32", dst, src, 4, TC_EMU_REDUCE_MIN, TC_EMU_S32);
}

TC_FN void tc_reduce_dsmem_max_s32(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_dsmem_max_s32", src, 4);
    tc_emu_reduce_dsmem("tc_reduce_dsmem_max_s32", dst, src, 4, TC_EMU_REDUCE_MAX, TC_EMU_S32);
}

TC_FN void tc_reduce_dsmem_and_b32(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_dsmem_and_b32", src, 4);
    tc_emu_reduce_dsmem("tc_reduce_dsmem_and_b32", dst, src, 4, TC_EMU_REDUCE_AND, TC_EMU_B32);
}

TC_FN void tc_reduce_dsmem_or_b32(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_dsmem_or_b32", src, 4);
    tc_emu_reduce_dsmem("tc_reduce_dsmem_or_b32", dst, src, 4, TC_EMU_REDUCE_OR, TC_EMU_B32);
}

TC_FN void tc_reduce_dsmem_xor_b32(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_dsmem_xor_b32", src, 4);
    tc_emu_reduce_dsmem("tc_reduce_dsmem_xor_b32", dst, src, 4, TC_EMU_REDUCE_XOR, TC_EMU_B32);
}

TC_FN void tc_reduce_dsmem_add_f32(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_dsmem_add_f32", src, 4);
    tc_emu_reduce_dsmem("tc_reduce_dsmem_add_f32", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_F32);
}

TC_FN void tc_reduce_dsmem_add_f64(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_dsmem_add_f64", src, 8);
    tc_emu_reduce_dsmem("tc_reduce_dsmem_add_f64", dst, src, 8, TC_EMU_REDUCE_ADD, TC_EMU_F64);
}

TC_FN void tc_reduce_dsmem_add_f16x2(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_dsmem_add_f16x2", src, 4);
    tc_emu_reduce_dsmem("tc_reduce_dsmem_add_f16x2", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_F16);
}

TC_FN void tc_reduce_dsmem_add_bf16x2(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_dsmem_add_bf16x2", src, 4);
    tc_emu_reduce_dsmem("tc_reduce_dsmem_add_bf16x2", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_BF16);
}

TC_FN void tc_fence_async_smem(void) {
    tc_emu_fence_proxy("tc_fence_async_smem", TC_EMU_SHARED_SPACE);
}

TC_FN void tc_fence_async_gmem(void) {
    tc_emu_fence_proxy("tc_fence_async_gmem", TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_fence_async(void) {
    tc_emu_fence_proxy("tc_fence_async", TC_EMU_SHARED_SPACE);
    tc_emu_fence_proxy("tc_fence_async", TC_EMU_GLOBAL_SPACE);
    tc_emu_fence_proxy("tc_fence_async", TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_bulk_smem_to_dsmem(tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk("tc_bulk_smem_to_dsmem", dst, src, bytes, bar, TC_EMU_SHARED_SPACE);
}

TC_FN void tc_bulk_gmem_to_smem(void *dst, const void *src, unsigned bytes, tc_mbarrier *bar) {
    tc_emu_bulk("tc_bulk_gmem_to_smem", (char *)dst, src, bytes, (char *)bar, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_bulk_smem_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_to_global("tc_bulk_smem_to_gmem", (char *)dst, src, bytes, 0xffff);
}

TC_FN void tc_bulk_gmem_to_smem_hinted(
    void *dst, const void *src, unsigned bytes, tc_mbarrier *bar, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk(
        "tc_bulk_gmem_to_smem_hinted", (char *)dst, src, bytes, (char *)bar, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_bulk_smem_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_to_global("tc_bulk_smem_to_gmem_hinted", (char *)dst, src, bytes, 0xffff);
}

TC_FN void tc_bulk_gmem_to_smem_each(
    void *dst, const void *src, unsigned bytes, tc_mbarrier *bar, unsigned ctas) {
    tc_emu_bulk_multicast("tc_bulk_gmem_to_smem_each", dst, src, bytes, bar, ctas);
}

TC_FN void tc_bulk_gmem_to_smem_each_hinted(
    void *dst,
    const void *src,
    unsigned bytes,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_multicast("tc_bulk_gmem_to_smem_each_hinted", dst, src, bytes, bar, ctas);
}

TC_FN void tc_bulk_prefetch_gmem(const void *src, unsigned bytes) {
    tc_emu_bulk_prefetch("tc_bulk_prefetch_gmem", src, bytes);
}

TC_FN void tc_bulk_prefetch_gmem_hinted(
    const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_prefetch("tc_bulk_prefetch_gmem_hinted", src, bytes);
}

TC_FN void tc_bulk_commit(void) {
    tc_emu_bulk_commit("tc_bulk_commit");
}

TC_FN void tc_bulk_wait_0(void) {
    tc_emu_bulk_wait("tc_bulk_wait_0", 0, 0);
}

TC_FN void tc_bulk_wait_1(void) {
    tc_emu_bulk_wait("tc_bulk_wait_1", 1, 0);
}

TC_FN void tc_bulk_wait_2(void) {
    tc_emu_bulk_wait("tc_bulk_wait_2", 2, 0);
}

TC_FN void tc_bulk_wait_3(void) {
    tc_emu_bulk_wait("tc_bulk_wait_3", 3, 0);
}

TC_FN void tc_bulk_wait_4(void) {
    tc_emu_bulk_wait("tc_bulk_wait_4", 4, 0);
}

TC_FN void tc_bulk_wait_5(void) {
    tc_emu_bulk_wait("tc_bulk_wait_5", 5, 0);
}

TC_FN void tc_bulk_wait_6(void) {
    tc_emu_bulk_wait("tc_bulk_wait_6", 6, 0);
}

TC_FN void tc_bulk_wait_7(void) {
    tc_emu_bulk_wait("tc_bulk_wait_7", 7, 0);
}

TC_FN void tc_bulk_wait_read_0(void) {
    tc_emu_bulk_wait("tc_bulk_wait_read_0", 0, 1);
}

TC_FN void tc_bulk_wait_read_1(void) {
    tc_emu_bulk_wait("tc_bulk_wait_read_1", 1, 1);
}

TC_FN void tc_bulk_wait_read_2(void) {
    tc_emu_bulk_wait("tc_bulk_wait_read_2", 2, 1);
}

TC_FN void tc_bulk_wait_read_3(void) {
    tc_emu_bulk_wait("tc_bulk_wait_read_3", 3, 1);
}

TC_FN void tc_bulk_wait_read_4(void) {
    tc_emu_bulk_wait("tc_bulk_wait_read_4", 4, 1);
}

TC_FN void tc_bulk_wait_read_5(void) {
    tc_emu_bulk_wait("tc_bulk_wait_read_5", 5, 1);
}

TC_FN void tc_bulk_wait_read_6(void) {
    tc_emu_bulk_wait("tc_bulk_wait_read_6", 6, 1);
}

TC_FN void tc_bulk_wait_read_7(void) {
    tc_emu_bulk_wait("tc_bulk_wait_read_7", 7, 1);
}

TC_FN void tc_bulk_gmem_to_smem_multicast(
    void *dst, const void *src, unsigned bytes, tc_mbarrier *bar, unsigned ctas) {
    tc_emu_bulk_multicast("tc_bulk_gmem_to_smem_multicast", dst, src, bytes, bar, ctas);
}

TC_FN void tc_bulk_gmem_to_smem_multicast_hinted(
    void *dst,
    const void *src,
    unsigned bytes,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_multicast("tc_bulk_gmem_to_smem_multicast_hinted", dst, src, bytes, bar, ctas);
}

TC_FN void tc_bulk_smem_to_gmem_masked(void *dst, const void *src, unsigned bytes, unsigned mask) {
    tc_emu_bulk_to_global("tc_bulk_smem_to_gmem_masked", (char *)dst, src, bytes, mask);
}

TC_FN void tc_bulk_smem_to_gmem_masked_hinted(
    void *dst, const void *src, unsigned bytes, unsigned mask, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_to_global("tc_bulk_smem_to_gmem_masked_hinted", (char *)dst, src, bytes, mask);
}

TC_FN void tc_bulk_reduce_add_u32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_u32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_min_u32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_u32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_max_u32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_u32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_inc_u32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_inc_u32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_INC,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_dec_u32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_dec_u32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_DEC,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_add_s32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_s32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_min_s32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_s32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_max_s32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_s32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_add_u64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_u64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_U64);
}

TC_FN void tc_bulk_reduce_min_u64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_u64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_U64);
}

TC_FN void tc_bulk_reduce_max_u64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_u64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_U64);
}

TC_FN void tc_bulk_reduce_min_s64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_s64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_S64);
}

TC_FN void tc_bulk_reduce_max_s64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_s64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_S64);
}

TC_FN void tc_bulk_reduce_and_b32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_and_b32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_AND,
        TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_or_b32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_or_b32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_OR,
        TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_xor_b32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_xor_b32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_XOR,
        TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_and_b64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_and_b64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_AND,
        TC_EMU_B64);
}

TC_FN void tc_bulk_reduce_or_b64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_or_b64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_OR,
        TC_EMU_B64);
}

TC_FN void tc_bulk_reduce_xor_b64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_xor_b64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_XOR,
        TC_EMU_B64);
}

TC_FN void tc_bulk_reduce_add_f16_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_f16_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_F16);
}

TC_FN void tc_bulk_reduce_min_f16_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_f16_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_F16);
}

TC_FN void tc_bulk_reduce_max_f16_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_f16_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_F16);
}

TC_FN void tc_bulk_reduce_add_bf16_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_bf16_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_BF16);
}

TC_FN void tc_bulk_reduce_min_bf16_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_bf16_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_BF16);
}

TC_FN void tc_bulk_reduce_max_bf16_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_bf16_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_BF16);
}

TC_FN void tc_bulk_reduce_add_f32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_f32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_F32);
}

TC_FN void tc_bulk_reduce_add_f64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_f64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_F64);
}

TC_FN void tc_bulk_reduce_add_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_u32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_ADD, TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_min_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_u32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_MIN, TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_max_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_u32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_MAX, TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_inc_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_inc_u32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_INC, TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_dec_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_dec_u32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_DEC, TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_add_s32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_s32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_ADD, TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_min_s32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_s32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_MIN, TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_max_s32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_s32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_MAX, TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_and_b32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_and_b32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_AND, TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_or_b32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_or_b32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_OR, TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_xor_b32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_xor_b32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_XOR, TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_add_u64_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_u64_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_ADD, TC_EMU_U64);
}

TC_FN void tc_bulk_reduce_add_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_u32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_min_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_u32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_max_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_u32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_inc_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_inc_u32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_INC,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_dec_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_dec_u32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_DEC,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_add_s32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_s32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_min_s32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_s32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_max_s32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_s32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_add_u64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_u64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_U64);
}

TC_FN void tc_bulk_reduce_min_u64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_u64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_U64);
}

TC_FN void tc_bulk_reduce_max_u64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_u64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_U64);
}

TC_FN void tc_bulk_reduce_min_s64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_s64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_S64);
}

TC_FN void tc_bulk_reduce_max_s64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_s64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_S64);
}

TC_FN void tc_bulk_reduce_and_b32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_and_b32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_AND,
        TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_or_b32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_or_b32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_OR,
        TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_xor_b32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_xor_b32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_XOR,
        TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_and_b64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_and_b64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_AND,
        TC_EMU_B64);
}

TC_FN void tc_bulk_reduce_or_b64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_or_b64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_OR,
        TC_EMU_B64);
}

TC_FN void tc_bulk_reduce_xor_b64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_xor_b64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_XOR,
        TC_EMU_B64);
}

TC_FN void tc_bulk_reduce_add_f16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_f16_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_F16);
}

TC_FN void tc_bulk_reduce_min_f16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_f16_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_F16);
}

TC_FN void tc_bulk_reduce_max_f16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_f16_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_F16);
}

TC_FN void tc_bulk_reduce_add_bf16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_bf16_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_BF16);
}

TC_FN void tc_bulk_reduce_min_bf16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_bf16_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_BF16);
}

TC_FN void tc_bulk_reduce_max_bf16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_bf16_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_BF16);
}

TC_FN void tc_bulk_reduce_add_f32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_f32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_F32);
}

TC_FN void tc_bulk_reduce_add_f64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_f64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_F64);
}

TC_FN void tc_tensor_gmem_to_smem_1d(void *dst, const tc_tensormap *src, int c0, tc_mbarrier *bar) {
    const int at[] = {c0};
    tc_emu_tensor_to_smem("tc_tensor_gmem_to_smem_1d", dst, src, at, 1, bar, 0);
}

TC_FN void tc_tensor_gmem_to_smem_2d(
    void *dst, const tc_tensormap *src, int c0, int c1, tc_mbarrier *bar) {
    const int at[] = {c0, c1};
    tc_emu_tensor_to_smem("tc_tensor_gmem_to_smem_2d", dst, src, at, 2, bar, 0);
}

TC_FN void tc_tensor_gmem_to_smem_3d(
    void *dst, const tc_tensormap *src, int c0, int c1, int c2, tc_mbarrier *bar) {
    const int at[] = {c0, c1, c2};
    tc_emu_tensor_to_smem("tc_tensor_gmem_to_smem_3d", dst, src, at, 3, bar, 0);
}

TC_FN void tc_tensor_gmem_to_smem_4d(
    void *dst, const tc_tensormap *src, int c0, int c1, int c2, int c3, tc_mbarrier *bar) {
    const int at[] = {c0, c1, c2, c3};
    tc_emu_tensor_to_smem("tc_tensor_gmem_to_smem_4d", dst, src, at, 4, bar, 0);
}

TC_FN void tc_tensor_gmem_to_smem_5d(
    void *dst, const tc_tensormap *src, int c0, int c1, int c2, int c3, int c4, tc_mbarrier *bar) {
    const int at[] = {c0, c1, c2, c3, c4};
    tc_emu_tensor_to_smem("tc_tensor_gmem_to_smem_5d", dst, src, at, 5, bar, 0);
}

TC_FN void tc_tensor_smem_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0) {
    const int at[] = {c0};
    tc_emu_tensor_to_gmem("tc_tensor_smem_to_gmem_1d", dst, src, at, 1, 0);
}

TC_FN void tc_tensor_smem_to_gmem_2d(const tc_tensormap *dst, const void *src, int c0, int c1) {
    const int at[] = {c0, c1};
    tc_emu_tensor_to_gmem("tc_tensor_smem_to_gmem_2d", dst, src, at, 2, 0);
}

TC_FN void tc_tensor_smem_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2) {
    const int at[] = {c0, c1, c2};
    tc_emu_tensor_to_gmem("tc_tensor_smem_to_gmem_3d", dst, src, at, 3, 0);
}

TC_FN void tc_tensor_smem_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3) {
    const int at[] = {c0, c1, c2, c3};
    tc_emu_tensor_to_gmem("tc_tensor_smem_to_gmem_4d", dst, src, at, 4, 0);
}

TC_FN void tc_tensor_smem_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4) {
    const int at[] = {c0, c1, c2, c3, c4};
    tc_emu_tensor_to_gmem("tc_tensor_smem_to_gmem_5d", dst, src, at, 5, 0);
}

TC_FN void tc_tensor_prefetch_1d(const tc_tensormap *src, int c0) {
    const int at[] = {c0};
    tc_emu_tensor_prefetch("tc_tensor_prefetch_1d", src, at, 1);
}

TC_FN void tc_tensor_prefetch_2d(const tc_tensormap *src, int c0, int c1) {
    const int at[] = {c0, c1};
    tc_emu_tensor_prefetch("tc_tensor_prefetch_2d", src, at, 2);
}

TC_FN void tc_tensor_prefetch_3d(const tc_tensormap *src, int c0, int c1, int c2) {
    const int at[] = {c0, c1, c2};
    tc_emu_tensor_prefetch("tc_tensor_prefetch_3d", src, at, 3);
}

TC_FN void tc_tensor_prefetch_4d(const tc_tensormap *src, int c0, int c1, int c2, int c3) {
    const int at[] = {c0, c1, c2, c3};
    tc_emu_tensor_prefetch("tc_tensor_prefetch_4d", src, at, 4);
}

TC_FN void tc_tensor_prefetch_5d(const tc_tensormap *src, int c0, int c1, int c2, int c3, int c4) {
    const int at[] = {c0, c1, c2, c3, c4};
    tc_emu_tensor_prefetch("tc_tensor_prefetch_5d", src, at, 5);
}

TC_FN void tc_prefetch_tensormap(const tc_tensormap *map) {
    tc_emu_tensormap_prefetch("tc_prefetch_tensormap", map);
}

TC_FN void tc_tensor_gmem_to_smem_1d_multicast(
    void *dst, const tc_tensormap *src, int c0, tc_mbarrier *bar, unsigned ctas) {
    const int at[] = {c0};
    tc_emu_tensor_to_smem("tc_tensor_gmem_to_smem_1d_multicast", dst, src, at, 1, bar, &ctas);
}

TC_FN void tc_tensor_gmem_to_smem_2d_multicast(
    void *dst, const tc_tensormap *src, int c0, int c1, tc_mbarrier *bar, unsigned ctas) {
    const int at[] = {c0, c1};
    tc_emu_tensor_to_smem("tc_tensor_gmem_to_smem_2d_multicast", dst, src, at, 2, bar, &ctas);
}

TC_FN void tc_tensor_gmem_to_smem_3d_multicast(
    void *dst, const tc_tensormap *src, int c0, int c1, int c2, tc_mbarrier *bar, unsigned ctas) {
    const int at[] = {c0, c1, c2};
    tc_emu_tensor_to_smem("tc_tensor_gmem_to_smem_3d_multicast", dst, src, at, 3, bar, &ctas);
}

TC_FN void tc_tensor_gmem_to_smem_4d_multicast(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    tc_mbarrier *bar,
    unsigned ctas) {
    const int at[] = {c0, c1, c2, c3};
    tc_emu_tensor_to_smem("tc_tensor_gmem_to_smem_4d_multicast", dst, src, at, 4, bar, &ctas);
}

TC_FN void tc_tensor_gmem_to_smem_5d_multicast(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    int c4,
    tc_mbarrier *bar,
    unsigned ctas) {
    const int at[] = {c0, c1, c2, c3, c4};
    tc_emu_tensor_to_smem("tc_tensor_gmem_to_smem_5d_multicast", dst, src, at, 5, bar, &ctas);
}

TC_FN void tc_tensor_gather4_to_smem(
    void *dst, const tc_tensormap *src, int c0, int c1, int c2, int c3, int c4, tc_mbarrier *bar) {
    const int at[] = {c0, c1, c2, c3, c4};
    tc_emu_tensor_gather("tc_tensor_gather4_to_smem", dst, src, at, bar);
}

TC_FN void tc_tensor_scatter4_to_gmem(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4) {
    const int at[] = {c0, c1, c2, c3, c4};
    tc_emu_tensor_scatter("tc_tensor_scatter4_to_gmem", dst, src, at);
}

TC_FN void tc_tensor_gather4_to_smem_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    int c4,
    tc_mbarrier *bar,
    unsigned long long policy) {
    (void)policy;
    const int at[] = {c0, c1, c2, c3, c4};
    tc_emu_tensor_gather("tc_tensor_gather4_to_smem_hinted", dst, src, at, bar);
}

TC_FN void tc_tensor_scatter4_to_gmem_hinted(
    const tc_tensormap *dst,
    const void *src,
    int c0,
    int c1,
    int c2,
    int c3,
    int c4,
    unsigned long long policy) {
    (void)policy;
    const int at[] = {c0, c1, c2, c3, c4};
    tc_emu_tensor_scatter("tc_tensor_scatter4_to_gmem_hinted", dst, src, at);
}

TC_FN void tc_tensormap_replace_address(void *dst, const void *base) {
    tc_emu_tensormap_address("tc_tensormap_replace_address", dst, base);
}

TC_FN void tc_tensormap_replace_extent_0(void *dst, unsigned elements) {
    tc_emu_tensormap_extent("tc_tensormap_replace_extent_0", dst, 0, elements);
}

TC_FN void tc_tensormap_replace_extent_1(void *dst, unsigned elements) {
    tc_emu_tensormap_extent("tc_tensormap_replace_extent_1", dst, 1, elements);
}

TC_FN void tc_tensormap_replace_extent_2(void *dst, unsigned elements) {
    tc_emu_tensormap_extent("tc_tensormap_replace_extent_2", dst, 2, elements);
}

TC_FN void tc_tensormap_replace_extent_3(void *dst, unsigned elements) {
    tc_emu_tensormap_extent("tc_tensormap_replace_extent_3", dst, 3, elements);
}

TC_FN void tc_tensormap_replace_extent_4(void *dst, unsigned elements) {
    tc_emu_tensormap_extent("tc_tensormap_replace_extent_4", dst, 4, elements);
}

TC_FN void tc_tensormap_replace_stride_0(void *dst, unsigned long long stride) {
    tc_emu_tensormap_stride("tc_tensormap_replace_stride_0", dst, 0, stride);
}

TC_FN void tc_tensormap_replace_stride_1(void *dst, unsigned long long stride) {
    tc_emu_tensormap_stride("tc_tensormap_replace_stride_1", dst, 1, stride);
}

TC_FN void tc_tensormap_replace_stride_2(void *dst, unsigned long long stride) {
    tc_emu_tensormap_stride("tc_tensormap_replace_stride_2", dst, 2, stride);
}

TC_FN void tc_tensormap_replace_stride_3(void *dst, unsigned long long stride) {
    tc_emu_tensormap_stride("tc_tensormap_replace_stride_3", dst, 3, stride);
}

TC_FN void tc_tensormap_replace_box_0(void *dst, unsigned elements) {
    tc_emu_tensormap_box("tc_tensormap_replace_box_0", dst, 0, elements);
}

TC_FN void tc_tensormap_replace_box_1(void *dst, unsigned elements) {
    tc_emu_tensormap_box("tc_tensormap_replace_box_1", dst, 1, elements);
}

TC_FN void tc_tensormap_replace_box_2(void *dst, unsigned elements) {
    tc_emu_tensormap_box("tc_tensormap_replace_box_2", dst, 2, elements);
}

TC_FN void tc_tensormap_replace_box_3(void *dst, unsigned elements) {
    tc_emu_tensormap_box("tc_tensormap_replace_box_3", dst, 3, elements);
}

TC_FN void tc_tensormap_replace_box_4(void *dst, unsigned elements) {
    tc_emu_tensormap_box("tc_tensormap_replace_box_4", dst, 4, elements);
}

TC_FN void tc_tensormap_publish(void *dst, const void *src) {
    tc_emu_tensormap_publish("tc_tensormap_publish", dst, src);
}

TC_FN void tc_tensormap_acquire(const void *map) {
    tc_emu_tensormap_acquire("tc_tensormap_acquire", map);
}

TC_FN void tc_tensor_gmem_to_smem_1d_hinted(
    void *dst, const tc_tensormap *src, int c0, tc_mbarrier *bar, unsigned long long policy) {
    (void)policy;
    const int at[] = {c0};
    tc_emu_tensor_to_smem("tc_tensor_gmem_to_smem_1d_hinted", dst, src, at, 1, bar, 0);
}

TC_FN void tc_tensor_gmem_to_smem_2d_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    tc_mbarrier *bar,
    unsigned long long policy) {
    (void)policy;
    const int at[] = {c0, c1};
    tc_emu_tensor_to_smem("tc_tensor_gmem_to_smem_2d_hinted", dst, src, at, 2, bar, 0);
}

TC_FN void tc_tensor_gmem_to_smem_3d_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    tc_mbarrier *bar,
    unsigned long long policy) {
    (void)policy;
    const int at[] = {c0, c1, c2};
    tc_emu_tensor_to_smem("tc_tensor_gmem_to_smem_3d_hinted", dst, src, at, 3, bar, 0);
}

TC_FN void tc_tensor_gmem_to_smem_4d_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    tc_mbarrier *bar,
    unsigned long long policy) {
    (void)policy;
    const int at[] = {c0, c1, c2, c3};
    tc_emu_tensor_to_smem("tc_tensor_gmem_to_smem_4d_hinted", dst, src, at, 4, bar, 0);
}

TC_FN void tc_tensor_gmem_to_smem_5d_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    int c4,
    tc_mbarrier *bar,
    unsigned long long policy) {
    (void)policy;
    const int at[] = {c0, c1, c2, c3, c4};
    tc_emu_tensor_to_smem("tc_tensor_gmem_to_smem_5d_hinted", dst, src, at, 5, bar, 0);
}

TC_FN void tc_tensor_smem_to_gmem_1d_hinted(
    const tc_tensormap *dst, const void *src, int c0, unsigned long long policy) {
    (void)policy;
    const int at[] = {c0};
    tc_emu_tensor_to_gmem("tc_tensor_smem_to_gmem_1d_hinted", dst, src, at, 1, 0);
}

TC_FN void tc_tensor_smem_to_gmem_2d_hinted(
    const tc_tensormap *dst, const void *src, int c0, int c1, unsigned long long policy) {
    (void)policy;
    const int at[] = {c0, c1};
    tc_emu_tensor_to_gmem("tc_tensor_smem_to_gmem_2d_hinted", dst, src, at, 2, 0);
}

TC_FN void tc_tensor_smem_to_gmem_3d_hinted(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, unsigned long long policy) {
    (void)policy;
    const int at[] = {c0, c1, c2};
    tc_emu_tensor_to_gmem("tc_tensor_smem_to_gmem_3d_hinted", dst, src, at, 3, 0);
}

TC_FN void tc_tensor_smem_to_gmem_4d_hinted(
    const tc_tensormap *dst,
    const void *src,
    int c0,
    int c1,
    int c2,
    int c3,
    unsigned long long policy) {
    (void)policy;
    const int at[] = {c0, c1, c2, c3};
    tc_emu_tensor_to_gmem("tc_tensor_smem_to_gmem_4d_hinted", dst, src, at, 4, 0);
}

TC_FN void tc_tensor_smem_to_gmem_5d_hinted(
    const tc_tensormap *dst,
    const void *src,
    int c0,
    int c1,
    int c2,
    int c3,
    int c4,
    unsigned long long policy) {
    (void)policy;
    const int at[] = {c0, c1, c2, c3, c4};
    tc_emu_tensor_to_gmem("tc_tensor_smem_to_gmem_5d_hinted", dst, src, at, 5, 0);
}

TC_FN void tc_tensor_gmem_to_smem_1d_multicast_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy) {
    (void)policy;
    const int at[] = {c0};
    tc_emu_tensor_to_smem(
        "tc_tensor_gmem_to_smem_1d_multicast_hinted", dst, src, at, 1, bar, &ctas);
}

TC_FN void tc_tensor_gmem_to_smem_2d_multicast_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy) {
    (void)policy;
    const int at[] = {c0, c1};
    tc_emu_tensor_to_smem(
        "tc_tensor_gmem_to_smem_2d_multicast_hinted", dst, src, at, 2, bar, &ctas);
}

TC_FN void tc_tensor_gmem_to_smem_3d_multicast_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy) {
    (void)policy;
    const int at[] = {c0, c1, c2};
    tc_emu_tensor_to_smem(
        "tc_tensor_gmem_to_smem_3d_multicast_hinted", dst, src, at, 3, bar, &ctas);
}

TC_FN void tc_tensor_gmem_to_smem_4d_multicast_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy) {
    (void)policy;
    const int at[] = {c0, c1, c2, c3};
    tc_emu_tensor_to_smem(
        "tc_tensor_gmem_to_smem_4d_multicast_hinted", dst, src, at, 4, bar, &ctas);
}

TC_FN void tc_tensor_gmem_to_smem_5d_multicast_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    int c4,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy) {
    (void)policy;
    const int at[] = {c0, c1, c2, c3, c4};
    tc_emu_tensor_to_smem(
        "tc_tensor_gmem_to_smem_5d_multicast_hinted", dst, src, at, 5, bar, &ctas);
}

TC_FN void tc_tensor_reduce_add_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0) {
    const int at[] = {c0};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_add_to_gmem_1d", dst, src, at, 1, TC_EMU_REDUCE_ADD);
}

TC_FN void tc_tensor_reduce_add_to_gmem_2d(
    const tc_tensormap *dst, const void *src, int c0, int c1) {
    const int at[] = {c0, c1};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_add_to_gmem_2d", dst, src, at, 2, TC_EMU_REDUCE_ADD);
}

TC_FN void tc_tensor_reduce_add_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2) {
    const int at[] = {c0, c1, c2};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_add_to_gmem_3d", dst, src, at, 3, TC_EMU_REDUCE_ADD);
}

TC_FN void tc_tensor_reduce_add_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3) {
    const int at[] = {c0, c1, c2, c3};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_add_to_gmem_4d", dst, src, at, 4, TC_EMU_REDUCE_ADD);
}

TC_FN void tc_tensor_reduce_add_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4) {
    const int at[] = {c0, c1, c2, c3, c4};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_add_to_gmem_5d", dst, src, at, 5, TC_EMU_REDUCE_ADD);
}

TC_FN void tc_tensor_reduce_min_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0) {
    const int at[] = {c0};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_min_to_gmem_1d", dst, src, at, 1, TC_EMU_REDUCE_MIN);
}

TC_FN void tc_tensor_reduce_min_to_gmem_2d(
    const tc_tensormap *dst, const void *src, int c0, int c1) {
    const int at[] = {c0, c1};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_min_to_gmem_2d", dst, src, at, 2, TC_EMU_REDUCE_MIN);
}

TC_FN void tc_tensor_reduce_min_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2) {
    const int at[] = {c0, c1, c2};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_min_to_gmem_3d", dst, src, at, 3, TC_EMU_REDUCE_MIN);
}

TC_FN void tc_tensor_reduce_min_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3) {
    const int at[] = {c0, c1, c2, c3};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_min_to_gmem_4d", dst, src, at, 4, TC_EMU_REDUCE_MIN);
}

TC_FN void tc_tensor_reduce_min_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4) {
    const int at[] = {c0, c1, c2, c3, c4};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_min_to_gmem_5d", dst, src, at, 5, TC_EMU_REDUCE_MIN);
}

TC_FN void tc_tensor_reduce_max_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0) {
    const int at[] = {c0};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_max_to_gmem_1d", dst, src, at, 1, TC_EMU_REDUCE_MAX);
}

TC_FN void tc_tensor_reduce_max_to_gmem_2d(
    const tc_tensormap *dst, const void *src, int c0, int c1) {
    const int at[] = {c0, c1};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_max_to_gmem_2d", dst, src, at, 2, TC_EMU_REDUCE_MAX);
}

TC_FN void tc_tensor_reduce_max_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2) {
    const int at[] = {c0, c1, c2};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_max_to_gmem_3d", dst, src, at, 3, TC_EMU_REDUCE_MAX);
}

TC_FN void tc_tensor_reduce_max_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3) {
    const int at[] = {c0, c1, c2, c3};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_max_to_gmem_4d", dst, src, at, 4, TC_EMU_REDUCE_MAX);
}

TC_FN void tc_tensor_reduce_max_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4) {
    const int at[] = {c0, c1, c2, c3, c4};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_max_to_gmem_5d", dst, src, at, 5, TC_EMU_REDUCE_MAX);
}

TC_FN void tc_tensor_reduce_and_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0) {
    const int at[] = {c0};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_and_to_gmem_1d", dst, src, at, 1, TC_EMU_REDUCE_AND);
}

TC_FN void tc_tensor_reduce_and_to_gmem_2d(
    const tc_tensormap *dst, const void *src, int c0, int c1) {
    const int at[] = {c0, c1};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_and_to_gmem_2d", dst, src, at, 2, TC_EMU_REDUCE_AND);
}

TC_FN void tc_tensor_reduce_and_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2) {
    const int at[] = {c0, c1, c2};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_and_to_gmem_3d", dst, src, at, 3, TC_EMU_REDUCE_AND);
}

TC_FN void tc_tensor_reduce_and_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3) {
    const int at[] = {c0, c1, c2, c3};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_and_to_gmem_4d", dst, src, at, 4, TC_EMU_REDUCE_AND);
}

TC_FN void tc_tensor_reduce_and_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4) {
    const int at[] = {c0, c1, c2, c3, c4};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_and_to_gmem_5d", dst, src, at, 5, TC_EMU_REDUCE_AND);
}

TC_FN void tc_tensor_reduce_or_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0) {
    const int at[] = {c0};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_or_to_gmem_1d", dst, src, at, 1, TC_EMU_REDUCE_OR);
}

TC_FN void tc_tensor_reduce_or_to_gmem_2d(
    const tc_tensormap *dst, const void *src, int c0, int c1) {
    const int at[] = {c0, c1};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_or_to_gmem_2d", dst, src, at, 2, TC_EMU_REDUCE_OR);
}

TC_FN void tc_tensor_reduce_or_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2) {
    const int at[] = {c0, c1, c2};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_or_to_gmem_3d", dst, src, at, 3, TC_EMU_REDUCE_OR);
}

TC_FN void tc_tensor_reduce_or_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3) {
    const int at[] = {c0, c1, c2, c3};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_or_to_gmem_4d", dst, src, at, 4, TC_EMU_REDUCE_OR);
}

TC_FN void tc_tensor_reduce_or_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4) {
    const int at[] = {c0, c1, c2, c3, c4};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_or_to_gmem_5d", dst, src, at, 5, TC_EMU_REDUCE_OR);
}

TC_FN void tc_tensor_reduce_xor_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0) {
    const int at[] = {c0};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_xor_to_gmem_1d", dst, src, at, 1, TC_EMU_REDUCE_XOR);
}

TC_FN void tc_tensor_reduce_xor_to_gmem_2d(
    const tc_tensormap *dst, const void *src, int c0, int c1) {
    const int at[] = {c0, c1};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_xor_to_gmem_2d", dst, src, at, 2, TC_EMU_REDUCE_XOR);
}

TC_FN void tc_tensor_reduce_xor_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2) {
    const int at[] = {c0, c1, c2};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_xor_to_gmem_3d", dst, src, at, 3, TC_EMU_REDUCE_XOR);
}

TC_FN void tc_tensor_reduce_xor_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3) {
    const int at[] = {c0, c1, c2, c3};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_xor_to_gmem_4d", dst, src, at, 4, TC_EMU_REDUCE_XOR);
}

TC_FN void tc_tensor_reduce_xor_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4) {
    const int at[] = {c0, c1, c2, c3, c4};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_xor_to_gmem_5d", dst, src, at, 5, TC_EMU_REDUCE_XOR);
}

TC_FN void tc_tensor_reduce_inc_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0) {
    const int at[] = {c0};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_inc_to_gmem_1d", dst, src, at, 1, TC_EMU_REDUCE_INC);
}

TC_FN void tc_tensor_reduce_inc_to_gmem_2d(
    const tc_tensormap *dst, const void *src, int c0, int c1) {
    const int at[] = {c0, c1};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_inc_to_gmem_2d", dst, src, at, 2, TC_EMU_REDUCE_INC);
}

TC_FN void tc_tensor_reduce_inc_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2) {
    const int at[] = {c0, c1, c2};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_inc_to_gmem_3d", dst, src, at, 3, TC_EMU_REDUCE_INC);
}

TC_FN void tc_tensor_reduce_inc_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3) {
    const int at[] = {c0, c1, c2, c3};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_inc_to_gmem_4d", dst, src, at, 4, TC_EMU_REDUCE_INC);
}

TC_FN void tc_tensor_reduce_inc_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4) {
    const int at[] = {c0, c1, c2, c3, c4};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_inc_to_gmem_5d", dst, src, at, 5, TC_EMU_REDUCE_INC);
}

TC_FN void tc_tensor_reduce_dec_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0) {
    const int at[] = {c0};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_dec_to_gmem_1d", dst, src, at, 1, TC_EMU_REDUCE_DEC);
}

TC_FN void tc_tensor_reduce_dec_to_gmem_2d(
    const tc_tensormap *dst, const void *src, int c0, int c1) {
    const int at[] = {c0, c1};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_dec_to_gmem_2d", dst, src, at, 2, TC_EMU_REDUCE_DEC);
}

TC_FN void tc_tensor_reduce_dec_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2) {
    const int at[] = {c0, c1, c2};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_dec_to_gmem_3d", dst, src, at, 3, TC_EMU_REDUCE_DEC);
}

TC_FN void tc_tensor_reduce_dec_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3) {
    const int at[] = {c0, c1, c2, c3};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_dec_to_gmem_4d", dst, src, at, 4, TC_EMU_REDUCE_DEC);
}

TC_FN void tc_tensor_reduce_dec_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4) {
    const int at[] = {c0, c1, c2, c3, c4};
    tc_emu_tensor_to_gmem("tc_tensor_reduce_dec_to_gmem_5d", dst, src, at, 5, TC_EMU_REDUCE_DEC);
}

TC_FN void tc_reduce_gmem_add_u32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_u32", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_u32", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_U32);
}

TC_FN void tc_reduce_gmem_min_u32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_u32", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_u32", dst, src, 4, TC_EMU_REDUCE_MIN, TC_EMU_U32);
}

TC_FN void tc_reduce_gmem_max_u32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_u32", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_u32", dst, src, 4, TC_EMU_REDUCE_MAX, TC_EMU_U32);
}

TC_FN void tc_reduce_gmem_min_s32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_s32", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_s32", dst, src, 4, TC_EMU_REDUCE_MIN, TC_EMU_S32);
}

TC_FN void tc_reduce_gmem_max_s32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_s32", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_s32", dst, src, 4, TC_EMU_REDUCE_MAX, TC_EMU_S32);
}

TC_FN void tc_reduce_gmem_and_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_and_b32", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_and_b32", dst, src, 4, TC_EMU_REDUCE_AND, TC_EMU_B32);
}

TC_FN void tc_reduce_gmem_or_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_or_b32", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_or_b32", dst, src, 4, TC_EMU_REDUCE_OR, TC_EMU_B32);
}

TC_FN void tc_reduce_gmem_xor_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_xor_b32", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_xor_b32", dst, src, 4, TC_EMU_REDUCE_XOR, TC_EMU_B32);
}

TC_FN void tc_reduce_gmem_add_u64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_u64", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_u64", dst, src, 8, TC_EMU_REDUCE_ADD, TC_EMU_U64);
}

TC_FN void tc_reduce_gmem_min_u64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_u64", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_u64", dst, src, 8, TC_EMU_REDUCE_MIN, TC_EMU_U64);
}

TC_FN void tc_reduce_gmem_max_u64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_u64", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_u64", dst, src, 8, TC_EMU_REDUCE_MAX, TC_EMU_U64);
}

TC_FN void tc_reduce_gmem_min_s64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_s64", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_s64", dst, src, 8, TC_EMU_REDUCE_MIN, TC_EMU_S64);
}

TC_FN void tc_reduce_gmem_max_s64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_s64", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_s64", dst, src, 8, TC_EMU_REDUCE_MAX, TC_EMU_S64);
}

TC_FN void tc_reduce_gmem_and_b64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_and_b64", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_and_b64", dst, src, 8, TC_EMU_REDUCE_AND, TC_EMU_B64);
}

TC_FN void tc_reduce_gmem_or_b64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_or_b64", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_or_b64", dst, src, 8, TC_EMU_REDUCE_OR, TC_EMU_B64);
}

TC_FN void tc_reduce_gmem_xor_b64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_xor_b64", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_xor_b64", dst, src, 8, TC_EMU_REDUCE_XOR, TC_EMU_B64);
}

TC_FN void tc_reduce_gmem_add_f32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_f32", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_f32", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_F32);
}

TC_FN void tc_reduce_gmem_add_f64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_f64", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_f64", dst, src, 8, TC_EMU_REDUCE_ADD, TC_EMU_F64);
}

TC_FN void tc_reduce_gmem_add_f16x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_f16x2", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_f16x2", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_add_bf16x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_bf16x2", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_bf16x2", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_add_f16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_f16", src, 2);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_f16", dst, src, 2, TC_EMU_REDUCE_ADD, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_add_bf16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_bf16", src, 2);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_bf16", dst, src, 2, TC_EMU_REDUCE_ADD, TC_EMU_BF16);
}

TC_FN void tc_reduce_smem_add_u32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_add_u32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_add_u32", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_U32);
}

TC_FN void tc_reduce_smem_min_u32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_min_u32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_min_u32", dst, src, 4, TC_EMU_REDUCE_MIN, TC_EMU_U32);
}

TC_FN void tc_reduce_smem_max_u32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_max_u32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_max_u32", dst, src, 4, TC_EMU_REDUCE_MAX, TC_EMU_U32);
}

TC_FN void tc_reduce_smem_min_s32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_min_s32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_min_s32", dst, src, 4, TC_EMU_REDUCE_MIN, TC_EMU_S32);
}

TC_FN void tc_reduce_smem_max_s32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_max_s32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_max_s32", dst, src, 4, TC_EMU_REDUCE_MAX, TC_EMU_S32);
}

TC_FN void tc_reduce_smem_and_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_and_b32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_and_b32", dst, src, 4, TC_EMU_REDUCE_AND, TC_EMU_B32);
}

TC_FN void tc_reduce_smem_or_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_or_b32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_or_b32", dst, src, 4, TC_EMU_REDUCE_OR, TC_EMU_B32);
}

TC_FN void tc_reduce_smem_xor_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_xor_b32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_xor_b32", dst, src, 4, TC_EMU_REDUCE_XOR, TC_EMU_B32);
}

TC_FN void tc_reduce_smem_add_u64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_add_u64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_add_u64", dst, src, 8, TC_EMU_REDUCE_ADD, TC_EMU_U64);
}

TC_FN void tc_reduce_smem_min_u64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_min_u64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_min_u64", dst, src, 8, TC_EMU_REDUCE_MIN, TC_EMU_U64);
}

TC_FN void tc_reduce_smem_max_u64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_max_u64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_max_u64", dst, src, 8, TC_EMU_REDUCE_MAX, TC_EMU_U64);
}

TC_FN void tc_reduce_smem_min_s64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_min_s64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_min_s64", dst, src, 8, TC_EMU_REDUCE_MIN, TC_EMU_S64);
}

TC_FN void tc_reduce_smem_max_s64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_max_s64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_max_s64", dst, src, 8, TC_EMU_REDUCE_MAX, TC_EMU_S64);
}

TC_FN void tc_reduce_smem_and_b64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_and_b64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_and_b64", dst, src, 8, TC_EMU_REDUCE_AND, TC_EMU_B64);
}

TC_FN void tc_reduce_smem_or_b64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_or_b64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_or_b64", dst, src, 8, TC_EMU_REDUCE_OR, TC_EMU_B64);
}

TC_FN void tc_reduce_smem_xor_b64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_xor_b64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_xor_b64", dst, src, 8, TC_EMU_REDUCE_XOR, TC_EMU_B64);
}

TC_FN void tc_reduce_smem_add_f32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_add_f32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_add_f32", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_F32);
}

TC_FN void tc_reduce_smem_add_f64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_add_f64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_add_f64", dst, src, 8, TC_EMU_REDUCE_ADD, TC_EMU_F64);
}

TC_FN void tc_reduce_smem_add_f16x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_add_f16x2", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_add_f16x2", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_F16);
}

TC_FN void tc_reduce_smem_add_bf16x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_add_bf16x2", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_add_bf16x2", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_BF16);
}

TC_FN void tc_reduce_smem_add_f16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_add_f16", src, 2);
    tc_emu_reduce_smem("tc_reduce_smem_add_f16", dst, src, 2, TC_EMU_REDUCE_ADD, TC_EMU_F16);
}

TC_FN void tc_reduce_smem_add_bf16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_add_bf16", src, 2);
    tc_emu_reduce_smem("tc_reduce_smem_add_bf16", dst, src, 2, TC_EMU_REDUCE_ADD, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_add_f32x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_f32x2", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_f32x2", dst, src, 8, TC_EMU_REDUCE_ADD, TC_EMU_F32);
}

TC_FN void tc_reduce_gmem_add_f32x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_f32x4", src, 16);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_f32x4", dst, src, 16, TC_EMU_REDUCE_ADD, TC_EMU_F32);
}

TC_FN void tc_reduce_gmem_add_f16x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_f16x4", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_f16x4", dst, src, 8, TC_EMU_REDUCE_ADD, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_add_f16x8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_f16x8", src, 16);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_f16x8", dst, src, 16, TC_EMU_REDUCE_ADD, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_min_f16x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_f16x2", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_f16x2", dst, src, 4, TC_EMU_REDUCE_MIN, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_min_f16x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_f16x4", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_f16x4", dst, src, 8, TC_EMU_REDUCE_MIN, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_min_f16x8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_f16x8", src, 16);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_f16x8", dst, src, 16, TC_EMU_REDUCE_MIN, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_max_f16x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_f16x2", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_f16x2", dst, src, 4, TC_EMU_REDUCE_MAX, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_max_f16x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_f16x4", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_f16x4", dst, src, 8, TC_EMU_REDUCE_MAX, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_max_f16x8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_f16x8", src, 16);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_f16x8", dst, src, 16, TC_EMU_REDUCE_MAX, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_add_bf16x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_bf16x4", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_bf16x4", dst, src, 8, TC_EMU_REDUCE_ADD, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_add_bf16x8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_bf16x8", src, 16);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_bf16x8", dst, src, 16, TC_EMU_REDUCE_ADD, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_min_bf16x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_bf16x2", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_bf16x2", dst, src, 4, TC_EMU_REDUCE_MIN, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_min_bf16x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_bf16x4", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_bf16x4", dst, src, 8, TC_EMU_REDUCE_MIN, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_min_bf16x8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_bf16x8", src, 16);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_bf16x8", dst, src, 16, TC_EMU_REDUCE_MIN, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_max_bf16x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_bf16x2", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_bf16x2", dst, src, 4, TC_EMU_REDUCE_MAX, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_max_bf16x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_bf16x4", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_bf16x4", dst, src, 8, TC_EMU_REDUCE_MAX, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_max_bf16x8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_bf16x8", src, 16);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_bf16x8", dst, src, 16, TC_EMU_REDUCE_MAX, TC_EMU_BF16);
}

TC_FN void tc_mma_m16n8k8_f16(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k8_f16", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k8_f16", a, 8);
    TC_EMU_LOCAL("tc_mma_m16n8k8_f16", b, 4);
    tc_emu_mma("tc_mma_m16n8k8_f16", c, a, b, TC_EMU_MMA_F16, 16, 8);
}

TC_FN void tc_mma_m16n8k16_f16(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k16_f16", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k16_f16", a, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k16_f16", b, 8);
    tc_emu_mma("tc_mma_m16n8k16_f16", c, a, b, TC_EMU_MMA_F16, 16, 16);
}

TC_FN void tc_mma_m16n8k8_bf16(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k8_bf16", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k8_bf16", a, 8);
    TC_EMU_LOCAL("tc_mma_m16n8k8_bf16", b, 4);
    tc_emu_mma("tc_mma_m16n8k8_bf16", c, a, b, TC_EMU_MMA_BF16, 16, 8);
}

TC_FN void tc_mma_m16n8k16_bf16(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k16_bf16", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k16_bf16", a, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k16_bf16", b, 8);
    tc_emu_mma("tc_mma_m16n8k16_bf16", c, a, b, TC_EMU_MMA_BF16, 16, 16);
}

TC_FN void tc_mma_m16n8k4_tf32(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k4_tf32", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k4_tf32", a, 8);
    TC_EMU_LOCAL("tc_mma_m16n8k4_tf32", b, 4);
    tc_emu_mma("tc_mma_m16n8k4_tf32", c, a, b, TC_EMU_MMA_TF32, 16, 4);
}

TC_FN void tc_mma_m16n8k8_tf32(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k8_tf32", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k8_tf32", a, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k8_tf32", b, 8);
    tc_emu_mma("tc_mma_m16n8k8_tf32", c, a, b, TC_EMU_MMA_TF32, 16, 8);
}

TC_FN void tc_mma_m16n8k16_s8(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k16_s8", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k16_s8", a, 8);
    TC_EMU_LOCAL("tc_mma_m16n8k16_s8", b, 4);
    tc_emu_mma("tc_mma_m16n8k16_s8", c, a, b, TC_EMU_MMA_S8, 16, 16);
}

TC_FN void tc_mma_m16n8k32_s8(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k32_s8", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k32_s8", a, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k32_s8", b, 8);
    tc_emu_mma("tc_mma_m16n8k32_s8", c, a, b, TC_EMU_MMA_S8, 16, 32);
}

TC_FN void tc_mma_m16n8k16_u8(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k16_u8", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k16_u8", a, 8);
    TC_EMU_LOCAL("tc_mma_m16n8k16_u8", b, 4);
    tc_emu_mma("tc_mma_m16n8k16_u8", c, a, b, TC_EMU_MMA_U8, 16, 16);
}

TC_FN void tc_mma_m16n8k32_u8(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k32_u8", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k32_u8", a, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k32_u8", b, 8);
    tc_emu_mma("tc_mma_m16n8k32_u8", c, a, b, TC_EMU_MMA_U8, 16, 32);
}

TC_FN void tc_mma_m8n8k4_f64(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m8n8k4_f64", c, 16);
    TC_EMU_LOCAL("tc_mma_m8n8k4_f64", a, 8);
    TC_EMU_LOCAL("tc_mma_m8n8k4_f64", b, 8);
    tc_emu_mma("tc_mma_m8n8k4_f64", c, a, b, TC_EMU_MMA_F64, 8, 4);
}

TC_FN void tc_mma_m16n8k16_e5m2(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k16_e5m2", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k16_e5m2", a, 8);
    TC_EMU_LOCAL("tc_mma_m16n8k16_e5m2", b, 4);
    tc_emu_mma("tc_mma_m16n8k16_e5m2", c, a, b, TC_EMU_MMA_E5M2, 16, 16);
}

TC_FN void tc_mma_m16n8k16_e4m3(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k16_e4m3", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k16_e4m3", a, 8);
    TC_EMU_LOCAL("tc_mma_m16n8k16_e4m3", b, 4);
    tc_emu_mma("tc_mma_m16n8k16_e4m3", c, a, b, TC_EMU_MMA_E4M3, 16, 16);
}

TC_FN void tc_mma_m16n8k32_e4m3(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k32_e4m3", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k32_e4m3", a, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k32_e4m3", b, 8);
    tc_emu_mma("tc_mma_m16n8k32_e4m3", c, a, b, TC_EMU_MMA_E4M3, 16, 32);
}

TC_FN void tc_mma_m16n8k32_e5m2(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k32_e5m2", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k32_e5m2", a, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k32_e5m2", b, 8);
    tc_emu_mma("tc_mma_m16n8k32_e5m2", c, a, b, TC_EMU_MMA_E5M2, 16, 32);
}

TC_FN void tc_mma_m16n8k4_f64(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k4_f64", c, 32);
    TC_EMU_LOCAL("tc_mma_m16n8k4_f64", a, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k4_f64", b, 8);
    tc_emu_mma("tc_mma_m16n8k4_f64", c, a, b, TC_EMU_MMA_F64, 16, 4);
}

TC_FN void tc_mma_m16n8k8_f64(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k8_f64", c, 32);
    TC_EMU_LOCAL("tc_mma_m16n8k8_f64", a, 32);
    TC_EMU_LOCAL("tc_mma_m16n8k8_f64", b, 16);
    tc_emu_mma("tc_mma_m16n8k8_f64", c, a, b, TC_EMU_MMA_F64, 16, 8);
}

TC_FN void tc_mma_m16n8k16_f64(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k16_f64", c, 32);
    TC_EMU_LOCAL("tc_mma_m16n8k16_f64", a, 64);
    TC_EMU_LOCAL("tc_mma_m16n8k16_f64", b, 32);
    tc_emu_mma("tc_mma_m16n8k16_f64", c, a, b, TC_EMU_MMA_F64, 16, 16);
}

/* Caches do not exist here: the plain access, under its hinted name. */
#define TC_HINTED_LOAD_B8(name, kind, qualifiers)                                                  \
    TC_EMU_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                         \
        TC__IGNORE_##kind;                                                                         \
        TC_EMU_LOCAL(#name, dst, 1);                                                               \
        tc_emu_load(#name, dst, src, 1, TC_EMU_GLOBAL_SPACE);                                      \
    }

#define TC_HINTED_LOAD_B16(name, kind, qualifiers)                                                 \
    TC_EMU_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                         \
        TC__IGNORE_##kind;                                                                         \
        TC_EMU_LOCAL(#name, dst, 2);                                                               \
        tc_emu_load(#name, dst, src, 2, TC_EMU_GLOBAL_SPACE);                                      \
    }

#define TC_HINTED_LOAD_B32(name, kind, qualifiers)                                                 \
    TC_EMU_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                         \
        TC__IGNORE_##kind;                                                                         \
        TC_EMU_LOCAL(#name, dst, 4);                                                               \
        tc_emu_load(#name, dst, src, 4, TC_EMU_GLOBAL_SPACE);                                      \
    }

#define TC_HINTED_LOAD_B64(name, kind, qualifiers)                                                 \
    TC_EMU_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                         \
        TC__IGNORE_##kind;                                                                         \
        TC_EMU_LOCAL(#name, dst, 8);                                                               \
        tc_emu_load(#name, dst, src, 8, TC_EMU_GLOBAL_SPACE);                                      \
    }

#define TC_HINTED_LOAD_B128(name, kind, qualifiers)                                                \
    TC_EMU_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                         \
        TC__IGNORE_##kind;                                                                         \
        TC_EMU_LOCAL(#name, dst, 16);                                                              \
        tc_emu_load(#name, dst, src, 16, TC_EMU_GLOBAL_SPACE);                                     \
    }

#define TC_HINTED_STORE_B8(name, kind, qualifiers)                                                 \
    TC_EMU_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                         \
        TC__IGNORE_##kind;                                                                         \
        TC_EMU_LOCAL(#name, src, 1);                                                               \
        tc_emu_store(#name, dst, src, 1, TC_EMU_GLOBAL_SPACE);                                     \
    }

#define TC_HINTED_STORE_B16(name, kind, qualifiers)                                                \
    TC_EMU_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                         \
        TC__IGNORE_##kind;                                                                         \
        TC_EMU_LOCAL(#name, src, 2);                                                               \
        tc_emu_store(#name, dst, src, 2, TC_EMU_GLOBAL_SPACE);                                     \
    }

#define TC_HINTED_STORE_B32(name, kind, qualifiers)                                                \
    TC_EMU_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                         \
        TC__IGNORE_##kind;                                                                         \
        TC_EMU_LOCAL(#name, src, 4);                                                               \
        tc_emu_store(#name, dst, src, 4, TC_EMU_GLOBAL_SPACE);                                     \
    }

#define TC_HINTED_STORE_B64(name, kind, qualifiers)                                                \
    TC_EMU_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                         \
        TC__IGNORE_##kind;                                                                         \
        TC_EMU_LOCAL(#name, src, 8);                                                               \
        tc_emu_store(#name, dst, src, 8, TC_EMU_GLOBAL_SPACE);                                     \
    }

#define TC_HINTED_STORE_B128(name, kind, qualifiers)                                               \
    TC_EMU_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                         \
        TC__IGNORE_##kind;                                                                         \
        TC_EMU_LOCAL(#name, src, 16);                                                              \
        tc_emu_store(#name, dst, src, 16, TC_EMU_GLOBAL_SPACE);                                    \
    }

#define TC_HINTED_CP_ASYNC_B32(name, kind, op, qualifiers)                                         \
    TC_EMU_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                         \
        TC__IGNORE_##kind;                                                                         \
        tc_emu_cp_async(#name, dst, src, 4, 4);                                                    \
    }

#define TC_HINTED_CP_ASYNC_B32_ZFILL(name, kind, op, qualifiers)                                   \
    TC_EMU_FN void name(void *dst, const void *src, unsigned bytes TC__PARAMETER_##kind) {         \
        TC__IGNORE_##kind;                                                                         \
        tc_emu_cp_async(#name, dst, src, 4, bytes);                                                \
    }

#define TC_HINTED_CP_ASYNC_B32_OR_ZERO(name, kind, op, qualifiers)                                 \
    TC_EMU_FN void name(void *dst, const void *src, int keep TC__PARAMETER_##kind) {               \
        TC__IGNORE_##kind;                                                                         \
        tc_emu_cp_async(#name, dst, src, 4, keep ? 4 : 0);                                         \
    }

#define TC_HINTED_CP_ASYNC_B64(name, kind, op, qualifiers)                                         \
    TC_EMU_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                         \
        TC__IGNORE_##kind;                                                                         \
        tc_emu_cp_async(#name, dst, src, 8, 8);                                                    \
    }

#define TC_HINTED_CP_ASYNC_B64_ZFILL(name, kind, op, qualifiers)                                   \
    TC_EMU_FN void name(void *dst, const void *src, unsigned bytes TC__PARAMETER_##kind) {         \
        TC__IGNORE_##kind;                                                                         \
        tc_emu_cp_async(#name, dst, src, 8, bytes);                                                \
    }

#define TC_HINTED_CP_ASYNC_B64_OR_ZERO(name, kind, op, qualifiers)                                 \
    TC_EMU_FN void name(void *dst, const void *src, int keep TC__PARAMETER_##kind) {               \
        TC__IGNORE_##kind;                                                                         \
        tc_emu_cp_async(#name, dst, src, 8, keep ? 8 : 0);                                         \
    }

#define TC_HINTED_CP_ASYNC_B128(name, kind, op, qualifiers)                                        \
    TC_EMU_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                         \
        TC__IGNORE_##kind;                                                                         \
        tc_emu_cp_async(#name, dst, src, 16, 16);                                                  \
    }

#define TC_HINTED_CP_ASYNC_B128_ZFILL(name, kind, op, qualifiers)                                  \
    TC_EMU_FN void name(void *dst, const void *src, unsigned bytes TC__PARAMETER_##kind) {         \
        TC__IGNORE_##kind;                                                                         \
        tc_emu_cp_async(#name, dst, src, 16, bytes);                                               \
    }

#define TC_HINTED_CP_ASYNC_B128_OR_ZERO(name, kind, op, qualifiers)                                \
    TC_EMU_FN void name(void *dst, const void *src, int keep TC__PARAMETER_##kind) {               \
        TC__IGNORE_##kind;                                                                         \
        tc_emu_cp_async(#name, dst, src, 16, keep ? 16 : 0);                                       \
    }

#define TC_HINTED_LOAD_B256(name, kind, qualifiers)                                                \
    TC_EMU_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                         \
        TC__IGNORE_##kind;                                                                         \
        TC_EMU_LOCAL(#name, dst, 32);                                                              \
        tc_emu_load(#name, dst, src, 32, TC_EMU_GLOBAL_SPACE);                                     \
    }

#define TC_HINTED_STORE_B256(name, kind, qualifiers)                                               \
    TC_EMU_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                         \
        TC__IGNORE_##kind;                                                                         \
        TC_EMU_LOCAL(#name, src, 32);                                                              \
        tc_emu_store(#name, dst, src, 32, TC_EMU_GLOBAL_SPACE);                                    \
    }

#undef tc_barrier_sync
#define tc_barrier_sync(...) TC_EMU_SITE(tc_barrier_sync(__VA_ARGS__))
#undef tc_barrier_arrive
#define tc_barrier_arrive(...) TC_EMU_SITE(tc_barrier_arrive(__VA_ARGS__))
#undef tc_cluster_sync
#define tc_cluster_sync() TC_EMU_SITE(tc_cluster_sync())
#undef tc_cluster_arrive
#define tc_cluster_arrive() TC_EMU_SITE(tc_cluster_arrive())
#undef tc_cluster_arrive_relaxed
#define tc_cluster_arrive_relaxed() TC_EMU_SITE(tc_cluster_arrive_relaxed())
#undef tc_cluster_wait
#define tc_cluster_wait() TC_EMU_SITE(tc_cluster_wait())
#undef tc_ldmatrix_x1
#define tc_ldmatrix_x1(...) TC_EMU_SITE(tc_ldmatrix_x1(__VA_ARGS__))
#undef tc_ldmatrix_x2
#define tc_ldmatrix_x2(...) TC_EMU_SITE(tc_ldmatrix_x2(__VA_ARGS__))
#undef tc_ldmatrix_x4
#define tc_ldmatrix_x4(...) TC_EMU_SITE(tc_ldmatrix_x4(__VA_ARGS__))
#undef tc_ldmatrix_x1_trans
#define tc_ldmatrix_x1_trans(...) TC_EMU_SITE(tc_ldmatrix_x1_trans(__VA_ARGS__))
#undef tc_ldmatrix_x2_trans
#define tc_ldmatrix_x2_trans(...) TC_EMU_SITE(tc_ldmatrix_x2_trans(__VA_ARGS__))
#undef tc_ldmatrix_x4_trans
#define tc_ldmatrix_x4_trans(...) TC_EMU_SITE(tc_ldmatrix_x4_trans(__VA_ARGS__))
#undef tc_stmatrix_x1
#define tc_stmatrix_x1(...) TC_EMU_SITE(tc_stmatrix_x1(__VA_ARGS__))
#undef tc_stmatrix_x2
#define tc_stmatrix_x2(...) TC_EMU_SITE(tc_stmatrix_x2(__VA_ARGS__))
#undef tc_stmatrix_x4
#define tc_stmatrix_x4(...) TC_EMU_SITE(tc_stmatrix_x4(__VA_ARGS__))
#undef tc_stmatrix_x1_trans
#define tc_stmatrix_x1_trans(...) TC_EMU_SITE(tc_stmatrix_x1_trans(__VA_ARGS__))
#undef tc_stmatrix_x2_trans
#define tc_stmatrix_x2_trans(...) TC_EMU_SITE(tc_stmatrix_x2_trans(__VA_ARGS__))
#undef tc_stmatrix_x4_trans
#define tc_stmatrix_x4_trans(...) TC_EMU_SITE(tc_stmatrix_x4_trans(__VA_ARGS__))
#undef tc_movmatrix
#define tc_movmatrix(...) TC_EMU_SITE(tc_movmatrix(__VA_ARGS__))
#undef tc_tensormap_publish
#define tc_tensormap_publish(...) TC_EMU_SITE(tc_tensormap_publish(__VA_ARGS__))
#undef tc_mma_m16n8k8_f16
#define tc_mma_m16n8k8_f16(...) TC_EMU_SITE(tc_mma_m16n8k8_f16(__VA_ARGS__))
#undef tc_mma_m16n8k16_f16
#define tc_mma_m16n8k16_f16(...) TC_EMU_SITE(tc_mma_m16n8k16_f16(__VA_ARGS__))
#undef tc_mma_m16n8k8_bf16
#define tc_mma_m16n8k8_bf16(...) TC_EMU_SITE(tc_mma_m16n8k8_bf16(__VA_ARGS__))
#undef tc_mma_m16n8k16_bf16
#define tc_mma_m16n8k16_bf16(...) TC_EMU_SITE(tc_mma_m16n8k16_bf16(__VA_ARGS__))
#undef tc_mma_m16n8k4_tf32
#define tc_mma_m16n8k4_tf32(...) TC_EMU_SITE(tc_mma_m16n8k4_tf32(__VA_ARGS__))
#undef tc_mma_m16n8k8_tf32
#define tc_mma_m16n8k8_tf32(...) TC_EMU_SITE(tc_mma_m16n8k8_tf32(__VA_ARGS__))
#undef tc_mma_m16n8k16_s8
#define tc_mma_m16n8k16_s8(...) TC_EMU_SITE(tc_mma_m16n8k16_s8(__VA_ARGS__))
#undef tc_mma_m16n8k32_s8
#define tc_mma_m16n8k32_s8(...) TC_EMU_SITE(tc_mma_m16n8k32_s8(__VA_ARGS__))
#undef tc_mma_m16n8k16_u8
#define tc_mma_m16n8k16_u8(...) TC_EMU_SITE(tc_mma_m16n8k16_u8(__VA_ARGS__))
#undef tc_mma_m16n8k32_u8
#define tc_mma_m16n8k32_u8(...) TC_EMU_SITE(tc_mma_m16n8k32_u8(__VA_ARGS__))
#undef tc_mma_m8n8k4_f64
#define tc_mma_m8n8k4_f64(...) TC_EMU_SITE(tc_mma_m8n8k4_f64(__VA_ARGS__))
#undef tc_mma_m16n8k16_e5m2
#define tc_mma_m16n8k16_e5m2(...) TC_EMU_SITE(tc_mma_m16n8k16_e5m2(__VA_ARGS__))
#undef tc_mma_m16n8k16_e4m3
#define tc_mma_m16n8k16_e4m3(...) TC_EMU_SITE(tc_mma_m16n8k16_e4m3(__VA_ARGS__))
#undef tc_mma_m16n8k32_e4m3
#define tc_mma_m16n8k32_e4m3(...) TC_EMU_SITE(tc_mma_m16n8k32_e4m3(__VA_ARGS__))
#undef tc_mma_m16n8k32_e5m2
#define tc_mma_m16n8k32_e5m2(...) TC_EMU_SITE(tc_mma_m16n8k32_e5m2(__VA_ARGS__))
#undef tc_mma_m16n8k4_f64
#define tc_mma_m16n8k4_f64(...) TC_EMU_SITE(tc_mma_m16n8k4_f64(__VA_ARGS__))
#undef tc_mma_m16n8k8_f64
#define tc_mma_m16n8k8_f64(...) TC_EMU_SITE(tc_mma_m16n8k8_f64(__VA_ARGS__))
#undef tc_mma_m16n8k16_f64
#define tc_mma_m16n8k16_f64(...) TC_EMU_SITE(tc_mma_m16n8k16_f64(__VA_ARGS__))

#endif
