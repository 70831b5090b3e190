/* test_ctext_parse.c: The text of a body -> statements (generator/reread/ctext_parse.c), each row beside the
 * tree that a C compiler would see, written (op left right). A text that is no body of ours stands with
 * the place where its reader sticks. */
#include "generator/reread/ctext.h"
#include "unit.h"

/* ---- a tree in words ------------------------------------------------------------------------ */

static const char *node_words(const Node *node);

static void add_operands(Text *out, const Node *node, const char *between) {
    for (int i = 0; i < node->count; i++)
        text_printf(out, "%s%s", i ? between : "", node_words(node->at[i]));
}

static const char *node_words(const Node *node) {
    static const char *const suffix[] = {"", "u", "l", "ull"};
    static const char *const type[] = {"int", "unsigned", "long", "ull"};
    Text out = {0};
    switch (node->kind) {
    case NODE_NUMBER:
        return mem_printf("%lld%s", (long long)node->number, suffix[node->type]);
    case NODE_NAME:
        return node->name;
    case NODE_CALL:
        text_printf(&out, "%s[", node->name);
        add_operands(&out, node, ", ");
        text_add(&out, "]");
        return text_string(&out);
    case NODE_BINARY:
        text_printf(&out, "(%s ", node->op);
        break;
    case NODE_ADDRESS:
        text_add(&out, "(& ");
        break;
    case NODE_INT:
        text_printf(&out, "(%s ", type[node->type]);
        break;
    case NODE_VECTOR:
        text_printf(&out, "(b%lld ", (long long)node->number);
        break;
    case NODE_INDEX:
        text_add(&out, "(at ");
        break;
    default:
        text_add(&out, "(? ");
    }
    add_operands(&out, node, " ");
    text_add(&out, ")");
    return text_string(&out);
}

static const char *say_words(const Say *say) {
    static const char *const type[] = {"int", "unsigned", "long", "ull"};
    Text out = {0};
    for (; say; say = say->next) {
        switch (say->kind) {
        case SAY_VALUE:
            text_printf(&out, "%s%s %s", say->constant ? "const " : "", type[say->type], say->name);
            text_printf(&out, " = %s; ", node_words(say->value));
            break;
        case SAY_HANDLE:
            text_printf(&out, "handle %s = %s; ", say->name, node_words(say->value));
            break;
        case SAY_ARRAY:
            text_printf(&out, "%s %s %lld; ", say->element, say->name, (long long)say->count);
            break;
        case SAY_ADD:
        case SAY_SET:
            text_printf(&out, "%s %s ", node_words(say->to), say->kind == SAY_ADD ? "+=" : "=");
            text_printf(&out, "%s; ", node_words(say->value));
            break;
        case SAY_CALL:
            text_printf(&out, "%s; ", node_words(say->value));
            break;
        case SAY_IF:
            text_printf(&out, "if %s {%s} ", node_words(say->value), say_words(say->body));
            break;
        default:
            text_printf(&out, "for %s %lld ", say->name, (long long)say->count);
            text_printf(&out, "{%s} ", say_words(say->body));
        }
    }
    if (out.length)
        out.at[--out.length] = '\0'; /* the blank behind the last one */
    return text_string(&out);
}

/* ---- texts that are read ---------------------------------------------------------------------- */

static const struct {
    const char *text, *want;
} right[] = {
    /* literals: the types that C gives them */
    {"a = 12;", "a = 12;"},
    {"a = 2147483647;", "a = 2147483647;"},
    {"a = 2147483648;", "a = 2147483648l;"},
    {"a = 0x1f;", "a = 31;"},
    {"a = 010;", "a = 8;"},
    {"a = 0;", "a = 0;"},
    {"a = 0x7fffffff;", "a = 2147483647;"},
    {"a = 0x80000000;", "a = 2147483648u;"},
    {"a = 0xffffffff;", "a = 4294967295u;"},
    {"a = 0x100000000;", "a = 4294967296l;"},
    {"a = 4294967295;", "a = 4294967295l;"},
    {"a = 7u;", "a = 7u;"},
    {"a = 4294967295u;", "a = 4294967295u;"},
    {"a = 4294967296u;", "a = 4294967296ull;"},
    {"a = 7ull;", "a = 7ull;"},
    {"a = 9223372036854775807ull;", "a = 9223372036854775807ull;"},
    {"a = 9223372036854775807u;", "a = 9223372036854775807ull;"},
    /* levels: each binds looser than the next, and equal ones from left to right */
    {"a = b * c / d % e;", "a = (% (/ (* b c) d) e);"},
    {"a = b + c * d;", "a = (+ b (* c d));"},
    {"a = b - c + d - e;", "a = (- (+ (- b c) d) e);"},
    {"a = b << c + d;", "a = (<< b (+ c d));"},
    {"a = b >> c << d;", "a = (<< (>> b c) d);"},
    {"a = b < c << d;", "a = (< b (<< c d));"},
    {"a = b >= c > d <= e;", "a = (<= (> (>= b c) d) e);"},
    {"a = b == c < d;", "a = (== b (< c d));"},
    {"a = b & c == d;", "a = (& b (== c d));"},
    {"a = b ^ c & d;", "a = (^ b (& c d));"},
    {"a = b && c ^ d;", "a = (&& b (^ c d));"},
    {"a = b && c && d ? e : f;", "a = (? (&& (&& b c) d) e f);"},
    {"a = b ? c : d ? e : f;", "a = (? b c (? d e f));"},
    {"a = (b + c) * (d - e);", "a = (* (+ b c) (- d e));"},
    {"a = b-c;", "a = (- b c);"},
    /* unary */
    {"a = (int)b * c;", "a = (* (int b) c);"},
    {"a = (unsigned)(b + c);", "a = (unsigned (+ b c));"},
    {"a = (long long)b[c];", "a = (long (at b c));"},
    {"a = (int)(int)b;", "a = (int (int b));"},
    {"a = (integer);", "a = integer;"},
    {"a = (const tc_b128 *)b + c;", "a = (+ (b128 b) c);"},
    {"a = (tc_b64 *)b;", "a = (b64 b);"},
    {"a = b & &c;", "a = (& b (& c));"},
    {"f((int)a, &b, &c[d + 1]);", "f[(int a), (& b), (& (at c (+ d 1)))];"},
    /* calls and names */
    {"f();", "f[];"},
    {"_f9(a_, B0);", "_f9[a_, B0];"},
    {"f(g(a), h(b, c))  ;", "f[g[a], h[b, c]];"},
    {"f(a, b, c, d, e, f, g, h, i, j, k, l);", "f[a, b, c, d, e, f, g, h, i, j, k, l];"},
    {"a;", "a;"},
    /* what is changed */
    {"a += b * 2;", "a += (* b 2);"},
    {"a[1] = b[2];", "(at a 1) = (at b 2);"},
    {"&a = b;", "(& a) = b;"},
    /* what is declared */
    {"unsigned a = 1;", "unsigned a = 1;"},
    {"const unsigned a = b;", "const unsigned a = b;"},
    {"const int a = b;", "const int a = b;"},
    {"int a = b;", "int a = b;"},
    {"unsigned long long a = b;", "ull a = b;"},
    {"const unsigned long long a = b;", "const ull a = b;"},
    {"const tc_dsmem a = f(b, c);", "handle a = f[b, c];"},
    {"float a[4];", "float a 4;"},
    {"float a;", "float a 1;"},
    {"const float a;", "float a 1;"},
    {"tc_b128 a[12];", "tc_b128 a 12;"},
    {"unsigned a[2];", "unsigned a 2;"},
    {"unsigned char a[2];", "unsigned char a 2;"},
    {"unsigned short a;", "unsigned short a 1;"},
    {"unsigned long long a[3];", "unsigned long long a 3;"},
    {"long long a[2];", "long long a 2;"},
    {"signed char a[2];", "signed char a 2;"},
    {"int a[2];", "int a 2;"},
    /* loops and conditions */
    {"for (unsigned i = 0; i < 8; i++)\n    f(i);\ng();", "for i 8 {f[i];} g[];"},
    {"for (unsigned i = 0; i < 8; i++) {\n    f(i);\n    g();\n}", "for i 8 {f[i]; g[];}"},
    {"for (unsigned i = 0; i < 2; i++) {\n}", "for i 2 {}"},
    {"if (a < b)\n    f();\ng();", "if (< a b) {f[];} g[];"},
    {"if (a < b) {\n    f();\n    g();\n}\nh();", "if (< a b) {f[]; g[];} h[];"},
    {"if (a == b) if (c) f(); g();", "if (== a b) {if c {f[];}} g[];"},
    /* what says nothing */
    {"", ""},
    {" \n /* a */ /* b */", ""},
    {"/* a */ f(/* b */ c); /* d; */", "f[c];"},
    {"f(); /* open", "f[];"},
    {"TC_UNROLL\nfor (unsigned i = 0; i < 2; i++)\n    f();", "for i 2 {f[];}"},
    {"if (a) {\n    TC_UNROLL\n    f();\n}", "if a {f[];}"},
    {"TC_CHECK_RANK(rank, 32);\nTC_CHECK_CONVERGED();\nf();", "f[];"},
    {"(void)rank;\n(void)a;\nf();", "f[];"},
    {"f();\n}\n", "f[];"},
};

static void reads_rightly(void) {
    for (size_t i = 0; i < COUNT_OF(right); i++) {
        const char *stuck;
        const Say *say = ctext_parse(right[i].text, &stuck);
        const char *got = stuck ? mem_printf("stuck at %s", stuck) : say_words(say);
        bool same = strcmp(got, right[i].want) == 0;
        EXPECT_OF(right[i].text, same);
        if (!same)
            printf("--- got  %s\n--- want %s\n", got, right[i].want);
    }
}

/* ---- texts that are none ----------------------------------------------------------------------- */

static const struct {
    const char *text, *stuck;
} wrong[] = {
    {"a = 12x;", "x;"},
    {"a = 12u3;", "3;"},
    {"a = 08;", "8;"},
    {"a = 12ulls;", "s;"},
    {"a = 1ul;", "l;"},
    {"a = 9223372036854775808ull;", "ull;"},
    {"a = 1.5;", ".5;"},
    {"a = -b;", "-b;"},
    {"a = !b;", "!b;"},
    {"a = b", ""},
    {"a = b c;", "c;"},
    {"a = b +;", ";"},
    {"a = b + + c;", "+ c;"},
    {"a = b ++ c;", "++ c;"},
    {"a = b << ;", ";"},
    {"a = b <<= c;", "= c;"},
    {"a = b <= = c;", "= c;"},
    {"a = b >== c;", "= c;"},
    {"a = b === c;", "= c;"},
    {"a = b &= c;", "&= c;"},
    {"a = b *= c;", "= c;"},
    {"a = b || c;", "|| c;"},
    {"a = b ? c;", ";"},
    {"a = b ? c : ;", ";"},
    {"a = (b;", ";"},
    {"a = ();", ");"},
    {"a = (int)", ""},
    {"a = (int);", ";"},
    {"a = (unsigned long)b;", "long)b;"},
    {"a = (unsigned long long)b;", "long long)b;"},
    {"a = (int unsigned)b;", "unsigned)b;"},
    {"a = (const int)b;", "int)b;"},
    {"a = (tc_b128)b;", "b;"},
    {"a = (float *)b;", ")b;"},
    {"a = b[c;", ";"},
    {"a = b[];", "];"},
    {"a = &;", ";"},
    {"a -= b;", "-= b;"},
    {"a + b;", "+ b;"},
    {"a = b = c;", "= c;"},
    {"a =;", ";"},
    {"f(a;", ";"},
    {"f(a,);", ");"},
    {"f(a b);", "b);"},
    {"f()", ""},
    {"f(a, b, c, d, e, f, g, h, i, j, k, l, m);", "m);"},
    {"const a;", "a;"},
    {"float a[n];", "n];"},
    {"float a[4;", ";"},
    {"float a = b;", ""},
    {"long a = b;", ""},
    {"unsigned char a = b;", ""},
    {"unsigned a = ;", ";"},
    {"unsigned a = b", ""},
    {"for (int i = 0; i < 8; i++)\n    f();", "int i = 0; i < 8; i++)"},
    {"for (unsigned i = 1; i < 8; i++)\n    f();", "1; i < 8; i++)"},
    {"for (unsigned i = 0; j < 8; i++)\n    f();", "j < 8; i++)"},
    {"for (unsigned i = 0; i <= 8; i++)\n    f();", "<= 8; i++)"},
    {"for (unsigned i = 0; i < n; i++)\n    f();", "n; i++)"},
    {"for (unsigned i = 0; i < 8; j++)\n    f();", "j++)"},
    {"for (unsigned i = 0; i < 8; i--)\n    f();", "--)"},
    {"for (unsigned i = 0; i < 8; i++\n    f();", "f();"},
    {"for (unsigned i = 0, i < 8; i++)\n    f();", ", i < 8; i++)"},
    {"for (unsigned = 0; i < 8; i++)\n    f();", "= 0; i < 8; i++)"},
    {"for unsigned i = 0; i < 8; i++)\n    f();", "unsigned i = 0; i < 8; i++)"},
    {"forward(;", ";"},
    {"if a < b)\n    f();", "a < b)"},
    {"if (a < b\n    f();", "f();"},
    {"if ()\n    f();", ")"},
    {"else\n    f();", "f();"},
    {"f(); } g();", "g();"},
    {"(void)1;", "1;"},
    {"(void)a + b;", "+ b;"},
    {"TC_UNROLLED f();", "f();"},
    {"TC_CHECK_RANK(rank, 32)", ""},
    {"f(); # define a", "# define a"},
};

/* Where it sticks, without blanks before it. */
static void sticks(void) {
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        const char *stuck;
        ctext_parse(wrong[i].text, &stuck);
        const char *got = stuck ? stuck + strspn(stuck, " ") : "nowhere";
        bool same = strcmp(got, wrong[i].stuck) == 0;
        EXPECT_OF(wrong[i].text, same);
        if (!same)
            printf("--- stuck at '%s', not at '%s'\n", got, wrong[i].stuck);
    }
}

/* ---- how deep ------------------------------------------------------------------------------- */

static const char *repeated(const char *text, int times) {
    Text out = {0};
    for (int i = 0; i < times; i++)
        text_add(&out, text);
    return text_string(&out);
}

static bool is_read(const char *text) {
    const char *stuck;
    ctext_parse(text, &stuck);
    return !stuck;
}

/* 64 levels: the text itself is one, its first expression another. */
static void depths(void) {
    for (int n = 60; n < 66; n++) {
        const char *text = mem_printf("a = %sb%s;", repeated("(", n), repeated(")", n));
        EXPECT(is_read(text) == (n <= 62));
        EXPECT(is_read(mem_printf("%sf();", repeated("if (a) ", n))) == (n <= 63));
        EXPECT(is_read(mem_printf("%sf(1);", repeated("if (a) ", n))) == (n <= 62));
        EXPECT(
            is_read(mem_printf("%sa;%s", repeated("if (a) {", n), repeated("}", n))) == (n <= 63));
    }
    EXPECT(is_read(repeated("if (a) { f(b ? c : d); }\n", 200)));
    EXPECT(is_read(repeated("for (unsigned i = 0; i < 2; i++) f(a[(b)]);\n", 200)));
}

/* Messages show at most 120 characters of the line, which ends where it ends. */
static void lines_of_messages(void) {
    for (int n = 117; n < 124; n++) {
        const char *stuck, *text = mem_printf("%s!\nf();", repeated("a", n));
        ctext_parse(text, &stuck);
        EXPECT(stuck && strcmp(stuck, "!") == 0);
        const Say *say = ctext_parse(mem_printf("f(%s);\ng();", repeated("a", n - 4)), &stuck);
        EXPECT(!stuck && (int)strlen(say->line) == (n < 120 ? n : 120));
        EXPECT(!stuck && strcmp(say->next->line, "g();") == 0);
    }
}

static void sizes_of_types(void) {
    static const struct {
        const char *type;
        int64_t bits;
    } types[] = {
        {"unsigned char", 8},
        {"unsigned short", 16},
        {"unsigned", 32},
        {"tc_b64", 64},
        {"tc_b128", 128},
        {"tc_b256", 256},
        {"float", 0},
        {"char", 0},
        {"tc_b12", 0},
        {"", 0}};
    for (size_t i = 0; i < COUNT_OF(types); i++)
        EXPECT_OF(types[i].type, ctext_bits(types[i].type) == types[i].bits);
}

int main(void) {
    reads_rightly();
    sticks();
    depths();
    lines_of_messages();
    sizes_of_types();
    mem_free_all();
    return unit_finish();
}
