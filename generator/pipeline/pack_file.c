/* pack_file.c: `tcgen pack`: rows of id,lower,upper,size -> offsets. A row lives from lower to
 * upper, half open; rows that live together must not share an address. */
#include "pipeline.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ID, LOWER, UPPER, SIZE, COLUMNS, MAX_ROWS = 1 << 14 };
static const char *const columns[COLUMNS] = {"id", "lower", "upper", "size"};
static const int64_t work = INT64_C(60) << 30, max_number = INT64_C(1) << 40;

typedef struct {
    const char *id;
    int id_length, line, column; /* where the id stands */
    int64_t lower, upper, size;
} Row;

typedef struct {
    const Source *source;
    const char *at, *line_at;
    int line;
    int place[COLUMNS]; /* of each column in a row */
    Row *rows;
    int count;
} Reader;

static bool fail(const Reader *reader, const char *at, const char *reason) {
    Loc loc = {reader->source, reader->line, (int)(at - reader->line_at) + 1, 1, NULL};
    diag_error(loc, "E_PACK_FILE", "%s", reason);
    return false;
}

/* The next field of the line: its length; *at is behind it. False at the end of the line. */
static bool next_field(Reader *reader, const char **field, int *length) {
    const char *at = reader->at;
    *field = at;
    *length = (int)strcspn(at, ",\r\n");
    reader->at += *length;
    if (*reader->at == ',') {
        reader->at++;
        return true;
    }
    return false;
}

static void next_line(Reader *reader) {
    reader->at += strspn(reader->at, "\r");
    reader->at += *reader->at == '\n';
    reader->line_at = reader->at;
    reader->line++;
}

static bool read_header(Reader *reader) {
    bool more = true;
    for (int c = 0; c < COLUMNS; c++)
        reader->place[c] = -1;
    for (int i = 0; more; i++) {
        const char *field;
        int length;
        more = next_field(reader, &field, &length);
        int c = 0;
        while (c < COLUMNS && ((int)strlen(columns[c]) != length ||
                               strncmp(columns[c], field, (size_t)length) != 0))
            c++;
        if (c == COLUMNS || reader->place[c] >= 0) /* of five, one is no column or there twice */
            return fail(reader, field, "the first line must be id,lower,upper,size");
        reader->place[c] = i;
    }
    for (int c = 0; c < COLUMNS; c++)
        if (reader->place[c] < 0)
            return fail(reader, reader->line_at, "the first line must be id,lower,upper,size");
    return true;
}

static bool read_number(const Reader *reader, const char *field, int length, int64_t *number) {
    *number = 0;
    for (int i = 0; i < length; i++) {
        if (field[i] < '0' || field[i] > '9')
            return fail(reader, field, "a field must be a number of digits only");
        *number = *number * 10 + (field[i] - '0');
        if (*number > max_number)
            return fail(reader, field, "the number is beyond 2^40");
    }
    return length > 0 || fail(reader, field, "a number is missing");
}

static bool read_row(Reader *reader, Row *row) {
    int64_t *const numbers[COLUMNS] = {NULL, &row->lower, &row->upper, &row->size};
    bool more = true;
    const char *start = reader->at;
    for (int i = 0; i < COLUMNS; i++) {
        const char *field;
        int length, c = 0;
        if (!more)
            return fail(reader, reader->at, "the row has too few fields");
        more = next_field(reader, &field, &length);
        while (reader->place[c] != i)
            c++;
        if (c == ID) {
            row->id = field;
            row->id_length = length;
            row->line = reader->line;
            row->column = (int)(field - reader->line_at) + 1;
        } else if (!read_number(reader, field, length, numbers[c])) {
            return false;
        }
    }
    if (more)
        return fail(reader, reader->at, "the row has too many fields");
    if (row->lower >= row->upper)
        return fail(reader, start, "lower must be below upper");
    return row->size > 0 || fail(reader, start, "the size must be at least 1");
}

/* At least as many as there are rows: a line ends with \n, \r\n or, as next_line has it, \r
 * alone. */
static int count_lines(const char *text) {
    int lines = 1;
    for (const char *at = text; *at && lines <= MAX_ROWS; at++)
        lines += *at == '\n' || (*at == '\r' && at[1] != '\n');
    return lines;
}

/* By id; rows of one id in the order of the file. */
static int by_id(const void *left, const void *right) {
    const Row *a = *(Row *const *)left, *b = *(Row *const *)right;
    int shorter = a->id_length < b->id_length ? a->id_length : b->id_length;
    int order = memcmp(a->id, b->id, (size_t)shorter);
    if (order == 0)
        order = a->id_length - b->id_length;
    return order ? order : (a > b) - (a < b);
}

/* Offsets are told by id, so two rows of one id are a mistake: the first that repeats one is
 * shown. */
static bool check_ids(const Reader *reader) {
    Row **rows = mem_alloc((size_t)reader->count + 1, sizeof *rows);
    const Row *first = NULL, *again = NULL;
    for (int i = 0; i < reader->count; i++)
        rows[i] = &reader->rows[i];
    qsort(rows, (size_t)reader->count, sizeof *rows, by_id);
    for (int i = 1; i < reader->count; i++) {
        const Row *a = rows[i - 1], *b = rows[i];
        if (a->id_length != b->id_length || memcmp(a->id, b->id, (size_t)a->id_length) != 0 ||
            (again && again < b))
            continue;
        first = a;
        again = b;
    }
    if (!again)
        return true;
    Loc loc = {
        reader->source, again->line, again->column, again->id_length ? again->id_length : 1, NULL};
    Loc peer = {
        reader->source, first->line, first->column, first->id_length ? first->id_length : 1, NULL};
    diag_error(loc, "E_PACK_FILE", "the id '%.*s' is taken", again->id_length, again->id);
    diag_note(peer, "by this row");
    diag_help("give each row its own id");
    return false;
}

static bool read_rows(Reader *reader) {
    if (strlen(reader->source->text) != reader->source->size)
        return fail(reader, reader->at, "the file holds a NUL byte");
    reader->rows = NEW_ARRAY(Row, count_lines(reader->source->text));
    if (!read_header(reader))
        return false;
    for (next_line(reader); *reader->at; next_line(reader)) {
        if (*reader->at == '\n' || *reader->at == '\r')
            continue;
        if (reader->count == MAX_ROWS)
            return fail(reader, reader->at, mem_printf("the file has more than %d rows", MAX_ROWS));
        if (!read_row(reader, &reader->rows[reader->count++]))
            return false;
    }
    return check_ids(reader);
}

static int by_number(const void *left, const void *right) {
    const int64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static int section_of(const int64_t *times, int count, int64_t time) {
    int low = 0, high = count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (times[middle] < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* A section begins at each lower: what lives in a stretch without one lived at its beginning
 * too. */
static void find_sections(const Reader *reader, Packing *packing) {
    int64_t *times = NEW_ARRAY(int64_t, reader->count + 1);
    int count = 0;
    for (int i = 0; i < reader->count; i++)
        times[i] = reader->rows[i].lower;
    qsort(times, (size_t)reader->count, sizeof *times, by_number);
    for (int i = 0; i < reader->count; i++)
        if (i == 0 || times[i] != times[i - 1])
            times[count++] = times[i];
    packing->sections = count;
    packing->count = reader->count;
    packing->items = NEW_ARRAY(PackItem, reader->count);
    for (int i = 0; i < reader->count; i++) {
        const Row *row = &reader->rows[i];
        PackItem *item = &packing->items[i];
        item->size = row->size;
        item->align = 1;
        item->runs = mem_alloc(1, sizeof *item->runs);
        item->run_count = 1;
        item->runs[0][0] = section_of(times, count, row->lower);
        item->runs[0][1] = section_of(times, count, row->upper);
    }
}

static bool report(const Reader *reader, const Packed *packed, int64_t capacity) {
    Loc loc = {reader->source, 0, 0, 0, NULL};
    if (packed->height <= capacity)
        return true;
    diag_error(
        loc,
        "E_PACK",
        packed->bound > capacity ? "does not fit: %" PRId64 " of %" PRId64 " live at the same time"
        : packed->exact          ? "does not fit: no packing of %" PRId64 " rows is below %" PRId64
                                 : "not found: the best of %" PRId64 " is above %" PRId64,
        packed->bound > capacity ? packed->bound
        : packed->exact          ? (int64_t)reader->count
                                 : packed->height,
        capacity);
    diag_data("height", mem_printf("%" PRId64, packed->height));
    diag_data("bound", mem_printf("%" PRId64, packed->bound));
    diag_data("capacity", mem_printf("%" PRId64, capacity));
    int64_t gap = packed->bound ? (packed->height - packed->bound) * 1000 / packed->bound : 0;
    diag_help(
        "the best packing found has height %" PRId64 ", the load bound is %" PRId64
        ": a gap of %" PRId64 ".%" PRId64 "%%",
        packed->height,
        packed->bound,
        gap / 10,
        gap % 10);
    return false;
}

bool pack_file(Text *out, const Source *source, int64_t capacity) {
    Reader reader = {.source = source, .at = source->text, .line_at = source->text, .line = 1};
    Packing packing = {.work = work};
    if (!read_rows(&reader))
        return false;
    find_sections(&reader, &packing);
    Packed packed = capacity < 0 ? pack_least(&packing) : pack_into(&packing, capacity);
    if (!report(&reader, &packed, capacity < 0 ? packed.height : capacity))
        return false;
    text_add(out, "id,lower,upper,size,offset\n");
    for (int i = 0; i < reader.count; i++) {
        const Row *row = &reader.rows[i];
        text_printf(
            out,
            "%.*s,%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 "\n",
            row->id_length,
            row->id,
            row->lower,
            row->upper,
            row->size,
            packing.items[i].offset);
    }
    return true;
}
