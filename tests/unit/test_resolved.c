/* What descriptions resolve to beside their canonical text: places, alignments, limits, windows,
 * picked rows, and the values of regions. Each row is the whole of it, by hand. */
#include "placed.h"

static void add_range(Text *out, const Range *range) {
    text_printf(out, " [%" PRId64 "+%" PRId64, range->begin, range->extent);
    if (range->symbol >= 0)
        text_printf(out, " s%d", range->symbol);
    text_char(out, ']');
}

static void add_operand(Text *out, const char *side, const Operand *operand) {
    text_printf(out, "%s %s align %d", side, space_name[operand->space], operand->align);
    add_flag(out, operand->align_given, "given");
    for (int d = 0; d < operand->rank; d++) {
        text_printf(out, " %" PRId64, operand->shape[d]);
        add_range(out, &operand->region[d]);
    }
    add_flag(out, operand->whole, "whole");
    add_flag(out, operand->bounded, "bounded");
    if (operand->tile)
        text_printf(out, " tile %s", operand->tile);
    if (operand->layout.name)
        text_printf(out, " layout %s", operand->layout.name);
    add_loc(out, "at", operand->loc);
    add_loc(out, "region", operand->region_loc);
    add_loc(out, "layout", operand->layout.loc);
    if (operand->is_auto)
        add_loc(out, "auto", operand->auto_loc);
    for (int i = 0; i < operand->layout.shard_count; i++)
        add_loc(out, "it", operand->layout.shard[i].loc);
    for (int i = 0; i < MAX_RANK; i++)
        if (operand->layout.named[i])
            text_printf(out, " named%d s%d", i, operand->layout.named[i] - 1);
    text_char(out, '\n');
    if (operand->array)
        add_operand(out, "array", operand->array);
    const Picks *picks = operand->picks;
    if (!picks)
        return;
    text_printf(out, "picks %s %" PRId64, picks->dtype->name, picks->count);
    text_printf(out, " of %" PRId64, picks->unit);
    add_flag(out, picks->absent, "absent");
    add_flag(out, picks->by_thread, "by_thread");
    text_printf(out, " s%d s%d s%d s%d", picks->number, picks->tag, picks->sign, picks->whole);
    if (picks->rows)
        text_printf(out, " rows s%d", picks->rows - 1);
    add_loc(out, "at", picks->loc);
    text_char(out, '\n');
    add_operand(out, "index", &picks->index);
}

static void add_scope(Text *out, const Scope *scope) {
    text_printf(out, "scope %s %d", scope_name[scope->kind], scope->threads);
    text_printf(out, " lanes %d:%d", scope->lane_begin, scope->lane_end);
    add_flag(out, scope->lanes_given, "given");
    text_printf(out, " warps %d:%d", scope->warp_begin, scope->warp_end);
    add_flag(out, scope->warps_given, "given");
    add_flag(out, scope->narrowed, "narrowed");
    if (scope->group)
        text_printf(out, " group %d", scope->group);
    add_loc(out, "at", scope->loc);
    text_char(out, '\n');
}

static void add_options(Text *out, const Copy *copy) {
    const Options *options = &copy->options;
    add_loc(out, "using", options->using_loc);
    add_loc(out, "require", options->require_loc);
    add_loc(out, "stages", options->stages_loc);
    add_loc(out, "hint", options->hint_loc);
    add_loc(out, "round", options->round_loc);
    add_flag(out, options->round_both, "both");
    add_loc(out, "map", options->tensormap_loc);
    add_flag(out, options->tensormap_implied, "implied");
    add_loc(out, "oob", options->oob_loc);
    add_loc(out, "arrow", copy->arrow_loc);
    add_loc(out, "convert", copy->convert_loc);
    add_flag(out, copy->by_map, "by_map");
    add_flag(out, copy->in_registers, "in_registers");
    text_printf(out, " of %s", copy->dtype->name);
    text_printf(out, " and %s, %d standards\n", copy->reg_dtype->name, copy->standard_count);
    for (int i = 0; i < copy->limits.count; i++) {
        const Limit *limit = &copy->limits.at[i];
        text_printf(out, "limit s%d of %d from %" PRId64, limit->symbol, limit->dim, limit->begin);
        add_flag(out, limit->windowed, "windowed");
        text_printf(out, limit->origin >= 0 ? " origin s%d\n" : "\n", limit->origin);
    }
}

static void add_copy(Text *out, const Copy *copy) {
    add_scope(out, &copy->scope);
    add_options(out, copy);
    add_operand(out, "src", &copy->src);
    add_operand(out, "dst", &copy->dst);
}

static bool is_copy(const Row *row) {
    Marked marked = {0};
    read_places(row->text, &marked);
    const Module *module = load(text_string(&marked.text));
    Text out = {0};
    for (int i = 0; i < module->request_count; i++) {
        const Request *request = module->requests[i];
        add_flag(&out, request->policy_tirx, "tirx");
        add_loc(&out, "at", request->loc);
        add_loc(&out, "name", request->name_loc);
        text_printf(&out, " prefix %s\n", request->prefix ? request->prefix : "-");
        add_copy(&out, &request->copy);
    }
    for (int i = 0; i < module->descriptor_count; i++) {
        const Descriptor *one = module->descriptors[i];
        text_printf(&out, "%s", matrix_unit_name[one->unit]);
        add_loc(&out, "at", one->loc);
        add_loc(&out, "name", one->name_loc);
        add_loc(&out, "dtype", one->dtype_loc);
        text_printf(&out, " prefix %s\n", one->prefix ? one->prefix : "-");
        add_copy(&out, &one->copy);
    }
    for (int i = 0; i < module->coords_count; i++) {
        const Coords *one = module->coords[i];
        add_loc(&out, "at", one->loc);
        add_loc(&out, "name", one->name_loc);
        text_printf(&out, " prefix %s\n", one->prefix ? one->prefix : "-");
        add_copy(&out, &one->copy);
    }
    return is_equal(row, &marked, &out);
}

#define STANDARDS "3 standards\n"
static const Row copies[] = {
    {"policy tirx; prefix p_; `acopy` `bcta`(100) warps 1:3 lanes 4:8 f32 `cgmem` "
     "`dS`[(`e8`,`f4`)] "
     "`g->` `hsmem` 8x4 `iS`[(`j32`)] { `kusing` reg; `lrequire` no fallback; `mstages` 2; "
     "`ncache` "
     "cg } as `oabc`",
     " tirx at @a name @o prefix p_\n"
     "scope cta 100 lanes 4:8 given warps 1:3 given narrowed at @b\n"
     " using @k require @l stages @m hint @n arrow @g of f32 and f32, " STANDARDS
     "src gmem align 16 8 [0+8] 4 [0+4] whole at @c region @c layout @d it @e it @f\n"
     "dst smem align 16 8 [0+8] 4 [0+4] whole at @h region @h layout @i it @j\n"},
    {"prefix p_\nlayout rows = `dS`[(32,8):(`e1`@laneid,`f1`)]\n"
     "tile Ab : smem 32x16 `iS`[(64,8):(`j8`,`k1`)] f32\n"
     "`acopy` `bwarp` f32 `hAb``g[`0:32, m+1:+8] `c->` `lreg` rows where align(src) == 8",
     " at @a name @a prefix p_\n"
     "scope warp 32 lanes 0:32 warps 0:1 at @b\n"
     " arrow @c of f32 and f32, " STANDARDS
     "src smem align 8 given 32 [0+32] 16 [1+8 s0] tile Ab at @h region @g layout @i it @j it @k\n"
     "dst reg align 16 32 [0+32] 8 [0+8] whole layout rows at @l region @l layout @d it @e it "
     "@f\n"},
    {"tile Ab : smem `aauto` `bS`[(`c16`,`d8`)] f32\n"
     "`ecopy` `fthread` f32 `gAb` `h<->` `igmem` `jS`[(16,8):(`kld`,`l1`)] where align(dst) == 4",
     " at @e name @e prefix -\n"
     "scope thread 1 lanes 0:1 warps 0:1 at @f\n"
     " arrow @h of f32 and f32, " STANDARDS "src smem align 16 16 [0+16] 8 [0+8] whole tile Ab "
     "layout ab at @g region @g layout @a auto @a "
     "it @c it @d\n"
     "dst gmem align 4 given 16 [0+16] 8 [0+8] whole at @i region @i layout @j it @k it @l\n"
     " at @e name @e prefix -\n"
     "scope thread 1 lanes 0:1 warps 0:1 at @f\n"
     " arrow @h of f32 and f32, " STANDARDS
     "src gmem align 4 given 16 [0+16] 8 [0+8] whole at @i region @i layout @j it @k it @l\n"
     "dst smem align 16 16 [0+16] 8 [0+8] whole tile Ab layout ab at @g region @g layout @a auto "
     "@a "
     "it @c it @d\n"},
    {"layout `aab` = S[(8)]\nlayout b2 = ab\ntile To_8 : smem auto `cS`[(`d8`)] f32\n"
     "`ecopy_async` `felected` f32 `gTo_8` `h->` `ismem` b2 { `kusing` vec_64b }",
     " at @e name @e prefix -\n"
     "scope elected 32 lanes 0:32 warps 0:1 at @f\n"
     " using @k arrow @h of f32 and f32, " STANDARDS
     "src smem align 8 8 [0+8] whole tile To_8 at @g region @g layout 3:18+4 auto 3:18+4 it @d\n"
     "dst smem align 8 8 [0+8] whole layout b2 at @i region @i layout 1:13+1 it 1:16+1\n"},
    {"tile M : smem auto `cS`[(`d8`)] f32\n"
     "`ecopy` `fcluster`(2) f32 -> `af16` `gM` `h->` `ireg` `bS`[(`j8`)] { `kround` rz; saturate }",
     " at @e name @e prefix -\n"
     "scope cluster 2 lanes 0:32 warps 0:1 at @f\n"
     " round @k arrow @h convert @a of f32 and f16, " STANDARDS
     "src smem align 16 8 [0+8] whole tile M layout m at @g region @g layout 1:15+4 auto 1:15+4 it "
     "@d\n"
     "dst reg align 16 8 [0+8] whole at @i region @i layout @b it @j\n"},
    {"`ecopy` `fwarpgroup` f16 -> `af32` `greg` `cS`[(`d8`)] `h<->` `ireg` `bS`[(`j8`)] { "
     "`ksaturate` }",
     " at @e name @e prefix -\n"
     "scope warpgroup 128 lanes 0:32 warps 0:4 at @f\n"
     " round @k both arrow @h convert @a in_registers of f32 and f16, " STANDARDS
     "src reg align 16 8 [0+8] whole at @g region @g layout @c it @d\n"
     "dst reg align 16 8 [0+8] whole at @i region @i layout @b it @j\n"
     " at @e name @e prefix -\n"
     "scope warpgroup 128 lanes 0:32 warps 0:4 at @f\n"
     " round @k both arrow @h convert @a in_registers of f16 and f32, " STANDARDS
     "src reg align 16 8 [0+8] whole at @i region @i layout @b it @j\n"
     "dst reg align 16 8 [0+8] whole at @g region @g layout @c it @d\n"},
    {"`ecopy_async` `felected` f32 -> `atf32` `ggmem` `cS`[(8,32):(`dld`,`k1`)] `h->` `ismem` "
     "`bS`[(`j8`,`l32`)] { `musing` tma_auto; `noob` zero }",
     " at @e name @e prefix -\n"
     "scope elected 32 lanes 0:32 warps 0:1 at @f\n"
     " using @m map @m implied oob @n arrow @h convert @a by_map of f32 and tf32, " STANDARDS
     "src gmem align 16 8 [0+8] 32 [0+32] whole at @g region @g layout @c it @d it @k\n"
     "dst smem align 16 8 [0+8] 32 [0+32] whole at @i region @i layout @b it @j it @l\n"},
    {"`ecopy_async` `felected` f32 `ggmem` `cS`[(M,32):(`dld`,`k1`)]`o[`m:+8, 0:32] `h->` `ismem` "
     "`bS`[(`j8`,`l32`)] { `mtensormap` }",
     " at @e name @e prefix -\n"
     "scope elected 32 lanes 0:32 warps 0:1 at @f\n"
     " map @m arrow @h of f32 and f32, " STANDARDS
     "src gmem align 16 8 [0+8 s1] 32 [0+32] at @g region @o layout @c it @d it @k named0 s2\n"
     "dst smem align 16 8 [0+8] 32 [0+32] whole at @i region @i layout @b it @j it @l\n"},
    /* The operand is the window, and `array` what was written; x % 4 and ld % 4 keep 16 bytes. */
    {"`ecopy` `fwarp` f32 `ggmem` `cS`[(h,w):(`dld`,`k1`)]`o[`y-1:+4, x+4:+8] `h->` `ismem` "
     "`bS`[(`j4`,`l8`)] where ld % 4 == 0, x % 4 == 0 { masked }",
     " at @e name @e prefix -\n"
     "scope warp 32 lanes 0:32 warps 0:1 at @f\n"
     " arrow @h of f32 and f32, " STANDARDS
     "limit s3 of 0 from -1 windowed origin s1\nlimit s4 of 1 from 4 windowed origin s2\n"
     "src gmem align 16 4 [0+4] 8 [0+8] whole at @g region @o layout @c it @d it @k\n"
     "array gmem align 16 3 [-1+4 s1] 12 [4+8 s2] at @g region @o layout @c it @d it @k named0 s3 "
     "named1 s4\n"
     "dst smem align 16 4 [0+4] 8 [0+8] whole at @i region @i layout @b it @j it @l\n"},
    {"`ecopy` `fwarp` f32 `ggmem` `cS`[(h,w):(`dld`,`k1`)]`o[`y:+1, x:+8] `h->` `ismem` "
     "`bS`[(`j8`)] where ld % 4 == 0, x % 2 == 0, align(src) == 64 { masked }",
     " at @e name @e prefix -\n"
     "scope warp 32 lanes 0:32 warps 0:1 at @f\n"
     " arrow @h of f32 and f32, " STANDARDS
     "limit s3 of -1 from 0 windowed origin s1\nlimit s4 of 0 from 0 windowed origin s2\n"
     "src gmem align 8 given 1 [0+1] 8 [0+8] whole at @g region @o layout @c it @d it @k\n"
     "array gmem align 64 given 2 [0+1 s1] 8 [0+8 s2] at @g region @o layout @c it @d it @k "
     "named0 s3 named1 s4\n"
     "dst smem align 16 8 [0+8] whole at @i region @i layout @b it @j\n"},
    {"`ecopy` `fwarp` f32 `ggmem` `cS`[(h,8):(`dld`,`k1`)] `h->` `ismem` `bS`[(`j4`,`l8`)] where h "
     "<= 4 { "
     "masked }",
     " at @e name @e prefix -\n"
     "scope warp 32 lanes 0:32 warps 0:1 at @f\n"
     " arrow @h of f32 and f32, " STANDARDS "limit s1 of 0 from 0 windowed\n"
     "src gmem align 16 4 [0+4] 8 [0+8] whole bounded at @g region @g layout @c it @d it @k\n"
     "array gmem align 16 4 [0+4] 8 [0+8] whole bounded at @g region @g layout @c it @d it @k "
     "named0 s1\n"
     "dst smem align 16 4 [0+4] 8 [0+8] whole at @i region @i layout @b it @j it @l\n"},
    {"`ecopy` `fwarp` f32 `ggmem` `cS`[(`d4`,1,`k8`)] `h->` `ismem` `bS`[(`j4`,`l8`)] { masked }",
     " at @e name @e prefix -\n"
     "scope warp 32 lanes 0:32 warps 0:1 at @f\n"
     " arrow @h of f32 and f32, " STANDARDS "limit s0 of 0 from 0\nlimit s1 of 1 from 0\n"
     "src gmem align 16 4 [0+4] 1 [0+1] 8 [0+8] whole at @g region @g layout @c it @d it 1:25+1 it "
     "@k\n"
     "dst smem align 16 4 [0+4] 8 [0+8] whole at @i region @i layout @b it @j it @l\n"},
    /* 64x8 in pages of 16 rows: four indices. */
    {"`ecopy` `fwarp` f32 `ggmem` 64x8 `cS`[(4,16,8):(`dpage`,`kld`,`o1`)] `mby` i32 `ngmem` `h->` "
     "`ismem` "
     "`bS`[(`j64`,`l8`)]",
     " at @e name @e prefix -\n"
     "scope warp 32 lanes 0:32 warps 0:1 at @f\n"
     " arrow @h of f32 and f32, " STANDARDS
     "src gmem align 16 64 [0+64] 8 [0+8] whole at @g region @g layout @c it @d it @k it @o\n"
     "picks i32 4 of 16 absent s2 s3 s4 s5 at @m\n"
     "index gmem align 4 4 [0+4] whole at @n region @n it @m\n"
     "dst smem align 16 64 [0+64] 8 [0+8] whole at @i region @i layout @b it @j it @l\n"},
    {"`ecopy` `fcta`(64) f32 `gsmem` `cS`[(`d64`,`k8`)] `h->` `igmem` `bS`[(`j64`,`l8`)] `mby` u32 "
     "`nreg`",
     " at @e name @e prefix -\n"
     "scope cta 64 lanes 0:32 warps 0:2 at @f\n"
     " arrow @h of f32 and f32, " STANDARDS
     "src smem align 16 64 [0+64] 8 [0+8] whole at @g region @g layout @c it @d it @k\n"
     "dst gmem align 16 64 [0+64] 8 [0+8] whole at @i region @i layout @b it @j it @l\n"
     "picks u32 64 of 1 by_thread s0 s1 s2 s3 at @m\n"
     "index reg align 4 64 [0+64] whole at @n region @n it @m\n"},
    {"`ecopy` `fwarp` f32 `ggmem` `bS`[(`j64`,`l8`)] `mby` u32 `nreg` "
     "`oS`[(2,32):(`p1`,`q1`@laneid)] `h->` "
     "`ismem` `cS`[(`d64`,`k8`)]",
     " at @e name @e prefix -\n"
     "scope warp 32 lanes 0:32 warps 0:1 at @f\n"
     " arrow @h of f32 and f32, " STANDARDS
     "src gmem align 16 64 [0+64] 8 [0+8] whole at @g region @g layout @b it @j it @l\n"
     "picks u32 64 of 1 s0 s1 s2 s3 at @m\n"
     "index reg align 4 64 [0+64] whole at @n region @n layout @o it @p it @q\n"
     "dst smem align 16 64 [0+64] 8 [0+8] whole at @i region @i layout @c it @d it @k\n"},
    {"`efill` `fwarp` f32 `gsmem` `bS`[(`j64`,`l8`)]`h[`m:+32, 0:8] where align(dst) == 32 { "
     "`istages` 2 }",
     " at @e name @e prefix -\n"
     "scope warp 32 lanes 0:32 warps 0:1 at @f\n"
     " stages @i arrow @e of f32 and f32, " STANDARDS
     "src gmem align 32 given 64 [0+32 s0] 8 [0+8] at @g region @h layout @b it @j it @l\n"
     "dst smem align 32 given 64 [0+32 s0] 8 [0+8] at @g region @h layout @b it @j it @l\n"},
    {"`efill` `fwarp` e2m1 `greg` `bS`[(`j32`,`l8`):(1@laneid,1)]",
     " at @e name @e prefix -\n"
     "scope warp 32 lanes 0:32 warps 0:1 at @f\n"
     " arrow @e of e2m1 and e2m1, " STANDARDS
     "src smem align 128 32 [0+32] 8 [0+8] whole at @g region @g it @g it @g\n"
     "dst reg align 16 32 [0+32] 8 [0+8] whole at @g region @g layout @b it 1:30+1 it 1:39+1\n"},
    {"prefix q_\n`adescriptor` umma `bf16` `csmem` `dS`[(`e64`,`f64`)]`g[`0:64, 16:32] { `hstages` "
     "4 } as `ix`",
     "umma at @a name @i dtype @b prefix q_\n"
     "scope thread 0 lanes 0:0 warps 0:0\n"
     " stages @h of f16 and f16, " STANDARDS
     "src smem align 16 64 [0+64] 64 [16+16] at @c region @g layout @d it @e it @f\n"
     "dst reg align 0\n"},
    {"`adescriptor` wgmma `be3m2` `csmem` `dS`[(`e64`,`f64`)]",
     "wgmma at @a name @a dtype @b prefix -\n"
     "scope thread 0 lanes 0:0 warps 0:0\n"
     " of e3m2 and e3m2, 0 standards\n"
     "src smem align 16 64 [0+64] 64 [0+64] whole at @c region @c layout @d it @e it @f\n"
     "dst reg align 0\n"},
    {"`acoords` `bwarp` `creg` `dS`[(32):(`e1`@laneid)] as `fx`",
     " at @a name @f prefix -\n"
     "scope warp 32 lanes 0:32 warps 0:1 at @b\n"
     " of b8 and b8, 0 standards\n"
     "src reg align 16 32 [0+32] whole at @c region @c layout @d it @e\n"
     "dst reg align 0\n"},
};

static void add_value(Text *out, const Lane0Value *value) {
    text_printf(out, "%s %s : %s", value->is_result ? "out" : "in", value->name, value->type);
    text_printf(out, " of %s", value->dtype ? value->dtype->name : "C");
    text_printf(out, ", %s", lane0_kind_name[value->kind]);
    for (int d = 0; d < value->rank; d++) {
        text_printf(out, " %" PRId64 "/", value->seq[d]);
        text_printf(out, "%" PRId64 "=%" PRId64, value->lane[d], value->ratio[d]);
    }
    text_printf(out, ", %" PRId64 " and %" PRId64, value->seq_count, value->lane_count);
    if (value->copies)
        text_printf(out, ", copies %" PRId64 " at %d", value->copies, value->copies_at);
    if (value->layout_text)
        text_printf(out, ", layout %s", value->layout_text);
    add_loc(out, "at", value->loc);
    text_char(out, '\n');
    if (value->registers)
        add_operand(out, "held", value->registers);
}

static bool is_kit(const Row *row) {
    Marked marked = {0};
    read_places(row->text, &marked);
    const Module *module = load(text_string(&marked.text));
    Text out = {0};
    for (int i = 0; i < module->request_count; i++) {
        const Request *request = module->requests[i];
        const Lane0 *lane0 = &request->lane0;
        add_flag(&out, request->policy_tirx, "tirx");
        add_loc(&out, "at", request->loc);
        add_loc(&out, "name", request->name_loc);
        text_printf(&out, " prefix %s", request->prefix ? request->prefix : "-");
        add_loc(&out, "using", lane0->using_loc);
        text_printf(&out, ", %d threads", lane0->threads);
        add_flag(&out, lane0->is_cta, "cta");
        add_flag(&out, lane0->is_warpgroup, "warpgroup");
        if (lane0->kit == LANE0_REDUCE || lane0->kit == LANE0_SCAN) {
            text_printf(&out, ", %d -> %d", lane0->source, lane0->result);
            text_printf(&out, " index %d acc %d", lane0->index, lane0->accumulator);
        }
        text_printf(&out, ", over %d\n", lane0->over);
        const Scope scope = lane0_scope(lane0);
        add_scope(&out, &scope);
        for (int k = 0; k < lane0->value_count; k++)
            add_value(&out, &lane0->values[k]);
    }
    return is_equal(row, &marked, &out);
}

static const Row kits[] = {
    {"policy tirx\nprefix p_\n`alane0` `bx1` warp 8 { `cusing` reg; in `dp` : const float *; in "
     "`eq` : "
     "f32[16,6] / f32[4,3]; out `fr` : u8[4] / u8[4]; out `gs` : f32[8,3] / f32[1,3] cyclic; in "
     "`ht` : f32[32] / f32[4] cyclic }",
     " tirx at @a name @b prefix p_ using @c, 8 threads, over -1\n"
     "scope warp 32 lanes 0:8 warps 0:1 narrowed group 8\n"
     "in p : const float * of C, broadcast, 1 and 1 at @d\n"
     "in q : f32[16,6] of f32, block 16/4=4 6/3=2, 96 and 12 at @e\n"
     "out r : u8[4] of u8, broadcast 4/4=1, 4 and 4 at @f\n"
     "out s : f32[8,3] of f32, block 8/1=8 3/3=1, 24 and 3 at @g\n"
     "in t : f32[32] of f32, cyclic 32/4=8, 32 and 4 at @h\n"},
    {"`areduce` `bx1` cta(64) add over 1 { in `cq` : f32[8,64] / f32[2,4] cyclic; in `dc` : f32[8] "
     "/ "
     "f32[2] cyclic; out `er` : f32[8] / f32[2] cyclic }",
     " at @a name @b prefix -, 64 threads cta, 0 -> 2 index -1 acc 1, over 1\n"
     "scope cta 64 lanes 0:32 warps 0:2\n"
     "in q : f32[8,64] of f32, cyclic 8/2=4 64/4=16, 512 and 8 at @c\n"
     "in c : f32[8] of f32, cyclic 8/2=4, 8 and 2, copies 16 at 1 at @d\n"
     "out r : f32[8] of f32, cyclic 8/2=4, 8 and 2, copies 16 at 1 at @e\n"},
    {"`areduce` `bx1` warp 32 min over 0 { in `cq` : f32[64,4] / f32[2,4]; out `er` : f32[4] }",
     " at @a name @b prefix -, 32 threads, 0 -> 1 index -1 acc -1, over 0\n"
     "scope warp 32 lanes 0:32 warps 0:1\n"
     "in q : f32[64,4] of f32, block 64/2=32 4/4=1, 256 and 8 at @c\n"
     "out r : f32[4] of f32, broadcast 4/4=1, 4 and 4 at @e\n"},
    {"`areduce` `bx1` warp 32 min over 0 { in `cq` : f32[64] / f32[2] cyclic; out `er` : f32 }",
     " at @a name @b prefix -, 32 threads, 0 -> 1 index -1 acc -1, over -1\n"
     "scope warp 32 lanes 0:32 warps 0:1\n"
     "in q : f32[64] of f32, cyclic 64/2=32, 64 and 2 at @c\n"
     "out r : f32 of f32, broadcast, 1 and 1 at @e\n"},
    {"`areduce` `bx1` warp 32 max over 0 { in `cq` : f32[8,64] / f32[1,16] cyclic; out `er` : "
     "f32[64] / "
     "f32[16] cyclic }",
     " at @a name @b prefix -, 32 threads, 0 -> 1 index -1 acc -1, over 0\n"
     "scope warp 32 lanes 0:32 warps 0:1\n"
     "in q : f32[8,64] of f32, cyclic 8/1=8 64/16=4, 512 and 16 at @c\n"
     "out r : f32[64] of f32, cyclic 64/16=4, 64 and 16, copies 8 at 0 at @e\n"},
    /* With one element a lane, cyclic and block are the same, and the result is as the operand. */
    {"`areduce` `bx1` warp 32 max over 1 { in `cq` : f32[8,64] / f32[1,16] cyclic; out `er` : "
     "f32[8] / "
     "f32[1] }",
     " at @a name @b prefix -, 32 threads, 0 -> 1 index -1 acc -1, over 1\n"
     "scope warp 32 lanes 0:32 warps 0:1\n"
     "in q : f32[8,64] of f32, cyclic 8/1=8 64/16=4, 512 and 16 at @c\n"
     "out r : f32[8] of f32, cyclic 8/1=8, 8 and 1, copies 4 at 1 at @e\n"},
    {"`areduce` `bx1` warp 16 argmax { in `cq` : f64[64] / f64[4]; out `di` : u32; out `ev` : f64 "
     "}",
     " at @a name @b prefix -, 16 threads, 0 -> 2 index 1 acc -1, over -1\n"
     "scope warp 32 lanes 0:16 warps 0:1 narrowed group 16\n"
     "in q : f64[64] of f64, block 64/4=16, 64 and 4 at @c\n"
     "out i : u32 of u32, broadcast, 1 and 1 at @d\n"
     "out v : f64 of f64, broadcast, 1 and 1 at @e\n"},
    {"layout rows = `dS`[(32,2):(`f1`@laneid,`g1`)]\n`areduce` `bx1` warp 32 max over 1 { out `er` "
     ": "
     "f32[32,1] / `jS`[(32,1):(`m1`@laneid,`n1`)]; in `cq` : f32[32,2] / `prows` }",
     " at @a name @b prefix -, 32 threads, 1 -> 0 index -1 acc -1, over 1\n"
     "scope warp 32 lanes 0:32 warps 0:1\n"
     "out r : f32[32,1] of f32, layout 32/1=1 1/1=1, 32 and 0, layout S[(32,1):(1@@laneid,1)] at "
     "@e\n"
     "held reg align 16 32 [0+32] 1 [0+1] whole at @j region @j layout @j it @m it @n\n"
     "in q : f32[32,2] of f32, layout 32/1=1 2/1=1, 64 and 0, layout rows at @c\n"
     "held reg align 16 32 [0+32] 2 [0+2] whole layout rows at @p region @p layout @d it @f it "
     "@g\n"},
    {"layout rows = `dS`[(32,2):(`f1`@laneid,`g1`)]\n`areduce` `bx1` warpgroup add { in `cq` : "
     "`hf32`[128,2] / `prows` by "
     "rows; out `er` : f32[1,1] / rows by rows }",
     " at @a name @b prefix -, 128 threads cta warpgroup, 0 -> 1 index -1 acc -1, over -1\n"
     "scope warpgroup 128 lanes 0:32 warps 0:4\n"
     "in q : f32[128,2] of f32, layout 128/1=1 2/1=1, 256 and 0, layout rows by rows at @c\n"
     "held reg align 16 128 [0+128] 2 [0+2] whole layout rows at @p region @p layout @d it @h it "
     "@f it @g\n"
     "out r : f32[1,1] of f32, layout 1/1=1 1/1=1, 1 and 0, layout rows by rows at @e\n"},
    {"`ascan` `bx1` cta(32) and exclusive { in `cq` : u32[64] / u32[2]; out `er` : u32[64] / "
     "u32[2] }",
     " at @a name @b prefix -, 32 threads cta, 0 -> 1 index -1 acc -1, over -1\n"
     "scope cta 32 lanes 0:32 warps 0:1\n"
     "in q : u32[64] of u32, block 64/2=32, 64 and 2 at @c\n"
     "out r : u32[64] of u32, block 64/2=32, 64 and 2 at @e\n"},
};

/* The swizzles of the prelude, as this dtype has them. */
static const char *standards_of(const char *dtype) {
    Text out = {0};
    const Module *module = load(mem_printf("copy warp %s smem S[8] -> smem S[8]", dtype));
    const Copy *copy = &module->requests[0]->copy;
    for (int i = 0; i < copy->standard_count; i++) {
        const Swizzle *swizzle = &copy->standards[i].swizzle;
        text_printf(&out, "%s %d,%d,", copy->standards[i].name, swizzle->per_element, swizzle->len);
        text_printf(&out, "%d%s;", swizzle->atom, swizzle->on ? "" : " off");
    }
    return text_string(&out);
}

static void test_standards(void) {
    EXPECT(strcmp(standards_of("f16"), "sw32 3,1,3;sw64 3,2,3;sw128 3,3,3;") == 0);
    EXPECT(strcmp(standards_of("e2m1"), "sw32 5,1,3;sw64 5,2,3;sw128 5,3,3;") == 0);
    EXPECT(strcmp(standards_of("b128"), "sw32 0,1,3;sw64 0,2,3;sw128 0,3,3;") == 0);
    EXPECT(strcmp(standards_of("e3m2"), "") == 0);
}

/* `using vec_64b` states an alignment of 8 bytes, of memory alone. */
static void test_vectors(void) {
    for (int i = 0; i < 6; i++) {
        const Module *module = load(mem_printf(
            "copy thread f32 gmem S[8] -> smem S[8] where align(dst) == 64 { using vec_%db }\n"
            "copy thread f32 reg S[8] -> gmem S[8] { using vec_%db }",
            8 << i,
            8 << i));
        EXPECT(module->request_count == 2);
        const Copy *load_copy = &module->requests[0]->copy, *store = &module->requests[1]->copy;
        EXPECT(load_copy->src.align == 1 << i && !load_copy->src.align_given);
        EXPECT(load_copy->dst.align == 64 && load_copy->dst.align_given);
        EXPECT(store->src.align == 16 && store->dst.align == 1 << i);
    }
}

/* A place is at most 1000 bytes long. */
static void test_long_places(void) {
    for (int length = 999; length <= 1002; length++) {
        char *name = mem_printf("%*s", length, "");
        memset(name, 'A', (size_t)length);
        const Module *module = load(
            mem_printf("tile %s : smem S[8] f32\ncopy thread f32 %s -> smem S[8]", name, name));
        EXPECT(module->request_count == 1);
        const Loc loc = module->requests[0]->copy.src.loc;
        EXPECT(loc.length == (length < 1000 ? length : 1000) && loc.column == 17);
        EXPECT(module->requests[0]->copy.arrow_loc.column == 18 + length);
    }
}

/* The order of a tiling is a part of the name where it is not the usual one and matters. */
static const char *name_of_tiled(const char *operand) {
    const Module *module = load(mem_printf(
        "layout a = S[(2,2)]\nlayout b = 4x4 a by rows\nlayout c = 4x4 a by columns\n"
        "copy thread f32 %s -> gmem 4x4 S[(16)]",
        operand));
    const char *name = module->request_count ? module->requests[0]->copy.src.layout.name : NULL;
    diag_reset();
    return name ? name : "none";
}

static void test_names_of_tilings(void) {
    static const struct {
        const char *operand, *name;
    } rows[] = {
        {"smem 4x4 a", "a"},
        {"smem 4x4 a by rows", "a_by_rows"},
        {"smem 4x4 a by columns", "a"},
        {"reg 4x4 a", "a"},
        {"reg 4x4 a by rows", "a"},
        {"reg 4x4 a by columns", "a_by_columns"},
        {"smem b", "b"},
        {"reg c", "c"},
        {"smem 8x4 a by rows", "none"}, /* 8x4 is not 4x4, and nothing comes out */
        {"smem 4x4 S[(2,2,2,2)]", "none"},
        {"smem 1x4x4 a by rows", "a_by_rows"},
        {"smem 4x4 auto a by rows", "none"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        EXPECT_OF(rows[i].operand, strcmp(name_of_tiled(rows[i].operand), rows[i].name) == 0);
    const Module *module =
        load("layout a = S[(2,2)]\n"
             "copy thread f32 smem 4x2 a by rows -> reg 2x4 a by columns[0:2, 0:4]\n"
             "copy thread f32 smem 8x2 a by rows -> smem 8x2 a by rows\n"
             "copy thread f32 smem 2x2 a by rows -> reg 2x2 a by columns\n");
    EXPECT(module->request_count == 2);
    for (int i = 0; i < module->request_count; i++) {
        EXPECT(strcmp(module->requests[i]->copy.src.layout.name, "a") == 0);
        EXPECT(strcmp(module->requests[i]->copy.dst.layout.name, "a") == 0);
    }
    diag_reset();
}

static void test_limits(void) {
    const Module *module =
        load("copy warp f32 gmem S[(64,w):(ld,1)][y:+4, x:+8] -> smem S[(4,8)] { "
             "masked; }");
    EXPECT(module->request_count == 1);
    const Limits *limits = &module->requests[0]->copy.limits;
    EXPECT(limits->count == 1 && limit_of_dim(limits, 1) == &limits->at[0]);
    EXPECT(!limit_of_dim(limits, 0) && !limit_of_dim(limits, -1));
}

int main(void) {
    test_limits();
    test_names_of_tilings();
    test_vectors();
    test_long_places();
    test_standards();
    EXPECT_ROWS(copies, is_copy);
    EXPECT_ROWS(kits, is_kit);
    mem_free_all();
    return unit_finish();
}
