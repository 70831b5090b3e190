"""A small sound tree, and for each rule of run.py changes to it that the rule must complain about."""

LONG_FUNCTION = "int f(void) {\n" + "    g();\n" * 70 + "    return 0;\n}\n"

FAULTS = {
    "sound": {
        "VERSION": "1.2.3\n",
        "CHANGELOG.md": "# Changes\n\n## 1.2.3\n\n- First.\n",
        "generator/base/base.h": '#define TCGEN_VERSION "1.2.3"\n',
        "generator/lang/parse.c": '#include "../base/base.h"\n#include "lang.h"\n\n'
                                  'static const struct {\n    int a;\n} rows[] = {{1}}; /* static int x; */\n'
                                  'static bool (*const test[])(int) = {f};\nstatic const char *const words[] = {"a"};\n'
                                  'static Rows *const all = &rows;\nextern int y;\nint g(int a);\n\n'
                                  'int f(void) {\n    static const int most = 3;\n    return most;\n}\n',
        "generator/base/memory.c": "struct Block {\n    int a;\n};\nArena arena = {1};\n",
        "generator/main.c": '#include "options.h"\n#include "pipeline/told.h"\n',
        "include/tilecopy/config.h": "#if defined(X) && TILECOPY_VERSION != 10203\n#endif\n"
                                     "#define TILECOPY_VERSION 10203\n",
        "include/tilecopy/ldst.h": 'asm volatile("ld.shared.b32");\n',
        "tools/good.py": "x = 1\n",
        ".ci/run": "make check\n",
    },
    "rule_rooms": [
        {"generator/lang/parse.c": '#include "../plan/plan.h"\n'},
        {"generator/tile/atoms.c": '#include "../variants/variants.h"\n'},
        {"generator/variants/reg.c": '#include "../dispatch/dispatch.h"\n'},
        {"generator/dispatch/choose.c": '#include "../pipeline/told.h"\n'},
        {"generator/tell/header.c": '#include "../variants/reg.c"\n'},
        {"generator/odd/odd.c": "int x;\n"},
        {"generator/reread/checked.c": "#include \"../tell/tell.h\"\n"},
        {"generator/lang/parse.c": '#include "tilecopy/config.h"\n'},
        {"generator/lang/parse.c": '#include "../options.h"\n'},
    ],
    "rule_asm": [
        {"generator/text/body.c": 'void f(void) {\n    asm volatile("nop");\n}\n'},
        {"include/tilecopy_gen.h": '__asm__("nop");\n'},
    ],
    "rule_include_alone": [
        {"include/tilecopy/ldst.h": "/* see generator/text */\n"},
    ],
    "rule_file_size": [
        {"generator/lang/parse.c": "int x;\n" * 601},
        {"tools/good.py": "x = 1\n" * 601},
    ],
    "rule_room_size": [
        {"generator/tell/part%d.c" % i: "int x;\n" * 201 for i in range(30)},
        {"generator/text/part%d.c" % i: "int x;\n" for i in range(31)},
    ],
    "rule_line_length": [
        {"generator/lang/parse.c": "/* " + "word " * 20 + "*/\n"},
        {"generator/lang/parse.c": "/* one\n * " + "word " * 20 + "*/\n"},
        {"docs/x.md": "word " * 20 + "words\n"},
    ],
    "rule_function_size": [
        {"generator/lang/parse.c": LONG_FUNCTION},
        {"generator/lang/parse.c": "static int f(\n    int a) {\n" + LONG_FUNCTION.split("\n", 1)[1]},
    ],
    "rule_state": [
        {"generator/lang/parse.c": "static const int *last;\n"},
        {"generator/lang/parse.c": "int f(void) {\n    static int count;\n    return count++;\n}\n"},
        {"generator/tile/atoms.c": "static struct {\n    int count;\n} cache;\n"},
        {"generator/lang/parse.c": "static int count;\n"},
        {"generator/lang/parse.c": "static const char *last = NULL;\n"},
        {"generator/lang/parse.c": "int f(void) {\n    static int calls;\n    return ++calls;\n}\n"},
        {"generator/lang/parse.c": "static struct {\n    int a;\n} state = {1};\n"},
        {"generator/lang/parse.c": "Words words[3];\n"},
        {"generator/lang/parse.c": "static bool (*test[])(int) = {f};\n"},
        {"generator/base/memory.c": "Words words;\n"},
    ],
    "rule_unfinished": [
        {"generator/lang/parse.c": "/* TO" + "DO: the rest */\n"},
        {"docs/x.md": "This is not imple" + "mented.\n"},
    ],
    "rule_machine_paths": [
        {"tools/good.py": 'path = "/ro' + 'ot/x"\n'},
    ],
    "rule_versions": [
        {"VERSION": "1.2.4\n"},
        {"VERSION": "soon\n"},
        {"CHANGELOG.md": "# Changes\n\n## 1.2.2\n"},
        {"include/tilecopy/config.h": "#if defined(X) && TILECOPY_VERSION != 10203\n#endif\n"
                                      "#define TILECOPY_VERSION 10202\n"},
        {"include/tilecopy/config.h": "#if defined(X) && TILECOPY_VERSION != 10202\n#endif\n"
                                      "#define TILECOPY_VERSION 10203\n"},
    ],
    "rule_whitespace": [
        {"generator/lang/parse.c": "int x; \n"},
        {"generator/lang/parse.c": "int x;"},
        {"generator/lang/parse.c": "\tint x;\n"},
    ],
    "rule_pins": [{"tests/unit/known.txt": "as yesterday\n" * 20001}],
    "rule_scripts": [
        {"tools/good.py": "x = = 1\n"},
        {".ci/run": "if true; then\n"},
    ],
}
