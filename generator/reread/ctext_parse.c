/* ctext_parse.c: The text of a body -> statements. The parser knows only the C that body.c writes;
 * anything else is a fault of the printer. It reads the text as a C compiler would, so precedence,
 * literals and casts are those of C, not those that the printer meant. */
#include "ctext.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *at, *stuck;
    int depth;
} Parser;

enum { MAX_DEPTH = 64 };

static bool is_letter(char c) {
    return char_is_word(c) && !char_is_digit(c);
}

static void skip_space(Parser *p) {
    for (;;) {
        while (*p->at == ' ' || *p->at == '\n')
            p->at++;
        if (strncmp(p->at, "/*", 2) != 0)
            return;
        const char *end = strstr(p->at, "*/");
        p->at = end ? end + 2 : p->at + strlen(p->at);
    }
}

static const void *stick(Parser *p) {
    if (!p->stuck)
        p->stuck = p->at;
    return NULL;
}

/* A word or a mark, whole: "<" does not take the first half of "<<" or "<=". */
static bool peek(Parser *p, const char *token) {
    skip_space(p);
    size_t length = strlen(token);
    if (strncmp(p->at, token, length) != 0)
        return false;
    char next = p->at[length];
    if (is_letter(token[length - 1]))
        return !char_is_word(next);
    if (length > 1 || !strchr("<>=+&-", *token))
        return true;
    return next != '=' && next != *token;
}

static bool take(Parser *p, const char *token) {
    if (!peek(p, token))
        return false;
    p->at += strlen(token);
    return true;
}

static bool expect(Parser *p, const char *token) {
    return take(p, token) || stick(p) != NULL;
}

static const char *take_name(Parser *p) {
    skip_space(p);
    const char *first = p->at;
    if (!is_letter(*first))
        return stick(p);
    while (char_is_word(*p->at))
        p->at++;
    return mem_text(first, (size_t)(p->at - first));
}

/* ---- expressions --------------------------------------------------------------------------- */

static Node *node(NodeKind kind, const char *op, const Node *a, const Node *b) {
    Node *made = NEW(Node);
    made->kind = kind;
    memcpy(made->op, op, strlen(op));
    made->at[0] = a;
    made->at[1] = b;
    made->count = b ? 2 : 1;
    return made;
}

/* 12 is an int, 3000000000 a long, 12u unsigned, 12ull unsigned long long. */
static const Node *parse_literal(Parser *p) {
    char *end;
    bool hex = p->at[0] == '0' && p->at[1] == 'x';
    unsigned long long value = strtoull(p->at, &end, 0); /* 010 is 8 */
    Node *made = NEW(Node);
    made->kind = NODE_NUMBER;
    made->number = (int64_t)value;
    p->at = end;
    if (value > INT64_MAX)
        return stick(p);
    if (strncmp(p->at, "ull", 3) == 0) {
        made->type = C_ULL;
        p->at += 3;
    } else if (*p->at == 'u') {
        made->type = value > UINT32_MAX ? C_ULL : C_UNSIGNED;
        p->at++;
    } else {
        made->type = value <= INT32_MAX ? C_INT : hex && value <= UINT32_MAX ? C_UNSIGNED : C_LONG;
    }
    return char_is_word(*p->at) ? stick(p) : made;
}

static const Node *parse_choice(Parser *p);

static const Node *parse_call(Parser *p, const char *name) {
    Node *made = NEW(Node);
    made->kind = NODE_CALL;
    made->name = name;
    if (take(p, ")"))
        return made;
    do {
        if (made->count == MAX_CALL || !(made->at[made->count++] = parse_choice(p)))
            return stick(p);
    } while (take(p, ","));
    return expect(p, ")") ? made : NULL;
}

static const Node *parse_unary(Parser *p);

/* (int)x, (unsigned)x, (long long)x, (const tc_b128 *)p; NULL with the place unchanged: no cast. */
static const Node *parse_cast(Parser *p) {
    static const struct {
        const char *name;
        CType type;
    } numbers[] = {{"int", C_INT}, {"unsigned", C_UNSIGNED}, {"long long", C_LONG}};
    const char *before = p->at;
    int is = -1;
    for (int i = 0; i < (int)COUNT_OF(numbers) && is < 0; i++) {
        p->at = before;
        is = take(p, numbers[i].name) && take(p, ")") ? i : -1;
    }
    if (is < 0) {
        p->at = before;
        take(p, "const");
        skip_space(p);
        const char *name = is_letter(*p->at) ? take_name(p) : "";
        if (strncmp(name, "tc_b", 4) != 0 || !take(p, "*") || !take(p, ")")) {
            p->at = before;
            return NULL;
        }
        const Node *of = parse_unary(p);
        Node *made = node(NODE_VECTOR, "", of, NULL);
        made->number = atoi(name + 4);
        return of ? made : NULL;
    }
    const Node *of = parse_unary(p);
    Node *made = node(NODE_INT, "", of, NULL);
    made->type = numbers[is].type;
    return of ? made : NULL;
}

static const Node *parse_primary(Parser *p) {
    skip_space(p);
    if (char_is_digit(*p->at))
        return parse_literal(p);
    if (take(p, "(")) {
        const Node *cast = parse_cast(p);
        if (cast || p->stuck)
            return cast;
        const Node *inner = parse_choice(p);
        return inner && expect(p, ")") ? inner : NULL;
    }
    Node *made = NEW(Node);
    made->kind = NODE_NAME;
    made->name = take_name(p);
    if (!made->name)
        return NULL;
    if (take(p, "("))
        return parse_call(p, made->name);
    if (!take(p, "["))
        return made;
    const Node *index = parse_choice(p);
    return index && expect(p, "]") ? node(NODE_INDEX, "", made, index) : NULL;
}

static const Node *parse_unary(Parser *p) {
    if (!take(p, "&"))
        return parse_primary(p);
    const Node *of = parse_primary(p);
    return of ? node(NODE_ADDRESS, "", of, NULL) : NULL;
}

/* C's levels, loosest first, NULL behind each. */
static const char *const levels[][5] = {
    {"&&"},
    {"^"},
    {"&"},
    {"=="},
    {"<=", ">=", "<", ">"},
    {"<<", ">>"},
    {"+", "-"},
    {"*", "/", "%"}};

static const Node *parse_level(Parser *p, size_t level) {
    if (level == COUNT_OF(levels))
        return parse_unary(p);
    const Node *left = parse_level(p, level + 1);
    for (int i = 0; left && levels[level][i]; i++) {
        const char *op = levels[level][i];
        if (!take(p, op))
            continue;
        const Node *right = parse_level(p, level + 1);
        if (!right)
            return NULL;
        left = node(NODE_BINARY, op, left, right);
        i = -1;
    }
    return left;
}

static const Node *parse_choice(Parser *p) {
    if (++p->depth > MAX_DEPTH)
        return stick(p);
    const Node *first = parse_level(p, 0);
    if (first && take(p, "?")) {
        const Node *yes = parse_choice(p);
        const Node *no = yes && expect(p, ":") ? parse_choice(p) : NULL;
        Node *made = node(NODE_CHOICE, "", first, yes);
        made->at[2] = no;
        made->count = 3;
        first = no ? made : NULL;
    }
    p->depth--;
    return first;
}

/* ---- statements ---------------------------------------------------------------------------- */

static const Say *parse_block(Parser *p, bool one);

/* The line on which it begins, without the indentation. */
static const char *line_at(const char *at) {
    size_t length = strcspn(at, "\n");
    return mem_text(at, length < 120 ? length : 120);
}

/* for (unsigned i = 0; i < 8; i++) */
static bool parse_for(Parser *p, Say *say) {
    say->kind = SAY_FOR;
    if (!expect(p, "(") || !expect(p, "unsigned") || !(say->name = take_name(p)) ||
        !expect(p, "=") || !expect(p, "0") || !expect(p, ";") || !expect(p, say->name) ||
        !expect(p, "<"))
        return false;
    skip_space(p);
    const Node *count = char_is_digit(*p->at) ? parse_literal(p) : stick(p);
    if (!count || !expect(p, ";") || !expect(p, say->name) || !expect(p, "++") || !expect(p, ")"))
        return false;
    say->count = count->number;
    say->body = parse_block(p, !take(p, "{"));
    return !p->stuck;
}

/* unsigned x = 1; unsigned long long x; const int x = ..; const tc_dsmem x = ..; float v[4]; */
static bool parse_declaration(Parser *p, Say *say) {
    const char *before = p->at, *type;
    say->constant = take(p, "const");
    skip_space(p);
    if (!is_letter(*p->at) || !(type = take_name(p)))
        return false;
    bool wide = false;
    if (strcmp(type, "unsigned") == 0) {
        wide = take(p, "long") && take(p, "long");
        const char *narrow = take(p, "char")    ? "unsigned char"
                             : take(p, "short") ? "unsigned short"
                                                : NULL;
        type = narrow ? narrow : type;
    } else if (strcmp(type, "long") == 0 || strcmp(type, "signed") == 0) {
        type = take(p, "long") ? "long long" : take(p, "char") ? "signed char" : type;
    }
    skip_space(p);
    const char *name = is_letter(*p->at) ? take_name(p) : NULL;
    say->name = name;
    say->element = type;
    say->count = 1;
    if (name && take(p, "=")) {
        bool is_int = strcmp(type, "int") == 0, is_unsigned = strcmp(type, "unsigned") == 0;
        say->kind = strcmp(type, "tc_dsmem") == 0 ? SAY_HANDLE : SAY_VALUE;
        say->type = wide ? C_ULL : is_int ? C_INT : C_UNSIGNED;
        say->value = parse_choice(p);
        return say->value && expect(p, ";") && (is_int || is_unsigned || say->kind == SAY_HANDLE);
    }
    say->kind = SAY_ARRAY;
    if (name && take(p, "[")) {
        const Node *count = char_is_digit(*p->at) ? parse_literal(p) : stick(p);
        if (!count || !expect(p, "]"))
            return false;
        say->count = count->number;
    }
    if (wide)
        say->element = "unsigned long long";
    if (name && take(p, ";"))
        return true;
    p->at = before;
    return false;
}

static bool parse_statement(Parser *p, Say *say) {
    say->line = line_at(p->at);
    if (take(p, "for"))
        return parse_for(p, say);
    if (take(p, "if")) {
        say->kind = SAY_IF;
        say->value = expect(p, "(") ? parse_choice(p) : NULL;
        if (!say->value || !expect(p, ")"))
            return false;
        say->body = parse_block(p, !take(p, "{"));
        return !p->stuck;
    }
    if (parse_declaration(p, say))
        return true;
    if (p->stuck)
        return false;
    const Node *first = parse_unary(p);
    if (!first)
        return false;
    say->to = first;
    if (take(p, "+=") || (say->kind = SAY_SET, take(p, "="))) {
        say->kind = say->kind == SAY_SET ? SAY_SET : SAY_ADD;
        say->value = parse_choice(p);
    } else {
        say->kind = SAY_CALL;
        say->value = first;
    }
    return say->value && expect(p, ";");
}

/* Up to the closing bracket or the end; `one`: a single statement. */
static const Say *parse_block(Parser *p, bool one) {
    const Say *first = NULL;
    const Say **last = &first;
    if (++p->depth > MAX_DEPTH)
        return stick(p);
    for (;;) {
        skip_space(p);
        if (take(p, "TC_UNROLL"))
            continue;
        if (strncmp(p->at, "TC_CHECK", 8) == 0 && strchr(p->at, ';')) {
            p->at = strchr(p->at, ';') + 1; /* what callers promise, by its own text */
            continue;
        }
        if (take(p, "(void)")) {
            if (!take_name(p) || !expect(p, ";"))
                return NULL;
            continue;
        }
        if (!*p->at || take(p, "}"))
            break;
        Say *say = NEW(Say);
        say->kind = SAY_ADD;
        if (!parse_statement(p, say))
            return stick(p);
        *last = say;
        last = &say->next;
        if (one)
            break;
    }
    p->depth--;
    return first;
}

int64_t ctext_bits(const char *type) {
    static const struct {
        const char *name;
        int bits;
    } known[] = {
        {"unsigned char", 8},
        {"unsigned short", 16},
        {"unsigned", 32},
        {"tc_b64", 64},
        {"tc_b128", 128},
        {"tc_b256", 256}};
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (strcmp(type, known[i].name) == 0)
            return known[i].bits;
    return 0;
}

const Say *ctext_parse(const char *text, const char **stuck) {
    Parser p = {.at = text};
    const Say *first = parse_block(&p, false);
    skip_space(&p);
    if (*p.at)
        stick(&p);
    *stuck = p.stuck ? line_at(p.stuck) : NULL;
    return first;
}
