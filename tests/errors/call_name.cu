// expect: 7:8 E_CALL_NAME 'wrap' is not a scope
// expect-help: did you mean 'tc_warp_copy_smem_to_reg_32x8_f32'?
// expect: 8:30 E_CALL_NAME row i in thread i, of 32 threads, and 16x8 has other rows
// expect: 9:8 E_CALL_NAME 'load' is not a scope
// expect-help: //@tc ... as NAME
void rows(float *r, const float *tile) {
    tc_wrap_copy_smem_to_reg_32x8_f32(r, tile);
    tc_warp_copy_smem_to_reg_16x8_f32(r, tile);
    tc_load_panel(r, tile);
}
