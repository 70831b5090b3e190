/* test_identifiers.c: every name that a text defines (generator/text/identifiers.c): M of a macro, F of a function or
 * type of the file, S of what several functions may define, A of an argument, L of a local. */
#include "generator/text/text.h"
#include "unit.h"

static const struct {
    const char *bodies, *want;
} rows[] = {
    {"", "M:TC_DEFINED_f"},
    {"#define TC_F_BYTES (8 * x)\n", "M:TC_F_BYTES"},
    {"#define TC_LONG \\\n    value more\n#define B 1\n", "M:TC_LONG M:B"},
    {"#define TC_DEFINED_g 1\n", "S:TC_DEFINED_g"},
    {"#if TC_HAS_BULK && a b\n#else\n#endif\n", ""},
    {"# define A b c\n", "M:A"},
    {"TC_FN void f(void) {\n}\n", "F:f"},
    {"TC_FN void f(float dst[4], const float *src, unsigned ld) {\n}\n", "F:f A:dst A:src A:ld"},
    {"TC_FN void f(\n    unsigned rank,\n    tc_f16 *dst) {\n}\n", "F:f A:rank A:dst"},
    {"TC_HOST_FN const char *f(tc_map *map) {\n    return map;\n}\n", "F:f A:map"},
    {"TC_FN tc_f16 f(const void *smem, unsigned long long i) {\n}\n", "F:f A:smem A:i"},
    {"TC_DECLARE void f(unsigned rank)\n    TC_UNAVAILABLE(\"an int x; in a string\");\n",
     "F:f A:rank"},
    {"TC_DECLARE void f(int a)\n    TC_UNAVAILABLE(\"a \\\"b c\\\" d\");\nTC_FN void g(int b) "
     "{\n}\n",
     "F:f A:a F:g A:b"},
    {"TC_FN void f(int a) {\n    float v[8];\n    tc_b128 w;\n    const unsigned to = a * v;\n}\n",
     "F:f A:a L:v L:w L:to"},
    {"TC_FN void f(int a) {\n    const unsigned long long at = 1;\n    unsigned char b[2];\n}\n",
     "F:f A:a L:at L:b"},
    {"TC_FN void f(int a) {\n    for (unsigned i = 0; i < 8; i++)\n        g(i, a);\n}\n",
     "F:f A:a L:i"},
    {"TC_FN void f(int a) {\n    return a;\n    return b;\n}\n", "F:f A:a"},
    {"TC_FN void f(int a) {\n    g(&a, (int)b, c * d);\n    a += b;\n    (void)a;\n}\n", "F:f A:a"},
    {"TC_FN void f(int a) {\n    TC_UNROLL\n    for (unsigned j = 0; j < 2; j++) {\n        int "
     "k;\n    }\n}\n",
     "F:f A:a L:j L:k"},
    {"TC_FN void f(int a) {\n    /* a comment of words; int x; */\n    /* b */ int c;\n}\n",
     "F:f A:a L:c"},
    {"typedef struct __attribute__((aligned(16))) {\n    float a[4];\n    int b;\n} name;\n",
     "F:name"},
    {"typedef char name[sizeof(other) == 4 ? 1 : -1];\n", "F:name"},
    {"typedef struct {\n    int a;\n} s;\nTC_FN void f(int b) {\n}\n", "F:s F:f A:b"},
    {"TC_HINTED_LOAD_B128(tc_load_nc, PLAIN, \".nc\")\nTC_FN void f(int a) {\n}\n",
     "S:tc_load_nc F:f A:a"},
    {"TC_HINTED_LOAD_B8(tc_l, const KIND, \".nc\")\n", "S:tc_l"},
    {"TC_HINTED_LOAD_B128(\n    tc_load_nc, PLAIN, \".nc\")\n", "S:tc_load_nc"},
    {"TC_FN void f(int a) {\n    if (a < b) {\n        int c;\n    }\n}\nTC_FN int g(int d) {\n}\n",
     "F:f A:a L:c F:g A:d"},
    {"TC_FN void f(int _a9) {\n    int A_;\n}\n", "F:f A:_a9 L:A_"},
    {"/* open", ""},
    {"TC_FN void f(\"open", "F:f"},
};

static const char *names_in(const char *bodies) {
    static const char kinds[] = "MFSAL";
    Piece piece = {.kind = PIECE_WHOLE, .name = "f", .constants = "", .bodies = bodies};
    FunctionText text = {.piece_count = 1, .pieces = &piece};
    Identifiers names = text_identifiers(&text);
    Text out = {0};
    for (int i = 0; i < names.count; i++)
        text_printf(&out, "%s%c:%s", i ? " " : "", kinds[names.at[i].kind], names.at[i].name);
    return text_string(&out);
}

static void names_of_texts(void) {
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const char *want =
            i ? mem_printf("S:TC_DEFINED_f%s%s", *rows[i].want ? " " : "", rows[i].want)
              : "S:TC_DEFINED_f";
        const char *got = names_in(rows[i].bodies);
        EXPECT_OF(rows[i].bodies, strcmp(got, want) == 0);
        if (strcmp(got, want) != 0)
            printf("--- %s--- got  %s\n--- want %s\n", rows[i].bodies, got, want);
    }
}

/* Accesses with hints come first; many names need more room than the list begins with. */
static void many_names(void) {
    HintedAccess hinted = {"g", "TC_HINTED_LOAD_B128(g, PLAIN, \"\")\n"};
    Text bodies = {0};
    for (int i = 0; i < 300; i++)
        text_printf(&bodies, "TC_FN void f%d(int a%d) {\n}\n", i, i);
    Piece pieces[2] = {
        {.name = "f", .constants = "#define A 1\n", .bodies = text_string(&bodies)},
        {.name = "h", .constants = "", .bodies = "TC_FN void h(int b) {\n}\n"}};
    FunctionText text = {.piece_count = 2, .pieces = pieces, .hinted_count = 1, .hinted = &hinted};
    Identifiers names = text_identifiers(&text);
    EXPECT(names.count == 1 + 2 + 600 + 3);
    EXPECT(strcmp(names.at[0].name, "g") == 0 && names.at[0].kind == IDENTIFIER_SHARED);
    EXPECT(strcmp(names.at[1].name, "TC_DEFINED_f") == 0 && strcmp(names.at[2].name, "A") == 0);
    for (int i = 0; i < 300; i++)
        EXPECT(strcmp(names.at[4 + 2 * i].name, mem_printf("a%d", i)) == 0);
    EXPECT(strcmp(names.at[605].name, "b") == 0 && names.at[605].kind == IDENTIFIER_ARGUMENT);
}

/* A local that has an argument's name, wherever it stands, and an argument that is there twice; an argument of another
 * function may have any. */
static void hidden_arguments(void) {
    static const struct {
        const char *bodies, *hides; /* one of ".x" for each name behind the first */
    } cases[] = {
        {"TC_FN void f(int a, int b) {\n    int c;\n}\n", "...."},
        {"TC_FN void f(int a, int b) {\n    int a;\n}\n", "...x"},
        {"TC_FN void f(int a, int b) {\n    int b;\n}\n", "...x"},
        {"TC_FN void f(int a, int a) {\n}\n", "..x"},
        {"TC_FN void f(int a, int b, int a) {\n}\n", "...x"},
        {"TC_FN void f(int a) {\n}\nTC_FN void g(int a) {\n}\n", "...."},
        {"TC_FN void a(int a) {\n}\n", "x."}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Piece piece = {.name = "f", .constants = "", .bodies = cases[i].bodies};
        FunctionText text = {.piece_count = 1, .pieces = &piece};
        Identifiers names = text_identifiers(&text);
        EXPECT_OF(cases[i].bodies, names.count == 1 + (int)strlen(cases[i].hides));
        for (int k = 1; k < names.count; k++)
            EXPECT_OF(cases[i].bodies, hides_argument(&names, k) == (cases[i].hides[k - 1] == 'x'));
    }
}

static void words_in_texts(void) {
    static const struct {
        const char *text, *name;
        bool is;
    } words[] = {
        {"a + b", "a", true},
        {"a + b", "b", true},
        {"a", "a", true},
        {"ab + c", "a", false},
        {"ba + c", "a", false},
        {"a_ + _a", "a", false},
        {"a9 + 9a", "a", false},
        {"aA + Aa", "a", false},
        {"az + za + aZ", "a", false},
        {"a0 a", "a", true},
        {"aa a", "a", true},
        {"(a)", "a", true},
        {"", "a", false},
        {"rank % 8", "rank", true},
        {"ranks", "rank", false}};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        EXPECT_OF(words[i].text, has_identifier(words[i].text, words[i].name) == words[i].is);
}

/* The numbers of CUtensorMapDataType, in order. */
static void types_of_maps(void) {
    static const char *const types[] = {
        "u8",
        "u16",
        "u32",
        "i32",
        "u64",
        "i64",
        "f16",
        "f32",
        "f64",
        "bf16",
        "f32_ftz",
        "tf32",
        "tf32_ftz"};
    for (int i = 0; i < (int)COUNT_OF(types); i++)
        EXPECT_OF(types[i], strcmp(tensor_type_name(i), types[i]) == 0);
}

/* Elements below a byte: 4 bits are 1 / 2 of one, 6 bits 3 / 4. */
static void sizes_of_elements(void) {
    static const struct {
        const char *name;
        int64_t numerator, denominator;
    } sizes[] = {{"f32", 1, 1}, {"u8", 1, 1}, {"e2m1", 1, 2}, {"e3m2", 3, 4}, {"b1", 1, 8}};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        int64_t numerator, denominator;
        const Dtype *dtype = dtype_find(sizes[i].name, strlen(sizes[i].name));
        if (!dtype)
            continue;
        storage_scale(dtype, &numerator, &denominator);
        EXPECT_OF(
            sizes[i].name, numerator == sizes[i].numerator && denominator == sizes[i].denominator);
    }
    int64_t numerator, denominator;
    storage_scale(NULL, &numerator, &denominator);
    EXPECT(numerator == 1 && denominator == 1 && strcmp(element_type(NULL), "unsigned char") == 0);
}

int main(void) {
    names_of_texts();
    many_names();
    hidden_arguments();
    words_in_texts();
    types_of_maps();
    sizes_of_elements();
    mem_free_all();
    return unit_finish();
}
