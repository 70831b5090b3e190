/* text.c: a text that tcgen carries, and the names of include/tilecopy. */
#include "embed.h"
#include <string.h>

/* The name of `# include "x.h"` alone on its line; NULL. */
static const char *included_name(const char *line) {
    line += strspn(line, " \t");
    if (*line++ != '#')
        return NULL;
    line += strspn(line, " \t");
    return starts(line, "include") ? name_in_quotes(line) : NULL;
}

/* The text of a header with the headers that it names in place of their #include lines. */
static void inlined(Text *out, const char *path, Words *seen) {
    const Text file = read_file(path);
    for (const char *line = file.text; *line;) {
        const size_t length = strcspn(line, "\n");
        const char *const name = included_name(copy_of(line, length));
        const char *const target = name ? beside(path, name) : NULL;
        if (!target) {
            add_bytes(out, line, length);
            add(out, "\n");
        } else if (!has_word(seen, target)) {
            add_word(seen, target);
            inlined(out, target, seen);
        }
        line += length + (line[length] == '\n');
    }
}

/* As numbers, because C11 promises only 4095 characters for a string literal. */
void embed_text(Text *out, const char *name, const char *path, char **before, int before_count) {
    Text text = {0};
    Words seen = {0};
    add_word(&seen, path);
    for (int i = 0; i < before_count; i++)
        add_word(&seen, before[i]);
    inlined(&text, path, &seen);
    add(out, "/* Made by tools/embed. */\nextern const char *const %s;\n", name);
    add(out, "static const unsigned char text[] = {\n");
    for (size_t i = 0; i <= text.length; i++)
        add(out,
            "%d,%s",
            (unsigned char)text.text[i],
            i % 20 == 19 || i == text.length ? "\n" : " ");
    add(out, "};\nconst char *const %s = (const char *)text;\n", name);
}

void embed_names(Text *out, char **headers, int count) {
    Words names = {0};
    for (int i = 0; i < count; i++)
        add_words_of(&names, without_comments(read_file(headers[i]).text, false), "tc_");
    add(out, "/* Made by tools/embed. */\nextern const char *const library_names[];\n");
    add(out, "extern const int library_name_count;\nconst char *const library_names[] = {\n");
    for (int i = 0; i < names.count; i++)
        add(out, "    \"%s\",\n", names.list[i]);
    add(out, "};\nconst int library_name_count = %d;\n", names.count);
}
