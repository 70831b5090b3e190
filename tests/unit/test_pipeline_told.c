/* test_pipeline_told.c: what is told of pipelines, whole texts written by hand: pipelines.told has blocks, what is asked
 * of each, and what must come out. With a name behind it the program prints what comes out of the sections of one
 * command, to be read, never to be taken over. */
#include "pipeline/told.h"
#include "unit.h"
#include <ctype.h>

typedef struct {
    const char *command, *block, *wanted;
    unsigned targets;
    const char *names; /* behind the command */
} Section;

static const Module *module_of(const Section *section) {
    const char *text = section->block;
    return lang_load(source_from_text("p.tc", text, strlen(text)), NULL, NULL, 0, section->targets);
}

/* The function of the name, with its comment. */
static void add_function(Text *out, const char *header, const char *name) {
    const char *at = header, *brace = mem_printf(" %s(", name);
    while ((at = strstr(at, brace)) &&
           (strncmp(at + strlen(brace) - 1, "(", 1) != 0 || strstr(at, "\n}\n") == NULL ||
            strcspn(at, ";") < strcspn(at, "{")))
        at++;
    if (!at) {
        text_printf(out, "no function %s\n", name);
        return;
    }
    const char *end = strstr(at, "\n}\n"), *begin = at;
    while (begin > header && !(begin[0] == '\n' && begin[1] == '/' && begin[2] == '*'))
        begin--;
    text_add_bytes(out, begin + 1, (size_t)(end + 3 - (begin + 1)));
}

/* The guard's digest as '@': of the text behind its line, up to #elif. */
static const char *without_digest(const char *text) {
    const char *define = strstr(text, "#define"), *begin = strchr(define, '\n') + 1;
    const char *end = strstr(begin, "#elif TC_DEFINED");
    uint32_t digest = 0;
    uint64_t hash = UINT64_C(14695981039346656037);
    for (const char *at = begin; at < end; at++)
        hash = (hash ^ (unsigned char)*at) * UINT64_C(1099511628211);
    digest = (uint32_t)hash;
    Text out = {0};
    const char *was = mem_printf("0x%08x", (unsigned)digest);
    for (const char *at = text; *at; at++)
        if (strncmp(at, was, 10) == 0)
            text_char(&out, '@'), at += 9;
        else
            text_char(&out, *at);
    return text_string(&out);
}

static void add_code(Text *out, const Section *section, const PipelinePlans *plans) {
    PipelineCode *kinds[TARGET_COUNT];
    Text header = {0};
    for (int i = 0; i < plans->count;
         i++) { /* of all targets the least memory, which the first has */
        kinds[i] = pipeline_code(plans->plans[i]);
        kinds[i]->capacity = plans->plans[0]->capacity;
    }
    PipelineCode *code = pipeline_join(kinds, plans->count);
    if (!pipeline_code_report(code)) {
        diag_flush(out);
        return;
    }
    out_pipeline(&header, code);
    PipelineCodes codes = {(PipelineCode *[]){code, code}, NULL, 2};
    Text both = {0};
    pipelines_make(&codes);
    pipelines_text(&both, &codes);
    EXPECT(
        strcmp(
            text_string(&both),
            mem_printf("\n%s\n%s", text_string(&header), text_string(&header))) == 0);
    const char *text = without_digest(text_string(&header));
    if (strcmp(section->command, "header") == 0) {
        text_add(out, text);
        return;
    }
    for (const char *at = text; strcmp(section->command, "directives") == 0 && *at;
         at += strcspn(at, "\n") + 1)
        if (strncmp(at, "#if", 3) == 0 || strncmp(at, "#el", 3) == 0 || strncmp(at, "#en", 3) == 0)
            text_printf(out, "%.*s\n", (int)strcspn(at, "\n"), at);
    if (strcmp(section->command, "directives") == 0)
        return;
    if (strcmp(section->command, "names") == 0) {
        codes.count = 1;
        pipelines_names(out, &codes);
        return;
    }
    const char *end = strstr(text, "\n/* Called once by all");
    if (strcmp(section->command, "head") == 0) {
        text_add_bytes(out, text, (size_t)(end - text));
        return;
    }
    for (const char *at = section->names; *at;) {
        size_t length = strcspn(at, " ");
        add_function(out, text, mem_printf("tc_p_%s", mem_text(at, length)));
        at += length + (at[length] == ' ');
    }
}

static void add_rows(Text *out, const CostTable *table) {
    for (int r = 0; r < table->count; r++) {
        for (int c = 0; c < COST_COLUMNS; c++)
            text_printf(
                out,
                "%s%s",
                c ? "|" : "",
                c == 1 ? mem_printf("%x", table->at[r].targets) : table->at[r].cell[c]);
        text_char(out, '\n');
    }
    text_add(out, text_string(&table->below));
}

/* "timeline 8 3": what is in the picture of at most 8 rows and 3 columns, a box a line: text, colour, tip. */
static void add_picture(Text *out, const Section *section, const PipelinePlan *plan) {
    char view[16] = "";
    int rows = 0, cols = 0;
    sscanf(section->names, "%15s %d %d", view, &rows, &cols);
    Subject subject = pipeline_subject(plan, view);
    Picture *picture = picture_build(&subject, rows, cols);
    if (!picture) {
        diag_flush(out);
        return;
    }
    text_printf(
        out,
        "%s\n%s, %s\n",
        text_string(&picture->heading),
        picture->corner,
        text_string(&picture->legend));
    text_printf(
        out,
        "%d of %d rows, %d of %d columns%s\n",
        (int)picture->shown_rows,
        (int)picture->rows,
        (int)picture->shown_cols,
        (int)picture->cols,
        picture->fixed_cols ? ", all" : "");
    for (int64_t col = 0; col < picture->shown_cols; col++)
        text_printf(out, "| %s ", text_string(&picture->col_label[col]));
    for (int64_t row = 0; row < picture->shown_rows; row++) {
        text_printf(out, "\n%s:", text_string(&picture->row_label[row]));
        for (int64_t col = 0; col < picture->shown_cols; col++) {
            const Box *box = picture_box(picture, row, col);
            if (box->present)
                text_printf(
                    out,
                    "\n  %d %s, %d, %s",
                    (int)col,
                    text_string(&box->text),
                    box->colour,
                    text_string(&box->tip));
        }
    }
    text_printf(out, "\n%s", text_string(&picture->notes));
}

static const char *told(const Section *section) {
    Text out = {0}, said = {0};
    CostTable costs = {0};
    bool json = strcmp(section->command, "report_json") == 0,
         report = json || strcmp(section->command, "report") == 0;
    diag_reset();
    if (!report)
        diag_set_warning("no-share");
    diag_format(json ? DIAG_JSON : DIAG_TEXT);
    const PipelinePlans *plans = pipelines_plan(module_of(section));
    diag_flush(&said);
    diag_format(DIAG_TEXT);
    if (report || !plans->count)
        return text_string(&said);
    if (strcmp(section->command, "explain") == 0)
        pipelines_explain(&out, plans, *section->names ? section->names : NULL);
    else if (strcmp(section->command, "json") == 0)
        pipelines_json(&out, plans);
    else if (strcmp(section->command, "cost") == 0)
        pipelines_cost(&costs, plans), add_rows(&out, &costs);
    else if (strcmp(section->command, "timeline") == 0 || strcmp(section->command, "memory") == 0) {
        Subject subject = pipeline_subject(plans->plans[0], section->command);
        draw_text(&out, &subject);
    } else if (strcmp(section->command, "picture") == 0) {
        add_picture(&out, section, plans->plans[0]);
    } else
        add_code(&out, section, plans);
    if (out.length && out.at[out.length - 1] != '\n')
        text_char(&out, '\n');
    return text_string(&out);
}

static const char *read_file(const char *path) {
    Text text = {0};
    FILE *file = fopen(path, "r");
    for (int c; file && (c = getc(file)) != EOF;)
        text_char(&text, (char)c);
    if (file)
        fclose(file);
    return text_string(&text);
}

static unsigned targets_of(const char *names, size_t length) {
    unsigned targets = 0;
    for (int t = 0; t < TARGET_COUNT; t++) {
        const char *at = strstr(names, target_name[t]);
        size_t size = strlen(target_name[t]);
        for (; at && at < names + length; at = strstr(at + 1, target_name[t]))
            targets |= isalnum((unsigned char)at[size]) ? 0 : 1u << t;
    }
    return targets;
}

/* "## command sm_80,sm_90 names", a block, "--", a text; "== block" stands for the block of the section before. */
static const char *next_section(const char *at, Section *section, const char *block) {
    const char *end = strchr(at, '\n'), *targets = at + 3 + strcspn(at + 3, " "),
               *split = strstr(end, "\n--\n");
    size_t length = strcspn(targets + 1, " \n");
    section->command = mem_text(at + 3, (size_t)(targets - at - 3));
    section->targets = targets_of(targets, length + 1);
    section->names = targets[1 + length] == ' '
                         ? mem_text(targets + length + 2, (size_t)(end - targets - length - 2))
                         : "";
    section->block =
        strncmp(end + 1, "== ", 3) == 0 ? block : mem_text(end + 1, (size_t)(split - end));
    const char *next = strstr(split, "\n## ");
    next = next ? next + 1 : split + strlen(split);
    section->wanted = mem_text(split + 4, (size_t)(next - split - 4));
    return next;
}

static void compare(const Section *section, const char *got, const char *head) {
    const char *a = got, *b = section->wanted;
    while (*a && *a == *b)
        a++, b++;
    EXPECT_OF(head, !*a && !*b);
    if (*a || *b)
        printf("%s\nwanted %.200s\ngot    %.200s\n", head, b, a);
}

/* ---- how many of a list are shown ------------------------------------------------------------ */

static int times(const char *text, const char *words) {
    int count = 0;
    for (const char *at = text; (at = strstr(at, words)) != NULL; at++)
        count++;
    return count;
}

/* A block of `count` values as `format` says, which has the number and whether it is odd, as 0 and 1 or as 0 and 4. */
static const char *block_of(const char *head, const char *format, int count) {
    Text text = {0};
    text_printf(&text, "pipeline p {\nii 8\n%s\n", head);
    for (int i = 0; i < count; i++) {
        for (const char *at = format; *at; at++)
            if (*at == '#')
                text_printf(&text, "%d", i);
            else if (*at == '^')
                text_printf(&text, "%d", i % 2 * 4);
            else
                text_char(&text, *at);
        text_char(&text, '\n');
    }
    text_add(&text, "}\n");
    return text_string(&text);
}

static const char *told_of(const char *command, const char *block) {
    Section section = {command, block, "", 1u << TARGET_SM_90, ""};
    return told(&section);
}

/* 64 lines of each kind, however many there are; then how many values are left out. */
static void test_most_shown(void) {
    static const char *const mbar =
        "value w# u8[16] sync mbar barrier none produce a @0.0 consume a @0.1";
    static const char *const turns =
        "value w# u8[16] sync mbar barrier none produce a @0.^ consume a @0.^";
    static const char *const silent = "value w# u8[16] barrier none produce a @0.^ consume a @0.^";
    static const char *const roots =
        "value w# u8[16] sync mbar root r barrier none produce a @0.0 consume a @0.1";
    const char *text = told_of("explain", block_of("agents a:1w", mbar, 64));
    EXPECT(times(text, " lives from 0.0 to 0.2 ") == 64 && !strstr(text, "more values"));
    EXPECT(times(text, ": written by threads; full counts 1, empty counts 1") == 64);
    text = told_of("explain", block_of("agents a:1w", mbar, 66));
    EXPECT(
        times(text, " lives from 0.0 to 0.2 ") == 64 &&
        times(text, "\n              and 2 more values\n") == 1);
    EXPECT(times(text, ": written by threads; full counts 1, empty counts 1") == 64);
    text = told_of("explain", block_of("mode seed\nagents a:1w", turns, 140));
    EXPECT(
        times(text, " never live at the same time") == 64 &&
        times(text, "\n  shared      w0 and w1 never") == 1);
    EXPECT(
        times(text, " is released (one buffer)") == 64 &&
        times(text, "\n  hand-off    w0 waits until w1 of iteration i - 1") == 1);
    text = told_of("explain", block_of("agents a:1w", silent, 140));
    EXPECT(times(text, " do not share: nothing can wait for the end of one of them") == 64);
    EXPECT(times(text, "\n  not shared  w0 and w1 do") == 1);
    text = told_of("explain", block_of("agents a:1w", roots, 13)); /* 78 pairs */
    EXPECT(times(text, " are alive at the same time in one place: no hand-off orders") == 64);
    EXPECT(
        times(text, "\n  one root    w0 and w1 are alive") == 1 &&
        strstr(text, "or a barrier, except values of one root\n"));
}

/* 32 colours, which begin again. */
static void test_colours(void) {
    Section section = {.command = "picture"};
    section.block = block_of(
        "agents a:1w", "value w# u8[16] sync mbar barrier none produce a @0.0 consume a @0.7", 34);
    section.targets = 1u << TARGET_SM_90;
    section.names = "timeline 64 64";
    EXPECT(
        times(told(&section), "1, 31, cycle 0: 1 iteration of w31\n") == 1 &&
        times(told(&section), "1, 0, cycle 0: 1 iteration of w32\n") == 1);
    section.names = "memory 64 64";
    EXPECT(
        times(told(&section), "w31, 31, cycle 0: w31\n") == 1 &&
        times(told(&section), "w33, 1, cycle 0: w33\n") == 1);
}

/* Lists in reports: 40 places, 4 names, 4 pairs. */
static void test_most_reported(void) {
    static const char *const tile =
        "value w# u8[64] sync mbar barrier none produce a @0.0 consume a @0.1";
    static const char *const idle = "value w# mutex sync mbar produce a @0.0 consume a @0.7";
    static const char *const mutex = "value w# mutex produce a @0.0 consume a @0.7";
    static const char *const pairs =
        "value w# u8[64] sync named barrier none produce a @0.^ consume a @0.^";
    const char *text = told_of("report", block_of("capacity 640\nagents a:1w", tile, 40));
    EXPECT(strstr(text, " w38:2432+64 w39:2496+64\n") && !strstr(text, " more\n"));
    text = told_of("report", block_of("capacity 656\nagents a:1w", tile, 41));
    EXPECT(strstr(text, " w38:2432+64 w39:2496+64 and 1 more\n") && !strstr(text, "w40:"));
    text = told_of("report", block_of("pool 3 base 1\nagents a:1w", idle, 4));
    EXPECT(strstr(
        text,
        "help: mbarriers already synchronise 4 values (w0, w1, w2, w3): 'barrier none' frees their "
        "slots\n"));
    text = told_of("report", block_of("pool 3 base 1\nagents a:1w", idle, 5));
    EXPECT(strstr(
        text,
        "help: mbarriers already synchronise 5 values (w0, w1, w2, w3, ...): 'barrier none' frees "
        "their slots\n"));
    text = told_of("report", block_of("pool 14 base 1\nagents a:1w", mutex, 15));
    EXPECT(strstr(text, "help: the values fit with a pool of 15\n"));
    text = told_of("report", block_of("pool 14 base 1\nagents a:1w", mutex, 16));
    EXPECT(
        strstr(text, "help: the values fit with a pool of 16; the hardware has 15 besides id 0\n"));
    text = told_of("report", block_of("agents a:1w", mutex, 32));
    EXPECT(
        strstr(text, "help: the values fit with a pool of 32; the hardware has 15 besides id 0\n"));
    text = told_of("report", block_of("agents a:1w", mutex, 33));
    EXPECT(strstr(
        text,
        "help: no pool is large enough: let fewer values live at the same time, or write 'barrier "
        "none'\n"));
    text = told_of("report", block_of("capacity 100\nagents a:1w", pairs, 4));
    EXPECT(times(text, " cannot share: no mbarrier signals the end of '") == 4);
    text = told_of("report", block_of("capacity 100\nagents a:1w", pairs, 6));
    EXPECT(
        times(text, " cannot share: no mbarrier signals the end of '") == 4 &&
        strstr(text, "'w0' and 'w5' cannot"));
}

/* Of more than 256 values no code is made, so that none is kept from sharing for want of it: 129 of 64 bytes in turn. */
static void test_most_with_code(void) {
    static const char *const pairs =
        "value w# u8[64] sync named barrier none produce a @0.^ consume a @0.^";
    EXPECT(strstr(
        told_of("explain", block_of("agents a:1w", pairs, 256)),
        " 16384 the best found; 8192 live at the same time;"));
    EXPECT(strstr(
        told_of("explain", block_of("agents a:1w", pairs, 257)),
        " 8256\n              at best; 8256 live"));
    EXPECT(
        times(
            told_of("report", block_of("capacity 100\nagents a:1w", pairs, 256)),
            " cannot share: ") == 4);
    EXPECT(
        times(
            told_of("report", block_of("capacity 100\nagents a:1w", pairs, 257)),
            " cannot share: ") == 0);
}

int main(int count, char **words) {
    if (count == 1) {
        test_most_shown();
        test_colours();
        test_most_reported();
        test_most_with_code();
    }
    const char *at = strstr(read_file("tests/unit/pipelines.told"), "## "), *block = "";
    EXPECT(at != NULL);
    while (at && *at) {
        Section section;
        const char *head = mem_text(at, strcspn(at, "\n"));
        at = next_section(at, &section, block);
        block = section.block;
        const char *got = told(&section);
        if (count > 1 && strstr(head, words[1]))
            printf("%s\n%s--\n%s", head, section.block, got);
        else if (count == 1)
            compare(&section, got, mem_printf("%s, %.30s", head, section.block));
    }
    return count > 1 ? 0 : unit_finish();
}
