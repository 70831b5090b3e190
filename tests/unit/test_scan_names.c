/* Names as `tcgen scan` reads them: for each the parts that were read, the statement that makes its
 * function, where each word of the statement stands in the name, and what is wrong with a name that
 * makes none. docs/naming.md says what a name means; nothing here is written anew by a machine. */
#include "../../generator/scan/kernel.h"
#include "unit.h"

/* Layouts and facts that the names know. */
static const char layouts[] = "layout wide = S[(32,8):(12,1)]\n"
                              "layout pitch = S[(32,64):(p,1)]\n"
                              "layout planes = S[(4,32,8):(q,p,1)]\n"
                              "layout twice = S[(4,32,8):(p,p,1)]\n"
                              "layout tall = S[(rows_,8):(8,1)]\n"
                              "tile T : smem S[(32,8)] f32\n"
                              "tile U : smem auto S[(32,8)] f32\n";

/* The part of the name that a place covers; "*" for all of it. */
static const char *slice(const char *name, Loc loc) {
    if (loc.column == 1 && loc.length == (int)strlen(name))
        return "*";
    return mem_text(name + loc.column - 1, (size_t)loc.length);
}

static void add_fault(Text *out, const char *name, const NameFault *fault) {
    text_printf(out, "%s {%s}", fault->unclear ? "unclear" : "wrong", slice(name, fault->loc));
    text_printf(out, " %s", fault->message);
    if (fault->word >= 0)
        text_printf(out, "; word %d", fault->word);
    if (fault->near)
        text_printf(out, "; near %s", fault->near);
    if (fault->help)
        text_printf(out, "; help: %s", fault->help);
    text_char(out, '\n');
}

/* "say copy {*}warp {warp}...": each word of the statement with the part of the name that said it. */
static void add_saying(Text *out, const char *name, const Saying *saying) {
    const char *text = text_string(&saying->text);
    text_add(out, "say ");
    for (int i = 0; i < saying->part_count; i++) {
        size_t begin = saying->parts[i].at;
        size_t end = i + 1 < saying->part_count ? saying->parts[i + 1].at : saying->text.length;
        text_printf(
            out, "%.*s{%s}", (int)(end - begin), text + begin, slice(name, saying->parts[i].loc));
    }
    text_char(out, '\n');
}

static const char *told(const char *name) {
    const Source *source = source_from_text("t.cu", layouts, strlen(layouts));
    Reading *reading = lang_open(source, kit_prelude(), NULL, 0, 1u << TARGET_SM_90);
    NameFault fault = {0};
    Saying saying = {0};
    NameParts parts = {.text = name, .loc = {.column = 1, .line = 1, .length = (int)strlen(name)}};
    bool ok = name_parse(&parts, lang_prefix(reading), &fault);
    Text out = {0};
    if (parts.read.length)
        text_printf(&out, "read %s\n", text_string(&parts.read));
    if (ok || fault.unclear)
        ok = saying_make(reading, &parts, 7, &saying, &fault) && ok;
    if (saying.part_count)
        add_saying(&out, name, &saying);
    if (fault.failed)
        add_fault(&out, name, &fault);
    EXPECT_OF(name, ok == !fault.failed);
    return text_string(&out);
}

/* The first `length` characters of a long name, and one with so many words. */
static void check_long(void) {
    Text name = {0}, words = {0};
    text_add(&name, "tc_warp_copy_smem_");
    while (name.length < 400)
        text_char(&name, 'a');
    const char *most = mem_text(text_string(&name), 300), *more = mem_text(text_string(&name), 301);
    EXPECT(strstr(told(most), "wrong {smem_") == NULL);
    EXPECT(strstr(told(most), "'to' and a destination is missing at its end") != NULL);
    EXPECT(
        strcmp(
            told(more),
            "wrong {*} names have at most 300 characters; help: write a //@tc line ... as "
            "NAME\n") == 0);
    text_add(&words, "tc_warp_copy_smem");
    for (int count = 3; count < MAX_WORDS - 1; count++)
        text_add(&words, "_a");
    EXPECT(strstr(told(text_string(&words)), "is missing at its end") != NULL);
    text_add(&words, "_a");
    const char *all = mem_text(text_string(&words), words.length);
    for (int count = 0; count < 40; count++)
        text_add(&words, "_a");
    EXPECT(strcmp(told(all), "wrong {*} it has more words than a name can have\n") == 0);
    EXPECT(
        strcmp(told(text_string(&words)), "wrong {*} it has more words than a name can have\n") ==
        0);
}

/* `%% NAME` begins a case; what is told of it stands below. */
static void check_file(const char *path) {
    FILE *file = fopen(path, "rb");
    static char text[1 << 17];
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    EXPECT(size > 0 && size < sizeof text - 1);
    for (char *at = strstr(text, "%% "), *next; at; at = next) {
        MemMark mark = mem_mark();
        char *line = at + 3, *wanted = line + strcspn(line, "\n");
        next = strstr(wanted, "\n%% ");
        *wanted++ = 0;
        if (next)
            *++next = 0;
        const char *got = told(line);
        if (strcmp(got, wanted) != 0)
            printf("%s:\n%sand must be\n%s", line, got, wanted);
        EXPECT_OF(line, strcmp(got, wanted) == 0);
        mem_rewind(mark);
    }
    if (file)
        fclose(file);
}

int main(void) {
    check_long();
    check_file("tests/unit/rows/scan_names.rows");
    return unit_finish();
}
