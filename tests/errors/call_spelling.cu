// expect: 3:5 E_CALL_SPELLING called tc_warp_copy_smem_to_reg_32x8_f32
void rows(float *r, const float *tile) {
    tc_warp_copy_smem_to_reg_32x8_f32_align16(r, tile);
}
