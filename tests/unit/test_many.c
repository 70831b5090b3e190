/* many.txt: a description a line, kept because each goes where no other goes or stands on an edge
 * that no other stands on. What is decided, proven, planned and traced of each, and the ids and
 * places of what is said of those that are refused, is pinned by a hash: `VARIANT or ID, HASH |
 * description`. No sentence is in it: of `tcgen json --trace` all but the reasons and warnings,
 * of `tcgen explain` the plans and maps. To see what a hash covers, ask both for the line, before and
 * after. */
#include "generator/run.h"
#include "expected.h"
#include "unit.h"
#include <stdlib.h>

static uint64_t hash_on(uint64_t hash, const char *text, size_t length) {
    return hash * 1099511628211u ^ fnv1a64(text, length);
}

/* Of JSON: without the sentences that are values of "reason" and "warnings". */
static uint64_t hash_of_json(const char *text) {
    static const char *const sentences[] = {"\"reason\":\"", "\"warnings\":["};
    uint64_t hash = 0;
    while (*text) {
        const char *next = text + strlen(text);
        char end = 0;
        for (size_t i = 0; i < COUNT_OF(sentences); i++) {
            const char *at = strstr(text, sentences[i]);
            if (at && at < next) {
                next = at + strlen(sentences[i]);
                end = i ? ']' : '"';
            }
        }
        hash = hash_on(hash, text, (size_t)(next - text));
        text = next;
        while (*text && end && (*text != end || text[-1] == '\\'))
            text++;
    }
    return hash;
}

/* Of `explain`: what tensor maps are, and from "  plan " up to "  cost ", line by line. */
static uint64_t hash_of_plans(const char *text) {
    uint64_t hash = 0;
    bool inside = false;
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        if (strncmp(text, "  plan ", 7) == 0 || strncmp(text, "  cost ", 7) == 0)
            inside = text[2] == 'p';
        if (inside || strncmp(text, "  map ", 6) == 0)
            hash = hash_on(hash, text, length);
    }
    return hash;
}

/* Of diagnostics: lines, columns and ids. */
static uint64_t hash_of_said(const char *text) {
    uint64_t hash = 0;
    for (const char *at = text; (at = strstr(at, "a.tc:")); at++)
        hash = hash_on(hash, at, strspn(at + 5, "0123456789:") + 5);
    for (const char *at = text; (at = strchr(at, '[')); at++)
        if (at[1] == 'E' || at[1] == 'W')
            hash = hash_on(hash, at, strcspn(at, "]"));
    return hash;
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
    const char *said = texts.said.text ? texts.said.text : "";
    EXPECT_OF("each plan holds its proof", !strstr(said, "[W_NOT_PROVEN]"));
    uint64_t hash = !out                           ? 0
                    : strcmp(command, "json") == 0 ? hash_of_json(out->text)
                                                   : hash_of_plans(out->text);
    hash = hash * 31 + hash_of_said(said) * 7 + (uint64_t)status;
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
