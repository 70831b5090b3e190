/* rows.cu: launches examples/rownorm for rows.cpp, without PyTorch's headers. The copies are rownorm_gen.h, which tcgen
 * makes of rownorm.tc. */
#include "tilecopy/host/kernel.h"

#include "../../rownorm/rownorm_gen.h"

#include "../../rownorm/rownorm_kernel.h"

#include "rows.h"

const char *launch_rows(const RowsCall *c, cudaStream_t stream) {
    const RownormLaunch found = rownorm_launch((RownormType)c->type, c->rows, c->columns);
    Rownorm args;
    args.src = c->src;
    args.dst = c->dst;
    args.lengths = c->lengths;
    args.rows = c->rows;
    args.ld = c->columns;
    args.kind = (RownormKind)c->kind;
    found.kernel<<<found.grid, found.block, 0, stream>>>(args);
    const cudaError_t error = cudaGetLastError();
    return error == cudaSuccess ? NULL : cudaGetErrorString(error);
}
