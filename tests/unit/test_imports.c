/* Imports, read from a table of files: where they are looked for, that each is read once, what of a
 * file ends with it, and what is reported of those that cannot be read. What a prelude defines, and
 * how many turns loops have. */
#include "../../generator/lang/lang.h"
#include "reports.h"
#include "unit.h"
#include <errno.h>
#include <string.h>

typedef struct {
    const char *path, *real, *text; /* text NULL: it is there, and cannot be read */
} File;
static const File files_of_table[] = {
    {"dir/left.tc", "L", "import \"sub/shared.tc\"\nlayout left = shared\n"},
    {"dir/right.tc", "R", "import \"./sub/shared.tc\"\nimport \"only.tc\"\n"},
    {"dir/sub/shared.tc", "S", "layout shared = S[(8)]\n"},
    {"dir/./sub/shared.tc", "S", "layout shared = S[(8)]\n"},
    {"inc1/left.tc", "L1", "layout wrong = S[(8)]\n"},
    {"inc2/only.tc", "O", "layout only = S[(8)]\n"},
    {"/abs/a.tc", "A", "layout absolute = S[(8)]\n"},
    {"here.tc", "H", "layout here = S[(8)]\n"},
    {"unreadable.tc", "U", NULL},
    {"own.tc",
     "W",
     "target sm_80\npolicy tirx\nprefix q_\ncopy thread f32 smem S[8] -> smem S[8]\n"},
    {"bad_target.tc", "B", "target sm_1\n"},
    {"ring_a.tc", "X", "import \"ring_b.tc\"\n"},
    {"ring_b.tc", "Y", " import \"ring_a.tc\"\n"},
    {"me.tc", "M", "import \"me.tc\"\n"},
};
static int reads;

static const File *find(const char *path) {
    for (size_t i = 0; i < COUNT_OF(files_of_table); i++)
        if (strcmp(files_of_table[i].path, path) == 0)
            return &files_of_table[i];
    errno = ENOENT;
    return NULL;
}

/* deep/N.tc imports deep/N+1.tc, up to deep/99.tc. */
static bool read_file(void *context, const char *path, Text *text) {
    (void)context;
    reads++;
    if (strncmp(path, "deep/", 5) == 0) {
        const int at = path[5] * 10 + path[6] - 11 * '0';
        text_printf(text, "import \"%02d.tc\"\n", at + 1);
        return true;
    }
    const File *file = find(path);
    if (!file || !file->text) {
        errno = file ? EACCES : ENOENT;
        return false;
    }
    text_add(text, file->text);
    return true;
}

static const char *identity(void *context, const char *path) {
    (void)context;
    if (strncmp(path, "deep/", 5) == 0)
        return path;
    const File *file = find(path);
    return file ? file->real : NULL;
}

static const Files table = {.read = read_file, .identity = identity};

static const Module *load(const char *name, const char *text) {
    static const char *const dirs[] = {"inc1", "inc2"};
    Source *source = source_from_text(name, text, strlen(text));
    source->files = &table;
    reads = 0;
    return lang_load(source, NULL, dirs, 2, 0);
}

/* The reports without the lines of the text; "" where there are none. */
static const char *reported(void) {
    Text all = {0}, out = {0};
    diag_flush(&all);
    for (const char *at = text_string(&all); *at;) {
        const size_t length = strcspn(at, "\n");
        if (*at != ' ' && strncmp(at, "help", 4) != 0)
            text_printf(&out, "%.*s\n", (int)length, at);
        at += length + (at[length] == '\n');
    }
    diag_reset();
    return text_string(&out);
}

static bool imports_are(const Module *module, const char *names) {
    Text out = {0};
    for (int i = 0; i < module->import_count; i++)
        text_printf(&out, "%s%s", i ? " " : "", module->imports[i]->name);
    if (strcmp(text_string(&out), names) == 0)
        return true;
    printf("     got %s\n", text_string(&out));
    return false;
}

static bool reports_are(const char *wanted) {
    const char *got = reported();
    if (strcmp(got, wanted) == 0)
        return true;
    printf("     got %s", got);
    return false;
}

#define USES(name) "copy thread f32 smem " name " -> smem " name "\n"
static void test_places(void) {
    const Module *module = load(
        "dir/top.tc",
        "import \"left.tc\"\nimport \"right.tc\"\n"
        "import \"left.tc\"\n" USES("left") USES("only"));
    EXPECT(imports_are(module, "dir/left.tc dir/sub/shared.tc dir/right.tc inc2/only.tc"));
    EXPECT(reads == 4 && module->request_count == 2 && reports_are(""));
    module = load("dir/top.tc", "import \"/abs/a.tc\"\n" USES("absolute"));
    EXPECT(imports_are(module, "/abs/a.tc") && module->request_count == 1 && reports_are(""));
    module = load("top.tc", "import \"here.tc\"\n" USES("here"));
    EXPECT(imports_are(module, "here.tc") && module->request_count == 1 && reports_are(""));
    module = load("x/top.tc", "import \"left.tc\"\n" USES("wrong"));
    EXPECT(imports_are(module, "inc1/left.tc") && module->request_count == 1 && reports_are(""));
}

/* Target, policy and prefix of an imported file are its own. */
static void test_own(void) {
    static const char statement[] = "copy thread f32 smem S[8] -> smem S[8]\n";
    const Module *module = load(
        "top.tc",
        mem_printf("prefix p_\npolicy best\nimport \"own.tc\"\n%starget sm_90\n", statement));
    EXPECT(module->request_count == 2 && module->targets == 1u << TARGET_SM_90);
    EXPECT(module->requests[0]->policy_tirx && !module->requests[1]->policy_tirx);
    EXPECT(strcmp(module->requests[0]->prefix, "q_") == 0);
    EXPECT(strcmp(module->requests[1]->prefix, "p_") == 0);
    EXPECT(reports_are(""));
    module = load("top.tc", mem_printf("policy tirx\nimport \"here.tc\"\n%s", statement));
    EXPECT(module->request_count == 1 && module->requests[0]->policy_tirx && reports_are(""));
    EXPECT(module->targets == targets_default && !module->requests[0]->prefix);
    load("top.tc", "import \"bad_target.tc\"\n");
    EXPECT(reports_are("bad_target.tc:1:8: error: unknown target 'sm_1' [E_UNKNOWN_TARGET]\n"));
}

static void test_refused(void) {
    const Module *module = load("top.tc", "import \"none.tc\"\n" USES("zebra"));
    EXPECT(module->import_count == 0 && module->request_count == 0);
    EXPECT(reports_are("top.tc:1:8: error: cannot read \"none.tc\": No such file or directory "
                       "[E_FILE_MISSING]\n"));
    load("top.tc", "import \"/abs/none.tc\"\n");
    EXPECT(reports_are("top.tc:1:8: error: cannot read \"/abs/none.tc\": No such file or directory "
                       "[E_FILE_MISSING]\n"));
    load("x/top.tc", "import \"../unreadable.tc\"\nimport \"/unreadable.tc\"\n");
    EXPECT(reports_are("x/top.tc:1:8: error: cannot read \"../unreadable.tc\": No such file or "
                       "directory [E_FILE_MISSING]\nx/top.tc:2:8: error: cannot read "
                       "\"/unreadable.tc\": No such file or directory [E_FILE_MISSING]\n"));
    load("top.tc", "import \"unreadable.tc\"\n");
    EXPECT(reports_are(
        "top.tc:1:8: error: cannot read \"unreadable.tc\": Permission denied [E_FILE_MISSING]\n"));
    load("top.tc", "import \"ring_a.tc\"\n");
    EXPECT(reports_are("ring_b.tc:1:9: error: this file is being read already: \"ring_a.tc\" "
                       "[E_IMPORT_CYCLE]\nring_a.tc:1:8: note: imported here\n"));
    load("me.tc", "\n import \"me.tc\"\n");
    EXPECT(reports_are(
        "me.tc:2:9: error: this file is being read already: \"me.tc\" [E_IMPORT_CYCLE]\n"));
    load("top.tc", "import \"none.tc\"\nlane0 d warp 32 { in a : f32[32] / zebra }\n");
    EXPECT(strstr(reported(), "zebra") == NULL);
    module = load("top.tc", "import \"ring_a.tc\"\n" USES("zebra"));
    EXPECT(module->import_count == 2);
    reported();
}

/* The file itself and 31 more may be open at a time. */
static void test_depth(void) {
    const Module *module = load("deep/01.tc", "import \"02.tc\"\n");
    EXPECT(module->import_count == 31 && reads == 31);
    EXPECT(reports_are(
        "deep/32.tc:1:8: error: imports are nested more than 32 deep [E_IMPORT_DEPTH]\n"));
}

/* Loops of together 4096 turns: "for N in 0, 1, ..." with another loop inside, or none. */
static const Module *load_loops(int outer, int inner) {
    Text text = {0};
    for (int i = 0; i < outer; i++)
        text_printf(&text, "%s%d", i ? "," : "for N in ", i);
    text_add(&text, " {\n");
    for (int i = 0; i < inner; i++)
        text_printf(&text, "%s%d", i ? "," : "for M in ", i);
    text_printf(&text, "%s layout a_nN_%s = S[8]\n", inner ? " {\n" : "", inner ? "mM" : "m");
    text_add(&text, inner ? "} }\n" : "}\n");
    return load("top.tc", text_string(&text));
}

static void test_turns(void) {
    load_loops(4096, 0);
    EXPECT(reports_are(""));
    load_loops(4097, 0);
    EXPECT(reports_are(
        "top.tc:1:1: error: the loops have more than 4096 turns together [E_FOR_COUNT]\n"));
    load_loops(64, 63);
    EXPECT(reports_are(""));
    load_loops(64, 64);
    const char *got = reported();
    EXPECT(
        strncmp(got, "top.tc:2:1: error: the loops have more than 4096 turns together", 63) == 0);
    EXPECT(strstr(got, "note: for N = 63\n") != NULL && !strstr(strchr(got, '\n'), "error"));
}

/* Of a prelude, standard is what is compact and has a swizzle of its own. */
static void test_prelude(void) {
    static const char prelude[] = "layout sa = S[(8,32B)] swizzle 32B\n"
                                  "layout sb = S[(8,8):(8,1)] swizzle 32B\n"
                                  "layout sc = sa\nlayout sd = S[(8,8)]\n"
                                  "layout se = sd swizzle 32B\nlayout sf = S[(8)] swizzle 64B\n"
                                  "policy tirx\nprefix q_\n";
    const char *text = "copy thread f32 smem sa -> smem sc";
    const Source *source = source_from_text("t.tc", text, strlen(text));
    const Module *module = lang_load(source, prelude, NULL, 0, 0);
    EXPECT(module->request_count == 1 && module->import_count == 0 && reports_are(""));
    const Copy *copy = &module->requests[0]->copy;
    EXPECT(copy->standard_count == 2 && strcmp(copy->standards[0].name, "sa") == 0);
    EXPECT(copy->standard_count == 2 && strcmp(copy->standards[1].name, "sf") == 0);
    EXPECT(!module->requests[0]->policy_tirx && !module->requests[0]->prefix);
}

int main(void) {
    test_turns();
    test_prelude();
    test_places();
    test_own();
    test_refused();
    test_depth();
    print_reports(stdout);
    mem_free_all();
    return unit_finish();
}
