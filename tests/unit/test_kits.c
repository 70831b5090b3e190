/* test_kits.c: reductions, scans, single elements and regions of lane 0, of every kind of distribution: each has a
 * plan, every plan that a variant offers holds its proof, none has a step that nobody needs, and a reduction
 * combines and shuffles as often as docs/lane0.md says, counted by hand. */
#include "generator/dispatch/dispatch.h"
#include "generator/tile/folding.h"
#include "plan_flaws.h"
#include "unit.h"
#include <string.h>

/* For numbers of 32 and 64 bits. A thread has `results` results of `mine` parts each; `bits` bits of the lane and
 * `warps` warps tell the threads of a result apart. results 0: not counted. */
typedef struct {
    const char *text;
    int results, mine, bits, warps;
    int combined, shuffled; /* results 0: how often, worked out by hand; 0: not counted */
} Kit;
#define RIGHT(text)                                                                                \
    { text, 0, 0, 0, 0, 0, 0 }
#define COUNTED(text, results, mine, bits, warps)                                                  \
    { text, results, mine, bits, warps, 0, 0 }
#define STEPS(text, combined, shuffled)                                                            \
    { text, 0, 0, 0, 0, combined, shuffled }

static const Kit kits[] = {
    COUNTED("reduce k warp 32 add { in a : f32[128] / f32[4]; out s : f32; }", 1, 4, 5, 1),
    COUNTED(
        "reduce k warp 32 mul { in a : f32[32] / f32[1]; in c : f32; out s : f32; }", 1, 1, 5, 1),
    COUNTED(
        "reduce k warp 32 add { in a : f32[8,16] / f32[2,2] cyclic; in c : f32; out s : f32; }",
        1,
        4,
        5,
        1),
    RIGHT("reduce k warp 32 max { in a : f32[64] / f32[2]; in c : f32; out s : f32; }"),
    RIGHT("reduce k warp 32 add { in a : u32[32] / u32[1]; in c : u32; out s : u32; }"),
    COUNTED(
        "reduce k warp 32 mul { in c : i32[64] / i32[2]; out s : i32; in d : i32; }", 1, 2, 5, 1),
    RIGHT("reduce k cta(64) min { in a : i32[256] / i32[4]; in c : i32; out s : i32; }"),
    COUNTED(
        "reduce k cta(96) add { in a : f32[192] / f32[2]; in c : f32; out s : f32; }", 1, 2, 5, 3),
    RIGHT("reduce k cta(32) xor { in a : u32[64] / u32[2] cyclic; in c : u32; out s : u32; }"),
    RIGHT("reduce k warp 32 argmin { in a : f32[128] / f32[4]; out i : u32; }"),
    RIGHT("reduce k warp 32 argmax { in a : f32[8,16] / f32[2,2] cyclic; out i : u32; out v : f32; "
          "}"),
    RIGHT("reduce k warp 32 argmax { in a : u32[32] / u32[1]; out i : u32; }"),
    RIGHT("reduce k warp 32 argmin { in a : i32[2,64] / i32[2,2]; out i : u32; out v : i32; }"),
    RIGHT("reduce k cta(128) argmax { in a : f32[512] / f32[4]; out i : u32; out v : f32; }"),
    RIGHT("reduce k cta(64) argmin { in a : i32[4,48] / i32[1,3]; out i : u32; }"),
    STEPS("reduce k warp 32 add { in a : f16[256] / f16[8]; out s : f16; }", 9, 5),
    STEPS(
        "reduce k warp 32 add { in a : bf16[64] / bf16[2] cyclic; in c : bf16; out s : bf16; }",
        7,
        5),
    STEPS("reduce k warp 32 mul { in a : f16[32] / f16[1]; out s : f16; }", 5, 5),
    STEPS("reduce k warp 32 mul { in a : bf16[96] / bf16[3]; in c : bf16; out s : bf16; }", 8, 5),
    RIGHT("reduce k warp 32 argmin { in a : f16[128] / f16[4]; out i : u32; out v : f16; }"),
    RIGHT("reduce k warp 32 argmax { in a : bf16[32] / bf16[1]; out i : u32; }"),
    STEPS("reduce k cta(96) add { in a : f16[192] / f16[2]; out s : f16; }", 8, 5),
    COUNTED(
        "reduce k warp 32 add { in a : f64[64] / f64[2]; in c : f64; out s : f64; }", 1, 2, 5, 1),
    RIGHT("reduce k warp 32 argmax { in a : f64[96] / f64[3]; out i : u32; out v : f64; }"),
    COUNTED("reduce k cta(128) mul { in a : u64[128] / u64[1]; out s : u64; }", 1, 1, 5, 4),
    COUNTED("reduce k warp 32 min { in a : i64[64] / i64[2]; out s : i64; }", 1, 2, 5, 1),
    RIGHT("reduce k cta(64) argmin { in a : i64[4,64] / i64[1,4] cyclic; out i : u32; out v : i64; "
          "}"),
    COUNTED(
        "reduce k warp 32 and { in a : u64[32] / u64[1]; in c : u64; out s : u64; }", 1, 1, 5, 1),
    COUNTED(
        "reduce k warp 32 add over 1 { in a : f32[32,8] / f32[1,8]; out s : f32[32] / f32[1]; }",
        1,
        8,
        0,
        1),
    COUNTED(
        "reduce k warp 32 add over 0 { in a : f32[32,8] / f32[1,8]; in c : f32[8]; out s : f32[8]; "
        "}",
        8,
        1,
        5,
        1),
    COUNTED(
        "reduce k warp 32 max over 1 { in a : f32[8,64] / f32[1,16]; out s : f32[8] / f32[1]; }",
        1,
        16,
        2,
        1),
    STEPS(
        "reduce k warp 32 add over 1 { in a : f16[4,16,8] / f16[2,2,4]; out s : f16[4,8] / "
        "f16[2,4]; }",
        16,
        12),
    STEPS(
        "reduce k warp 32 add over 1 { in a : bf16[8,32] / bf16[2,4]; in c : bf16[8] / bf16[2]; "
        "out s : bf16[8] / bf16[2]; }",
        12,
        6),
    RIGHT("reduce k warp 32 mul over 0 { in a : f16[64,3] / f16[2,3]; out s : f16[3]; }"),
    RIGHT("reduce k warp 32 argmin over 0 { in a : f32[16,8] / f32[4,1] cyclic; out i : u32[8] / "
          "u32[1] cyclic; }"),
    RIGHT("reduce k warp 32 argmax over 1 { in a : f16[4,64] / f16[2,4]; out i : u32[4] / u32[2]; "
          "out v : f16[4] / f16[2]; }"),
    COUNTED(
        "reduce k warp 32 add over 2 { in a : u32[2,4,32] / u32[2,1,4]; out s : u32[2,4] / "
        "u32[2,1]; }",
        2,
        4,
        3,
        1),
    COUNTED(
        "reduce k warp 32 mul over 1 { in a : u32[2,32] / u32[2,1]; out s : u32[2]; }", 2, 1, 5, 1),
    COUNTED(
        "reduce k cta(128) add over 1 { in a : f32[32,16] / f32[1,4]; in c : f32[32] / f32[1]; out "
        "s : f32[32] / f32[1]; }",
        1,
        4,
        2,
        1),
    COUNTED(
        "reduce k cta(96) max over 1 { in a : i32[96,4] / i32[1,4]; out s : i32[96] / i32[1]; }",
        1,
        4,
        0,
        1),
    COUNTED("reduce k warp 32 add over 0 { in a : f64[64] / f64[2]; out s : f64; }", 1, 2, 5, 1),
    COUNTED(
        "reduce k warp 8 add { in a : f32[32] / f32[4]; in c : f32; out s : f32; }", 1, 4, 3, 1),
    RIGHT("reduce k warp 4 argmin { in a : f32[8] / f32[2]; out i : u32; out v : f32; }"),
    STEPS(
        "reduce k warp 16 add over 1 { in a : f16[4,16] / f16[1,4]; out s : f16[4] / f16[1]; }",
        4,
        2),
    COUNTED("reduce k warp 2 max { in a : u64[6] / u64[3] cyclic; out s : u64; }", 1, 3, 1, 1),
    COUNTED(
        "reduce k warp 16 xor { in a : u32[16] / u32[1]; in c : u32; out s : u32; }", 1, 1, 4, 1),
    COUNTED("reduce k warp 2 add { in a : f32[2] / f32[1]; out s : f32; }", 1, 1, 1, 1),
    COUNTED("reduce k cta(1024) add { in a : f32[1024] / f32[1]; out s : f32; }", 1, 1, 5, 32),
    COUNTED(
        "reduce k warp 32 max over 1 { in a : f32[16,64] / mma_c; out s : f32[16,1] / mma_c; }",
        2,
        16,
        2,
        1),
    COUNTED(
        "reduce k warp 32 add over 1 { in a : f32[32,16] / mma_c; in c : f32[32,1] / mma_c; out s "
        ": f32[32,1] / mma_c; }",
        4,
        4,
        2,
        1),
    COUNTED(
        "reduce k warp 32 add over 0 { using folded; in a : f32[16,24] / mma_c; out s : f32[1,24] "
        "/ mma_c; }",
        6,
        2,
        3,
        1),
    COUNTED(
        "reduce k warp 32 add { in a : f32[16,40] / mma_c; in c : f32; out s : f32; }",
        1,
        20,
        5,
        1),
    RIGHT("reduce k warp 32 max { in a : i32[16,16] / mma_c; out s : i32; }"),
    COUNTED(
        "reduce k warp 32 xor over 1 { in a : i32[16,16] / mma_c; out s : i32[16,1] / mma_c; }",
        2,
        4,
        2,
        1),
    STEPS(
        "reduce k warp 32 add over 1 { in a : f16[16,32] / mma_c; in c : f16[16,1] / mma_c; out s "
        ": f16[16,1] / mma_c; }",
        11,
        2),
    STEPS(
        "reduce k warp 32 max over 0 { using folded; in a : f16[32,16] / mma_c; in c : f16[1,16] / "
        "mma_c; out s : f16[1,16] / mma_c; }",
        14,
        6),
    STEPS("reduce k warp 32 add { in a : f16[16,16] / mma_c; out s : f16; }", 9, 5),
    COUNTED(
        "reduce k warp 32 mul over 1 { in a : f64[16,16] / mma_c; out s : f64[16,1] / mma_c; }",
        2,
        4,
        2,
        1),
    COUNTED(
        "reduce k warpgroup max over 1 { in a : f32[64,24] / wgmma_c; out s : f32[64,1] / wgmma_c; "
        "}",
        2,
        6,
        2,
        1),
    COUNTED(
        "reduce k warpgroup add over 0 { using folded; in a : f32[64,16] / wgmma_c; in c : "
        "f32[1,16] / wgmma_c; out s : f32[1,16] / wgmma_c; }",
        4,
        2,
        3,
        4),
    RIGHT("reduce k warpgroup add over 0 { in a : f16[64,16] / wgmma_c; out s : f16[1,16] / "
          "wgmma_c; }"),
    COUNTED("reduce k warpgroup add { in a : f32[64,16] / wgmma_c; out s : f32; }", 1, 8, 5, 4),
    COUNTED(
        "reduce k cta(128) add over 0 { in a : f32[4,64] / own_rows; out s : f32[1,64] / own_rows; "
        "}",
        2,
        1,
        0,
        4),
    STEPS(
        "reduce k cta(128) max over 1 { in a : bf16[4,64] / own_rows; out s : bf16[4,1] / "
        "own_rows; }",
        6,
        5),
    COUNTED(
        "reduce k cta(128) add { in a : u64[4,64] / own_rows; in c : u64; out s : u64; }",
        1,
        2,
        5,
        4),
    COUNTED(
        "reduce k warp 32 add over 1 { in a : f32[8,16] / own_halves; out s : f32[8,1] / "
        "own_halves; }",
        1,
        4,
        2,
        1),
    STEPS(
        "reduce k warp 32 add over 0 { using folded; in a : f16[8,16] / own_halves; out s : "
        "f16[1,16] / own_halves; }",
        6,
        6),
    COUNTED(
        "reduce k warp 32 add over 1 { in a : f32[16,8] / own_twice; out s : f32[16,1] / "
        "own_twice; }",
        1,
        8,
        0,
        1),
    RIGHT("reduce k warp 32 add over 0 { using folded; in a : bf16[16,8] / own_twice; in c : "
          "bf16[1,8] / own_twice; out s : bf16[1,8] / own_twice; }"),
    STEPS("reduce k warp 32 add { in a : f16[8,12] / own_apart; out s : f16; }", 7, 5),
    STEPS(
        "reduce k warp 32 min over 0 { using folded; in a : f16[8,12] / own_apart; out s : "
        "f16[1,12] / own_apart; }",
        9,
        9),
    COUNTED(
        "reduce k cta(96) add over 0 { in a : f32[3,32,4] / own_quads; out s : f32[1,32,4] / "
        "own_quads; }",
        4,
        1,
        0,
        3),
    STEPS(
        "reduce k cta(96) max over 1 { in a : f16[3,32,4] / own_quads; out s : f16[3,1,4] / "
        "own_quads; }",
        5,
        3),
    RIGHT("reduce k cta(96) mul { in a : f16[3,32,4] / own_quads; out s : f16; }"),
    COUNTED(
        "reduce k warp 16 add over 0 { using folded; in a : f32[16,4] / own_narrow; in c : "
        "f32[1,4] / own_narrow; out s : f32[1,4] / own_narrow; }",
        4,
        1,
        4,
        1),
    STEPS("reduce k warp 16 max { in a : f16[16,4] / own_narrow; out s : f16; }", 6, 4),
    COUNTED(
        "reduce k cta(96) add over 0 { in a : f32[6,16] / own_threads; out s : f32[1,16] / "
        "own_threads; }",
        1,
        1,
        1,
        3),
    STEPS(
        "reduce k cta(128) add over 1 { in a : f16[32,4] / own_block; out s : f16[32,1] / "
        "own_block; }",
        2,
        2),
    STEPS(
        "reduce k warp 32 add over 2 { in a : f16[2,8,8] / own_pairs; out s : f16[2,8,1] / "
        "own_pairs; }",
        3,
        1),
    RIGHT("reduce k warp 32 add over 0 { in a : f32[2,8,8] / own_pairs; out s : f32[1,8,8] / "
          "own_pairs; }"),
    COUNTED(
        "reduce k warp 32 add over 0 { using folded; in a : f32[16,64] / mma_c; out s : f32[1,64] "
        "/ mma_c; }",
        16,
        2,
        3,
        1),
    STEPS(
        "reduce k warp 32 add over 0 { using folded_halved; in a : f32[16,64] / mma_c; out s : "
        "f32[1,64] / mma_c; }",
        40,
        32),
    STEPS(
        "reduce k warp 32 max over 0 { using folded_halved; in a : i64[16,16] / mma_c; in c : "
        "i64[1,16] / mma_c; out s : i64[1,16] / mma_c; }",
        12,
        7),
    RIGHT("reduce k warp 32 mul over 0 { using folded_halved; in a : bf16[16,48] / mma_c; out s : "
          "bf16[1,48] / mma_c; }"),
    COUNTED(
        "reduce k warpgroup add over 0 { using folded; in a : f32[64,48] / wgmma_c; out s : "
        "f32[1,48] / wgmma_c; }",
        12,
        2,
        3,
        4),
    STEPS(
        "reduce k warpgroup add over 0 { using folded_halved; in a : f32[64,48] / wgmma_c; in c : "
        "f32[1,48] / wgmma_c; out s : f32[1,48] / wgmma_c; }",
        45,
        21),
    RIGHT("reduce k warpgroup max over 0 { using folded_halved; in a : f16[64,96] / wgmma_c; out s "
          ": f16[1,96] / wgmma_c; }"),
    STEPS(
        "reduce k cta(64) add over 1 { using folded_halved; in a : f32[8,64] / own_columns; out s "
        ": f32[8,1] / own_columns; }",
        17,
        9),
    STEPS(
        "reduce k cta(64) mul over 1 { using folded_halved; in a : f64[12,64] / own_columns; out s "
        ": f64[12,1] / own_columns; }",
        30,
        18),
    COUNTED(
        "reduce k warp 32 add over 0 { using folded; in a : i64[16,16] / mma_c; in c : i64[1,16] / "
        "mma_c; out s : i64[1,16] / mma_c; }",
        4,
        2,
        3,
        1),
    COUNTED(
        "reduce k cta(64) add over 1 { using folded; in a : f32[8,64] / own_columns; out s : "
        "f32[8,1] / own_columns; }",
        8,
        1,
        5,
        2),
    COUNTED(
        "reduce k cta(64) mul over 1 { using folded; in a : f64[12,64] / own_columns; out s : "
        "f64[12,1] / own_columns; }",
        12,
        1,
        5,
        2),
    RIGHT("reduce k warp 32 add over 0 { in a : f32[32,2,3] / f32[1,2,3]; out s : f32[2,3]; }"),
    RIGHT("reduce k warp 32 add over 0 { in a : f32[16,2,6] / f32[1,2,3]; out s : f32[2,6] / "
          "f32[2,3]; }"),
    RIGHT("reduce k warp 32 add over 1 { in a : f32[4,16,2,6] / f32[2,2,2,3]; out s : f32[4,2,6] / "
          "f32[2,2,3]; }"),
    RIGHT("reduce k warp 32 max over 1 { in a : f16[4,16,2,2] / f16[2,1,2,2]; out s : f16[4,2,2] / "
          "f16[2,2,2]; }"),
    RIGHT("scan k warp 32 add inclusive { in a : f32[128] / f32[4]; out b : f32[128] / f32[4]; }"),
    RIGHT("scan k warp 32 mul exclusive { in a : f64[32] / f64[1]; out b : f64[32] / f64[1]; }"),
    RIGHT("scan k warp 32 mul exclusive { in a : f32[64] / f32[2]; out b : f32[64] / f32[2]; }"),
    RIGHT("scan k warp 32 min exclusive { in a : u32[64] / u32[2]; out b : u32[64] / u32[2]; }"),
    RIGHT("scan k warp 32 add inclusive { in a : u32[8,16] / u32[2,2]; out b : u32[8,16] / "
          "u32[2,2]; }"),
    RIGHT("scan k warp 32 max inclusive { in a : i32[64] / i32[2] cyclic; out b : i32[64] / i32[2] "
          "cyclic; }"),
    RIGHT("scan k warp 32 add inclusive { in a : i64[4,64] / i64[2,4] cyclic; out b : i64[4,64] / "
          "i64[2,4] cyclic; }"),
    RIGHT("scan k warp 8 add inclusive { in a : u32[16,2] / u32[2,2]; out b : u32[16,2] / "
          "u32[2,2]; }"),
    RIGHT("scan k warp 4 add exclusive { in a : u32[8] / u32[2]; out b : u32[8] / u32[2]; }"),
    RIGHT("scan k cta(64) add inclusive { in a : f32[128] / f32[2]; out b : f32[128] / f32[2]; }"),
    RIGHT("scan k cta(96) min exclusive { in a : f32[96] / f32[1]; out b : f32[96] / f32[1]; }"),
    RIGHT("scan k cta(128) or inclusive { in a : u64[384] / u64[3]; out b : u64[384] / u64[3]; }"),
    RIGHT("extract k warp 32 { in a : f32[128] / f32[4]; out x : f32; }"),
    RIGHT("extract k warp 32 { in a : f64[32] / f64[1]; out x : f64; }"),
    RIGHT("extract k warp 32 { in a : u16[64] / u16[2] cyclic; out x : u16; }"),
    RIGHT("extract k warp 8 { in a : u16[8,16] / u16[4,4] cyclic; out x : u16; }"),
    RIGHT("extract k warp 16 { in a : u8[4,12] / u8[1,3]; out x : u8; }"),
    RIGHT("extract k warp 4 { in a : f32[2,3,4] / f32[1,3,2]; out x : f32; }"),
    RIGHT("extract k cta(64) { in a : f32[4,32] / f32[1,2]; out x : f32; }"),
    RIGHT("extract k cta(96) { in a : f64[192] / f64[2] cyclic; out x : f64; }"),
    RIGHT("insert k warp 32 { in a : f32[128] / f32[4]; in x : f32; out b : f32[128] / f32[4]; }"),
    RIGHT("insert k warp 32 { in a : u8[8,16] / u8[2,2] cyclic; in x : u8; out b : u8[8,16] / "
          "u8[2,2] cyclic; }"),
    RIGHT("insert k cta(96) { in a : f64[96] / f64[1]; in x : f64; out b : f64[96] / f64[1]; }"),
    RIGHT("insert k warp 4 { in a : f32[2,3,4] / f32[1,3,2]; in x : f32; out b : f32[2,3,4] / "
          "f32[1,3,2]; }"),
    RIGHT("broadcast k warp 32 { in x : f16; out y : f16; }"),
    RIGHT("broadcast k warp 8 { in x : f64[3]; out y : f64[3]; }"),
    RIGHT("broadcast k cta(64) { in x : f32[8]; out y : f32[64,8] / f32[1,8]; }"),
    RIGHT("broadcast k warp 32 { in x : f32[4]; out y : f32[64,4] / f32[2,4]; }"),
    RIGHT("broadcast k cta(96) { in x : u8[5]; out y : u8[5]; }"),
    RIGHT("lane0 k warp 32 { in a : f32[256] / f32[8]; out s : f32; }"),
    RIGHT("lane0 k warp 32 { in a : f32[128] / f32[4] cyclic; out b : f32[128] / f32[4]; }"),
    RIGHT("lane0 k cta(64) lane id { out r : u8[2,128] / u8[2,2] cyclic; }"),
    RIGHT("lane0 k warp 8 { in a : f16[8,16] / f16[4,4]; out b : f16[8,16] / f16[4,4] cyclic; }"),
    RIGHT("lane0 k warp 32 { in a : e2m1[512] / e2m1[16]; out n : u32; }"),
    RIGHT("lane0 k cta(96) { in a : f64[96] / f64[1]; in c : u16[192] / u16[2]; out b : f64[96] / "
          "f64[1]; }"),
    RIGHT("lane0 k warp 32 { in a : u32[2,64] / u32[1,4]; out b : u32[3]; }"),
};

static const char layouts[] =
    "layout own_rows = 4x64 S[(4,32,2):(1@warpid,1@laneid,1)]\n"
    "layout own_halves = 8x16 S[(8,4,4):(1@laneid,1,8@laneid)]\n"
    "layout own_twice = 16x8 S[(16,2,4):(1@laneid,4,1)] + R[(2):(16@laneid)]\n"
    "layout own_apart = 8x12 S[(8,4,3):(4@laneid,1@laneid,2)]\n"
    "layout own_quads = 3x32x4 S[(3,4,8,4):(1@warpid,1,1@laneid,8@laneid)]\n"
    "layout own_narrow = 16x4 S[(2,8,4):(8@laneid,1@laneid,1)]\n"
    "layout own_threads = 6x16 S[(6,16):(16@tx,1@tx)]\n"
    "layout own_columns = 1x64 S[(2,32):(1@warpid,1@laneid)]\n"
    "layout own_block = 32x4 S[(128):(1@tx)]\n"
    "layout own_pairs = 2x8x8 S[(2,8,2,4):(16@laneid,2@laneid,1@laneid,1)]\n";

/* How often a thread executes steps of this kind. */
static int64_t executed(const Plan *plan, bool (*is)(Act act)) {
    int64_t count = 0;
    for (int p = 0; p < plan->phase_count; p++) {
        const Phase *phase = &plan->phases[p];
        int64_t around = 1;
        for (int i = 0; i < phase->loop_count; i++)
            around *= plan->loops[phase->loops[i]].extent;
        for (int s = 0; s < phase->step_count; s++) {
            const Step *step = &phase->steps[s];
            int64_t turns = around;
            for (int i = 0; i < step->repeat_count; i++)
                turns *= plan->loops[step->repeat[i]].extent;
            count += is(primitives[step->primitive].act) ? turns : 0;
        }
    }
    return count;
}

static bool combines(Act act) {
    return act == ACT_COMBINE;
}

static bool shuffles(Act act) {
    return act == ACT_SHUFFLE_XOR || act == ACT_SHUFFLE_GROUP;
}

/* The argument `i` of extract and insert: any element, where there are several. */
static void expect_index(const Kit *kit, const Lane0 *lane0, const Plan *plan) {
    bool takes = lane0->kit == LANE0_EXTRACT || lane0->kit == LANE0_INSERT;
    if (lane0->kit == LANE0_REGION)
        return;
    int64_t count = takes ? lane0->values[0].seq_count : 1;
    EXPECT_OF(kit->text, plan->symbol_count >= (count > 1));
    EXPECT_OF(kit->text, !takes || plan->ops_per_thread == 1);
    if (count > 1 && plan->symbol_count) {
        const Symbol *index = &plan->symbols[0];
        EXPECT_OF(kit->text, index->role == SYMBOL_ORIGIN && index->min == 0);
        EXPECT_OF(kit->text, index->max == count - 1 && index->divisor == 1);
    }
}

/* Of lanes that all have a result the lowest one puts it into memory. */
static bool first_lane_stores(const Plan *plan) {
    bool stores = true, ok = true;
    Point first = {.rank = 0};
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            const Step *step = &plan->phases[p].steps[s];
            for (int i = 0; i < step->cond_count; i++)
                if (primitives[step->primitive].kind == KIND_STORE)
                    stores &= cond_holds(&step->conds[i], &first, &ok);
        }
    return stores && ok;
}

/* Parts in even and in odd places are combined apart where there are at least four. */
static bool keeps_apart(const Plan *plan) {
    for (int i = 0; i < plan->bundle_count; i++)
        if (strcmp(plan->bundles[i].name, "part") == 0)
            return true;
    return false;
}

/* What an exclusive scan gives where nothing stands before: it combines with anything to that. */
static uint64_t nothing(const char *text, int bits) {
    const bool f = strstr(text, ": f") != NULL;
    if (strstr(text, " mul "))
        return !f ? 1 : bits == 64 ? 0x3ff0000000000000u : 0x3f800000u;
    if (strstr(text, " min "))
        return bits == 64 ? 0x7ff0000000000000u : f ? 0x7f800000u : 0xffffffffu;
    return 0;
}

static void expect_plan(const Kit *kit, const Function *function, const Choice *choice) {
    const Plan *plan = choice->plan;
    const char *flaw = plan_flaw(plan);
    EXPECT_OF(kit->text, !flaw);
    if (flaw)
        printf("%s: %s\n", plan->variant, flaw);
    const Lane0 *lane0 = &function->request->lane0;
    EXPECT_OF(kit->text, plan->flow_count > 0 && choice->proof.elements > 0);
    expect_index(kit, lane0, plan);
    if (lane0->exclusive)
        EXPECT_OF(kit->text, plan->flows->limits.fill == nothing(kit->text, plan->dtype->bits));
    if (lane0->kit == LANE0_REDUCE)
        EXPECT_OF(kit->text, first_lane_stores(plan));
    if (!kit->results && !kit->combined)
        return;
    if (kit->results && lane0_is_folded(lane0))
        EXPECT_OF(kit->text, keeps_apart(plan) == (kit->mine >= 4));
    int64_t acc = function->request->lane0.accumulator >= 0;
    int64_t want = kit->results * (kit->mine - 1 + kit->bits + kit->warps - 1 + acc);
    int64_t moved = kit->results * kit->bits;
    EXPECT_OF(kit->text, executed(plan, combines) == (kit->combined ? kit->combined : want));
    EXPECT_OF(kit->text, executed(plan, shuffles) == (kit->combined ? kit->shuffled : moved));
}

/* Lanes may halve by any of their bits, the lowest left out first, and hand on what they have of all warps or read
 * all of it: h halvings of R results take R / 2 + R / 4 + .. + R / 2^h shuffles and as many combinations, each
 * other bit R / 2^h, and uniting them as many shuffles again. */
static void expect_halvings(const Kit *kit, const Lane0 *lane0) {
    static Folding start;
    Decline decline = {0};
    bool starts = folding_start(lane0, &start, &decline);
    EXPECT_OF(kit->text, starts);
    int64_t acc = lane0->accumulator >= 0;
    for (int halved = starts ? folding_halvings(&start) : 0; halved; halved &= halved - 1)
        for (int hands_on = 0; hands_on < 2; hands_on++) {
            Folding folding = start;
            int64_t held = kit->results, exchanged = 0, rounds = 0;
            for (int mask = halved; mask; mask &= mask - 1, rounds++)
                exchanged += held /= 2;
            int64_t combined =
                kit->results * (kit->mine - 1 + acc) + exchanged + (kit->bits - rounds) * held;
            int64_t shuffled = exchanged + (kit->bits - rounds) * held;
            combined += (hands_on ? held : kit->results) * (kit->warps - 1);
            shuffled += kit->warps == 1 || hands_on ? exchanged : 0;
            folding.halved = halved;
            folding.hands_on = hands_on;
            if (kit->warps == 1 && hands_on)
                continue;
            Plan *plan = folding_plan(&folding, "folded_halved");
            EXPECT_OF(kit->text, executed(plan, combines) == combined);
            EXPECT_OF(kit->text, executed(plan, shuffles) == shuffled);
            EXPECT_OF(kit->text, plan_prove(plan).ok && !plan_flaw(plan));
        }
}

static void expect_kit(const Kit *kit) {
    Text text = {0};
    text_printf(&text, "%s%s\n", layouts, kit->text);
    const Source *source = source_from_text("<kit>", text.at, text.length);
    Module *module = lang_load(source, prelude_text, NULL, 0, 0);
    Program *program = module && !diag_error_count() ? program_build(module, true) : NULL;
    EXPECT_OF(kit->text, program && program->count == 1 && !diag_error_count());
    for (int f = 0; program && f < program->count; f++)
        for (int i = 0; i < program->functions[f].choice_count; i++) {
            const Function *function = &program->functions[f];
            const Choice *choice = &function->choices[i];
            EXPECT_OF(kit->text, choice->plan && choice->proof.ok);
            for (int d = 0; d < choice->decline_count; d++)
                EXPECT_OF(kit->text, strcmp(choice->declines[d].predicate, "not_proven") != 0);
            if (choice->plan)
                expect_plan(kit, function, choice);
        }
    const Lane0 *lane0 = program && program->count ? &module->requests[0]->lane0 : NULL;
    if (lane0 && kit->results && module->requests[0]->kind == REQUEST_LANE0 &&
        lane0_is_folded(lane0))
        expect_halvings(kit, lane0);
    diag_reset();
}

int main(void) {
    for (size_t i = 0; i < COUNT_OF(kits); i++) {
        MemMark mark = mem_mark();
        expect_kit(&kits[i]);
        mem_rewind(mark);
    }
    mem_free_all();
    return unit_finish();
}
