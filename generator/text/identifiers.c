/* identifiers.c: Every name that the text of a function defines: macros and functions of the file,
 * its arguments and locals. The names are read from the text itself, so the list is complete. The
 * text has no casts to unnamed types and one declarator per declaration, so two adjacent words are
 * a type and the name that it declares. */
#include "text.h"
#include <string.h>

typedef struct {
    const char *at; /* what is left of the text */
    const char *word;
    size_t length; /* of the word; 0: *word is another character, '\0' at the end */
    bool starts_line;
} Scanner;

static void next(Scanner *scanner) {
    scanner->starts_line = false;
    for (const char *from = NULL; from != scanner->at;) {
        from = scanner->at;
        while (*scanner->at == ' ' || *scanner->at == '\\' || *scanner->at == '\n')
            scanner->starts_line |= *scanner->at++ == '\n';
        scanner->at = behind_opaque(scanner->at);
    }
    scanner->word = scanner->at;
    while (char_is_word(*scanner->at))
        scanner->at++;
    scanner->length = (size_t)(scanner->at - scanner->word);
    scanner->at += scanner->length == 0 && *scanner->at != '\0';
}

static bool is_word(const Scanner *scanner, const char *word) {
    return scanner->length == strlen(word) && memcmp(scanner->word, word, scanner->length) == 0;
}

/* A number is none, nor is a keyword: `unsigned long`. */
static bool is_name(const Scanner *scanner) {
    return scanner->length > 0 && !char_is_digit(*scanner->word) &&
           word_kind(scanner->word, scanner->length) != WORD_KEYWORD;
}

static void add(Identifiers *list, IdentifierKind kind, const Scanner *scanner) {
    if (list->count == list->capacity) {
        list->capacity = 2 * list->capacity + 16;
        Identifier *more = NEW_ARRAY(Identifier, list->capacity);
        for (int i = 0; i < list->count; i++)
            more[i] = list->at[i];
        list->at = more;
    }
    list->at[list->count++] = (Identifier){mem_text(scanner->word, scanner->length), kind};
}

/* #define NAME value: no value declares anything. Other directives define nothing. */
static void scan_directive(Identifiers *list, Scanner *scanner) {
    next(scanner);
    if (!is_word(scanner, "define")) {
        scanner->at += strcspn(scanner->at, "\n");
        return;
    }
    next(scanner);
    bool is_shared = strncmp(scanner->word, "TC_DEFINED_", strlen("TC_DEFINED_")) == 0;
    add(list, is_shared ? IDENTIFIER_SHARED : IDENTIFIER_MACRO, scanner);
    while (*scanner->at && *scanner->at != '\n')
        scanner->at += scanner->at[0] == '\\' && scanner->at[1] == '\n' ? 2 : 1;
}

/* TC_HINTED_LOAD_B128(tc_load_global_b128_nc, PLAIN, ".nc"): the first word in it is a function. */
static void scan_hinted(Identifiers *list, Scanner *scanner) {
    next(scanner);
    next(scanner);
    add(list, IDENTIFIER_SHARED, scanner);
    while (*scanner->word && *scanner->word != ')')
        next(scanner);
}

/* (unsigned rank, float dst[8], const float *src): what stands before , ) and [ */
static void scan_arguments(Identifiers *list, Scanner *scanner) {
    Scanner name = {0};
    while (*scanner->word && *scanner->word != ')') {
        next(scanner);
        if (is_name(scanner))
            name = *scanner;
        else if (scanner->length == 0 && name.word && strchr(",)[", *scanner->word)) {
            add(list, IDENTIFIER_ARGUMENT, &name);
            name.word = NULL;
        }
    }
}

/* typedef struct { float a[4]; } name; typedef char name[1]; members are nobody's business. */
static void scan_typedef(Identifiers *list, Scanner *scanner) {
    Scanner name = {0};
    int braces = 0;
    bool open = true;
    while (*scanner->word && !(braces == 0 && *scanner->word == ';')) {
        next(scanner);
        braces += (*scanner->word == '{') - (*scanner->word == '}');
        open &= braces > 0 || *scanner->word != '[';
        if (braces == 0 && open && is_name(scanner))
            name = *scanner;
    }
    if (name.word)
        add(list, IDENTIFIER_FUNCTION, &name);
}

/* Of "TC_FN tc_f16 name" only the last word is declared. */
static bool is_last_word(const Scanner *scanner) {
    Scanner after = *scanner;
    next(&after);
    return !is_name(&after) || after.starts_line;
}

static void scan_text(Identifiers *list, const char *text) {
    Scanner scanner = {.at = text}, before = {0};
    int braces = 0;
    for (next(&scanner); *scanner.word; next(&scanner)) {
        if (*scanner.word == '#') {
            scan_directive(list, &scanner);
        } else if (strncmp(scanner.word, "TC_HINTED_", strlen("TC_HINTED_")) == 0) {
            scan_hinted(list, &scanner);
        } else if (is_word(&scanner, "typedef")) {
            scan_typedef(list, &scanner);
        } else if (
            is_name(&scanner) && before.length > 0 && !scanner.starts_line &&
            !is_word(&before, "return") && is_last_word(&scanner)) {
            add(list, braces ? IDENTIFIER_LOCAL : IDENTIFIER_FUNCTION, &scanner);
            if (braces == 0)
                scan_arguments(list, &scanner);
        }
        braces += (*scanner.word == '{') - (*scanner.word == '}');
        if (braces || *scanner.word != '*') /* const char *name(...) */
            before = scanner;
    }
}

Identifiers text_identifiers(const FunctionText *text) {
    Identifiers list = {0};
    mem_keep_begin();
    for (int i = 0; i < text->hinted_count; i++)
        scan_text(&list, text->hinted[i].text);
    mem_keep_end();
    for (int i = 0; i < text->piece_count; i++) {
        MemMark mark = mem_mark();
        const Piece *piece = &text->pieces[i];
        Text all = {0};
        text_printf(
            &all, "#define TC_DEFINED_%s\n%s\n%s", piece->name, piece->constants, piece->bodies);
        mem_keep_begin();
        scan_text(&list, text_string(&all));
        mem_keep_end();
        mem_rewind(mark);
    }
    return list;
}

/* A tensor map's function has `map` and `base` before the names of the description. */
static bool is_argument_twice(const Identifiers *list, int at) {
    for (int i = at - 1; i >= 0 && list->at[i].kind == IDENTIFIER_ARGUMENT; i--)
        if (strcmp(list->at[i].name, list->at[at].name) == 0)
            return true;
    return false;
}

bool hides_argument(const Identifiers *list, int at) {
    if (list->at[at].kind == IDENTIFIER_ARGUMENT)
        return is_argument_twice(list, at);
    for (int i = 0; i < list->count; i++)
        if (list->at[i].kind == IDENTIFIER_ARGUMENT &&
            strcmp(list->at[i].name, list->at[at].name) == 0)
            return true;
    return false;
}
