"""What a generated header has for the host beside a tensor copy, whole: the arguments and their order, the numbers of the
map, the facts that are checked, the rows that must not overlap. The form is tcgen's own; each line was read against the
rules. A limit that is what a tensor map has at most, or a least that the divisor says, is not checked. maps.py runs such
functions; this is their text."""
import os

import harness

HEAD = "target sm_90a\nlayout a = S[(M,K):(lda,1)]\n"
HOSTS = [
    ("copy_async elected f16 gmem a[m:+128, k:+128] -> smem 128x128 S[(2,64,2,64):(8192,64,4096,1)] swizzle 128B"
     " where lda % 8 == 0, lda >= 8, K % 64 == 0, K >= 64, K <= 4294967232, k % 64 == 0, M % 64 == 0, "
     "M <= 4294967296, m % 64 == 0"
     " { tensormap; oob nan; l2 64B; } as load_params\n", """\
#if defined(TC_TENSORMAPS)
/* On the host: the tensor map `src` of the tensor at base. */
TC_HOST_FN void tc_load_params_tensormap_params(
    tc_tensormap_params *params,
    const void *base,
    unsigned long long M,
    unsigned long long K,
    unsigned long long lda) {
    memset(params, 0, sizeof *params);
    params->type = 6; /* f16 */
    params->rank = 4;
    params->base = base;
    params->extent[0] = 64ull;
    params->extent[1] = 64ull;
    params->extent[2] = K / 64;
    params->extent[3] = M / 64;
    params->stride[0] = 2ull * lda;
    params->stride[1] = 128ull;
    params->stride[2] = 128ull * lda;
    params->box[0] = 64;
    params->box[1] = 64;
    params->box[2] = 2;
    params->box[3] = 2;
    params->element_stride[0] = 1;
    params->element_stride[1] = 1;
    params->element_stride[2] = 1;
    params->element_stride[3] = 1;
    params->swizzle = 3;   /* 128B */
    params->promotion = 1; /* 64B */
    params->fill = 1;      /* NaN */
}

/* NULL: *map is made. Otherwise the rule that is broken. */
TC_HOST_FN const char *tc_load_params_tensormap(
    tc_tensormap *map,
    const void *base,
    unsigned long long M,
    unsigned long long K,
    unsigned long long lda) {
    tc_tensormap_params numbers;
    if (!(M % 64 == 0))
        return tc_tensormap_broken("M", M, "M % 64 == 0");
    if (!(K % 64 == 0))
        return tc_tensormap_broken("K", K, "K % 64 == 0");
    if (!(K <= 4294967232))
        return tc_tensormap_broken("K", K, "K <= 4294967232");
    if (!(lda % 8 == 0))
        return tc_tensormap_broken("lda", lda, "lda % 8 == 0");
    if (!(lda >= 8))
        return tc_tensormap_broken("lda", lda, "lda >= 8");
    tc_load_params_tensormap_params(&numbers, base, M, K, lda);
    return tc_tensormap_encode(map, &numbers);
}
#endif
"""),
    ("copy_async elected i4 gmem a[m:+64, k:+128] -> smem S[(64,128)]"
     " where lda % 32 == 0, lda <= 2199023255520, K % 2 == 0, K >= 3, k % 2 == 0, M >= 2, M <= 4294967295"
     " { tensormap; l2 256B; } as packed\n", """\
TC_HOST_FN void tc_packed_tensormap_params(
    tc_tensormap_params *params,
    const void *base,
    unsigned long long M,
    unsigned long long K,
    unsigned long long lda) {
    memset(params, 0, sizeof *params);
    params->type = 0; /* u8: 2 i4 */
    params->rank = 2;
    params->base = base;
    params->extent[0] = K / 2;
    params->extent[1] = M;
    params->stride[0] = lda / 2;
    params->box[0] = 64;
    params->box[1] = 64;
    params->element_stride[0] = 1;
    params->element_stride[1] = 1;
    params->promotion = 3; /* 256B */
}

/* NULL: *map is made. Otherwise the rule that is broken. */
TC_HOST_FN const char *tc_packed_tensormap(
    tc_tensormap *map,
    const void *base,
    unsigned long long M,
    unsigned long long K,
    unsigned long long lda) {
    tc_tensormap_params numbers;
    if (!(M >= 2))
        return tc_tensormap_broken("M", M, "M >= 2");
    if (!(M <= 4294967295))
        return tc_tensormap_broken("M", M, "M <= 4294967295");
    if (!(K % 2 == 0))
        return tc_tensormap_broken("K", K, "K % 2 == 0");
    if (!(K >= 4))
        return tc_tensormap_broken("K", K, "K >= 4");
    if (!(lda % 32 == 0))
        return tc_tensormap_broken("lda", lda, "lda % 32 == 0");
    if (!(lda <= 2199023255520))
        return tc_tensormap_broken("lda", lda, "lda <= 2199023255520");
    tc_packed_tensormap_params(&numbers, base, M, K, lda);
    return tc_tensormap_encode(map, &numbers);
}
"""),
    ("copy_async elected f32 -> tf32 gmem a[m:+64, k:+16] -> smem S[(64,16)] swizzle 64B"
     " where lda % 4 == 0, lda <= 274877906944, k % 4 == 0"
     " { tensormap; l2 128B; } as rounded\n", """\
TC_HOST_FN void tc_rounded_tensormap_params(
    tc_tensormap_params *params,
    const void *base,
    unsigned long long M,
    unsigned long long K,
    unsigned long long lda) {
    memset(params, 0, sizeof *params);
    params->type = 11; /* tf32: rounds f32 */
    params->rank = 2;
    params->base = base;
    params->extent[0] = K;
    params->extent[1] = M;
    params->stride[0] = 4ull * lda;
    params->box[0] = 16;
    params->box[1] = 64;
    params->element_stride[0] = 1;
    params->element_stride[1] = 1;
    params->swizzle = 2;   /* 64B */
    params->promotion = 2; /* 128B */
}

/* NULL: *map is made. Otherwise the rule that is broken. */
TC_HOST_FN const char *tc_rounded_tensormap(
    tc_tensormap *map,
    const void *base,
    unsigned long long M,
    unsigned long long K,
    unsigned long long lda) {
    tc_tensormap_params numbers;
    if (!(lda % 4 == 0))
        return tc_tensormap_broken("lda", lda, "lda % 4 == 0");
    tc_rounded_tensormap_params(&numbers, base, M, K, lda);
    return tc_tensormap_encode(map, &numbers);
}
"""),
    ("copy_async elected f16 smem S[(2,4,6,8)] -> gmem S[(D,H,W,C):(sd,sh,sw,1)][d:+2, h:+4, w:+6, c:+8]"
     " where sd % 8 == 0, sh % 8 == 0, sw % 8 == 0, C % 8 == 0, c % 8 == 0"
     " { tensormap; oob skip; } as volume\n", """\
TC_HOST_FN void tc_volume_tensormap_params(
    tc_tensormap_params *params,
    const void *base,
    unsigned long long D,
    unsigned long long H,
    unsigned long long W,
    unsigned long long C,
    unsigned long long sd,
    unsigned long long sh,
    unsigned long long sw) {
    memset(params, 0, sizeof *params);
    params->type = 6; /* f16 */
    params->rank = 4;
    params->base = base;
    params->extent[0] = C;
    params->extent[1] = W;
    params->extent[2] = H;
    params->extent[3] = D;
    params->stride[0] = 2ull * sw;
    params->stride[1] = 2ull * sh;
    params->stride[2] = 2ull * sd;
    params->box[0] = 8;
    params->box[1] = 6;
    params->box[2] = 4;
    params->box[3] = 2;
    params->element_stride[0] = 1;
    params->element_stride[1] = 1;
    params->element_stride[2] = 1;
    params->element_stride[3] = 1;
}

/* NULL: *map is made. Otherwise the rule that is broken. */
TC_HOST_FN const char *tc_volume_tensormap(
    tc_tensormap *map,
    const void *base,
    unsigned long long D,
    unsigned long long H,
    unsigned long long W,
    unsigned long long C,
    unsigned long long sd,
    unsigned long long sh,
    unsigned long long sw) {
    tc_tensormap_params numbers;
    if (!(C % 8 == 0))
        return tc_tensormap_broken("C", C, "C % 8 == 0");
    if (!(sd % 8 == 0))
        return tc_tensormap_broken("sd", sd, "sd % 8 == 0");
    if (!(sh % 8 == 0))
        return tc_tensormap_broken("sh", sh, "sh % 8 == 0");
    if (!(sw % 8 == 0))
        return tc_tensormap_broken("sw", sw, "sw % 8 == 0");
    if (W > 1 && C > sw)
        return tc_tensormap_broken("stride of dimension 1", sw, "rows that do not overlap");
    if (H > 1 && (W > 1 ? W > sh / (sw) : C > sh))
        return tc_tensormap_broken("stride of dimension 2", sh, "rows that do not overlap");
    if (D > 1 && (H > 1 ? H > sd / (sh) : (W > 1 ? W > sd / (sw) : C > sd)))
        return tc_tensormap_broken("stride of dimension 3", sd, "rows that do not overlap");
    tc_volume_tensormap_params(&numbers, base, D, H, W, C, sd, sh, sw);
    return tc_tensormap_encode(map, &numbers);
}
"""),
    ("copy_async elected i64 smem S[(2,2,4)] -> gmem S[(N,2,4):(sn,4,1)][n:+2, 0:2, 0:4]"
     " where sn % 2 == 0"
     " { tensormap; reduce add; } as sums\n", """\
TC_HOST_FN void tc_sums_tensormap_params(
    tc_tensormap_params *params, const void *base, unsigned long long N, unsigned long long sn) {
    memset(params, 0, sizeof *params);
    params->type = 4; /* u64: the bits of i64 */
    params->rank = 3;
    params->base = base;
    params->extent[0] = 4ull;
    params->extent[1] = 2ull;
    params->extent[2] = N;
    params->stride[0] = 32ull;
    params->stride[1] = 8ull * sn;
    params->box[0] = 4;
    params->box[1] = 2;
    params->box[2] = 2;
    params->element_stride[0] = 1;
    params->element_stride[1] = 1;
    params->element_stride[2] = 1;
}

/* NULL: *map is made. Otherwise the rule that is broken. */
TC_HOST_FN const char *tc_sums_tensormap(
    tc_tensormap *map, const void *base, unsigned long long N, unsigned long long sn) {
    tc_tensormap_params numbers;
    if (!(sn % 2 == 0))
        return tc_tensormap_broken("sn", sn, "sn % 2 == 0");
    if (N > 1 && 2ull > sn / (4ull))
        return tc_tensormap_broken("stride of dimension 2", sn, "rows that do not overlap");
    tc_sums_tensormap_params(&numbers, base, N, sn);
    return tc_tensormap_encode(map, &numbers);
}
"""),
    ("copy_async elected f64 smem S[(8,4)] -> gmem S[(H,W):(1024,1)][h:+8, w:+4]"
     " where W % 2 == 0, w % 2 == 0"
     " { tensormap; oob skip; } as wide\n", """\
TC_HOST_FN const char *tc_wide_tensormap(
    tc_tensormap *map, const void *base, unsigned long long H, unsigned long long W) {
    tc_tensormap_params numbers;
    if (!(W % 2 == 0))
        return tc_tensormap_broken("W", W, "W % 2 == 0");
    if (H > 1 && W > 1024ull)
        return tc_tensormap_broken("stride of dimension 1", 1024ull, "rows that do not overlap");
    tc_wide_tensormap_params(&numbers, base, H, W);
    return tc_tensormap_encode(map, &numbers);
}
"""),
    ("copy_async elected f16 smem S[(2,1,8)] -> gmem S[(N,1,W):(sn,0,1)][n:+2, 0:1, w:+8]"
     " where sn % 8 == 0, W % 8 == 0, w % 8 == 0"
     " { tensormap; oob skip; } as single\n", """\
TC_HOST_FN const char *tc_single_tensormap(
    tc_tensormap *map,
    const void *base,
    unsigned long long N,
    unsigned long long W,
    unsigned long long sn) {
    tc_tensormap_params numbers;
    if (!(W % 8 == 0))
        return tc_tensormap_broken("W", W, "W % 8 == 0");
    if (!(sn % 8 == 0))
        return tc_tensormap_broken("sn", sn, "sn % 8 == 0");
    if (N > 1 && W > sn)
        return tc_tensormap_broken("stride of dimension 2", sn, "rows that do not overlap");
    tc_single_tensormap_params(&numbers, base, N, W, sn);
    return tc_tensormap_encode(map, &numbers);
}
"""),
    ("copy_async elected f16 smem S[(2,4,8)] -> gmem S[(N,4,W):(sn,sw,1)][n:+2, 0:4, w:+8]"
     " where sn % 8 == 0, sw % 8 == 0, W % 8 == 0, w % 8 == 0"
     " { tensormap; oob skip; } as rows_of_names\n", """\
TC_HOST_FN const char *tc_rows_of_names_tensormap(
    tc_tensormap *map,
    const void *base,
    unsigned long long N,
    unsigned long long W,
    unsigned long long sn,
    unsigned long long sw) {
    tc_tensormap_params numbers;
    if (!(W % 8 == 0))
        return tc_tensormap_broken("W", W, "W % 8 == 0");
    if (!(sn % 8 == 0))
        return tc_tensormap_broken("sn", sn, "sn % 8 == 0");
    if (!(sw % 8 == 0))
        return tc_tensormap_broken("sw", sw, "sw % 8 == 0");
    if (4ull > 1 && W > sw)
        return tc_tensormap_broken("stride of dimension 1", sw, "rows that do not overlap");
    if (N > 1 && 4ull > sn / (sw))
        return tc_tensormap_broken("stride of dimension 2", sn, "rows that do not overlap");
    tc_rows_of_names_tensormap_params(&numbers, base, N, W, sn, sw);
    return tc_tensormap_encode(map, &numbers);
}
"""),
    ("copy_async elected f16 smem S[(2,4,8)] -> gmem S[(N,4,8):(4096,sw,1)][n:+2, 0:4, 0:8]"
     " where sw % 8 == 0, sw <= 512"
     " { tensormap; oob skip; } as outer_number\n", """\
TC_HOST_FN const char *tc_outer_number_tensormap(
    tc_tensormap *map, const void *base, unsigned long long N, unsigned long long sw) {
    tc_tensormap_params numbers;
    if (!(sw % 8 == 0))
        return tc_tensormap_broken("sw", sw, "sw % 8 == 0");
    if (!(sw <= 512))
        return tc_tensormap_broken("sw", sw, "sw <= 512");
    if (4ull > 1 && (N > 1 ? N > sw / (4096ull) : 8ull > sw))
        return tc_tensormap_broken("stride of dimension 1", sw, "rows that do not overlap");
    tc_outer_number_tensormap_params(&numbers, base, N, sw);
    return tc_tensormap_encode(map, &numbers);
}
"""),
    ("copy_async elected f16 smem S[(2,4,8)] -> gmem S[(N,4,8):(32,8,1)][n:+2, 0:4, 0:8]"
     " { tensormap; oob skip; } as numbers\n", """\
TC_HOST_FN const char *tc_numbers_tensormap(
    tc_tensormap *map, const void *base, unsigned long long N) {
    tc_tensormap_params numbers;
    tc_numbers_tensormap_params(&numbers, base, N);
    return tc_tensormap_encode(map, &numbers);
}
"""),
    ("copy_async elected f16 gmem S[(D,M,K):(ld,ld,1)][d:+2, m:+4, k:+8] -> smem S[(2,4,8)]"
     " where ld % 8 == 0"
     " { tensormap; } as again\n", """\
TC_HOST_FN const char *tc_again_tensormap(
    tc_tensormap *map,
    const void *base,
    unsigned long long D,
    unsigned long long M,
    unsigned long long K,
    unsigned long long ld) {
    tc_tensormap_params numbers;
    if (!(ld % 8 == 0))
        return tc_tensormap_broken("ld", ld, "ld % 8 == 0");
    tc_again_tensormap_params(&numbers, base, D, M, K, ld);
    return tc_tensormap_encode(map, &numbers);
}
"""),
    ("copy_async elected f16 smem S[(2,2,4,8)] -> gmem S[(N,Q,4,8):(sn,sp,8,1)][n:+2, p:+2, 0:4, 0:8]"
     " where sn % 8 == 0, sp % 8 == 0"
     " { tensormap; oob skip; } as planes\n", """\
TC_HOST_FN const char *tc_planes_tensormap(
    tc_tensormap *map,
    const void *base,
    unsigned long long N,
    unsigned long long Q,
    unsigned long long sn,
    unsigned long long sp) {
    tc_tensormap_params numbers;
    if (!(sn % 8 == 0))
        return tc_tensormap_broken("sn", sn, "sn % 8 == 0");
    if (!(sp % 8 == 0))
        return tc_tensormap_broken("sp", sp, "sp % 8 == 0");
    if (Q > 1 && 4ull > sp / (8ull))
        return tc_tensormap_broken("stride of dimension 2", sp, "rows that do not overlap");
    if (N > 1 && (Q > 1 ? Q > sn / (sp) : (4ull > sn / (8ull))))
        return tc_tensormap_broken("stride of dimension 3", sn, "rows that do not overlap");
    tc_planes_tensormap_params(&numbers, base, N, Q, sn, sp);
    return tc_tensormap_encode(map, &numbers);
}
"""),
]


def run(args, tally):
    folder = os.path.join(args.build, "tests", "schema")
    description, header = (os.path.join(folder, "hosts" + end) for end in (".tc", "_gen.h"))
    harness.write(description, HEAD + "".join(statement for statement, _ in HOSTS))
    made = harness.run([args.tcgen, "-o", header, description])
    text = harness.read(header) if made.code == 0 else ""
    for statement, wanted in HOSTS:
        tally.check("hosts: " + statement, wanted in text, made.err or text)
