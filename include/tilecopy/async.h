/* async.h: cp.async, global to shared memory past the registers.
 *
 * The same for every copy here. Called by any thread; each thread waits for its own copies. dst is
 * shared, src global memory, both aligned to the width. Neither may be touched until the copy is
 * waited for: the thread sees dst after its own wait, other threads after that wait and a barrier.
 * PTX: "Data Movement and Conversion Instructions: Non-bulk copy: cp.async". */
#ifndef TILECOPY_ASYNC_H
#define TILECOPY_ASYNC_H
#include "config.h"
#include "ldst.h"
#if TC_ON_DEVICE

/* ---- made by make rows, of the rows of async.def ---- */

/* Starts a copy of 4 bytes. */
TC_FN void tc_cp_async_b32(void *dst, const void *src) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;"
                 :
                 : "r"(tc_smem_address(dst)), "l"(src)
                 : "memory");
}

/* Starts a copy of the first `bytes` (0..4) and fills the rest of the 4 with zero; src is not read
 * at 0. A larger number is undefined. */
TC_FN void tc_cp_async_b32_zfill(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
                 :
                 : "r"(tc_smem_address(dst)), "l"(src), "r"(bytes)
                 : "memory");
}

/* Starts a copy of all 4 bytes or, when keep is 0, writes zero and does not read src. One predicate
 * in SASS, where a byte count in a register costs about 5 more integer instructions. */
TC_FN void tc_cp_async_b32_or_zero(void *dst, const void *src, int keep) {
    asm volatile("{\n\t"
                 ".reg .pred ignore;\n\t"
                 "setp.eq.s32 ignore, %2, 0;\n\t"
                 "cp.async.ca.shared.global [%0], [%1], 4, ignore;\n\t"
                 "}"
                 :
                 : "r"(tc_smem_address(dst)), "l"(src), "r"(keep)
                 : "memory");
}

/* Starts a copy of 8 bytes. */
TC_FN void tc_cp_async_b64(void *dst, const void *src) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;"
                 :
                 : "r"(tc_smem_address(dst)), "l"(src)
                 : "memory");
}

/* Starts a copy of the first `bytes` (0..8) and fills the rest of the 8 with zero; src is not read
 * at 0. A larger number is undefined. */
TC_FN void tc_cp_async_b64_zfill(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
                 :
                 : "r"(tc_smem_address(dst)), "l"(src), "r"(bytes)
                 : "memory");
}

/* Starts a copy of all 8 bytes or, when keep is 0, writes zero and does not read src. One predicate
 * in SASS, where a byte count in a register costs about 5 more integer instructions. */
TC_FN void tc_cp_async_b64_or_zero(void *dst, const void *src, int keep) {
    asm volatile("{\n\t"
                 ".reg .pred ignore;\n\t"
                 "setp.eq.s32 ignore, %2, 0;\n\t"
                 "cp.async.ca.shared.global [%0], [%1], 8, ignore;\n\t"
                 "}"
                 :
                 : "r"(tc_smem_address(dst)), "l"(src), "r"(keep)
                 : "memory");
}

/* Starts a copy of 16 bytes (through L2 only). */
TC_FN void tc_cp_async_b128(void *dst, const void *src) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                 :
                 : "r"(tc_smem_address(dst)), "l"(src)
                 : "memory");
}

/* Starts a copy of the first `bytes` (0..16) and fills the rest of the 16 with zero; src is not
 * read at 0. A larger number is undefined. */
TC_FN void tc_cp_async_b128_zfill(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                 :
                 : "r"(tc_smem_address(dst)), "l"(src), "r"(bytes)
                 : "memory");
}

/* Starts a copy of all 16 bytes or, when keep is 0, writes zero and does not read src. One
 * predicate in SASS, where a byte count in a register costs about 5 more integer instructions. */
TC_FN void tc_cp_async_b128_or_zero(void *dst, const void *src, int keep) {
    asm volatile("{\n\t"
                 ".reg .pred ignore;\n\t"
                 "setp.eq.s32 ignore, %2, 0;\n\t"
                 "cp.async.cg.shared.global [%0], [%1], 16, ignore;\n\t"
                 "}"
                 :
                 : "r"(tc_smem_address(dst)), "l"(src), "r"(keep)
                 : "memory");
}

/* Closes the group of the thread's copies since the last commit (it may be empty). PTX:
 * "cp.async.commit_group". */
TC_FN void tc_cp_async_commit(void) {
    asm volatile("cp.async.commit_group;" ::: "memory");
}

/* Waits for every copy of the thread, committed or not. PTX: "cp.async.wait_all". After a commit
 * tc_cp_async_wait_group_0 is the same and one instruction shorter. */
TC_FN void tc_cp_async_wait_all(void) {
    asm volatile("cp.async.wait_all;" ::: "memory");
}

/* One arrival at an mbarrier of this CTA, made when all earlier copies of the thread have landed:
 * who waits on the mbarrier sees them, and the thread itself waits for nothing. It releases only
 * these copies: what the thread stored itself takes a tc_mbarrier_arrive of its own. The phase is
 * made to wait for one arrival more, which is this one: tc_mbarrier_init counts only the others, of
 * which there must be one after it, so that the phase does not end before. PTX:
 * "cp.async.mbarrier.arrive". */
TC_FN void tc_cp_async_mbarrier_arrive(tc_mbarrier *bar) {
    asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];"
                 :
                 : "r"(tc_smem_address(bar))
                 : "memory");
}

/* The same; the arrival is one of those that tc_mbarrier_init counted. */
TC_FN void tc_cp_async_mbarrier_arrive_noinc(tc_mbarrier *bar) {
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];"
                 :
                 : "r"(tc_smem_address(bar))
                 : "memory");
}

/* tc_cp_async_wait_group_N waits until at most the N latest groups of the thread are in flight.
 * Copies that were not committed are not waited for. PTX: "cp.async.wait_group". */
TC_FN void tc_cp_async_wait_group_0(void) {
    asm volatile("cp.async.wait_group 0;" ::: "memory");
}

TC_FN void tc_cp_async_wait_group_1(void) {
    asm volatile("cp.async.wait_group 1;" ::: "memory");
}

TC_FN void tc_cp_async_wait_group_2(void) {
    asm volatile("cp.async.wait_group 2;" ::: "memory");
}

TC_FN void tc_cp_async_wait_group_3(void) {
    asm volatile("cp.async.wait_group 3;" ::: "memory");
}

TC_FN void tc_cp_async_wait_group_4(void) {
    asm volatile("cp.async.wait_group 4;" ::: "memory");
}

TC_FN void tc_cp_async_wait_group_5(void) {
    asm volatile("cp.async.wait_group 5;" ::: "memory");
}

TC_FN void tc_cp_async_wait_group_6(void) {
    asm volatile("cp.async.wait_group 6;" ::: "memory");
}

TC_FN void tc_cp_async_wait_group_7(void) {
    asm volatile("cp.async.wait_group 7;" ::: "memory");
}

/* ---- end of the rows ---- */

#endif
#endif
