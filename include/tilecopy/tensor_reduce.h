/* tensor_reduce.h: cp.reduce.async.bulk.tensor, boxes that are combined with what the tensor holds.
 *
 * As the stores of tensor.h, with the same fences and waits: dst = dst OP src for each number, atomically one by
 * one, of the type that the map has. inc counts up to src and then from 0, dec down from it. PTX: "Data Movement
 * and Conversion Instructions: Tensor copy: cp.reduce.async.bulk.tensor". */
#ifndef TILECOPY_TENSOR_REDUCE_H
#define TILECOPY_TENSOR_REDUCE_H
#include "tensor.h"
#if TC_ON_DEVICE

/* ---- made by make rows, of the rows of tensor_reduce.def ---- */

#if TC_HAS_BULK
/* Starts a reduction of a box of our shared memory into the tensor, in the open group of the
 * thread. The type of the map says what numbers they are. */
TC_FN void tc_tensor_reduce_add_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.bulk_group [%0, {%2}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0)
        : "memory");
}

TC_FN void tc_tensor_reduce_add_to_gmem_2d(
    const tc_tensormap *dst, const void *src, int c0, int c1) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.bulk_group [%0, {%2, %3}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1)
        : "memory");
}

TC_FN void tc_tensor_reduce_add_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.3d.global.shared::cta.add.bulk_group [%0, {%2, %3, %4}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2)
        : "memory");
}

TC_FN void tc_tensor_reduce_add_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3) {
    asm volatile("cp.reduce.async.bulk.tensor.4d.global.shared::cta.add.bulk_group [%0, {%2, %3, "
                 "%4, %5}], [%1];"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2), "r"(c3)
                 : "memory");
}

TC_FN void tc_tensor_reduce_add_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4) {
    asm volatile("cp.reduce.async.bulk.tensor.5d.global.shared::cta.add.bulk_group [%0, {%2, %3, "
                 "%4, %5, %6}], [%1];"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(c4)
                 : "memory");
}

/* The same: min. */
TC_FN void tc_tensor_reduce_min_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.1d.global.shared::cta.min.bulk_group [%0, {%2}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0)
        : "memory");
}

TC_FN void tc_tensor_reduce_min_to_gmem_2d(
    const tc_tensormap *dst, const void *src, int c0, int c1) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.2d.global.shared::cta.min.bulk_group [%0, {%2, %3}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1)
        : "memory");
}

TC_FN void tc_tensor_reduce_min_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.3d.global.shared::cta.min.bulk_group [%0, {%2, %3, %4}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2)
        : "memory");
}

TC_FN void tc_tensor_reduce_min_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3) {
    asm volatile("cp.reduce.async.bulk.tensor.4d.global.shared::cta.min.bulk_group [%0, {%2, %3, "
                 "%4, %5}], [%1];"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2), "r"(c3)
                 : "memory");
}

TC_FN void tc_tensor_reduce_min_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4) {
    asm volatile("cp.reduce.async.bulk.tensor.5d.global.shared::cta.min.bulk_group [%0, {%2, %3, "
                 "%4, %5, %6}], [%1];"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(c4)
                 : "memory");
}

/* The same: max. */
TC_FN void tc_tensor_reduce_max_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.1d.global.shared::cta.max.bulk_group [%0, {%2}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0)
        : "memory");
}

TC_FN void tc_tensor_reduce_max_to_gmem_2d(
    const tc_tensormap *dst, const void *src, int c0, int c1) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.2d.global.shared::cta.max.bulk_group [%0, {%2, %3}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1)
        : "memory");
}

TC_FN void tc_tensor_reduce_max_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.3d.global.shared::cta.max.bulk_group [%0, {%2, %3, %4}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2)
        : "memory");
}

TC_FN void tc_tensor_reduce_max_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3) {
    asm volatile("cp.reduce.async.bulk.tensor.4d.global.shared::cta.max.bulk_group [%0, {%2, %3, "
                 "%4, %5}], [%1];"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2), "r"(c3)
                 : "memory");
}

TC_FN void tc_tensor_reduce_max_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4) {
    asm volatile("cp.reduce.async.bulk.tensor.5d.global.shared::cta.max.bulk_group [%0, {%2, %3, "
                 "%4, %5, %6}], [%1];"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(c4)
                 : "memory");
}

/* The same: and. */
TC_FN void tc_tensor_reduce_and_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.1d.global.shared::cta.and.bulk_group [%0, {%2}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0)
        : "memory");
}

TC_FN void tc_tensor_reduce_and_to_gmem_2d(
    const tc_tensormap *dst, const void *src, int c0, int c1) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.2d.global.shared::cta.and.bulk_group [%0, {%2, %3}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1)
        : "memory");
}

TC_FN void tc_tensor_reduce_and_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.3d.global.shared::cta.and.bulk_group [%0, {%2, %3, %4}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2)
        : "memory");
}

TC_FN void tc_tensor_reduce_and_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3) {
    asm volatile("cp.reduce.async.bulk.tensor.4d.global.shared::cta.and.bulk_group [%0, {%2, %3, "
                 "%4, %5}], [%1];"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2), "r"(c3)
                 : "memory");
}

TC_FN void tc_tensor_reduce_and_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4) {
    asm volatile("cp.reduce.async.bulk.tensor.5d.global.shared::cta.and.bulk_group [%0, {%2, %3, "
                 "%4, %5, %6}], [%1];"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(c4)
                 : "memory");
}

/* The same: or. */
TC_FN void tc_tensor_reduce_or_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0) {
    asm volatile("cp.reduce.async.bulk.tensor.1d.global.shared::cta.or.bulk_group [%0, {%2}], [%1];"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(c0)
                 : "memory");
}

TC_FN void tc_tensor_reduce_or_to_gmem_2d(
    const tc_tensormap *dst, const void *src, int c0, int c1) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.2d.global.shared::cta.or.bulk_group [%0, {%2, %3}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1)
        : "memory");
}

TC_FN void tc_tensor_reduce_or_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.3d.global.shared::cta.or.bulk_group [%0, {%2, %3, %4}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2)
        : "memory");
}

TC_FN void tc_tensor_reduce_or_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3) {
    asm volatile("cp.reduce.async.bulk.tensor.4d.global.shared::cta.or.bulk_group [%0, {%2, %3, "
                 "%4, %5}], [%1];"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2), "r"(c3)
                 : "memory");
}

TC_FN void tc_tensor_reduce_or_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4) {
    asm volatile("cp.reduce.async.bulk.tensor.5d.global.shared::cta.or.bulk_group [%0, {%2, %3, "
                 "%4, %5, %6}], [%1];"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(c4)
                 : "memory");
}

/* The same: xor. */
TC_FN void tc_tensor_reduce_xor_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.1d.global.shared::cta.xor.bulk_group [%0, {%2}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0)
        : "memory");
}

TC_FN void tc_tensor_reduce_xor_to_gmem_2d(
    const tc_tensormap *dst, const void *src, int c0, int c1) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.2d.global.shared::cta.xor.bulk_group [%0, {%2, %3}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1)
        : "memory");
}

TC_FN void tc_tensor_reduce_xor_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.3d.global.shared::cta.xor.bulk_group [%0, {%2, %3, %4}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2)
        : "memory");
}

TC_FN void tc_tensor_reduce_xor_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3) {
    asm volatile("cp.reduce.async.bulk.tensor.4d.global.shared::cta.xor.bulk_group [%0, {%2, %3, "
                 "%4, %5}], [%1];"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2), "r"(c3)
                 : "memory");
}

TC_FN void tc_tensor_reduce_xor_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4) {
    asm volatile("cp.reduce.async.bulk.tensor.5d.global.shared::cta.xor.bulk_group [%0, {%2, %3, "
                 "%4, %5, %6}], [%1];"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(c4)
                 : "memory");
}

/* The same: inc. */
TC_FN void tc_tensor_reduce_inc_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.1d.global.shared::cta.inc.bulk_group [%0, {%2}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0)
        : "memory");
}

TC_FN void tc_tensor_reduce_inc_to_gmem_2d(
    const tc_tensormap *dst, const void *src, int c0, int c1) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.2d.global.shared::cta.inc.bulk_group [%0, {%2, %3}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1)
        : "memory");
}

TC_FN void tc_tensor_reduce_inc_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.3d.global.shared::cta.inc.bulk_group [%0, {%2, %3, %4}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2)
        : "memory");
}

TC_FN void tc_tensor_reduce_inc_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3) {
    asm volatile("cp.reduce.async.bulk.tensor.4d.global.shared::cta.inc.bulk_group [%0, {%2, %3, "
                 "%4, %5}], [%1];"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2), "r"(c3)
                 : "memory");
}

TC_FN void tc_tensor_reduce_inc_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4) {
    asm volatile("cp.reduce.async.bulk.tensor.5d.global.shared::cta.inc.bulk_group [%0, {%2, %3, "
                 "%4, %5, %6}], [%1];"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(c4)
                 : "memory");
}

/* The same: dec. */
TC_FN void tc_tensor_reduce_dec_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.1d.global.shared::cta.dec.bulk_group [%0, {%2}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0)
        : "memory");
}

TC_FN void tc_tensor_reduce_dec_to_gmem_2d(
    const tc_tensormap *dst, const void *src, int c0, int c1) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.2d.global.shared::cta.dec.bulk_group [%0, {%2, %3}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1)
        : "memory");
}

TC_FN void tc_tensor_reduce_dec_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.3d.global.shared::cta.dec.bulk_group [%0, {%2, %3, %4}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2)
        : "memory");
}

TC_FN void tc_tensor_reduce_dec_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3) {
    asm volatile("cp.reduce.async.bulk.tensor.4d.global.shared::cta.dec.bulk_group [%0, {%2, %3, "
                 "%4, %5}], [%1];"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2), "r"(c3)
                 : "memory");
}

TC_FN void tc_tensor_reduce_dec_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4) {
    asm volatile("cp.reduce.async.bulk.tensor.5d.global.shared::cta.dec.bulk_group [%0, {%2, %3, "
                 "%4, %5, %6}], [%1];"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(c4)
                 : "memory");
}

#else
TC_DECLARE void tc_tensor_reduce_add_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0)
    TC_UNAVAILABLE("tc_tensor_reduce_add_to_gmem_1d needs sm_90");
TC_DECLARE void tc_tensor_reduce_add_to_gmem_2d(
    const tc_tensormap *dst, const void *src, int c0, int c1)
    TC_UNAVAILABLE("tc_tensor_reduce_add_to_gmem_2d needs sm_90");
TC_DECLARE void tc_tensor_reduce_add_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2)
    TC_UNAVAILABLE("tc_tensor_reduce_add_to_gmem_3d needs sm_90");
TC_DECLARE void tc_tensor_reduce_add_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3)
    TC_UNAVAILABLE("tc_tensor_reduce_add_to_gmem_4d needs sm_90");
TC_DECLARE void tc_tensor_reduce_add_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4)
    TC_UNAVAILABLE("tc_tensor_reduce_add_to_gmem_5d needs sm_90");
TC_DECLARE void tc_tensor_reduce_min_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0)
    TC_UNAVAILABLE("tc_tensor_reduce_min_to_gmem_1d needs sm_90");
TC_DECLARE void tc_tensor_reduce_min_to_gmem_2d(
    const tc_tensormap *dst, const void *src, int c0, int c1)
    TC_UNAVAILABLE("tc_tensor_reduce_min_to_gmem_2d needs sm_90");
TC_DECLARE void tc_tensor_reduce_min_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2)
    TC_UNAVAILABLE("tc_tensor_reduce_min_to_gmem_3d needs sm_90");
TC_DECLARE void tc_tensor_reduce_min_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3)
    TC_UNAVAILABLE("tc_tensor_reduce_min_to_gmem_4d needs sm_90");
TC_DECLARE void tc_tensor_reduce_min_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4)
    TC_UNAVAILABLE("tc_tensor_reduce_min_to_gmem_5d needs sm_90");
TC_DECLARE void tc_tensor_reduce_max_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0)
    TC_UNAVAILABLE("tc_tensor_reduce_max_to_gmem_1d needs sm_90");
TC_DECLARE void tc_tensor_reduce_max_to_gmem_2d(
    const tc_tensormap *dst, const void *src, int c0, int c1)
    TC_UNAVAILABLE("tc_tensor_reduce_max_to_gmem_2d needs sm_90");
TC_DECLARE void tc_tensor_reduce_max_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2)
    TC_UNAVAILABLE("tc_tensor_reduce_max_to_gmem_3d needs sm_90");
TC_DECLARE void tc_tensor_reduce_max_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3)
    TC_UNAVAILABLE("tc_tensor_reduce_max_to_gmem_4d needs sm_90");
TC_DECLARE void tc_tensor_reduce_max_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4)
    TC_UNAVAILABLE("tc_tensor_reduce_max_to_gmem_5d needs sm_90");
TC_DECLARE void tc_tensor_reduce_and_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0)
    TC_UNAVAILABLE("tc_tensor_reduce_and_to_gmem_1d needs sm_90");
TC_DECLARE void tc_tensor_reduce_and_to_gmem_2d(
    const tc_tensormap *dst, const void *src, int c0, int c1)
    TC_UNAVAILABLE("tc_tensor_reduce_and_to_gmem_2d needs sm_90");
TC_DECLARE void tc_tensor_reduce_and_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2)
    TC_UNAVAILABLE("tc_tensor_reduce_and_to_gmem_3d needs sm_90");
TC_DECLARE void tc_tensor_reduce_and_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3)
    TC_UNAVAILABLE("tc_tensor_reduce_and_to_gmem_4d needs sm_90");
TC_DECLARE void tc_tensor_reduce_and_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4)
    TC_UNAVAILABLE("tc_tensor_reduce_and_to_gmem_5d needs sm_90");
TC_DECLARE void tc_tensor_reduce_or_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0)
    TC_UNAVAILABLE("tc_tensor_reduce_or_to_gmem_1d needs sm_90");
TC_DECLARE void tc_tensor_reduce_or_to_gmem_2d(
    const tc_tensormap *dst, const void *src, int c0, int c1)
    TC_UNAVAILABLE("tc_tensor_reduce_or_to_gmem_2d needs sm_90");
TC_DECLARE void tc_tensor_reduce_or_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2)
    TC_UNAVAILABLE("tc_tensor_reduce_or_to_gmem_3d needs sm_90");
TC_DECLARE void tc_tensor_reduce_or_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3)
    TC_UNAVAILABLE("tc_tensor_reduce_or_to_gmem_4d needs sm_90");
TC_DECLARE void tc_tensor_reduce_or_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4)
    TC_UNAVAILABLE("tc_tensor_reduce_or_to_gmem_5d needs sm_90");
TC_DECLARE void tc_tensor_reduce_xor_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0)
    TC_UNAVAILABLE("tc_tensor_reduce_xor_to_gmem_1d needs sm_90");
TC_DECLARE void tc_tensor_reduce_xor_to_gmem_2d(
    const tc_tensormap *dst, const void *src, int c0, int c1)
    TC_UNAVAILABLE("tc_tensor_reduce_xor_to_gmem_2d needs sm_90");
TC_DECLARE void tc_tensor_reduce_xor_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2)
    TC_UNAVAILABLE("tc_tensor_reduce_xor_to_gmem_3d needs sm_90");
TC_DECLARE void tc_tensor_reduce_xor_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3)
    TC_UNAVAILABLE("tc_tensor_reduce_xor_to_gmem_4d needs sm_90");
TC_DECLARE void tc_tensor_reduce_xor_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4)
    TC_UNAVAILABLE("tc_tensor_reduce_xor_to_gmem_5d needs sm_90");
TC_DECLARE void tc_tensor_reduce_inc_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0)
    TC_UNAVAILABLE("tc_tensor_reduce_inc_to_gmem_1d needs sm_90");
TC_DECLARE void tc_tensor_reduce_inc_to_gmem_2d(
    const tc_tensormap *dst, const void *src, int c0, int c1)
    TC_UNAVAILABLE("tc_tensor_reduce_inc_to_gmem_2d needs sm_90");
TC_DECLARE void tc_tensor_reduce_inc_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2)
    TC_UNAVAILABLE("tc_tensor_reduce_inc_to_gmem_3d needs sm_90");
TC_DECLARE void tc_tensor_reduce_inc_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3)
    TC_UNAVAILABLE("tc_tensor_reduce_inc_to_gmem_4d needs sm_90");
TC_DECLARE void tc_tensor_reduce_inc_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4)
    TC_UNAVAILABLE("tc_tensor_reduce_inc_to_gmem_5d needs sm_90");
TC_DECLARE void tc_tensor_reduce_dec_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0)
    TC_UNAVAILABLE("tc_tensor_reduce_dec_to_gmem_1d needs sm_90");
TC_DECLARE void tc_tensor_reduce_dec_to_gmem_2d(
    const tc_tensormap *dst, const void *src, int c0, int c1)
    TC_UNAVAILABLE("tc_tensor_reduce_dec_to_gmem_2d needs sm_90");
TC_DECLARE void tc_tensor_reduce_dec_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2)
    TC_UNAVAILABLE("tc_tensor_reduce_dec_to_gmem_3d needs sm_90");
TC_DECLARE void tc_tensor_reduce_dec_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3)
    TC_UNAVAILABLE("tc_tensor_reduce_dec_to_gmem_4d needs sm_90");
TC_DECLARE void tc_tensor_reduce_dec_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4)
    TC_UNAVAILABLE("tc_tensor_reduce_dec_to_gmem_5d needs sm_90");
#endif

/* ---- end of the rows ---- */

#endif
#endif
