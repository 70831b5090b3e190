/* runner.cu: runs a case file on the GPU. Included at the end of a file of wrapper kernels, whose
 * frame_kernels it needs. Usage: runner CASES
 * [--dump FILE]. Prints every difference and ends with "N passed, N failed". */
#include "cases.h"
#include <cuda_runtime.h>

static void runner_demand(cudaError_t status, const char *what) {
    if (status == cudaSuccess)
        return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    exit(3);
}

/* A kernel that fails leaves the context broken: the run ends there, naming the case. */
static void runner_launch(const CaseFile *file, unsigned char *image) {
    for (unsigned i = 0; i < file->count; i++) {
        const Case *c = &file->cases[i];
        const char *name = (const char *)file->blob + c->label_at;
        const void *entry = frame_kernels[c->kernel].entry;
        Frame frame = cases_frame(c, image);
        void *arguments[] = {&frame};
        if (c->shared_bytes > 48u << 10)
            runner_demand(
                cudaFuncSetAttribute(
                    entry, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)c->shared_bytes),
                name);
        cudaLaunchConfig_t config = {};
        cudaLaunchAttribute cluster = {};
        config.gridDim = dim3(c->grid, 1, 1);
        config.blockDim = dim3(c->block, 1, 1);
        config.dynamicSmemBytes = c->shared_bytes;
        if (c->grid > 1) {
            cluster.id = cudaLaunchAttributeClusterDimension;
            cluster.val.clusterDim.x = c->grid;
            cluster.val.clusterDim.y = 1;
            cluster.val.clusterDim.z = 1;
            config.attrs = &cluster;
            config.numAttrs = 1;
        }
        runner_demand(cudaLaunchKernelExC(&config, entry, arguments), name);
        runner_demand(cudaDeviceSynchronize(), name);
    }
}

int main(int argc, char **argv) {
    if (argc != 2 && !(argc == 4 && strcmp(argv[2], "--dump") == 0)) {
        fprintf(stderr, "usage: %s CASES [--dump FILE]\n", argv[0]);
        return 2;
    }
    CaseFile file = cases_read(argv[1]);
    unsigned char *image = NULL;
    unsigned passed = 0, failed = 0;
    runner_demand(cudaMalloc((void **)&image, file.blob_bytes + 4096), "cudaMalloc");
    runner_demand(
        cudaMemcpy(image, file.blob, file.blob_bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
    runner_launch(&file, image);
    runner_demand(
        cudaMemcpy(file.work, image, file.blob_bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
    for (unsigned i = 0; i < file.count; i++) {
        if (cases_check(&file, &file.cases[i]))
            passed++;
        else
            failed++;
    }
    if (argc == 4)
        cases_dump(&file, argv[3]);
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
