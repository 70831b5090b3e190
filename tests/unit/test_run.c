/* tcgen_run: what tcgen does with files it does with texts, as often as it is asked, and no run knows
 * of another. */
#define _XOPEN_SOURCE 700
#include "../../generator/run.h"
#include "unit.h"
#include <stdlib.h>
#include <sys/resource.h>

enum { MOST_ARGUMENTS = 8, RUNS = 1000 };

/* The address sanitizer keeps what was freed; it tells of leaks itself. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HOLDS_FREED true
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define HOLDS_FREED true
#elif !defined(HOLDS_FREED)
#define HOLDS_FREED false
#endif

typedef struct {
    const char *arguments[MOST_ARGUMENTS];
} Command;

static const char good[] =
    "import \"lib/tiles.tc\"\n"
    "layout rows = S[(32,8):(8,1)] swizzle(2,1,3)\n"
    "copy warp f32 smem rows -> reg S[(32,8):(1@laneid,1)]\n"
    "copy cta(64) f16 gmem S[(16,8):(ld,1)] -> T where ld % 8 == 0, cols % 2 == 0 { masked }\n"
    "copy warp u8 reg S[(8,4,2):(4@laneid,1@laneid,1)] -> smem S[(8,4,2):(8,2,1)] as named\n";
static const char tiles[] = "tile T : smem auto S[(16,8)] f16\n";
static const char bad[] = "copy warp f32 smem S[(32,8)] -> reg S[(32,9):(1@laneid,1)]\n"
                          "copy warp f31 smem S[(32,8)] -> smem S[(32,8)]\n";
/* Of one length, so that the second stands in the arena where the first did, with other owners. */
static const char one[] = "copy warp u8 reg S[(8,4,2):(4@laneid,1@laneid,1)] -> smem S[(8,4,2)]\n";
static const char two[] = "copy warp u8 reg S[(8,4,2):(1@laneid,8@laneid,1)] -> smem S[(8,4,2)]\n";
/* Every thread owns every element: more than a run may take. */
static const char bomb[] = "copy cta(1024) u8 gmem S[(65536)] -> reg S[(65536)] as a\n";

static const Command commands[] = {
    {{"good.tc", "-o", "good.h", "-MD"}},
    {{"--single-file", "--target=sm_90", "good.tc"}},
    {{"explain", "good.tc"}},
    {{"explain", "--function=named", "good.tc"}},
    {{"cost", "good.tc"}},
    {{"names", "good.tc"}},
    {{"json", "--trace", "good.tc"}},
    {{"fmt", "good.tc"}},
    {{"draw", "good.tc:named", "--view=banks"}},
    {{"draw", "good.tc:named", "-o", "good.svg"}},
    {{"good.tc", "lib/tiles.tc", "bad.tc"}},
    {{"bad.tc", "-o", "good.h", "--diagnostics=json"}},
    {{"bad.tc", "--diagnostics=sarif", "-Werror"}},
    {{"good.tc", "-Wnarrow", "-Wbank-conflict"}},
    {{"one.tc"}},
    {{"two.tc"}},
    {{"none.tc"}},
    {{"good.tc", "-o", "good.tc"}},
    {{"good.tc", "--check", "-o", "stale.h", "--diff"}},
    {{"fmt", "--check", "good.tc"}},
    {{"--surprise"}},
    {{"--help"}},
    {{"--version"}},
};

static const NamedText inputs[] = {
    {"good.tc", good, sizeof good - 1},
    {"lib/./tiles.tc", tiles, sizeof tiles - 1},
    {"bad.tc", bad, sizeof bad - 1},
    {"one.tc", one, sizeof one - 1},
    {"two.tc", two, sizeof two - 1},
    {"bomb.tc", bomb, sizeof bomb - 1},
    {"stale.h", "old\n", 4},
};

static Texts texts_new(void) {
    return (Texts){.inputs = inputs, .input_count = (int)(sizeof inputs / sizeof *inputs)};
}

static int run(const Command *command, Texts *texts) {
    int argc = 0;
    while (argc < MOST_ARGUMENTS && command->arguments[argc])
        argc++;
    Files files = texts_files(texts);
    return tcgen_run(argc, command->arguments, &files);
}

static bool same_text(const WrittenText *a, const WrittenText *b) {
    return a->size == b->size && (a->size == 0 || memcmp(a->text, b->text, a->size) == 0);
}

static bool same_texts(const Texts *a, const Texts *b) {
    bool same = a->output_count == b->output_count && same_text(&a->said, &b->said);
    for (int i = 0; same && i < a->output_count; i++)
        same = strcmp(a->outputs[i].name, b->outputs[i].name) == 0 &&
               same_text(&a->outputs[i], &b->outputs[i]);
    return same;
}

/* The program beside this one, in a folder with the same files. */
static void put(const char *folder, const char *name, const char *text) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    EXPECT(file_write_if_changed(path, text, strlen(text)));
}

static bool is_in_file(const char *folder, const char *name, const WrittenText *wanted) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    size_t size = wanted ? wanted->size : 0;
    char *text = malloc(size + 1);
    bool same = file && text && fread(text, 1, size + 1, file) == size &&
                (size == 0 || memcmp(text, wanted->text, size) == 0);
    free(text);
    if (file)
        fclose(file);
    return same;
}

static void as_the_program(const char *program, const char *folder, const Command *command) {
    Texts texts = texts_new();
    int status = run(command, &texts);
    char line[1024];
    int length = snprintf(
        line, sizeof line, "cd %s && rm -f good.h good.d good.h.d good.svg; %s", folder, program);
    for (int i = 0; i < MOST_ARGUMENTS && command->arguments[i]; i++)
        length +=
            snprintf(line + length, sizeof line - (size_t)length, " '%s'", command->arguments[i]);
    snprintf(line + length, sizeof line - (size_t)length, " >out 2>err");
    EXPECT_OF(command->arguments[0], system(line) == status << 8);
    bool wrote = false;
    for (int i = 0; i < texts.output_count; i++) {
        bool is_out = strcmp(texts.outputs[i].name, "-") == 0;
        wrote = wrote || is_out;
        EXPECT_OF(
            command->arguments[0],
            is_in_file(folder, is_out ? "out" : texts.outputs[i].name, &texts.outputs[i]));
    }
    EXPECT_OF(command->arguments[0], wrote || is_in_file(folder, "out", NULL));
    EXPECT_OF(command->arguments[0], is_in_file(folder, "err", &texts.said));
    EXPECT_OF(command->arguments[0], status == 0 || status == 1 || !texts_output(&texts, "good.h"));
    texts_forget(&texts);
}

static void test_as_the_program(const char *self) {
    char folder[] = "/tmp/tcgen-run-XXXXXX", program[512], *real = realpath(self, NULL), line[64];
    EXPECT(mkdtemp(folder) != NULL && real != NULL);
    char *slash = real ? strstr(real, "/tests/unit/") : NULL;
    snprintf(
        program, sizeof program, "%.*s/tcgen", slash ? (int)(slash - real) : 0, real ? real : "");
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        put(folder, inputs[i].name, inputs[i].text);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        as_the_program(program, folder, &commands[i]);
    snprintf(line, sizeof line, "rm -r %s", folder);
    EXPECT(system(line) == 0);
    free(real);
    mem_free_all();
}

static long most_kilobytes(void) {
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss : 0;
}

/* All commands again and again, in another order each time: the bytes of their first run, its steps and
 * its memory, and no memory of the process. */
static void test_many_runs(void) {
    enum { COUNT = sizeof commands / sizeof *commands };
    static Texts first[COUNT];
    static BudgetUse use[COUNT];
    static int status[COUNT];
    long before = 0;
    for (int i = 0; i < COUNT; i++) {
        first[i] = texts_new();
        status[i] = run(&commands[i], &first[i]);
        use[i] = budget_use();
        EXPECT(mem_mark().block == NULL && diag_error_count() == 0);
    }
    EXPECT(status[0] == EXIT_OK && first[0].output_count == 2 && status[10] == EXIT_DESCRIPTION);
    for (int n = 0; n < RUNS; n++) {
        int i = (n * 11 + n / COUNT) % COUNT;
        Texts texts = texts_new();
        EXPECT_OF(commands[i].arguments[0], run(&commands[i], &texts) == status[i]);
        EXPECT_OF(commands[i].arguments[0], same_texts(&texts, &first[i]));
        BudgetUse now = budget_use();
        EXPECT_OF(commands[i].arguments[0], now.steps == use[i].steps && now.bytes == use[i].bytes);
        texts_forget(&texts);
        if (n == RUNS / 10)
            before = most_kilobytes();
    }
    /* A leak of a single block of the arena in each run would be 57 MB, of one message 100 KB. */
    EXPECT(HOLDS_FREED || (before > 0 && most_kilobytes() - before <= 512));
    for (int i = 0; i < COUNT; i++)
        texts_forget(&first[i]);
}

/* The budget ends a run in the middle of its work; the next begins as if there had been none. */
static void test_after_too_much(void) {
    static const Command too_much = {{"bomb.tc", "-o", "good.h"}};
    Texts before = texts_new(), after = texts_new();
    EXPECT(run(&commands[0], &before) == 0);
    for (int i = 0; i < 2; i++) {
        Texts texts = texts_new();
        EXPECT(run(&too_much, &texts) == EXIT_DESCRIPTION);
        EXPECT(texts.output_count == 0 && strstr(texts.said.text, "[E_TOO_BIG]") != NULL);
        EXPECT(mem_mark().block == NULL && budget_use().bytes > 1 << 20);
        texts_forget(&texts);
    }
    EXPECT(run(&commands[0], &after) == 0);
    EXPECT(same_texts(&before, &after) && after.output_count == 2);
    texts_forget(&before);
    texts_forget(&after);
}

/* What one statement's words took is given back before those of the next: of 200 statements, 3 KB of text
 * each, less than 1 MB more than their names. */
static void test_memory_of_many(void) {
    static char many[200 * 100];
    static const Command names = {{"names", "many.tc"}}, explain = {{"explain", "many.tc"}};
    size_t length = 0;
    for (int i = 0; i < 200; i++)
        length += (size_t)snprintf(
            many + length,
            sizeof many - length,
            "copy cta(256) f32 reg S[(256,8):(1@tx,1)] -> smem S[(256,8)] as v%d\n",
            i);
    const NamedText input = {"many.tc", many, length};
    Texts texts = {.inputs = &input, .input_count = 1};
    EXPECT(run(&names, &texts) == EXIT_OK);
    int64_t least = budget_use().bytes;
    EXPECT(run(&explain, &texts) == EXIT_OK);
    EXPECT(budget_use().bytes < least + (1 << 20));
    texts_forget(&texts);
}

/* Writes as texts do, and reports an error that its caller does not know of. */
static bool write_with_error(void *context, const char *name, const char *text, size_t length) {
    Texts *texts = context;
    Files files = texts_files(texts);
    diag_error((Loc){0}, "E_TEXT_DIFFERS", "planted");
    return files.write(files.context, name, text, length);
}

/* Whatever says "error:" exits 1, whichever command it is. */
static void test_errors_exit_1(void) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        const Command *command = &commands[i];
        Texts texts = texts_new();
        Files files = texts_files(&texts);
        int argc = 0;
        while (argc < MOST_ARGUMENTS && command->arguments[argc])
            argc++;
        files.write = write_with_error;
        int status = tcgen_run(argc, command->arguments, &files);
        bool said = texts.said.size && strstr(texts.said.text, "error:");
        EXPECT_OF(command->arguments[0], !said || status != EXIT_OK);
        texts_forget(&texts);
    }
}

static void test_names(void) {
    static const char *const same[][2] = {
        {"a.tc", "./a.tc"},
        {"a.tc", "b/../a.tc"},
        {"../a.tc", "b/../../a.tc"},
        {"/a/b.tc", "/a//c/./../b.tc"},
        {"/a.tc", "/../a.tc"},
    };
    static const char *const other[][2] = {
        {"a.tc", "b/a.tc"},
        {"a.tc", "../a.tc"},
        {"/a.tc", "a.tc"},
        {"../../a.tc", "../a.tc"},
        {"-", "-"}};
    Texts texts = texts_new();
    Files files = texts_files(&texts);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        EXPECT_OF(same[i][1], files.is_same(files.context, same[i][0], same[i][1]));
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        EXPECT_OF(other[i][1], !files.is_same(files.context, other[i][0], other[i][1]));
    mem_free_all();
}

int main(int argc, char **argv) {
    test_names();
    test_as_the_program(argc > 0 ? argv[0] : "");
    test_many_runs();
    test_after_too_much();
    test_memory_of_many();
    test_errors_exit_1();
    return unit_finish();
}
