/* What each primitive of rows.h passes to the emulator: what its name says. Its words are an operation, types and
 * numbers (m16n8k8: 16 rows, 8 deep; f16x2: two of 16 bits), and a table of forms says how these words come to
 * the operands. A number that no kernel would miss, as the rows of a fragment, is looked at too. */
#include "tests/unit/unit.h"
#include <ctype.h>
#include <stdlib.h>

/* In a form `*` is a word of the name and `#` a number. In what it passes, which is without TC_EMU_ and blanks,
 *     @    the name
 *     ^1   the first word in capitals, without how many: F16 of f16x2;  &1 the same, with S32 of i32
 *     ~1   c0, c1, ... of as many coordinates as the first word says
 *     <E1*C1/8>  numbers, from left to right: $1 the word itself, E1 bits of an element of it, C1 how many it names
 *     %    SAT where a float of the first word becomes a number of 8 bits or fewer: the nearest there is, else INF
 * A name that ends in _hinted is that without, with a policy that is not looked at. The first form that fits is it. */
typedef struct {
    const char *form, *passes;
} Form;

#define DST_SRC(a, b) "LOCAL(@,dst," a ");LOCAL(@,src," b ");"
#define DST_A_B(a, b) "LOCAL(@,dst," a ");LOCAL(@,a," b ");LOCAL(@,b," b ");"
#define C_A_B(bytes)                                                                               \
    "LOCAL(@,c,<$1*8*" bytes "/32>);"                                                              \
    "LOCAL(@,a,<$1*$2*E3/8/32>);"                                                                  \
    "LOCAL(@,b,<$2*8*E3/8/32>);"                                                                   \
    "tc_emu_mma(@,c,a,b,MMA_^3,$1,$2);"
#define CONVERT(how)                                                                               \
    DST_SRC("<E2*C1*C2/8>", "<E1*C1*C2/8>")                                                        \
    "tc_emu_convert(dst,src,<C1*C2>,AS_^1,AS_^2," how ");"
#define ARRIVE(arrivals, tx, how) "tc_emu_mbarrier_arrive(@,bar," arrivals "," tx "," how ");"
#define WAIT(may_fail, how) "tc_emu_mbarrier_wait(@,bar,parity," may_fail "," how ");"
#define HINTED "TC__IGNORE_##kind;"
#define ALL_LANES "0xffffffffu"
#define BYTES1 "<E1*C1/8>"
#define BYTES2 "<E2*C2/8>"

static const Form forms[] = {
    {"tc_shuffle_b32", DST_SRC("4", "4") "tc_emu_shuffle(@,dst,src,IDX,lane);"},
    {"tc_shuffle_xor_b32", DST_SRC("4", "4") "tc_emu_shuffle(@,dst,src,XOR,mask);"},
    {"tc_shuffle_up_b32", DST_SRC("4", "4") "tc_emu_shuffle(@,dst,src,UP,delta);"},
    {"tc_shuffle_b64", DST_SRC("8", "8") "tc_emu_shuffle_pair(@,dst,src,IDX,lane," ALL_LANES ");"},
    {"tc_shuffle_xor_b64",
     DST_SRC("8", "8") "tc_emu_shuffle_pair(@,dst,src,XOR,mask," ALL_LANES ");"},
    {"tc_shuffle_up_b64",
     DST_SRC("8", "8") "tc_emu_shuffle_pair(@,dst,src,UP,delta," ALL_LANES ");"},
    {"tc_shuffle_xor_group_b32",
     DST_SRC("4", "4") "tc_emu_shuffle_of(@,dst,src,XOR,mask,GROUP(lanes));"},
    {"tc_shuffle_xor_group_b64",
     DST_SRC("8", "8") "tc_emu_shuffle_pair(@,dst,src,XOR,mask,GROUP(lanes));"},
    {"tc_redux_*_*", DST_SRC(BYTES2, BYTES2) "tc_emu_redux(@,dst,src,REDUCE_^1,&2);"},
    {"tc_select_*",
     DST_A_B(BYTES1, BYTES1) "unsignedcharv[" BYTES1 "];TC_MEMCPY(v,take_a?a:b," BYTES1
                             ");TC_MEMCPY(dst,v," BYTES1 ");"},
    {"tc_permute_b32", DST_A_B("4", "4") "tc_emu_permute(dst,a,b,selector);"},
    {"tc_index_if_*", DST_A_B("4", BYTES1) "tc_emu_index_if(dst,a,b,index,&1);"},

    {"tc_warp_sync", "tc_emu_warp_sync(@," ALL_LANES ");"},
    {"tc_warp_sync_mask", "tc_emu_warp_sync(@,mask);"},
    {"tc_warp_sync_group", "tc_emu_warp_sync(@,GROUP(lanes));"},
    {"tc_cta_sync", "tc_emu_cta_sync(@,(constchar*)0,0);"},
    {"tc_barrier_sync", "tc_emu_barrier(@,id,count,1);"},
    {"tc_barrier_arrive", "tc_emu_barrier(@,id,count,0);"},
    {"tc_fence_mbarrier_init", "tc_emu_fence_mbarrier_init(@);"},
    {"tc_fence_async_smem", "tc_emu_fence_proxy(@,SHARED_SPACE);"},
    {"tc_fence_async_gmem", "tc_emu_fence_proxy(@,GLOBAL_SPACE);"},
    {"tc_fence_async",
     "tc_emu_fence_proxy(@,SHARED_SPACE);tc_emu_fence_proxy(@,GLOBAL_SPACE);"
     "tc_emu_fence_proxy(@,CLUSTER_SPACE);"},
    {"tc_fence_*", "tc_emu_fence(@);"},
    {"tc_grid_wait", "tc_emu_fence(@);"},
    {"tc_grid_launch_dependents", "tc_emu_fence(@);"},
    {"tc_elect_one", "returntc_emu_elect(@);"},
    {"tc_cta_rank_in_cluster", "returntc_emu_cluster_cta();"},
    {"tc_cta_count_in_cluster", "returntc_emu_cluster_ctas();"},
    {"tc_map_to_cta", "returntc_emu_map(@,smem,cta);"},
    {"tc_cluster_sync", "tc_emu_cluster_arrive(@,1);tc_emu_cluster_wait(@);"},
    {"tc_cluster_arrive", "tc_emu_cluster_arrive(@,1);"},
    {"tc_cluster_arrive_relaxed", "tc_emu_cluster_arrive(@,0);"},
    {"tc_cluster_wait", "tc_emu_cluster_wait(@);"},

    {"tc_mbarrier_init", "tc_emu_mbarrier_init(@,bar,arrivals);"},
    {"tc_mbarrier_inval", "tc_emu_mbarrier_inval(@,bar);"},
    {"tc_mbarrier_arrive", ARRIVE("1", "0", "CTA")},
    {"tc_mbarrier_arrive_relaxed", ARRIVE("1", "0", "RELAXED")},
    {"tc_mbarrier_arrive_remote", ARRIVE("1", "0", "CLUSTER")},
    {"tc_mbarrier_arrive_remote_read", ARRIVE("1", "0", "CLUSTER|READ")},
    {"tc_mbarrier_arrive_remote_relaxed", ARRIVE("1", "0", "CLUSTER|RELAXED")},
    {"tc_mbarrier_arrive_count", ARRIVE("arrivals", "0", "CTA|COUNT")},
    {"tc_mbarrier_arrive_count_relaxed", ARRIVE("arrivals", "0", "RELAXED|COUNT")},
    {"tc_mbarrier_arrive_count_remote", ARRIVE("arrivals", "0", "CLUSTER|COUNT")},
    {"tc_mbarrier_arrive_count_remote_relaxed", ARRIVE("arrivals", "0", "CLUSTER|RELAXED|COUNT")},
    {"tc_mbarrier_arrive_expect_tx", ARRIVE("1", "bytes", "CTA")},
    {"tc_mbarrier_arrive_expect_tx_relaxed", ARRIVE("1", "bytes", "RELAXED")},
    {"tc_mbarrier_arrive_expect_tx_remote", ARRIVE("1", "bytes", "CLUSTER")},
    {"tc_mbarrier_arrive_expect_tx_remote_relaxed", ARRIVE("1", "bytes", "CLUSTER|RELAXED")},
    {"tc_mbarrier_expect_tx", ARRIVE("0", "bytes", "CTA")},
    {"tc_mbarrier_expect_tx_remote", ARRIVE("0", "bytes", "CLUSTER")},
    {"tc_mbarrier_try_wait", "return" WAIT("1", "CTA")},
    {"tc_mbarrier_try_wait_relaxed", "return" WAIT("1", "RELAXED")},
    {"tc_mbarrier_try_wait_cluster", "return" WAIT("1", "CLUSTER")},
    {"tc_mbarrier_try_wait_cluster_relaxed", "return" WAIT("1", "CLUSTER|RELAXED")},
    {"tc_mbarrier_wait", WAIT("0", "CTA")},
    {"tc_mbarrier_wait_relaxed", WAIT("0", "RELAXED")},
    {"tc_mbarrier_wait_cluster", WAIT("0", "CLUSTER")},
    {"tc_mbarrier_wait_cluster_relaxed", WAIT("0", "CLUSTER|RELAXED")},

    {"tc_convert_*_*", CONVERT("RN,%")},
    {"tc_convert_*_*_sat", CONVERT("RN,SAT")},
    {"tc_convert_*_*_rz", CONVERT("RZ,%")},
    {"tc_convert_*_*_rz_sat", CONVERT("RZ,SAT")},
    {"tc_convert_*_*_rna", CONVERT("RNA,%")},
    {"tc_convert_*_*_pairs04",
     DST_SRC("<E2*C1/8>", "<E1*C1/8>") "tc_emu_convert_pairs04(dst,src,AS_^1,AS_^2);"},

    {"tc_load_dsmem_*", "LOCAL(@,dst," BYTES1 ");tc_emu_load(@,dst,src," BYTES1 ",CLUSTER_SPACE);"},
    {"tc_load_*_*", "LOCAL(@,dst," BYTES2 ");tc_emu_load(@,dst,src," BYTES2 ",^1_SPACE);"},
    {"tc_load_global_*_or_zero",
     "LOCAL(@,dst," BYTES1 ");staticconstunsignedcharzeros[" BYTES1 "]={0};if(keep)"
     "tc_emu_load(@,dst,src," BYTES1 ",GLOBAL_SPACE);elseTC_MEMCPY(dst,zeros," BYTES1 ");"},
    {"tc_store_dsmem_*",
     "LOCAL(@,src," BYTES1 ");tc_emu_store(@,dst,src," BYTES1 ",CLUSTER_SPACE);"},
    {"tc_store_async_*", "LOCAL(@,src," BYTES1 ");tc_emu_store_async(@,dst,src," BYTES1 ",bar);"},
    {"tc_store_*_*", "LOCAL(@,src," BYTES2 ");tc_emu_store(@,dst,src," BYTES2 ",^1_SPACE);"},
    {"tc_ldmatrix_x#", "LOCAL(@,dst,<$1*4>);tc_emu_ldmatrix(@,dst,src,<$1*4>/4,0);"},
    {"tc_ldmatrix_x#_trans", "LOCAL(@,dst,<$1*4>);tc_emu_ldmatrix(@,dst,src,<$1*4>/4,1);"},
    {"tc_stmatrix_x#", "LOCAL(@,src,<$1*4>);tc_emu_stmatrix(@,dst,src,<$1*4>/4,0);"},
    {"tc_stmatrix_x#_trans", "LOCAL(@,src,<$1*4>);tc_emu_stmatrix(@,dst,src,<$1*4>/4,1);"},
    {"tc_movmatrix", DST_SRC("4", "4") "tc_emu_movmatrix(@,dst,src);"},
    {"tc_mma_m#n8k#_f64",
     "LOCAL(@,c,<$1*8*8/32>);LOCAL(@,a,<$1*$2*8/32>);LOCAL(@,b,<$2*8*8/32>);"
     "tc_emu_mma(@,c,a,b,MMA_F64,$1,$2);"},
    {"tc_mma_m#n8k#_*", C_A_B("4")},

    {"tc_cp_async_commit", "tc_emu_cp_async_commit(@);"},
    {"tc_cp_async_wait_all", "tc_emu_cp_async_wait_all(@);"},
    {"tc_cp_async_wait_group_#", "tc_emu_cp_async_wait_group(@,$1);"},
    {"tc_cp_async_mbarrier_arrive", "tc_emu_cp_async_mbarrier_arrive(@,bar,0);"},
    {"tc_cp_async_mbarrier_arrive_noinc", "tc_emu_cp_async_mbarrier_arrive(@,bar,1);"},
    {"tc_cp_async_*", "tc_emu_cp_async(@,dst,src," BYTES1 "," BYTES1 ");"},
    {"tc_cp_async_*_zfill", "tc_emu_cp_async(@,dst,src," BYTES1 ",bytes);"},
    {"tc_cp_async_*_or_zero", "tc_emu_cp_async(@,dst,src," BYTES1 ",keep?" BYTES1 ":0);"},
    {"tc_createpolicy_fractional_evict_*", "returnfraction>0;"},

    {"tc_bulk_smem_to_dsmem", "tc_emu_bulk(@,dst,src,bytes,bar,SHARED_SPACE);"},
    {"tc_bulk_gmem_to_smem", "tc_emu_bulk(@,(char*)dst,src,bytes,(char*)bar,GLOBAL_SPACE);"},
    {"tc_bulk_gmem_to_smem_*", "tc_emu_bulk_multicast(@,dst,src,bytes,bar,ctas);"},
    {"tc_bulk_smem_to_gmem", "tc_emu_bulk_to_global(@,(char*)dst,src,bytes,0xffff);"},
    {"tc_bulk_smem_to_gmem_masked", "tc_emu_bulk_to_global(@,(char*)dst,src,bytes,mask);"},
    {"tc_bulk_prefetch_gmem", "tc_emu_bulk_prefetch(@,src,bytes);"},
    {"tc_bulk_commit", "tc_emu_bulk_commit(@);"},
    {"tc_bulk_wait_#", "tc_emu_bulk_wait(@,$1,0);"},
    {"tc_bulk_wait_read_#", "tc_emu_bulk_wait(@,$1,1);"},
    {"tc_bulk_reduce_*_*_to_gmem",
     "tc_emu_bulk_reduce(@,(char*)dst,src,bytes,(char*)0,REDUCE_^1,&2);"},
    {"tc_bulk_reduce_*_*_to_dsmem", "tc_emu_bulk_reduce(@,dst,src,bytes,bar,REDUCE_^1,&2);"},
    {"tc_reduce_async_*_*",
     "LOCAL(@,src," BYTES2 ");tc_emu_reduce_async(@,dst,src,bar,REDUCE_^1,&2);"},
    {"tc_reduce_gmem_*_*",
     "LOCAL(@,src," BYTES2 ");tc_emu_reduce_gmem(@,dst,src," BYTES2 ",REDUCE_^1,&2);"},
    {"tc_reduce_smem_*_*",
     "LOCAL(@,src," BYTES2 ");tc_emu_reduce_smem(@,dst,src," BYTES2 ",REDUCE_^1,&2);"},
    {"tc_reduce_dsmem_*_*",
     "LOCAL(@,src," BYTES2 ");tc_emu_reduce_dsmem(@,dst,src," BYTES2 ",REDUCE_^1,&2);"},

    {"tc_tensor_gmem_to_smem_#d",
     "constintat[]={~1};tc_emu_tensor_to_smem(@,dst,src,at,$1,bar,0);"},
    {"tc_tensor_gmem_to_smem_#d_multicast",
     "constintat[]={~1};tc_emu_tensor_to_smem(@,dst,src,at,$1,bar,&ctas);"},
    {"tc_tensor_smem_to_gmem_#d", "constintat[]={~1};tc_emu_tensor_to_gmem(@,dst,src,at,$1,0);"},
    {"tc_tensor_reduce_*_to_gmem_#d",
     "constintat[]={~2};tc_emu_tensor_to_gmem(@,dst,src,at,$2,REDUCE_^1);"},
    {"tc_tensor_prefetch_#d", "constintat[]={~1};tc_emu_tensor_prefetch(@,src,at,$1);"},
    {"tc_tensor_gather4_to_smem",
     "constintat[]={c0,c1,c2,c3,c4};tc_emu_tensor_gather(@,dst,src,at,bar);"},
    {"tc_tensor_scatter4_to_gmem",
     "constintat[]={c0,c1,c2,c3,c4};tc_emu_tensor_scatter(@,dst,src,at);"},
    {"tc_prefetch_tensormap", "tc_emu_tensormap_prefetch(@,map);"},
    {"tc_tensormap_replace_address", "tc_emu_tensormap_address(@,dst,base);"},
    {"tc_tensormap_replace_extent_#", "tc_emu_tensormap_extent(@,dst,$1,elements);"},
    {"tc_tensormap_replace_stride_#", "tc_emu_tensormap_stride(@,dst,$1,stride);"},
    {"tc_tensormap_replace_box_#", "tc_emu_tensormap_box(@,dst,$1,elements);"},
    {"tc_tensormap_publish", "tc_emu_tensormap_publish(@,dst,src);"},
    {"tc_tensormap_acquire", "tc_emu_tensormap_acquire(@,map);"},

    {"tc_hinted_load_*",
     HINTED "LOCAL(#name,dst," BYTES1 ");tc_emu_load(#name,dst,src," BYTES1 ",GLOBAL_SPACE);"},
    {"tc_hinted_store_*",
     HINTED "LOCAL(#name,src," BYTES1 ");tc_emu_store(#name,dst,src," BYTES1 ",GLOBAL_SPACE);"},
    {"tc_hinted_cp_async_*", HINTED "tc_emu_cp_async(#name,dst,src," BYTES1 "," BYTES1 ");"},
    {"tc_hinted_cp_async_*_zfill", HINTED "tc_emu_cp_async(#name,dst,src," BYTES1 ",bytes);"},
    {"tc_hinted_cp_async_*_or_zero",
     HINTED "tc_emu_cp_async(#name,dst,src," BYTES1 ",keep?" BYTES1 ":0);"},

    {"tc_*_*", DST_A_B(BYTES2, BYTES2) "tc_emu_combine(dst,a,b," BYTES2 ",REDUCE_^1,&2);"},
};

/* ---- what a form says of a name ------------------------------------------------------------------ */

enum { FORMS = sizeof forms / sizeof *forms, WORDS = 3, WORD = 40, MOST = 1000 };
static char words[WORDS][WORD];

static int fits(const char *form, const char *name) {
    unsigned count = 0;
    for (; *form && *name; form++) {
        size_t length = 0;
        if (*form == '*' || *form == '#') {
            while (isdigit((unsigned char)name[length]) ||
                   (*form == '*' && islower((unsigned char)name[length])))
                length++;
            if (!length || length >= WORD || count == WORDS)
                return 0;
            snprintf(words[count++], WORD, "%.*s", (int)length, name);
            name += length;
        } else if (*form != *name++)
            return 0;
    }
    return !*form && !*name;
}

/* e4m3 and e2m1 have as many bits as fields and a sign; f16x2 says 16. */
static unsigned element_bits(const char *word) {
    if (*word == 'e')
        return 1 + (unsigned)(word[1] - '0') + (unsigned)(word[3] - '0');
    return (unsigned)atoi(word + strcspn(word, "0123456789"));
}

static unsigned how_many(const char *word) {
    const char *x = strchr(word, 'x');
    return x && isdigit((unsigned char)x[1]) ? (unsigned)atoi(x + 1) : 1;
}

/* The product between < and >. */
static unsigned product(const char *p) {
    unsigned value = 1;
    char operation = '*';
    while (*p != '>') {
        char *end;
        const char kind = *p++;
        const unsigned long n = strtoul(isdigit((unsigned char)kind) ? p - 1 : p, &end, 10);
        const char *word = words[isdigit((unsigned char)kind) ? 0 : (n - 1) % WORDS];
        const unsigned by = kind == '$'   ? (unsigned)atoi(word)
                            : kind == 'E' ? element_bits(word)
                            : kind == 'C' ? how_many(word)
                                          : (unsigned)n;
        value = operation == '*' ? value * by : value / by;
        p = end;
        if (*p == '*' || *p == '/')
            operation = *p++;
    }
    return value;
}

static size_t put_capitals(char *to, const char *word, int is_type) {
    size_t length = 0;
    for (; word[length] && !(word[length] == 'x' && isdigit((unsigned char)word[length + 1]));
         length++)
        to[length] = (char)toupper((unsigned char)word[length]);
    if (is_type && *to == 'I' && isdigit((unsigned char)to[1]))
        *to = 'S';
    return length;
}

static size_t put_coordinates(char *to, int count) {
    size_t length = 0;
    for (int i = 0; i < count; i++)
        length += (size_t)snprintf(to + length, 5, i ? ",c%d" : "c%d", i);
    return length;
}

static int saturates(void) {
    return *words[0] == 'f' && element_bits(words[1]) <= 8;
}

/* `to` has room for MOST. */
static void put_passes(char *to, const char *p, const char *name) {
    for (; *p; p++) {
        const char *word = words[p[1] >= '1' && p[1] <= '3' ? p[1] - '1' : 0];
        if (*p == '@')
            to += snprintf(to, 100, "\"%s\"", name);
        else if (*p == '%')
            to += snprintf(to, 4, "%s", saturates() ? "SAT" : "INF");
        else if (*p == '<') {
            to += snprintf(to, 12, "%u", product(p + 1));
            p = strchr(p, '>');
        } else if (*p == '$') {
            to += snprintf(to, WORD, "%s", word);
            p++;
        } else if (*p == '~') {
            to += put_coordinates(to, atoi(word));
            p++;
        } else if ((*p == '^' || *p == '&') && isdigit((unsigned char)p[1])) {
            to += put_capitals(to, word, *p == '&');
            p++;
        } else
            *to++ = *p;
    }
    *to = 0;
}

/* ---- what rows.h says ---------------------------------------------------------------------------- */

/* Without blanks, comments, TC_EMU_ and the ends of a macro's lines. */
static void squeeze(char *text) {
    char *to = text;
    while (*text) {
        if (strncmp(text, "/*", 2) == 0)
            text = strstr(text, "*/") + 2;
        else if (strncmp(text, "TC_EMU_", 7) == 0)
            text += 7;
        else if (isspace((unsigned char)*text) || *text == '\\')
            text++;
        else
            *to++ = *text++;
    }
    *to = 0;
}

static unsigned used[FORMS];

static void look_at(const char *name, char *body) {
    static const char hinted[] = "_hinted", policy[] = "(void)policy;";
    const size_t length = strlen(name), end = sizeof hinted - 1;
    const int has_policy = length > end && strcmp(name + length - end, hinted) == 0;
    char plain[100], want[MOST];
    unsigned i = 0;
    snprintf(plain, sizeof plain, "%.*s", (int)(has_policy ? length - end : length), name);
    squeeze(body);
    while (i < FORMS && !fits(forms[i].form, plain))
        i++;
    EXPECT_OF(name, i < FORMS);
    if (i == FORMS)
        return;
    used[i]++;
    put_passes(want, forms[i].passes, name);
    EXPECT_OF(name, !has_policy || strncmp(body, policy, sizeof policy - 1) == 0);
    if (has_policy)
        body += sizeof policy - 1;
    EXPECT_OF(name, strcmp(body, want) == 0);
    if (strcmp(body, want) != 0)
        printf("  got:  %s\n  want: %s\n", body, want);
}

/* From one function, or macro that makes one, to the line that closes it; returns what comes behind it. */
static char *look_at_next(char *at, const char *closes) {
    char *const open = strchr(at, '('), *const body = strstr(open, ") {") + 3;
    char *const close = strstr(body, closes), *name = open;
    while (name[-1] != ' ') {
        name--;
        *name = (char)tolower((unsigned char)*name);
    }
    *open = *close = 0;
    look_at(name, body);
    return close + 1;
}

int main(void) {
    static char text[1 << 18], *macros = text;
    unsigned rows = 0;
    FILE *file = fopen("include/tilecopy/host/rows.h", "rb");
    EXPECT(file != NULL);
    if (!file)
        return unit_finish();
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    EXPECT(strlen(text) < sizeof text - 1);
    for (char *at = text; (at = strstr(at, "TC_FN ")) != NULL; rows++)
        at = macros = look_at_next(at, "\n}\n");
    EXPECT(rows > 500);
    rows = 0;
    for (char *at = macros; (at = strstr(at, "#define TC_HINTED_")) != NULL; rows++)
        at = look_at_next(at, "\n    }\n");
    EXPECT(
        rows ==
        12 + 9); /* loads and stores of 8 bits to 256, copies of three widths in three forms */
    for (unsigned i = 0; i < FORMS; i++)
        EXPECT_OF(forms[i].form, used[i] > 0);
    return unit_finish();
}
