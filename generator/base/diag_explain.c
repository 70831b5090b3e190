/* diag_explain.c: `tcgen explain E_ID`: the section of docs/diagnostics.md about an id as plain
 * text: what it means, a wrong and a right example, how to mend it. tcgen carries the page, so that
 * the two say the same. */
#include "diag_internal.h"
#include <string.h>

bool diag_is_id(const char *text) {
    if (!*text || !strchr("EWR", *text) || text[1] != '_' || !text[2])
        return false;
    return text[strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_")] == 0;
}

/* Behind "### ID\n" of the page; NULL: it has no such section. */
static const char *find_section(const char *id) {
    const size_t length = strlen(id);
    for (const char *at = diagnostics_text; at; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (strncmp(at, "### ", 4) == 0 && strncmp(at + 4, id, length) == 0 &&
            at[4 + length] == '\n')
            return at + 5 + length;
    }
    return NULL;
}

/* A line of prose: [text](link) is the text, and what Markdown marks as code is quoted. */
static void add_prose(Text *out, const char *at, size_t length) {
    bool in_code = false;
    for (size_t i = 0; i < length; i++) {
        const char *text_end = at[i] == '[' ? memchr(at + i, ']', length - i) : NULL;
        const char *end = at[i] == ']' && at[i + 1] == '(' ? memchr(at + i, ')', length - i) : NULL;
        in_code ^= at[i] == '`';
        if (end && !in_code)
            i = (size_t)(end - at);
        else if (in_code || !text_end || text_end[1] != '(')
            text_char(out, at[i] == '`' ? '\'' : at[i]);
    }
    text_char(out, '\n');
}

/* "```tc-error" and "```cuda only wrong" -> "wrong:" */
static const char *block_title(const char *fence, size_t length) {
    const char *words = mem_text(fence, length);
    if (strstr(words, "tc-error") || strstr(words, " wrong"))
        return "wrong:\n";
    return strstr(words, " right") ? "right:\n" : "for instance:\n";
}

bool diag_explain(Text *out, const char *id) {
    const DiagKind *kind = diag_kind_find(id);
    const char *at = find_section(id);
    bool in_block = false;
    if (!kind || !at)
        return false;
    text_printf(out, "%s: %s\n", id, severity_name[kind->severity]);
    while (*at && (in_block || *at != '#')) {
        const size_t length = strcspn(at, "\n");
        const bool is_fence = strncmp(at, "```", 3) == 0;
        if (is_fence && !in_block)
            text_add(out, block_title(at, length));
        else if (in_block && !is_fence)
            text_printf(out, "%s%.*s\n", length ? "    " : "", (int)length, at);
        else if (!is_fence)
            add_prose(out, at, length);
        in_block ^= is_fence;
        at += length + (at[length] == '\n');
    }
    while (out->length > 1 && out->at[out->length - 2] == '\n')
        out->at[--out->length] = 0;
    return true;
}

const char *diag_near_id(const char *id) {
    const char *best = NULL;
    size_t most = 0;
    for (int i = 0; i < diag_kind_count; i++) {
        size_t head = 0, tail = 0;
        const char *other = diag_kinds[i].id;
        const size_t a = strlen(id), b = strlen(other), least = a < b ? a : b;
        while (head < least && id[head] == other[head])
            head++;
        while (tail < least - head && id[a - 1 - tail] == other[b - 1 - tail])
            tail++;
        if (head + tail > most && head + tail + 2 >= b) {
            best = other;
            most = head + tail;
        }
    }
    return best;
}
