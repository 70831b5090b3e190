/* What the lexer and the parsers of the lang room refuse, word for word: the places of tokens, the
 * first number or list that is too long beside the last that is not, and what was expected. */
#include "told.h"
#include "../../generator/lang/lang.h"

#define WARP "copy warp f32 "
#define ROWS WARP "smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]"
#define STATEMENTS                                                                                 \
    "= statements are target, policy, layout, tile, copy, copy_async, permute, relayout, fill, "   \
    "lane0, reduce, scan, extract, insert, broadcast, pipeline, descriptor, coords, import, "      \
    "prefix, for"
#define LONG "aaaaaaaaaabbbbbbbbbbaaaaaaaaaabbbbbbbbbb" /* 40 bytes */
#define ONES8 "1,1,1,1,1,1,1,1"
#define LD8 "ld>0,ld>0,ld>0,ld>0,ld>0,ld>0,ld>0,ld>0"
#define LDS WARP "gmem S[(32,8):(ld,1)] -> reg S[(32,8):(1@laneid,1)] where "

static const Told tokens[] = {
    {"", ""},
    {"# only a comment", ""},
    {"\xef\xbb\xbf", ""},
    {"\xef\xbb\xbf`5`\n `6`",
     "E_SYNTAX expected a statement, found '5'\nE_SYNTAX expected a statement, found '6'"},
    {"`\xef\xbb`", "E_BAD_CHARACTER a byte 0xef in the description"},
    {"\n`\xef`\xbb\xbf", "E_BAD_CHARACTER a byte 0xef in the description"},
    {"\t \r\n;;\n  # one\r\n" ROWS " # two\n", ""},
    {"`$`", "E_BAD_CHARACTER '$' means nothing here"},
    {"`&`&", "E_BAD_CHARACTER '&' means nothing here"},
    {"`^`\n`\\`",
     "E_BAD_CHARACTER '^' means nothing here\nE_BAD_CHARACTER '\\' means nothing here"},
    {"`\x01\x02\x7f`a", "E_BAD_CHARACTER a byte 0x01 in the description"},
    {"`\x1f` \x7f", "E_BAD_CHARACTER a byte 0x1f in the description"},
    {"\n  `\x7f`\n", "E_BAD_CHARACTER a byte 0x7f in the description"},
    {"`\xff`", "E_BAD_CHARACTER a byte 0xff in the description"},
    {"copy warp f32 smem S[(8) `!`", "E_SYNTAX expected ':' or ']', found '!'"},
    {"copy warp f32 smem S[(8) `<=`=", "E_SYNTAX expected ':' or ']', found '<='"},
    {"copy warp f32 smem S[(8) `<`-", "E_SYNTAX expected ':' or ']', found '<'"},
    {"copy warp f32 smem S[(8) `<->`", "E_SYNTAX expected ':' or ']', found '<->'"},
    {"copy warp f32 smem S[(8) `->`", "E_SYNTAX expected ':' or ']', found '->'"},
    {"copy warp f32 smem S[(8) `-`", "E_SYNTAX expected ':' or ']', found '-'"},
    {"copy warp f32 smem S[(8) `=`", "E_SYNTAX expected ':' or ']', found '='"},
    {"copy warp f32 smem S[(8) `==`", "E_SYNTAX expected ':' or ']', found '=='"},
    {"copy warp f32 smem S[(8) `?`", "E_SYNTAX expected ':' or ']', found '?'"},
    {"import `\"abc`", "E_UNTERMINATED the string does not end on its line"},
    {"import `\"abc`\nprefix p_\n", "E_UNTERMINATED the string does not end on its line"},
    {"import `\"abc`\r\n", "E_UNTERMINATED the string does not end on its line"},
    {"import `\"a\x01`\"", "E_UNTERMINATED the string does not end on its line"},
    {"import `\"a\x7f`\"", "E_UNTERMINATED the string does not end on its line"},
    {"layout `\"a b\"` = S[(8)]", "E_SYNTAX expected a name for the layout, found \"a b\""},
    {"layout `\"\"` = S[(8)]", "E_SYNTAX expected a name for the layout, found \"\""},
    {"layout ``", "E_SYNTAX expected a name for the layout, found the end of the file"},
    {"layout``\n", "E_SYNTAX expected a name for the layout, found the end of the line"},
    {"layout \t`5`", "E_SYNTAX expected a name for the layout, found '5'"},
    {"layout a = S[(1):(9223372036854775807)]", ""},
    {"layout a = S[(1):(`9223372036854775808`)]", "E_OVERFLOW a stride does not fit 64 bits"},
    {"layout a = S[(1):(`92233720368547758070`)]", "E_OVERFLOW a stride does not fit 64 bits"},
    {"layout a = S[(1):(`10000000000000000000000`)]", "E_OVERFLOW a stride does not fit 64 bits"},
    {"layout a = S[(1):(-`9223372036854775808`)]", "E_OVERFLOW a stride does not fit 64 bits"},
    {"layout a = S[(1):(`-`9223372036854775807)]", "E_STRIDE_NEGATIVE the stride is negative"},
};

static const Told statements[] = {
    {"`5`", "E_SYNTAX expected a statement, found '5'"},
    {"`->` warp\n`cop` warp",
     "E_SYNTAX expected a statement, found '->'\n"
     "E_SYNTAX no statement starts with 'cop'\n= did you mean 'copy'?"},
    {"`zebra` warp", "E_SYNTAX no statement starts with 'zebra'\n" STATEMENTS},
    {"`as`", "E_SYNTAX no statement starts with 'as'\n" STATEMENTS},
    {"`" LONG "`", "E_SYNTAX no statement starts with '" LONG "'\n" STATEMENTS},
    {"`" LONG "a`", "E_SYNTAX no statement starts with '" LONG "'\n" STATEMENTS},
    {"target `5`", "E_SYNTAX expected a target such as sm_90, found '5'"},
    {"target sm_80,``", "E_SYNTAX expected a target such as sm_90, found the end of the file"},
    {"target sm_80 `sm_90`", "E_SYNTAX expected the end of the statement, found 'sm_90'"},
    {"policy `1`", "E_SYNTAX expected 'best' or 'tirx', found '1'"},
    {"policy `worst`", "E_UNKNOWN_POLICY unknown policy 'worst'"},
    {"prefix `1`", "E_SYNTAX expected a prefix such as p_, found '1'"},
    {"import `x`", "E_SYNTAX expected a file name in quotes, found 'x'"},
    {"layout a `S`[(8)]", "E_SYNTAX expected '=', found 'S'"},
    {"layout a = `->`", "E_SYNTAX expected a layout: S[...] or a name, found '->'"},
    {"layout a = S[(8)] `a`", "E_SYNTAX expected the end of the statement, found 'a'"},
    {"layout a = S[(8)] `}`", "E_SYNTAX expected the end of the statement, found '}'"},
    {"`}`", "E_SYNTAX expected a statement, found '}'"},
    {"tile A `smem`", "E_SYNTAX expected ':', found 'smem'"},
    {"tile `4`", "E_SYNTAX expected a name for the tile, found '4'"},
    {"tile A : `;`", "E_SYNTAX expected an operand: a space and a layout, found ';'"},
    {"tile A : smem S[(8)] ``",
     "E_SYNTAX expected the dtype of the tile, found the end of the file"},
    {"copy warp f32 smem S[(8)] `" LONG "a`", "E_SYNTAX expected '->' or '<->', found '" LONG "'"},
    {"copy warp f32 smem S[(8)] `" LONG "`", "E_SYNTAX expected '->' or '<->', found '" LONG "'"},
    {"tile A : smem S[(8)] f32 `f16`", "E_SYNTAX expected the end of the statement, found 'f16'"},
    {"copy `5`", "E_SYNTAX expected a scope, found '5'"},
    {"copy warp `5`", "E_SYNTAX expected a dtype such as f32, found '5'"},
    {"copy warp f32 -> `5`", "E_SYNTAX expected a dtype such as f32, found '5'"},
    {"copy warp f32 `5`", "E_SYNTAX expected an operand: a space and a layout, found '5'"},
    {"copy warp f32 smem S[(8)] `reg`", "E_SYNTAX expected '->' or '<->', found 'reg'"},
    {"copy warp f32 smem S[(8)] -> `4`",
     "E_SYNTAX expected an operand: a space and a layout, found '4'"},
    {"descriptor `xmma`", "E_SYNTAX expected 'wgmma' or 'umma', found 'xmma'"},
    {"descriptor wgmma `8`", "E_SYNTAX expected a dtype such as f32, found '8'"},
    {"descriptor wgmma f16 `8`", "E_SYNTAX expected an operand: a space and a layout, found '8'"},
    {"coords `8`", "E_SYNTAX expected a scope, found '8'"},
    {"coords warp `8`", "E_SYNTAX expected an operand: a space and a layout, found '8'"},
    {"coords warp reg S[(8)] as `8`", "E_SYNTAX expected a name for the functions, found '8'"},
    {"coords warp reg S[(8)] `where`", "E_SYNTAX expected the end of the statement, found 'where'"},
    {"fill `8`", "E_SYNTAX expected a scope, found '8'"},
    {"fill warp `8`", "E_SYNTAX expected a dtype such as f32, found '8'"},
    {"fill warp f32 `8`", "E_SYNTAX expected an operand: a space and a layout, found '8'"},
    {"fill warp f32 smem S[(8)] `->` reg S[(8)]",
     "E_SYNTAX expected the end of the statement, found '->'\n"
     "= 'fill' has one tile, which it writes: fill cta(128) f32 smem S[(64,64)]"},
    {"fill warp f32 smem S[(8)] `<->` reg S[(8)]",
     "E_SYNTAX expected the end of the statement, found '<->'\n"
     "= 'fill' has one tile, which it writes: fill cta(128) f32 smem S[(64,64)]"},
    {"fill warp f32 gmem S[(8,8)] `by` i32 gmem",
     "E_SYNTAX expected the end of the statement, found 'by'\n"
     "= rows that indices pick are filled by a copy: fill registers, and copy them there"},
    {ROWS " as `5`", "E_SYNTAX expected a name for the function, found '5'"},
    {ROWS " as a `b`", "E_SYNTAX expected the end of the statement, found 'b'"},
};

/* A statement that fails ends at its line, or where its block does; the next one is read. */
static const Told recovered[] = {
    {"copy `;` policy `worst`\nprefix `P`\n" ROWS,
     "E_SYNTAX expected a scope, found ';'\nE_UNKNOWN_POLICY unknown policy 'worst'\n"
     "E_BAD_NAME 'P' cannot start function names\n"
     "= a prefix has lower-case letters, digits and '_', as in p_\n! 1"},
    {ROWS " { using `{` }\n policy worst }; policy `bad`",
     "E_SYNTAX expected ';' or '}', found '{'\nE_UNKNOWN_POLICY unknown policy 'bad'"},
    {ROWS " { using `{`\npolicy `bad`\n",
     "E_SYNTAX expected ';' or '}', found '{'\nE_UNKNOWN_POLICY unknown policy 'bad'"},
    {ROWS " { using `{`\n policy bad\n}\n}\npolicy `worst`",
     "E_SYNTAX expected ';' or '}', found '{'\nE_UNKNOWN_POLICY unknown policy 'worst'"},
    {ROWS " { using `{`\nsm_80\n}\n}\npolicy `worst`",
     "E_SYNTAX expected ';' or '}', found '{'\nE_UNKNOWN_POLICY unknown policy 'worst'"},
    {"layout Zed = S[`]`\ncopy warp f32 smem Zed -> smem Zed",
     "E_SYNTAX expected an extent, found ']'"},
    {"tile A : smem S[`]` f32\ncopy warp f32 A -> A", "E_SYNTAX expected an extent, found ']'"},
};

#define SCOPES "= scopes are thread, elected, warp, warpgroup, cta(N), cluster(N)"
#define DTYPES "= dtypes are listed in docs/language.md; f16, bf16, f32, u8 and b32 are some"
static const Told copies[] = {
    {"copy `wrap` f32", "E_UNKNOWN_SCOPE unknown scope 'wrap'\n= did you mean 'warp'?"},
    {"copy `block` f32", "E_UNKNOWN_SCOPE unknown scope 'block'\n" SCOPES},
    {"copy `" LONG "a` f32", "E_UNKNOWN_SCOPE unknown scope '" LONG "'\n" SCOPES},
    {"copy `" LONG "` f32", "E_UNKNOWN_SCOPE unknown scope '" LONG "'\n" SCOPES},
    {"copy cta `f32`",
     "E_SYNTAX expected '(' and the size of the scope, as in cta(128), found 'f32'"},
    {"copy cluster `4`",
     "E_SYNTAX expected '(' and the size of the scope, as in cta(128), found '4'"},
    {"copy cta(`x`)", "E_SYNTAX expected the size of the scope, found 'x'"},
    {"copy cta(64 `f32`", "E_SYNTAX expected ')', found 'f32'"},
    {"copy warp lanes `x`", "E_SYNTAX expected the first one, found 'x'"},
    {"copy warp lanes 0 `8`", "E_SYNTAX expected ':', found '8'"},
    {"copy warp lanes 0:`x`", "E_SYNTAX expected the end, found 'x'"},
    {"copy warp lanes 0:8 `lanes` 0:4", "E_SYNTAX expected each narrowing once, found 'lanes'"},
    {"copy cta(64) warps 0:1 lanes 0:8 `warps` 0:1",
     "E_SYNTAX expected each narrowing once, found 'warps'"},
    {"copy warp `f33` smem", "E_UNKNOWN_DTYPE unknown dtype 'f33'\n= did you mean 'f32'?"},
    {"copy warp `foo` smem", "E_UNKNOWN_DTYPE unknown dtype 'foo'\n" DTYPES},
    {"copy warp f32 -> `foo` smem", "E_UNKNOWN_DTYPE unknown dtype 'foo'\n" DTYPES},
    {"copy warp `" LONG "` smem", "E_UNKNOWN_DTYPE unknown dtype '" LONG "'\n" DTYPES},
    {"copy warp `" LONG "a` smem", "E_UNKNOWN_DTYPE unknown dtype '" LONG "'\n" DTYPES},
    {WARP "gmem S[(8,8)] by `f32` gmem",
     "E_SYNTAX expected 'i32' or 'u32', the type of the indices, found 'f32'"},
    {WARP "gmem S[(8,8)] by i32 `5`",
     "E_SYNTAX expected the space of the indices: gmem, smem or reg, found '5'"},
    {WARP "gmem S[(8,8)] by u32 `gmen`",
     "E_UNKNOWN_SPACE unknown space 'gmen'\n= did you mean 'gmem'?"},
    {WARP "gmem S[(8,8)] by `foo` gmem", "E_SYNTAX expected 'rows' or 'columns', found 'foo'"},
    {WARP "gmem S[(8,8)] by i32 gmem S`(`", "E_SYNTAX expected '[', found '('"},
};

static const Told facts[] = {
    {LDS "`5`", "E_SYNTAX expected a fact such as ld % 8 == 0, found '5'"},
    {LDS "ld `5`", "E_SYNTAX expected '%' or a comparison, found '5'"},
    {LDS "ld % `x`", "E_SYNTAX expected a number of elements, found 'x'"},
    {LDS "ld % 8 `<` 0", "E_SYNTAX expected '== 0', found '<'"},
    {LDS "ld % 8 `0`", "E_SYNTAX expected '== 0', found '0'"},
    {LDS "ld % 8 == `x`", "E_SYNTAX expected 0, found 'x'"},
    {LDS "ld > 9, `ld` % 8 == 1", "E_FACT_FORM this fact has a form that is not understood"},
    {LDS "`ld` != 8", "E_FACT_FORM this fact has a form that is not understood"},
    {LDS "ld != `x`", "E_SYNTAX expected a number of elements, found 'x'"},
    {LDS "ld <= `x`", "E_SYNTAX expected a number of elements, found 'x'"},
    {LDS "ld > `9223372036854775807`", "E_OVERFLOW the number does not fit 64 bits"},
    {WARP "gmem S[(32,8):(~ld~,1)] -> reg S[(32,8):(1@laneid,1)] where `ld` >= "
          "9223372036854775807",
     "E_FACTS_CONTRADICT no 'ld' satisfies this fact: its range is 8 to 69273665 otherwise\n"
     "+ the stride here has bounds that follow from the layout"},
    {LDS "align `src`", "E_SYNTAX expected '(', found 'src'"},
    {LDS "align(`x`", "E_SYNTAX expected 'src' or 'dst', found 'x'"},
    {LDS "align(src `==`", "E_SYNTAX expected ')', found '=='"},
    {LDS "align(src) `<=` 8", "E_SYNTAX expected '==', found '<='"},
    {LDS "align(src) `8`", "E_SYNTAX expected '==', found '8'"},
    {LDS "align(src) == `x`", "E_SYNTAX expected a number of bytes, found 'x'"},
    {LDS LD8 "," LD8 "," LD8 "," LD8, ""},
    {LDS LD8 "," LD8 "," LD8 "," LD8 ",`ld`>0", "E_SYNTAX more than 32 facts"},
};

#define U8 "using reg;using reg;using reg;using reg;using reg;using reg;using reg;using reg;"
static const Told options[] = {
    {ROWS " { }", ""},
    {ROWS " {\n\n using reg\n;\n\n}", ""},
    {ROWS " { `5` }", "E_SYNTAX expected an option, found '5'"},
    {ROWS " { using `{` }", "E_SYNTAX expected ';' or '}', found '{'"},
    {ROWS " { using `$`", "E_BAD_CHARACTER '$' means nothing here"},
    {ROWS " `{` using reg", "E_UNTERMINATED the options have no '}'"},
    {ROWS " `{` using", "E_UNTERMINATED the options have no '}'"},
    {ROWS " `{` using reg;\ncopy `x`",
     "E_UNTERMINATED the options have no '}'\n"
     "E_UNKNOWN_SCOPE unknown scope 'x'\n" SCOPES},
    {ROWS " {\n `copy` x }",
     "E_UNKNOWN_OPTION unknown option 'copy'\n= options are listed in "
     "docs/language.md"},
    {ROWS " {\n`reg` x }",
     "E_UNKNOWN_OPTION unknown option 'reg'\n= options are listed in docs/language.md"},
    {ROWS " { " U8 U8 U8 U8 "`using` reg; }", "E_SYNTAX more than 32 options"},
};

int main(void) {
    EXPECT_TOLD(tokens);
    EXPECT_TOLD(statements);
    EXPECT_TOLD(recovered);
    EXPECT_TOLD(copies);
    EXPECT_TOLD(facts);
    EXPECT_TOLD(options);
    mem_free_all();
    return unit_finish();
}
