/* test_page.c: lines of generated text (generator/text/page.c) against a second account of how they break: 100
 * columns, four blanks a level. Each width around a limit is tried, and random lists, comments and items. */
#include "generator/text/text.h"
#include "unit.h"

enum { COLUMNS = 100 };

static uint64_t seed = 362436069;
static int any(int below) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((seed >> 33) % (uint64_t)below);
}

static const char *word(int length) {
    char *text = NEW_ARRAY(char, length + 1);
    for (int i = 0; i < length; i++)
        text[i] = (char)('a' + any(26));
    return text;
}

static void expect(int line, const Text *got, const char *want) {
    bool same = strcmp(text_string(got), want) == 0;
    unit_expect(same, "page", __FILE__, line);
    if (!same)
        printf("--- got\n%s--- want\n%s", text_string(got), want);
}
#define SAME(got, want) expect(__LINE__, got, want)

static int longest_line(const char *text) {
    int longest = 0;
    for (int length; *text; text += length + (text[length] == '\n')) {
        length = (int)strcspn(text, "\n");
        longest = length > longest ? length : longest;
    }
    return longest;
}

/* ---- lists -------------------------------------------------------------------------------------- */

static const char *joined(const char *const *items, int count, const char *between) {
    Text out = {0};
    for (int i = 0; i < count; i++)
        text_printf(&out, "%s%s", i ? between : "", items[i]);
    return text_string(&out);
}

static const char *list_of(
    int indent, const char *head, const char *const *items, int count, const char *tail) {
    const char *all = joined(items, count, ", ");
    const char *one = mem_printf("%*s%s(%s)%s\n", indent, "", head, all, tail);
    if (strlen(one) - 1 <= COLUMNS || count == 0)
        return one;
    const char *second = mem_printf("%*s%s)%s\n", indent + 4, "", all, tail);
    if (strlen(second) - 1 <= COLUMNS)
        return mem_printf("%*s%s(\n%s", indent, "", head, second);
    const char *between = mem_printf(",\n%*s", indent + 4, "");
    return mem_printf(
        "%*s%s(\n%*s%s)%s\n",
        indent,
        "",
        head,
        indent + 4,
        "",
        joined(items, count, between),
        tail);
}

static void lists(void) {
    static const char *const tails[] = {";", " {", "", " TC_UNAVAILABLE(\"a\");"};
    for (int round = 0; round < 400; round++) {
        const char *items[8], *tail = tails[any(4)], *head = word(1 + any(40));
        int count = any(9), indent = 4 * any(4), most = 1 + any(20);
        for (int i = 0; i < count; i++)
            items[i] = word(1 + any(most));
        Text out = {0};
        print_list(&out, indent, head, items, count, tail);
        SAME(&out, list_of(indent, head, items, count, tail));
    }
    for (int length = 70; length < 100; length++)
        for (int count = 0; count < 3; count++) {
            const char *items[] = {word(length - 40), word(38)};
            Text out = {0};
            print_list(&out, 4, "call", items, count, ";");
            SAME(&out, list_of(4, "call", items, count, ";"));
        }
}

/* One item that is too long goes on behind the last sign that fits, four blanks further in. */
static const char *broken(
    int indent, const char *const *parts, const bool *sum, int count, int end) {
    Text out = {0};
    size_t column = (size_t)indent + strlen(parts[0]);
    text_printf(&out, "%*s%s", indent, "", parts[0]);
    int from = 0; /* of the first part on this line */
    for (int i = 1; i < count; i++) {
        size_t rest = 0; /* all that follows, with what stands behind it */
        for (int k = from; k < count; k++)
            rest += strlen(parts[k]) + (k > from ? (sum[k] ? 3 : 4) : 0);
        size_t start = (size_t)indent + (from ? 4 : 0);
        bool fits = start + rest + (size_t)end <= COLUMNS;
        size_t longer = column + (sum[i] ? 3 : 4) + strlen(parts[i]);
        if (fits || (i + 1 < count && longer + 3 <= COLUMNS)) {
            text_printf(&out, " %s %s", sum[i] ? "+" : "&&", parts[i]);
            column = longer;
        } else {
            text_printf(&out, " %s\n%*s%s", sum[i] ? "+" : "&&", indent + 4, "", parts[i]);
            column = (size_t)indent + 4 + strlen(parts[i]);
            from = i;
        }
    }
    return text_string(&out);
}

static void long_items(void) {
    for (int round = 0; round < 300; round++) {
        const char *parts[9];
        bool sum[9];
        Text item = {0}, out = {0};
        int count = 3 + any(6), indent = 4 * any(3);
        for (int i = 0; i < count; i++) {
            sum[i] = any(3) == 0;
            parts[i] = mem_printf("%s%s", sum[i] ? "tc_" : "", word(10 + any(30)));
            if (i)
                text_add(&item, sum[i] ? " + " : " && ");
            text_add(&item, parts[i]);
        }
        if (item.length < COLUMNS)
            continue;
        const char *items[] = {"first", text_string(&item)};
        print_list(&out, indent, "call", items, 2, ";");
        SAME(
            &out,
            mem_printf(
                "%*scall(\n%*sfirst,\n%s);\n",
                indent,
                "",
                indent + 4,
                "",
                broken(indent + 4, parts, sum, count, 2)));
        EXPECT(longest_line(text_string(&out)) <= COLUMNS);
    }
}

/* What has no sign to go on after stays whole. */
static void unbreakable_items(void) {
    const char *items[] = {"a", word(120)};
    Text out = {0}, sum = {0};
    print_list(&out, 0, "f", items, 2, ";");
    SAME(&out, mem_printf("f(\n    a,\n    %s);\n", items[1]));
    items[1] = mem_printf("%s && b", word(120)); /* the first sign, though it is too far on */
    print_list(&sum, 0, "f", items, 2, ";");
    SAME(&sum, mem_printf("f(\n    a,\n    %.*s &&\n        b);\n", 120, items[1]));
}

/* ---- comments and items ---------------------------------------------------------------------------- */

static const char *sentence(int words, int most) {
    Text out = {0};
    for (int i = 0; i < words; i++)
        text_printf(&out, "%s%s", i ? " " : "", word(1 + any(most)));
    return text_string(&out);
}

/* Words in lines of at most `room` columns, the first of which begins with `first`, the others with `next`. */
static const char *filled(
    const char *what, const char *first, const char *next, size_t room, const char *blank) {
    Text out = {0}, line = {0};
    text_add(&line, first);
    bool empty = true;
    while (*what) {
        size_t length = strcspn(what, " ");
        if (!empty && line.length + 1 + length > room) {
            text_printf(&out, "%s\n", text_string(&line));
            line = (Text){0};
            text_add(&line, next);
            empty = true;
        }
        text_printf(&line, "%s%.*s", empty ? blank : " ", (int)length, what);
        empty = false;
        what += length + (what[length] == ' ');
    }
    text_add(&out, text_string(&line));
    return text_string(&out);
}

static void comments(void) {
    for (int round = 0; round < 200; round++) {
        int indent = 4 * any(4);
        const char *what = sentence(1 + any(60), 1 + any(14));
        const char *first = mem_printf("%*s/*", indent, ""),
                   *next = mem_printf("%*s *", indent, "");
        Text out = {0};
        print_comment(&out, indent, what);
        SAME(&out, mem_printf("%s */\n", filled(what, first, next, COLUMNS - 3, " ")));
    }
    for (int length = 40; length < 60; length++) {
        const char *what = mem_printf("%s %s", word(40), word(length));
        Text out = {0};
        print_comment(&out, 0, what);
        EXPECT(
            (strchr(text_string(&out), '\n')[1] == '\0') ==
            (2 + 1 + 40 + 1 + length + 3 <= COLUMNS));
    }
    Text alone = {0};
    print_comment(&alone, 4, word(120)); /* a word that is too long, and no empty line before it */
    EXPECT(strchr(text_string(&alone), '\n')[1] == '\0');
}

static void contract_items(void) {
    for (int round = 0; round < 200; round++) {
        const char *what = sentence(1 + any(60), 1 + any(14));
        Text out = {0};
        print_item(&out, "Requires", what);
        SAME(&out, mem_printf("%s\n", filled(what, " * Requires  ", " *           ", COLUMNS, "")));
    }
    static const struct {
        const char *what, *want;
    } rows[] = {
        {"a*/b", "a* b"},
        {"a/*b", "a/ b"},
        {"*/", "* "},
        {"a\tb\nc", "a b c"},
        {"a  b", "a b"},
        {"/ *", "/ *"},
        {"**//", "** /"},
        {"\x7f", ""},
        {"\x1f~", "~"}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Text out = {0};
        print_item(&out, "What", rows[i].what);
        const char *got = text_string(&out) + strlen(" * What      ");
        const char *want = rows[i].want;
        EXPECT_OF(rows[i].want, strncmp(got, want, strcspn(want, " ")) == 0);
        EXPECT_OF(
            rows[i].want, !strstr(got, "*/") && !strstr(got, "/*") && !strpbrk(got, "\t\x7f\x1f"));
    }
    Text exact = {0};
    print_item(&exact, "What", "a*/b a/*b\tc");
    SAME(&exact, " * What      a* b a/ b c\n");
}

/* ---- directives and lines --------------------------------------------------------------------------- */

/* What is too long goes to the next line; the backslash stands in column 100. */
static void directives(void) {
    for (int length = 60; length < 110; length++) {
        const char *head = mem_printf("#define %s", word(length)), *value = word(15);
        Text out = {0}, constant = {0};
        print_directive(&out, head, value);
        const char *one = mem_printf("%s %s\n", head, value);
        const char *two = mem_printf("%-99s\\\n    %s\n", mem_printf("%s ", head), value);
        SAME(&out, strlen(one) - 1 <= COLUMNS ? one : two);
        print_constant(&constant, head + strlen("#define "), "BYTES", value);
        one = mem_printf("%s_BYTES %s\n", head, value);
        two = mem_printf("%-99s\\\n    %s\n", mem_printf("%s_BYTES ", head), value);
        SAME(&constant, strlen(one) - 1 <= COLUMNS ? one : two);
    }
}

static void lines(void) {
    for (int length = 250; length < 262; length++) {
        const char *text = word(length);
        Text out = {0};
        print_line(&out, 4, "%s;", text);
        SAME(&out, mem_printf("    %s;\n", text));
    }
    Text out = {0};
    print_line(&out, 8, "%s", "");
    SAME(&out, "\n");
    print_line(&out, 1, "a");
    SAME(&out, "\n a\n");
}

int main(void) {
    lists();
    long_items();
    unbreakable_items();
    comments();
    contract_items();
    directives();
    lines();
    mem_free_all();
    return unit_finish();
}
