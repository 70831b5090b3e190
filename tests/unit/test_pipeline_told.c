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
        PipelineCodes codes = {&code, NULL, 1};
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
    } else if (strcmp(section->command, "svg") == 0) {
        Subject subject = pipeline_subject(plans->plans[0], section->names);
        draw_svg(&out, &subject);
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

int main(int count, char **words) {
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
