/* many.txt: a description a line, kept because each goes where no other goes or stands on an edge that no
 * other stands on. What is decided, proven, explained and traced of each, and what is said of those that
 * are refused, is pinned by a hash of all of it: `VARIANT or ID, HASH | description`. To see what a hash
 * covers, ask `tcgen explain` and `tcgen json --trace` for the line, before and after. */
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

enum { ROOM = 1 << 20 };
static char known[ROOM], found[ROOM]; /* a run leaves nothing of the arena */

/* The descriptions of the file as it is, each with what is found now. */
static int find_all(void) {
    FILE *file = fopen("tests/unit/many.txt", "rb");
    size_t used = 0;
    int count = 0;
    if (file) {
        known[fread(known, 1, ROOM - 1, file)] = 0;
        fclose(file);
    }
    for (char *line = known; *line;) {
        char *end = line + strcspn(line, "\n"), word[64] = "?";
        const char *text;
        if (*end)
            *end++ = 0;
        text = strstr(line, " | ");
        if (text && used < ROOM - 4096) {
            NamedText input = {"a.tc", text + 3, strlen(text + 3)};
            uint64_t hash = run(&input, "json", word, sizeof word);
            hash = hash * 31 + run(&input, "explain", word, sizeof word);
            hash ^= hash >> 32;
            used += (size_t)snprintf(
                found + used, ROOM - used, "%s, %08x%s\n", word, (unsigned)hash, text);
            count++;
        }
        line = end;
    }
    return count;
}

int main(int argc, char **argv) {
    Text out = {0};
    EXPECT(find_all() > 400);
    text_printf(&out, "%s", found);
    EXPECT(is_expected("tests/unit/many.txt", &out, argc, argv));
    mem_free_all();
    return unit_finish();
}
