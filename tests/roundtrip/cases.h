/* cases.h: the case file that harness.py writes and both runners read. A case file is a header, one
 * fixed record per case and one blob; records point into the blob. A runner works on a copy of the
 * blob, runs every case on it, then compares: the destination image must be byte for byte the
 * expected one (margins included) and the source image must be unchanged. */
#ifndef ROUNDTRIP_CASES_H
#define ROUNDTRIP_CASES_H
#include "frame.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASE_MAGIC = 0x31435254 };

/* A case as it stands in the file, a Frame and what the runner needs; little endian. */
typedef struct {
    unsigned kernel, label_at, grid, block, shared_bytes;
    unsigned src_at, src_bytes, src_margin, src_shared;
    unsigned dst_at, dst_bytes, dst_margin, dst_shared;
    unsigned mask_at, expect_at, first, threads;
    unsigned src_low, src_high;    /* bytes of the source image that may be read: low .. high - 1 */
    unsigned dst_low, dst_high;    /* bytes of the destination image that may be written */
    unsigned src_space, dst_space; /* 0 gmem, 1 smem, 2 reg */
    unsigned index_at, index_bytes; /* indices that pick rows; 0 bytes: none do */
    unsigned arg[FRAME_ARGS];
} Case;

typedef struct {
    unsigned count, blob_bytes;
    Case *cases;
    unsigned char *blob, *work;
} CaseFile;

static void *cases_alloc(size_t bytes) {
    void *at = NULL;
    if (posix_memalign(&at, 4096, bytes + 4096) != 0) {
        fprintf(stderr, "out of memory\n");
        exit(3);
    }
    return at;
}

static CaseFile cases_read(const char *path) {
    unsigned head[4];
    CaseFile file = {0, 0, NULL, NULL, NULL};
    FILE *in = fopen(path, "rb");
    if (in == NULL || fread(head, sizeof head, 1, in) != 1 || head[0] != CASE_MAGIC ||
        head[1] != sizeof(Case)) {
        fprintf(stderr, "%s: not a case file of this build\n", path);
        exit(3);
    }
    file.count = head[2];
    file.blob_bytes = head[3];
    file.cases = (Case *)cases_alloc(file.count * sizeof(Case));
    file.blob = (unsigned char *)cases_alloc(file.blob_bytes);
    file.work = (unsigned char *)cases_alloc(file.blob_bytes);
    if (fread(file.cases, sizeof(Case), file.count, in) != file.count ||
        fread(file.blob, 1, file.blob_bytes, in) != file.blob_bytes) {
        fprintf(stderr, "%s: shorter than it says\n", path);
        exit(3);
    }
    fclose(in);
    memcpy(file.work, file.blob, file.blob_bytes);
    return file;
}

static Frame cases_frame(const Case *c, unsigned char *image) {
    Frame f;
    memset(&f, 0, sizeof f);
    f.image = image;
    f.src_at = c->src_at;
    f.src_bytes = c->src_bytes;
    f.src_margin = c->src_margin;
    f.src_shared = c->src_shared;
    f.dst_at = c->dst_at;
    f.dst_bytes = c->dst_bytes;
    f.dst_margin = c->dst_margin;
    f.dst_shared = c->dst_shared;
    f.mask_at = c->mask_at;
    f.index_at = c->index_at;
    f.block = c->block;
    f.first = c->first;
    f.threads = c->threads;
    memcpy(f.arg, c->arg, sizeof f.arg);
    return f;
}

/* Prints the first bytes that differ; true: they are equal. */
static int cases_same(
    const char *name,
    const char *side,
    const unsigned char *got,
    const unsigned char *want,
    unsigned bytes,
    unsigned margin) {
    unsigned i, shown = 0, wrong = 0;
    for (i = 0; i < bytes; i++)
        wrong += got[i] != want[i];
    for (i = 0; i < bytes && shown < 4; i++) {
        if (got[i] == want[i])
            continue;
        printf(
            "%s: %s byte %ld is %02x, expected %02x\n",
            name,
            side,
            (long)i - (long)margin,
            got[i],
            want[i]);
        shown++;
    }
    if (wrong > shown)
        printf("%s: %u more bytes of %s differ\n", name, wrong - shown, side);
    return wrong == 0;
}

static int cases_check(const CaseFile *file, const Case *c) {
    const char *name = (const char *)file->blob + c->label_at;
    int same = cases_same(
        name,
        "destination",
        file->work + c->dst_at,
        file->blob + c->expect_at,
        c->dst_bytes,
        c->dst_margin);
    same &= cases_same(
        name,
        "source",
        file->work + c->src_at,
        file->blob + c->src_at,
        c->src_bytes,
        c->src_margin);
    return same;
}

/* The final destination images, one after the other. */
static void cases_dump(const CaseFile *file, const char *path) {
    unsigned i;
    FILE *out = fopen(path, "wb");
    if (out == NULL) {
        fprintf(stderr, "%s: cannot be written\n", path);
        exit(3);
    }
    for (i = 0; i < file->count; i++)
        fwrite(file->work + file->cases[i].dst_at, 1, file->cases[i].dst_bytes, out);
    fclose(out);
}
#endif
