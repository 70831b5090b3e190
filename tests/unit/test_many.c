/* many.tc: a description a line, kept because each goes where no other goes or stands on an edge that no
 * other stands on. What is decided, proven, explained and traced of each, and what is said of those that
 * are refused, is what many.txt has: a hash of all of it, so that a change is seen, not read. What a
 * hash covers shows `tcgen explain` and `tcgen json --trace` of the line. */
#include "generator/run.h"
#include "expected.h"
#include "unit.h"
#include <stdlib.h>

static uint64_t hash_of(const WrittenText *text) {
    return text ? fnv1a64(text->text, text->size) : 0;
}

/* Runs it; "reg 1f3b": the first variant, or what is wrong, for people. */
static uint64_t run(const NamedText *input, const char *command, char *word, size_t room) {
    Texts texts = {.inputs = input, .input_count = 1};
    Files files = texts_files(&texts);
    const char *arguments[] = {command, "-Wno-fallback", "a.tc", "--trace"};
    int status = tcgen_run(strcmp(command, "json") == 0 ? 4 : 3, arguments, &files);
    const WrittenText *out = texts_output(&texts, "-");
    const char *plans = out ? strstr(out->text, "\"plans\":") : NULL;
    const char *variant = plans ? strstr(plans, "\"variant\":\"") : NULL;
    const char *id = status && texts.said.text ? strstr(texts.said.text, "[E_") : NULL;
    if (id || variant)
        snprintf(
            word,
            room,
            "%.*s",
            (int)strcspn(id ? id + 1 : variant + 11, "]\""),
            id ? id + 1 : variant + 11);
    uint64_t hash = hash_of(out) * 31 + hash_of(&texts.said) * 7 + (uint64_t)status;
    texts_forget(&texts);
    return hash;
}

int main(int argc, char **argv) {
    FILE *file = fopen("tests/unit/many.tc", "r");
    static char line[1 << 12], lines[1 << 20];
    size_t used = 0;
    int count = 0;
    while (file && fgets(line, sizeof line, file)) {
        char word[64] = "?";
        NamedText input = {"a.tc", line, strlen(line)};
        if (*line == '#')
            continue;
        uint64_t hash = run(&input, "json", word, sizeof word);
        hash = hash * 31 + run(&input, "explain", word, sizeof word);
        used += (size_t)snprintf(
            lines + used,
            sizeof lines - used,
            "%d %s %08x\n",
            ++count,
            word,
            (unsigned)(hash ^ hash >> 32));
    }
    if (file)
        fclose(file);
    Text out = {0};
    text_printf(&out, "%s", lines);
    EXPECT(count > 400);
    EXPECT(is_expected("tests/unit/many.txt", &out, argc, argv));
    mem_free_all();
    return unit_finish();
}
