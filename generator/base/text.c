/* text.c: growing strings in the arena, and JSON's quoting. A text that grows leaves its old bytes
 * behind in the arena; doubling keeps these bytes below the size of the final string. A text that
 * grows between a mark and a rewind is lost after the rewind, unless text_keep copies it. */
#include "diag_internal.h"
#include <stdarg.h>
#include <string.h>

static void reserve(Text *text, size_t more) {
    if (text->at && text->capacity - text->length > more) {
        return;
    }
    size_t wanted = text->length + more + 1;
    size_t capacity = text->capacity ? text->capacity : 64;
    while (capacity < wanted) {
        capacity *= 2;
    }
    text->at = mem_grow(text->at, text->capacity, capacity);
    text->capacity = capacity;
}

void text_add_bytes(Text *text, const char *at, size_t bytes) {
    reserve(text, bytes);
    if (bytes) {
        memcpy(text->at + text->length, at, bytes);
    }
    text->length += bytes;
    text->at[text->length] = 0;
}

void text_put_first(Text *text, const char *string) {
    size_t bytes = strlen(string);
    reserve(text, bytes);
    memmove(text->at + bytes, text->at, text->length);
    memcpy(text->at, string, bytes);
    text->length += bytes;
    text->at[text->length] = 0;
}

void text_add(Text *text, const char *string) {
    text_add_bytes(text, string, strlen(string));
}

void text_char(Text *text, char c) {
    text_add_bytes(text, &c, 1);
}

void text_printf(Text *text, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length > 0) {
        reserve(text, (size_t)length);
        vsnprintf(text->at + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
}

const char *text_string(const Text *text) {
    return text->at ? text->at : "";
}

void text_keep(Text *text, const Text *part, MemMark mark) {
    mem_keep_begin();
    text_add_bytes(text, text_string(part), part->length);
    mem_keep_end();
    mem_rewind(mark);
}

/* "\xc3\xa9" gives 2, "\xff" gives 0. */
size_t utf8_bytes(const unsigned char *at) {
    static const struct {
        unsigned char first_min, first_max, second_min, second_max;
        size_t bytes;
    } forms[] = {
        {0xc2, 0xdf, 0x80, 0xbf, 2},
        {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3},
        {0xed, 0xed, 0x80, 0x9f, 3},
        {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4},
        {0xf1, 0xf3, 0x80, 0xbf, 4},
        {0xf4, 0xf4, 0x80, 0x8f, 4}};
    for (size_t i = 0; i < COUNT_OF(forms); i++) {
        if (at[0] < forms[i].first_min || at[0] > forms[i].first_max) {
            continue;
        }
        if (at[1] < forms[i].second_min || at[1] > forms[i].second_max) {
            return 0;
        }
        for (size_t k = 2; k < forms[i].bytes; k++) {
            if (at[k] < 0x80 || at[k] > 0xbf) {
                return 0;
            }
        }
        return forms[i].bytes;
    }
    return 0;
}

void text_json_string(Text *text, const char *string) {
    text_char(text, '"');
    for (const unsigned char *at = (const unsigned char *)string; *at;) {
        size_t bytes = 1;
        if (*at == '"' || *at == '\\') {
            text_printf(text, "\\%c", *at);
        } else if (*at == '\n') {
            text_add(text, "\\n");
        } else if (*at == '\t') {
            text_add(text, "\\t");
        } else if (*at < 0x20 || *at == 0x7f) {
            text_printf(text, "\\u%04x", *at);
        } else if (*at < 0x80) {
            text_char(text, (char)*at);
        } else if ((bytes = utf8_bytes(at)) != 0) {
            text_add_bytes(text, (const char *)at, bytes);
        } else {
            text_add(text, "\\ufffd");
            bytes = 1;
        }
        at += bytes;
    }
    text_char(text, '"');
}
