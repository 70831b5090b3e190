// expect: 8:8 E_CALL_NAME 'wrap' is not a scope
// expect-help: did you mean 'tc_warp_copy_smem_to_reg_32x8_f32'?
// expect: 9:30 E_CALL_NAME row i in thread i, of 32 threads, and 16x8 has other rows
// expect: 10:8 E_CALL_NAME 'load' is not a scope
// expect-help: //@tc ... as NAME
// expect: 11:23 E_CALL_NAME rows that an array of indices picks
void rows(float *r, const float *tile) {
    tc_wrap_copy_smem_to_reg_32x8_f32(r, tile);
    tc_warp_copy_smem_to_reg_16x8_f32(r, tile);
    tc_load_panel(r, tile);
    tc_warp_copy_gmem_by_i32_gmem_to_smem_32x8_f32(t, p);
}
