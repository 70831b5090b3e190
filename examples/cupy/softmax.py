#!/usr/bin/env python3
"""The softmax of rows of f32 by CuPy: for each row length a description is written, tilecopy.generate makes one text of
it without includes, and NVRTC compiles that text with the kernel behind it.

usage: softmax.py [--print COLUMNS]    needs CuPy, a GPU and the package tilecopy (`pip install .` in this tree);
                                       --print needs only the package; exit code 1 where a number is wrong"""
import argparse
import functools
import sys

import tilecopy

try:
    import cupy
except ImportError:
    cupy = None

# A block holds one row. Thread i has the vectors of 16 bytes number i, i + threads, i + 2 threads ...
DESCRIPTION = """
layout row = S[({vectors},threads,4):(4,1@thread,1)]
copy cta({threads}) f32 gmem S[({columns})] -> reg {columns} row as load_row
copy cta({threads}) f32 reg {columns} row -> gmem S[({columns})] as store_row
reduce most cta({threads}) max {{ in own : f32[{threads}] / f32[1]; out all : f32; }}
reduce sum cta({threads}) add {{ in own : f32[{threads}] / f32[1]; out all : f32; }}
"""
# The row is loaded once and stays in registers. Each reduction has scratch memory of its own, so that the second need
# not wait until all threads have left the first.
KERNEL = """
extern "C" __global__ void softmax(float *dst, const float *src) {
    __shared__ __align__(16) char scratch[2][TC_REDUCE_SUM_SCRATCH_BYTES];
    const unsigned long long first = (unsigned long long)blockIdx.x * TC_LOAD_ROW_BYTES / 4;
    __align__(16) float v[TC_LOAD_ROW_REGS];
    float own, most[1], sum[1];
    tc_load_row(v, src + first);
    own = v[0];
    for (int i = 1; i < TC_LOAD_ROW_REGS; i++)
        own = fmaxf(own, v[i]);
    tc_reduce_most(most, &own, scratch[0], 0);
    own = 0;
    for (int i = 0; i < TC_LOAD_ROW_REGS; i++)
        own += v[i] = expf(v[i] - most[0]);
    tc_reduce_sum(sum, &own, scratch[1], 0);
    for (int i = 0; i < TC_LOAD_ROW_REGS; i++)
        v[i] *= 1 / sum[0];
    tc_store_row(dst + first, v);
}
"""


def threads_for(columns):
    """64 to 256 threads that share the row's vectors evenly, with 16 vectors each at most."""
    for threads in (256, 192, 128, 64):
        if columns % (4 * threads) == 0 and columns <= 64 * threads:
            return threads
    raise ValueError("rows of %d elements: the length must be a multiple of 256, and at most 16384" % columns)


def source(columns, single_file=True):
    """(CUDA text, threads of a block) for rows of so many elements. A single file includes nothing, as NVRTC needs it."""
    threads = threads_for(columns)
    text = DESCRIPTION.format(columns=columns, threads=threads, vectors=columns // (4 * threads))
    return tilecopy.generate(text, name="softmax.tc", single_file=single_file) + KERNEL, threads


@functools.lru_cache(maxsize=None)
def kernel(columns):
    """The compiled kernel; a length is generated and compiled once."""
    text, threads = source(columns)
    return cupy.RawModule(code=text, options=("-std=c++17",)).get_function("softmax"), threads


def softmax(x):
    """Of each row of a matrix of f32 without gaps."""
    if x.dtype != cupy.float32 or x.ndim != 2 or not x.flags.c_contiguous:
        raise ValueError("softmax takes a matrix of float32 without gaps")
    out = cupy.empty_like(x)
    function, threads = kernel(x.shape[1])
    if x.shape[0]:
        function((x.shape[0],), (threads,), (out, x))
    return out


def worst(rows, columns):
    """The largest error against CuPy in f64, relative to the largest of the row."""
    x = 4 * cupy.random.default_rng(columns).standard_normal((rows, columns), dtype=cupy.float32)
    wide = x.astype(cupy.float64)
    want = cupy.exp(wide - wide.max(axis=1, keepdims=True))
    want /= want.sum(axis=1, keepdims=True)
    return float((abs(softmax(x) - want) / want.max(axis=1, keepdims=True)).max())


def rate(rows, columns, function):
    """GB/s of one read and one write of the matrix, by the median of 20 calls."""
    x = cupy.random.default_rng(1).standard_normal((rows, columns), dtype=cupy.float32)
    seconds = []
    for turn in range(23):
        begin, end = cupy.cuda.Event(), cupy.cuda.Event()
        begin.record()
        function(x)
        end.record()
        end.synchronize()
        seconds.append(cupy.cuda.get_elapsed_time(begin, end) / 1000)
    return 2 * x.nbytes / sorted(seconds[3:])[10] / 1e9


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--print", type=int, metavar="COLUMNS", help="print the CUDA text for this row length")
    args = parser.parse_args()
    if args.print:
        print(source(args.print)[0])
        return 0
    if cupy is None or not cupy.cuda.is_available():
        print("no CuPy with a GPU here: nothing was tried")
        return 0
    failed, errors = 0, []
    for rows, columns in ((1, 256), (7, 512), (300, 768), (1000, 1024), (513, 2304), (64, 4096), (33, 16384), (0, 1024)):
        errors.append(worst(rows, columns) if rows else float(softmax(cupy.empty((0, columns), cupy.float32)).size))
        if not errors[-1] < 1e-6:
            failed += 1
            print("FAIL %d rows of %d: %g" % (rows, columns, errors[-1]))
    print("16384 rows of 4096: %.0f GB/s, a copy by CuPy %.0f GB/s" % (
        rate(16384, 4096, softmax), rate(16384, 4096, lambda x: x.copy())))
    print("cupy: %d shapes within %.1e of CuPy in f64; %d failed" % (len(errors), max(errors), failed))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
