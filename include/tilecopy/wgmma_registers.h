/* wgmma_registers.h: lists of the registers of d in the text of a wgmma.
 *
 * Made by make rows, of the table of tools/wgmma_headers.py. */
#ifndef TILECOPY_WGMMA_REGISTERS_H
#define TILECOPY_WGMMA_REGISTERS_H
#define TC__WGMMA_F32(x) "+f"(x)
#define TC__WGMMA_S32(x) "+r"(x)
#define TC__WGMMA_D4(c, d) c(d[0]), c(d[1]), c(d[2]), c(d[3])
#define TC__WGMMA_R4 "%0, %1, %2, %3"
#define TC__WGMMA_D8(c, d) TC__WGMMA_D4(c, d), c(d[4]), c(d[5]), c(d[6]), c(d[7])
#define TC__WGMMA_R8 TC__WGMMA_R4 ", %4, %5, %6, %7"
#define TC__WGMMA_D12(c, d) TC__WGMMA_D8(c, d), c(d[8]), c(d[9]), c(d[10]), c(d[11])
#define TC__WGMMA_R12 TC__WGMMA_R8 ", %8, %9, %10, %11"
#define TC__WGMMA_D16(c, d) TC__WGMMA_D12(c, d), c(d[12]), c(d[13]), c(d[14]), c(d[15])
#define TC__WGMMA_R16 TC__WGMMA_R12 ", %12, %13, %14, %15"
#define TC__WGMMA_D20(c, d) TC__WGMMA_D16(c, d), c(d[16]), c(d[17]), c(d[18]), c(d[19])
#define TC__WGMMA_R20 TC__WGMMA_R16 ", %16, %17, %18, %19"
#define TC__WGMMA_D24(c, d) TC__WGMMA_D20(c, d), c(d[20]), c(d[21]), c(d[22]), c(d[23])
#define TC__WGMMA_R24 TC__WGMMA_R20 ", %20, %21, %22, %23"
#define TC__WGMMA_D28(c, d) TC__WGMMA_D24(c, d), c(d[24]), c(d[25]), c(d[26]), c(d[27])
#define TC__WGMMA_R28 TC__WGMMA_R24 ", %24, %25, %26, %27"
#define TC__WGMMA_D32(c, d) TC__WGMMA_D28(c, d), c(d[28]), c(d[29]), c(d[30]), c(d[31])
#define TC__WGMMA_R32 TC__WGMMA_R28 ", %28, %29, %30, %31"
#define TC__WGMMA_D36(c, d) TC__WGMMA_D32(c, d), c(d[32]), c(d[33]), c(d[34]), c(d[35])
#define TC__WGMMA_R36 TC__WGMMA_R32 ", %32, %33, %34, %35"
#define TC__WGMMA_D40(c, d) TC__WGMMA_D36(c, d), c(d[36]), c(d[37]), c(d[38]), c(d[39])
#define TC__WGMMA_R40 TC__WGMMA_R36 ", %36, %37, %38, %39"
#define TC__WGMMA_D44(c, d) TC__WGMMA_D40(c, d), c(d[40]), c(d[41]), c(d[42]), c(d[43])
#define TC__WGMMA_R44 TC__WGMMA_R40 ", %40, %41, %42, %43"
#define TC__WGMMA_D48(c, d) TC__WGMMA_D44(c, d), c(d[44]), c(d[45]), c(d[46]), c(d[47])
#define TC__WGMMA_R48 TC__WGMMA_R44 ", %44, %45, %46, %47"
#define TC__WGMMA_D52(c, d) TC__WGMMA_D48(c, d), c(d[48]), c(d[49]), c(d[50]), c(d[51])
#define TC__WGMMA_R52 TC__WGMMA_R48 ", %48, %49, %50, %51"
#define TC__WGMMA_D56(c, d) TC__WGMMA_D52(c, d), c(d[52]), c(d[53]), c(d[54]), c(d[55])
#define TC__WGMMA_R56 TC__WGMMA_R52 ", %52, %53, %54, %55"
#define TC__WGMMA_D60(c, d) TC__WGMMA_D56(c, d), c(d[56]), c(d[57]), c(d[58]), c(d[59])
#define TC__WGMMA_R60 TC__WGMMA_R56 ", %56, %57, %58, %59"
#define TC__WGMMA_D64(c, d) TC__WGMMA_D60(c, d), c(d[60]), c(d[61]), c(d[62]), c(d[63])
#define TC__WGMMA_R64 TC__WGMMA_R60 ", %60, %61, %62, %63"
#define TC__WGMMA_D68(c, d) TC__WGMMA_D64(c, d), c(d[64]), c(d[65]), c(d[66]), c(d[67])
#define TC__WGMMA_R68 TC__WGMMA_R64 ", %64, %65, %66, %67"
#define TC__WGMMA_D72(c, d) TC__WGMMA_D68(c, d), c(d[68]), c(d[69]), c(d[70]), c(d[71])
#define TC__WGMMA_R72 TC__WGMMA_R68 ", %68, %69, %70, %71"
#define TC__WGMMA_D76(c, d) TC__WGMMA_D72(c, d), c(d[72]), c(d[73]), c(d[74]), c(d[75])
#define TC__WGMMA_R76 TC__WGMMA_R72 ", %72, %73, %74, %75"
#define TC__WGMMA_D80(c, d) TC__WGMMA_D76(c, d), c(d[76]), c(d[77]), c(d[78]), c(d[79])
#define TC__WGMMA_R80 TC__WGMMA_R76 ", %76, %77, %78, %79"
#define TC__WGMMA_D84(c, d) TC__WGMMA_D80(c, d), c(d[80]), c(d[81]), c(d[82]), c(d[83])
#define TC__WGMMA_R84 TC__WGMMA_R80 ", %80, %81, %82, %83"
#define TC__WGMMA_D88(c, d) TC__WGMMA_D84(c, d), c(d[84]), c(d[85]), c(d[86]), c(d[87])
#define TC__WGMMA_R88 TC__WGMMA_R84 ", %84, %85, %86, %87"
#define TC__WGMMA_D92(c, d) TC__WGMMA_D88(c, d), c(d[88]), c(d[89]), c(d[90]), c(d[91])
#define TC__WGMMA_R92 TC__WGMMA_R88 ", %88, %89, %90, %91"
#define TC__WGMMA_D96(c, d) TC__WGMMA_D92(c, d), c(d[92]), c(d[93]), c(d[94]), c(d[95])
#define TC__WGMMA_R96 TC__WGMMA_R92 ", %92, %93, %94, %95"
#define TC__WGMMA_D100(c, d) TC__WGMMA_D96(c, d), c(d[96]), c(d[97]), c(d[98]), c(d[99])
#define TC__WGMMA_R100 TC__WGMMA_R96 ", %96, %97, %98, %99"
#define TC__WGMMA_D104(c, d) TC__WGMMA_D100(c, d), c(d[100]), c(d[101]), c(d[102]), c(d[103])
#define TC__WGMMA_R104 TC__WGMMA_R100 ", %100, %101, %102, %103"
#define TC__WGMMA_D108(c, d) TC__WGMMA_D104(c, d), c(d[104]), c(d[105]), c(d[106]), c(d[107])
#define TC__WGMMA_R108 TC__WGMMA_R104 ", %104, %105, %106, %107"
#define TC__WGMMA_D112(c, d) TC__WGMMA_D108(c, d), c(d[108]), c(d[109]), c(d[110]), c(d[111])
#define TC__WGMMA_R112 TC__WGMMA_R108 ", %108, %109, %110, %111"
#define TC__WGMMA_D116(c, d) TC__WGMMA_D112(c, d), c(d[112]), c(d[113]), c(d[114]), c(d[115])
#define TC__WGMMA_R116 TC__WGMMA_R112 ", %112, %113, %114, %115"
#define TC__WGMMA_D120(c, d) TC__WGMMA_D116(c, d), c(d[116]), c(d[117]), c(d[118]), c(d[119])
#define TC__WGMMA_R120 TC__WGMMA_R116 ", %116, %117, %118, %119"
#define TC__WGMMA_D124(c, d) TC__WGMMA_D120(c, d), c(d[120]), c(d[121]), c(d[122]), c(d[123])
#define TC__WGMMA_R124 TC__WGMMA_R120 ", %120, %121, %122, %123"
#define TC__WGMMA_D128(c, d) TC__WGMMA_D124(c, d), c(d[124]), c(d[125]), c(d[126]), c(d[127])
#define TC__WGMMA_R128 TC__WGMMA_R124 ", %124, %125, %126, %127"
#endif
