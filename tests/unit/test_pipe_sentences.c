/* test_pipe_sentences.c: what is told of pipelines, sentence by sentence: plans, pictures, costs, reports and what
 * would help. */
#include "told_of.h"

static const char *const blocks[] = {
    "pipeline p {\n"
    "    ii 8\n"
    "    agents a:1w b:4w c:2w\n"
    "    value A f16[128,64] stages 4 align 1024 sync tma produce a @0.0 consume b @3.0+8\n"
    "    value B f32[128,128] stages 2 sync umma produce a @1.2 consume b @2.0\n"
    "    value C f32[32,8] align 128 sync async produce b @0.0 consume c @0.2, c @0.3\n"
    "    value D f32[8,32] align 128 sync async produce b @0.4 consume c @0.6\n"
    "    value E tensormap stages 2 produce a @0.0 consume a @1.1\n"
    "    value F mutex produce b @0.0 consume c @0.3\n"
    "    value G u8[96] barrier none produce b @1.1 consume b @1.1+2\n"
    "    value H f32[128,256] sync tma produce a @0.0 consume b @0.7\n"
    "    value I f32[128,64] class smem produce a @0.0 consume b @0.7\n"
    "}\n",
    "pipeline p {\n"
    "    ii 4\n"
    "    agents a:1w b:4w\n"
    "    value A u32[64] align 128 sync async root r produce a @0.0 consume b @0.1\n"
    "    value B u32[64] align 128 sync async root r produce b @0.2 consume a @0.3\n"
    "    value C u32[64] align 128 sync async root r produce b @0.3 consume a @0.3\n"
    "    value D u32[64] stages 2 align 128 sync dsmem produce a @0.0 consume b @0.1\n"
    "    value E u32[64] stages 2 align 128 sync dsmem produce a @0.2 consume b @0.3\n"
    "}\n",
    "pipeline p {\n"
    "    ii 12\n"
    "    mode slot\n"
    "    pool 3 base 2\n"
    "    agents a:2w b:1w\n"
    "    value X u32[64] stages 3 align 128 sync cpasync produce a @0.0 consume a @1.4\n"
    "    value Y u32[64] stages 3 align 128 sync mbar produce b @0.2 consume a @0.7\n"
    "    value Z u32[64] stages 3 align 128 sync async arrive threads produce a @1.6 consume b "
    "@1.8\n"
    "    value N mutex stages 2 sync named produce a @0.9 consume b @1.0\n"
    "    value M mutex sync mbar barrier none produce a @0.9 consume b @1.0\n"
    "}\n",
    "pipeline p {\n"
    "    ii 8\n"
    "    agents a:1w b:2w c:1w\n"
    "    value T f32[16] stages 2 sync dsmem handoff cluster produce a @0.0 consume b @0.3\n"
    "    value S f32[16] stages 2 sync async produce a @0.4 consume c @0.7\n"
    "    value U f32[32] stages 2 sync tma multicast 2 produce a @0.0 consume b @1.0\n"
    "    value V f32[8] stages 2 sync tma multicast 2 with U produce a @0.0 consume c @1.1\n"
    "    value W f32[64] sync async produce b @0.0 consume c @0.1\n"
    "    value P f32[96] sync async produce b @0.3 consume c @0.6\n"
    "}\n",
    "pipeline first {\n"
    "    ii 8\n"
    "    pool 2 base 3\n"
    "    agents a:1w b:2w\n"
    "    value A mutex sync mbar produce a @0.0 consume b @0.1\n"
    "    value B mutex sync mbar produce a @0.2 consume b @0.4\n"
    "    value C mutex produce a @0.4 consume b @0.5\n"
    "    value D mutex stages 2 produce a @0.0 consume b @1.0\n"
    "}\n"
    "pipeline second {\n"
    "    ii 8\n"
    "    capacity 300\n"
    "    value A u8[96] stages 2 produce @0.0 consume @1.0\n"
    "    value B u8[128] align 64 produce @0.1 consume @0.7\n"
    "}\n"
    "pipeline third {\n"
    "    ii 8\n"
    "    mode seed\n"
    "    capacity 300\n"
    "    value A u8[96] stages 2 produce @0.0 consume @1.0\n"
    "    value M mutex produce @0.0 consume @0.1\n"
    "    value B u8[128] align 64 produce @0.1 consume @0.7\n"
    "    value C u8[32] produce @0.1 consume @0.7\n"
    "}\n"
    "pipeline fourth {\n"
    "    ii 8\n"
    "    capacity 700\n"
    "    agents a:1w b:1w\n"
    "    value A u32[64] sync async produce a @0.0 consume b @0.2\n"
    "    value B u32[96] sync named produce a @0.4 consume b @0.6\n"
    "    value C u32[64] sync async produce a @0.4 consume b @0.6\n"
    "    value D u32[96] sync named produce a @0.0 consume b @0.2\n"
    "}\n"
    "pipeline fifth {\n"
    "    ii 8\n"
    "    value A f32[128,64] class tmem produce @0.0 consume @0.7\n"
    "}\n"
    "pipeline sixth {\n"
    "    ii 8\n"
    "    value A u8[16] stages 3 produce @0.0 consume @2.7, @1.0 dist 2\n"
    "}\n",
    "pipeline first {\n"
    "    ii 8\n"
    "    agents a:1w b:1w\n"
    "    value A f32[128,128] stages 4 produce a @0.0 consume b @3.0\n"
    "    value B f32[128,32] class tmem produce a @0.0 consume b @0.7\n"
    "}\n"
    "pipeline second {\n"
    "    ii 8\n"
    "    mode seed\n"
    "    value A f32[128,128] stages 4 produce @0.0 consume @3.0\n"
    "    value B f32[128,32] class tmem produce @0.0 consume @0.7\n"
    "}\n"
    "pipeline third {\n"
    "    ii 8\n"
    "    agents a:1w b:1w\n"
    "    value A f32[128,128] sync tma root r produce a @0.0 consume b @0.3\n"
    "    value B f32[128,32] root r class tmem produce a @0.4 consume b @0.7\n"
    "}\n"
    "pipeline fourth {\n"
    "    ii 8\n"
    "    capacity 15\n"
    "    value A f32[128,128] produce @0.0 consume @0.7\n"
    "}\n"
    "pipeline fifth {\n"
    "    ii 8\n"
    "    capacity 40\n"
    "    value A u8[16] sync tma produce @0.0 consume @0.7\n"
    "    value B f32[128,128] sync umma produce @0.0 consume @0.7\n"
    "}\n"
    "pipeline sixth {\n"
    "    ii 8\n"
    "    agents a:1w b:1w\n"
    "    value A f32[128,64] sync tma produce a @0.0 consume b @0.2\n"
    "    value B f32[128,64] sync tma produce b @0.4 consume a @0.6\n"
    "    value C f32[16] sync async produce b @0.4 consume a @0.6\n"
    "    value D f32[16] sync cpasync produce b @0.0 consume a @0.2\n"
    "    value E f32[16] barrier none produce b @0.7 consume a @0.7\n"
    "}\n",
    "pipeline first {\n"
    "    ii 1\n"
    "    value A u8[16] stages 3 sync tma produce @0.0 consume @1023.0+2\n"
    "    value B u8[16] stages 3 sync tma with A produce @0.0 consume @2.0\n"
    "}\n"
    "pipeline second {\n"
    "    ii 8\n"
    "    value A u8[16] stages 2 sync tma produce @0.0 consume @1.0\n"
    "    value B u8[16] stages 2 sync tma with A produce @0.0 consume @2.0\n"
    "    value C u8[16] stages 2 sync tma with A produce @0.0 consume @1.0\n"
    "}\n"
    "pipeline third {\n"
    "    ii 8\n"
    "    capacity 400\n"
    "    value A u8[64] stages 4 sync tma produce @0.0 consume @0.3\n"
    "    value B u8[64] stages 4 sync tma with A produce @0.0 consume @0.3\n"
    "}\n"
    "pipeline fourth {\n"
    "    ii 8\n"
    "    pool 1 base 1\n"
    "    value A mutex sync mbar produce @0.0 consume @0.7\n"
    "    value B mutex sync async barrier none produce @0.0 consume @0.7\n"
    "    value C mutex sync named produce @0.0 consume @0.7\n"
    "}\n"
    "pipeline fifth {\n"
    "    ii 8\n"
    "    pool 1 base 1\n"
    "    value A mutex produce @0.0 consume @0.1\n"
    "    value B mutex produce @0.6 consume @1.0\n"
    "}\n"
    "pipeline sixth {\n"
    "    ii 8\n"
    "    value A u8[16] produce @0.0\n"
    "}\n"
    "pipeline seventh {\n"
    "    ii 8\n"
    "    value A u8[16] produce @0.7 consume @0.3\n"
    "}\n"
    "pipeline short {\n"
    "    ii 8\n"
    "    value A u8[16] produce @1.7 consume @0.6\n"
    "}\n"
    "pipeline eighth {\n"
    "    ii 8\n"
    "    value A u8[16] from B produce @0.0 consume @0.3\n"
    "    value B u8[16] from C produce @0.0 consume @0.3\n"
    "    value C u8[16] from B produce @0.0 consume @0.3\n"
    "}\n"
    "pipeline long {\n"
    "    ii 8\n"
    "    value A u8[16] from B produce @0.0 consume @0.3\n"
    "    value B u8[16] from C produce @0.0 consume @0.3\n"
    "    value C u8[16] from D produce @0.0 consume @0.3\n"
    "    value D u8[16] from E produce @0.0 consume @0.3\n"
    "    value E u8[16] from F produce @0.0 consume @0.3\n"
    "    value F u8[16] from G produce @0.0 consume @0.3\n"
    "    value G u8[16] from H produce @0.0 consume @0.3\n"
    "    value H u8[16] from I produce @0.0 consume @0.3\n"
    "    value I u8[16] from A produce @0.0 consume @0.3\n"
    "}\n"
    "pipeline ninth {\n"
    "    ii 8\n"
    "    value A u8[16] from B produce @0.0 consume @0.3\n"
    "    value B u8[16] produce @? consume @0.3\n"
    "}\n"
    "pipeline tenth {\n"
    "    ii 8\n"
    "    value B u8[16] root none produce @0.1 consume @0.3\n"
    "}\n",
    "pipeline p {\n"
    "    ii 8\n"
    "    agents send:1w math:1w read:2w\n"
    "    value T u32[64] stages 2 align 128 sync dsmem handoff cluster produce send @0.0 consume "
    "read @0.2\n"
    "    value Y u32[64] stages 2 align 128 sync tma produce math @0.4 consume read @0.6\n"
    "    value Z e2m1[10] barrier none produce send @0.0 consume read @0.1\n"
    "    value A u8[48] align 16 sync async produce send @0.0 consume read @0.1\n"
    "    value B u8[48] align 8 sync async produce send @0.4 consume read @0.5\n"
    "    value N mutex produce math @0.0 consume read @0.3\n"
    "}\n",
    "pipeline p {\n"
    "    ii 5\n"
    "    agents a:1w b:1w\n"
    "    value A u32[16] sync mbar produce a @0.0 consume b @0.0\n"
    "    value B u32[16] stages 2 sync mbar produce a @0.1 consume b @1.0\n"
    "    value LongNames u32[16] sync mbar produce a @0.1 consume b @0.1\n"
    "    value C u32[8] align 64 sync mbar produce a @0.1 consume b @0.2\n"
    "    value D u32[8] align 64 sync mbar produce a @1.3 consume b @1.4\n"
    "}\n",
    "pipeline p {\n"
    "    ii 2\n"
    "    agents a:1w b:1w\n"
    "    value A u32[16] sync mbar root r produce a @0.0 consume b @0.1\n"
    "    value B u32[8] sync mbar root r produce a @0.1 consume b @0.1\n"
    "}\n",
    "pipeline p {\n"
    "    ii 4\n"
    "    agents a:2w b:1w\n"
    "    value X u32[64] stages 3 align 256 swizzle 128B sync cpasync produce a @0.0 consume a "
    "@2.0\n"
    "    value Z u32[64] stages 3 sync cpasync with X produce a @0.0 consume a @1.0\n"
    "    value N mutex produce b @0.0 consume a @0.1\n"
    "    value M u8[16] barrier none produce a @1.0 consume b @0.1 dist 1\n"
    "}\n",
    "pipeline p {\n"
    "    ii 8\n"
    "    value A u8[120000] produce @0.0 consume @0.7\n"
    "}\n"
    "pipeline q {\n"
    "    ii 8\n"
    "    agents a:1w b:1w\n"
    "    value A u8[64] sync mbar produce a @0.0 consume b @0.3\n"
    "    value B u8[64] sync mbar produce a @0.4 consume b @0.7\n"
    "}\n"
    "pipeline turns {\n"
    "    ii 8\n"
    "    capacity 87\n"
    "    agents a:1w b:1w\n"
    "    value A u8[32] align 1 sync async produce a @0.0 consume b @0.1\n"
    "    value B u8[16] stages 2 align 1 sync async produce a @0.4 consume b @0.5\n"
    "}\n"
    "pipeline wide {\n"
    "    ii 8\n"
    "    capacity 63\n"
    "    agents a:1w b:1w\n"
    "    value A b128[2] align 16 sync async produce a @0.0 consume b @0.1\n"
    "    value B u8[3] align 1 barrier none produce a @0.0 consume b @0.1\n"
    "}\n",
    "pipeline p {\n"
    "    ii 8\n"
    "    agents a:1w b:1w c:2w\n"
    "    value B u8[16] sync tma with A produce a @0.0 consume c @0.1\n"
    "    value A u8[32] sync tma produce a @0.0 consume b @0.1\n"
    "    value C u8[64] sync tma with A produce a @0.0 consume b @0.2\n"
    "}\n",
    "pipeline p {\n"
    "    ii 8\n"
    "    value A u8[16] produce @0.0 consume @0.1\n"
    "}\n"
    "pipeline q {\n"
    "    ii 8\n"
    "    value A mutex produce @0.0 consume @0.1\n"
    "}\n",
    "pipeline p {\n"
    "    ii 8\n"
    "    mode seed\n"
    "    value A u8[16] produce @0.0 consume @0.3\n"
    "    value B u8[16] produce @1.4 consume @1.6\n"
    "}\n",
};

/* What the command says of the block, one sentence a row. */
static const struct {
    int block;
    const char *command, *targets, *names, *sentences[64];
} rows[] = {
    {0,
     "explain",
     "sm_100a",
     "",
     {"pipeline p",
      "ii 8, 4 stages, mode pack",
      "on sm_100a",
      "A lives from 0.0 to 4.0 (32 cycles) and needs 4 of 4 slots; barrier 1; shared memory at "
      "131072, 4 x 16384 bytes",
      "B lives from 1.2 to 2.1 (7 cycles) and needs 1 of 2 slots; barrier 2; tensor memory at 0, 2 "
      "x 128 columns",
      "D lives from 0.4 to 0.7 (3 cycles) and needs 1 of 1 slots; barrier 4; shared memory at "
      "229376, 1 x 1024 bytes, in the buffer of C",
      "E lives from 0.0 to 1.2 (10 cycles) and needs 2 of 2 slots; barrier 5; descriptors at 0, 2 "
      "x 128 bytes",
      "F lives from 0.0 to 0.4 (4 cycles) and needs 1 of 1 slots; barrier 6; no buffer",
      "G lives from 1.1 to 1.3 (2 cycles) and needs 1 of 1 slots; no barrier; shared memory at "
      "230400, 1 x 96 bytes",
      "H lives from 0.0 to 1.0 (8 cycles) and needs 1 of 1 slots; barrier 7; shared memory at 0, 1 "
      "x 131072 bytes; the default is tmem, but TMA writes shared memory",
      "I lives from 0.0 to 1.0 (8 cycles) and needs 1 of 1 slots; barrier 8; shared memory at "
      "196608, 1 x 32768 bytes; the default is tmem, but the value asks for it",
      "shared C and D never live at the same time",
      "hand-off C waits until D of iteration i - 1 is released (one buffer) D waits until C of the "
      "same iteration is released (one buffer)",
      "memory tiles: 231520 bytes end to end, 231520 with shared buffers, 230496 without gaps, "
      "230496 at best; 230496 live at the same time; control 160 of 232448 bytes",
      "tmem 256 columns in one allocation of 256",
      "descriptors 2 of 128 bytes",
      "code none: 'B' is in tensor memory or filled by umma",
      "proof 16 iterations unrolled, 256 uses of a place: no two uses at the same time share a "
      "byte, a column, a descriptor or a barrier"}},
    {1,
     "explain",
     "sm_90",
     "",
     {"on sm_90",
      "not shared D and E do not share: nothing can wait for the end of one of them",
      "hand-off A waits until B of iteration i - 1 is released (one buffer) A waits until C of "
      "iteration i - 1 is released (one buffer) B waits until A of the same iteration is released "
      "(one buffer) C waits until A of the same iteration is released (one buffer)",
      "one root B and C are alive at the same time in one place: no hand-off orders them, so your "
      "code must",
      "code none: 'B' and 'C' of one 'root' are alive at the same time, so no hand-off can order "
      "them; place 'C' after the end of 'B', or remove the 'root'",
      "proof 6 iterations unrolled, 60 uses of a place: no two uses at the same time share a byte, "
      "a column, a descriptor or a barrier, except values of one root"}},
    {2,
     "explain",
     "sm_80,sm_90",
     "",
     {"ii 12, 2 stages, mode slot",
      "M lives from 0.9 to 1.1 (4 cycles) and needs 1 of 1 slots; no barrier; no buffer",
      "not shared X and Y do not share: nothing can wait for the end of one of them X and Z do not "
      "share: nothing can wait for the end of one of them",
      "hand-off Y waits until Z of iteration i - 3 is released (one buffer) Y waits until N of "
      "iteration i - 1 is released (one barrier id) Z waits until Y of the same iteration is "
      "released (one buffer) N waits until Y of the same iteration is released (one barrier id)",
      "code none: its agents wait for each other at named barriers: a to read 'Y' (needs b), b to "
      "read 'N' (needs a); give 'N' 'sync mbar'",
      "Y lives from 0.2 to 0.8 (6 cycles) and needs 1 of 3 slots; barrier 3; shared memory at 0, 3 "
      "x 256 bytes, in the buffer of X, 1 slots ahead",
      "shared X and Y never live at the same time X and Z never live at the same time",
      "hand-off X waits until Y of iteration i - 1 is released (one buffer) Y waits until Z of "
      "iteration i - 2 is released (one buffer) Y waits until N of iteration i - 1 is released "
      "(one barrier id) Z waits until X of the same iteration is released (one buffer) Z waits "
      "until Y of iteration i - 1 is released (one buffer) N waits until Y of the same iteration "
      "is released (one barrier id)"}},
    {2,
     "cost",
     "sm_80,sm_90",
     "",
     {"pipeline 'p' has no code, so it has no cost: its agents wait for each other at named "
      "barriers: a to read 'Y' (needs b), b to read 'N' (needs a); give 'N' 'sync mbar'"}},
    {3,
     "explain",
     "sm_90",
     "",
     {"hand-off T waits until S of iteration i - 2 is released (one buffer) S waits until T of the "
      "same iteration is released (one buffer) W waits until P of iteration i - 1 is released (one "
      "buffer) P waits until W of the same iteration is released (one buffer)",
      "code T: bulk copies of 64 bytes per slot from another CTA; full counts 1, empty in that CTA "
      "counts 2 S: written by threads; full counts 1, empty counts 1 U: bulk copies of 160 bytes "
      "per slot from 2 CTAs together; full counts 1, empty counts 6 W: written by threads; full "
      "counts 2, empty counts 1 P: written by threads; full counts 2, empty counts 1"}},
    {4,
     "report",
     "sm_90",
     "",
     {"p.tc:8:11: error: fails to assign named barrier: 'D' lives at the same time as values that "
      "use all 2 ids of the pool [E_NAMED_BARRIER]",
      "p.tc:8:11: note: ii=8 stage_count=2",
      "p.tc:8:11: note: phase=2 reason=pool-exhausted",
      "p.tc:8:11: note: value=D life=[[0,0],[1,1]]",
      "p.tc:8:11: note: occupancy=2 of 2 3:A+1 4:B",
      "p.tc:8:11: note: smem_map=empty",
      "p.tc:8:11: note: tmem_map=empty",
      "p.tc:1:10: note: target=sm_90",
      "help: mbarriers already synchronise 2 values (A, B): 'barrier none' frees their slots",
      "p.tc:14:11: error: fails to assign smem buffer: the tiles need 320 bytes, the capacity "
      "leaves 300 [E_SMEM_BUFFER]",
      "p.tc:14:11: note: phase=3 reason=320>300",
      "p.tc:14:11: note: class=smem auto_class=smem element_type=u8 footprint=128",
      "p.tc:14:11: note: occupancy=2 of 15 1:A 2:B",
      "p.tc:14:11: note: smem_map=A:0+192 B:192+128",
      "help: the tiles are 20 bytes too large: make them smaller, or let fewer live at the same "
      "time",
      "p.tc:22:11: note: phase=3 reason=192+128>300",
      "p.tc:22:11: note: occupancy=4 of 15 1:A 2:M 3:B 4:C",
      "p.tc:22:11: note: smem_map=A:0+192",
      "p.tc:29:11: note: smem_map=A:768+256 B:0+384 C:768+256 D:384+384",
      "p.tc:30:11: note: 'A' and 'B' cannot share: no mbarrier signals the end of 'B'; give it "
      "'sync mbar' or 'async'",
      "p.tc:36:11: error: fails to assign tmem buffer: 'A' asks for tensor memory, but the target "
      "has none [E_TMEM_BUFFER]",
      "p.tc:36:11: note: phase=3 reason=no-tensor-memory",
      "p.tc:36:11: note: class=tmem auto_class=smem element_type=f32 footprint=32768",
      "p.tc:36:11: note: occupancy=1 of 15 1:A",
      "help: tensor memory needs sm_100a: name such a target, or remove 'class tmem'",
      "p.tc:40:11: error: fails to resolve lifetime: 'A' has 3 stages but needs 4 [E_LIFETIME]",
      "p.tc:40:11: note: phase=1 reason=ring-depth 3 < 4",
      "p.tc:40:11: note: occupancy=0 of 15",
      "help: 4 stages are enough: write 'stages 4'"}},
    {5,
     "report",
     "sm_100a",
     "",
     {"p.tc:5:11: error: fails to assign tmem buffer: the tiles need 544 columns, the capacity "
      "leaves 512 [E_TMEM_BUFFER]",
      "p.tc:5:11: note: tmem_map=A:0+512 B:512+32",
      "p.tc:1:10: note: target=sm_100a",
      "help: the tiles are 32 columns too large: make them smaller, or let fewer live at the same "
      "time",
      "p.tc:11:11: note: tmem_map=A:0+512",
      "p.tc:17:11: error: fails to assign tmem buffer: 'B' asks for tensor memory, but its "
      "allocation is in shared memory [E_TMEM_BUFFER]",
      "p.tc:17:11: note: phase=3 reason=its-allocation-is-in-shared-memory",
      "p.tc:17:11: note: class=smem auto_class=smem element_type=f32 footprint=16384",
      "help: give 'class tmem' to all values of the allocation, or to none",
      "p.tc:22:11: error: fails to assign smem buffer: 16 bytes of the address of tensor memory do "
      "not fit in 15 [E_SMEM_BUFFER]",
      "p.tc:22:11: note: phase=3 reason=control 16>15",
      "p.tc:22:11: note: class=tmem auto_class=tmem element_type=f32 footprint=65536",
      "help: the address of tensor memory needs 16 bytes: raise the capacity",
      "p.tc:28:11: error: fails to assign smem buffer: 48 bytes of mbarriers and the address of "
      "tensor memory do not fit in 40 [E_SMEM_BUFFER]",
      "help: the mbarriers would fit without the 16 bytes of the address: raise the capacity, or "
      "let values share mbarriers with 'with'",
      "p.tc:33:11: remark: class forced [R_CLASS]",
      "p.tc:33:11: note: auto_class=tmem class=smem: TMA writes shared memory",
      "p.tc:34:11: remark: share pipeline buffer [R_SHARE]",
      "p.tc:33:11: note: 'A' and 'B'",
      "p.tc:37:11: remark: mbarrier has wait-like users, cannot share pipeline buffer. "
      "[R_SHARE_REFUSED]",
      "p.tc:35:11: note: 'C' and 'E': no mbarrier signals the end of 'E'; give it 'sync mbar' or "
      "'async'",
      "help: synchronise both; write 'handoff cluster' for values that other CTAs write"}},
    {6,
     "report",
     "sm_90",
     "",
     {"help: no number of stages is enough: shorten the lifetime",
      "help: 3 stages are enough: write 'stages 3' of 'A', 'B' and 'C'",
      "help: 2 stages of 'A' and 'B' are enough",
      "help: mbarriers already synchronise 1 values (A): 'barrier none' frees their slots",
      "help: the values fit with a pool of 2",
      "p.tc:33:11: error: fails to resolve lifetime: 'A' has no consumer [E_LIFETIME]",
      "p.tc:33:11: note: phase=1 reason=producer-without-consumer",
      "p.tc:33:11: note: value=A life=null",
      "help: write where the value is read last: 'consume @STAGE.CYCLE'",
      "p.tc:37:11: error: fails to resolve lifetime: 'A' has its last consumer at cycle 4, before "
      "its producer at 7 [E_LIFETIME]",
      "p.tc:37:11: note: phase=1 reason=empty-lifetime 7..4",
      "help: the last consumer ends before the producer starts; 'dist 1' behind the consumer reads "
      "the value of that many iterations earlier",
      "p.tc:45:11: error: fails to resolve lifetime: 'A' reads itself through 'from' [E_LIFETIME]",
      "p.tc:45:11: note: phase=1 reason=cyclic-producer-chain",
      "help: remove one 'from': A reads B reads C reads B",
      "help: remove one 'from': A reads B reads C reads D reads E reads F reads G reads H reads I",
      "p.tc:64:11: error: fails to resolve lifetime: 'B' has a place without stage and cycle "
      "[E_LIFETIME]",
      "p.tc:64:11: note: phase=1 reason=missing-iteration-anchor",
      "help: give each '@?' its stage and cycle, as in @0.3",
      "p.tc:68:11: error: fails to resolve lifetime: 'B' leads back to no allocation [E_LIFETIME]",
      "p.tc:68:11: note: phase=1 reason=unanchored-memory-flow",
      "help: name the allocation of the value: 'root NAME', or remove 'root none'"}},
    {7,
     "cost",
     "sm_80,sm_90",
     "",
     {"tc_p_T_acquire|1|none|-|-|-|-|-",
      "tc_p_T_acquire|20|remote|-|-|-|-|2 "
      "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64, 1 "
      "mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64",
      "tc_p_T_acquire_elected|20|remote|-|-|-|-|2 "
      "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64, 1 "
      "mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64, 1 bar.warp.sync",
      "tc_p_T_commit|20|remote|-|-|-|-|none",
      "tc_p_T_wait|20|remote|-|-|-|-|1 mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64",
      "tc_p_T_release|20|remote|-|-|-|-|1 bar.warp.sync, 1 "
      "mbarrier.arrive.release.cluster.shared::cluster.b64, 1 mbarrier.arrive.shared.b64",
      "tc_p_Y_acquire|20|bulk|-|-|-|-|2 mbarrier.try_wait.parity.shared.b64, 1 "
      "mbarrier.arrive.expect_tx.shared::cta.b64",
      "tc_p_Y_acquire_elected|20|bulk|-|-|-|-|2 mbarrier.try_wait.parity.shared.b64, 1 "
      "mbarrier.arrive.expect_tx.shared::cta.b64, 1 bar.warp.sync",
      "tc_p_Y_commit|20|bulk|-|-|-|-|none",
      "tc_p_Y_wait|20|bulk|-|-|-|-|1 mbarrier.try_wait.parity.shared.b64",
      "tc_p_Y_release|20|bulk|-|-|-|-|1 bar.warp.sync, 1 mbarrier.arrive.shared.b64, 1 "
      "mbarrier.arrive.release.cluster.shared::cluster.b64",
      "tc_p_A_acquire|20|threads|-|-|-|-|2 mbarrier.try_wait.parity.shared.b64",
      "tc_p_A_commit|20|threads|-|-|-|-|1 bar.warp.sync, 1 mbarrier.arrive.shared.b64",
      "tc_p_N_acquire|20|named|-|-|-|-|1 barrier.sync.aligned"}},
    {8,
     "picture",
     "sm_90",
     "timeline 8 3",
     {"II 5, 2 stages, mode pack: live iterations of each value over two turns",
      "cycle / 4, the row of the value",
      "5 of 5 rows, 3 of 3 columns, all",
      "| 0 | 4 | 8",
      "0 1, 0, cycles 0 to 3: 1 iteration of A",
      "0 2, 1, cycles 0 to 3: 2 iterations of B",
      "LongNames:"}},
    {8,
     "picture",
     "sm_90",
     "memory 8 2",
     {"II 5, 2 stages, mode pack: the owner of each byte over one turn",
      "cycle / 3, the first value of the row",
      "| 0 | 3",
      "0 B, 1, cycles 0 to 2: B",
      "128..192:",
      "0 A, 0, cycles 0 to 2: A, LongNames",
      "320 bytes of tiles, 96 of control, of 232448; 0 columns of tensor memory"}},
    {8,
     "picture",
     "sm_90",
     "memory 2 8",
     {"cycle, the first value of the row", "| 0 | 1 | 2 | 3 | 4", "0 B, 1, cycle 0: B"}},
    {8,
     "picture",
     "sm_90",
     "timeline 2 10",
     {"cycle, the row of the value",
      "| 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9",
      "0 1, 0, cycle 0: 1 iteration of A"}},
    {9, "picture", "sm_90", "memory 9 5", {"1 A, 0, cycle 1: A, B"}},
    {9,
     "picture",
     "sm_90",
     "banks 9 5",
     {"p.tc:1:1: error: 'p' has no view 'banks' [E_VIEW]",
      "1 | pipeline p {",
      "| ^~~~~~~~",
      "help: draw 'timeline' or 'memory' of a pipeline"}},
    {10,
     "explain",
     "sm_80",
     "",
     {"code X: cp.async in groups; named barrier 1 of 64 threads, one arrival per use N: named "
      "barrier 3 of 96 threads, two arrivals per use M: a place without a barrier"}},
    {10,
     "cost",
     "sm_80,sm_90",
     "",
     {"tc_p_X_acquire|1|groups|-|-|-|-|none",
      "tc_p_X_commit|1|groups|-|-|-|-|1 cp.async.commit_group",
      "tc_p_X_wait|1|groups|-|-|-|-|1 cp.async.wait_group, 1 barrier.sync.aligned",
      "tc_p_X_acquire|20|copies|-|-|-|-|1 mbarrier.try_wait.parity.shared.b64",
      "tc_p_X_commit|20|copies|-|-|-|-|1 cp.async.mbarrier.arrive.noinc.shared.b64",
      "tc_p_X_release|20|copies|-|-|-|-|1 bar.warp.sync, 1 mbarrier.arrive.shared.b64"}},
    {11,
     "report",
     "sm_80,sm_86,sm_90",
     "",
     {"p.tc:16:11: error: fails to assign smem buffer: tiles and mbarriers need 96 bytes, 16 of "
      "these for turns between rings, but the capacity is 87 [E_SMEM_BUFFER]",
      "p.tc:16:11: note: phase=3 reason=code 96>87",
      "help: write 'capacity 96'",
      "p.tc:22:11: error: fails to assign smem buffer: tiles and mbarriers need 64 bytes, a "
      "multiple of 16 as its elements are, but the capacity is 63 [E_SMEM_BUFFER]",
      "p.tc:22:11: note: class=smem auto_class=smem element_type=b128 footprint=32"}},
    {12,
     "explain",
     "sm_90",
     "",
     {"code A: bulk copies of 112 bytes per slot; full counts 1, empty counts 3"}},
    {13,
     "explain",
     "sm_90",
     "q",
     {"pipeline q",
      "code none: 'A' does not name the agents that produce and consume it, but its barriers count "
      "them"}},
    {14,
     "explain",
     "sm_90",
     "",
     {"ii 8, 2 stages, mode seed",
      "hand-off A waits until B of iteration i - 2 is released (one buffer) B waits until A of "
      "iteration i + 1 is released (one buffer)"}},
};

int main(void) {
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Section section = {
            rows[i].command, blocks[rows[i].block], targets_of(rows[i].targets), rows[i].names};
        const char *text = squeezed(told(&section));
        for (int k = 0; rows[i].sentences[k]; k++)
            EXPECT_OF(rows[i].sentences[k], strstr(text, rows[i].sentences[k]));
    }
    mem_free_all();
    return unit_finish();
}
