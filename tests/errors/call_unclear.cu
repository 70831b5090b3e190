// expect: 6:61 E_CALL_UNCLEAR 'dyn' does not say which origins are known at run time
// expect-help: //@tc copy warp f16 smem 256x64 sw128[m:+16, k:+16] -> reg 16x16 mma_a where m % 16 == 0, k % 16 == 0
// expect: 7:33 E_CALL_UNCLEAR rows of 256 bytes are wider than sw128
// expect: 8:43 E_CALL_UNCLEAR which of the two sides is a part
void fragments(short *r, const short *tile) {
    tc_warp_copy_smem_sw128_to_reg_mma_a_16x16_f16_of256x64_dyn(r, tile, 0, 0);
    tc_cta128_copy_gmem_to_smem_sw128_64x128_f16(r, tile);
    tc_cta128_copy_gmem_to_smem_64x64_f32_of128x64_at64x0(r, tile);
}
