/* rows.h: what rows.cpp asks of rows.cu. */
#ifndef TILECOPY_TORCH_ROWS_H
#define TILECOPY_TORCH_ROWS_H
#include <cuda_runtime_api.h>

/* Rows without gaps: the kinds and types are those of examples/rownorm. lengths: columns, once for each row, on the GPU. */
typedef struct {
    const void *src;
    void *dst;
    const unsigned *lengths;
    unsigned rows, columns;
    int kind, type;
} RowsCall;

/* NULL, or what is wrong. */
const char *launch_rows(const RowsCall *call, cudaStream_t stream);

#endif
