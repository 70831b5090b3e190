/* heap.h: malloc, calloc and free of a CUDA file get names of their own, so that a kernel which calls one is
 * reported (heap.c). Before <stdlib.h>. */
#ifndef TILECOPY_HOST_CUDA_HEAP_H
#define TILECOPY_HOST_CUDA_HEAP_H
#include <stddef.h>

extern "C" {
void *malloc(size_t bytes) noexcept __asm__("tc_emu_user_malloc");
void *calloc(size_t count, size_t bytes) noexcept __asm__("tc_emu_user_calloc");
void free(void *p) noexcept __asm__("tc_emu_user_free");
}
#endif
