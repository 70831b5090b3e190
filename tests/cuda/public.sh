#!/usr/bin/env bash
# CUDA files that nobody here wrote, through `tcemu run`: which ran, and where the others stopped.
#
# usage: public.sh FOLDER
#
# FOLDER holds checkouts of NVIDIA/cuda-samples and karpathy/llm.c, named cuda-samples and llm.c.
#
# A file has 40 seconds, or $LIMIT. Always exits 0: the table is the answer.
set -u
[ $# = 1 ] && [ -d "$1" ] || { sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 2; }
here=$(cd "$(dirname "$0")/../.." && pwd)
export BUILD=${BUILD:-$here/build}
out=$(mktemp) && trap 'rm -f "$out"' EXIT
intro=cuda-samples/Samples/0_Introduction

# What the compiler or the emulator says first, without the path.
first_words() {
    grep -m1 -E '(error|undefined reference|tcemu|emu):? ' "$out" |
        sed 's/^.*error: //; s/^.*undefined/undefined/' | cut -c1-90
}

one() {
    local start=$SECONDS code said
    (cd "$1/$(dirname "$2")" && timeout "${LIMIT:-40}" "$here/tools/tcemu" run \
        -I"$1/cuda-samples/Common" "$(basename "$2")" "${@:3}") >"$out" 2>&1
    code=$?
    case $code in
        0) said=ran ;;
        124) said="stopped: ${LIMIT:-40} seconds were over" ;;
        *) said="stopped: $(first_words)" ;;
    esac
    printf '%-26s %4d s  %s\n' "$(basename "$2")" $((SECONDS - start)) "$said"
}

root=$(cd "$1" && pwd)
samples=cuda-samples/Samples
one "$root" $intro/vectorAdd/vectorAdd.cu
one "$root" $intro/simpleVoteIntrinsics/simpleVoteIntrinsics.cu
one "$root" $intro/simpleAtomicIntrinsics/simpleAtomicIntrinsics.cu simpleAtomicIntrinsics_cpu.cpp
one "$root" $intro/simpleCooperativeGroups/simpleCooperativeGroups.cu
one "$root" $intro/simpleTemplates/simpleTemplates.cu
one "$root" $intro/matrixMul/matrixMul.cu -- -wA=64 -hA=64 -wB=64 -hB=64
one "$root" $intro/simpleAWBarrier/simpleAWBarrier.cu
one "$root" $intro/fp16ScalarProduct/fp16ScalarProduct.cu
one "$root" $intro/simpleCallback/simpleCallback.cu multithreading.cpp
one "$root" $intro/simpleZeroCopy/simpleZeroCopy.cu
one "$root" $intro/simpleMultiGPU/simpleMultiGPU.cu
one "$root" $intro/simpleOccupancy/simpleOccupancy.cu
one "$root" $intro/simplePrintf/simplePrintf.cu
one "$root" $intro/systemWideAtomics/systemWideAtomics.cu
one "$root" $intro/clock/clock.cu
one "$root" $intro/template/template.cu template_cpu.cpp
one "$root" $samples/2_Concepts_and_Techniques/inlinePTX/inlinePTX.cu
one "$root" $samples/2_Concepts_and_Techniques/scalarProd/scalarProd.cu scalarProd_cpu.cpp
one "$root" $samples/2_Concepts_and_Techniques/threadFenceReduction/threadFenceReduction.cu
one "$root" $samples/3_CUDA_Features/binaryPartitionCG/binaryPartitionCG.cu
one "$root" $samples/6_Performance/LargeKernelParameter/LargeKernelParameter.cu
# These two are stopped by a report: of an assertion that is meant to fail, and of shared words that nobody wrote.
one "$root" $intro/simpleAssert/simpleAssert.cu
one "$root" $samples/2_Concepts_and_Techniques/shfl_scan/shfl_scan.cu
one "$root" llm.c/dev/cuda/residual_forward.cu 1
one "$root" llm.c/dev/cuda/gelu_forward.cu 1
