/* Reads rows from the leaves of a table: cells, records with their overflow pages, and the wanted
 * columns of each record. */
#include "database/scan.h"

#include "database/pages.h"

#include <math.h>
#include <string.h>

/* ---- overflow pages -------------------------------------------------------------------------- */

/* Adjacent pages of the file, read into memory. */
typedef struct {
  guint8 *bytes;
  guint32 first, n;
} PoplensRun;

typedef struct {
  guint8 *payload;
  gsize room;
  PoplensRun ahead; /* overflow pages that were read together */
  guint64 given;    /* bytes that came from overflow pages */
} PoplensOverflow;

/* Returns the page, if it is in @self. (nullable) */
static inline const guint8 *
poplens_run_find (const PoplensRun *self, const PoplensPages *pages, guint32 page)
{
  return page >= self->first && page - self->first < self->n
             ? self->bytes + (gsize) (page - self->first) * pages->size
             : NULL;
}

/* Returns how many bytes of a record of @size bytes are stored in its cell ("1.6. B-tree Pages" in
 * SQLite's "Database File Format": X, M and K). */
static inline guint32
poplens_local_size (const PoplensPages *pages, guint64 size)
{
  guint32 most = pages->usable - 35, least = (pages->usable - 12) * 32 / 255 - 23;
  guint32 k;

  if (size <= most)
    return (guint32) size;
  k = least + (guint32) ((size - least) % (pages->usable - 4));
  return k <= most ? k : least;
}

#define MOST_AHEAD 16u

static void
announce_overflow (const PoplensPages *pages, guint32 page, gsize n)
{
  PoplensByteRange range = {(guint64) (page - 1) * pages->size,
                            MIN ((guint64) MIN (n, pages->n - page + 1) * pages->size,
                                 poplens_file_get_ahead (pages->far))};

  poplens_file_will_need (pages->far, &range, 1);
}

/* Returns overflow page @page. Reads up to @n adjacent pages at once, because the overflow pages of
 * a record are mostly adjacent. @run: pages that are in memory already. @n: pages that the record
 * still needs. (nullable): NULL if @page is damaged or unreadable */
static const guint8 *
find_page (PoplensOverflow *self, PoplensPages *pages, const PoplensRun *run, guint32 page, gsize n)
{
  const guint8 *found;

  if (!poplens_pages_has (pages, page))
    return NULL;
  if ((found = poplens_run_find (run, pages, page)) ||
      (found = poplens_run_find (&self->ahead, pages, page)))
    return found;
  if (!self->ahead.bytes)
    self->ahead.bytes = g_malloc ((gsize) MOST_AHEAD * pages->size);
  if (pages->far && n > 1)
    announce_overflow (pages, page, n);
  self->ahead.first = page;
  self->ahead.n = (guint32) MIN (n, MIN (MOST_AHEAD, pages->n - page + 1));
  if (poplens_pages_read (pages, page, self->ahead.n, self->ahead.bytes))
    return self->ahead.bytes;
  self->ahead.n = 0;
  return NULL;
}

/* Returns the first @wanted bytes of a record, valid until the next call. @at: the first @local
 * bytes, then the number of the first overflow page. @run: pages that are in memory already.
 * (nullable): NULL if a page is missing. NULL also if all records together exceed the size of the
 * file, because rows of a hostile file may share pages */
static const guint8 *
overflow_gather (PoplensOverflow *self, PoplensPages *pages, const PoplensRun *run,
                 const guint8 *at, guint32 local, gsize wanted)
{
  guint32 next = poplens_u32 (at + local), most = pages->usable - 4;
  gsize done = local;

  self->given += wanted - local;
  if (self->given > (guint64) pages->n * pages->size)
    return NULL;
  if (self->room < wanted + POPLENS_SCAN_PADDING) {
    self->room = wanted + wanted / 2 + POPLENS_SCAN_PADDING;
    g_free (self->payload);
    self->payload = g_malloc (self->room);
  }
  memcpy (self->payload, at, local);
  while (done < wanted) {
    const guint8 *page = find_page (self, pages, run, next, (wanted - done - 1) / most + 1);
    gsize n = MIN (wanted - done, most);
    if (!page)
      return NULL;
    memcpy (self->payload + done, page + 4, n);
    next = poplens_u32 (page);
    done += n;
  }
  return self->payload;
}

/* ---- the scan -------------------------------------------------------------------------------- */

#define BUFFER_BYTES (256u << 10)
/* Maximum number of bytes of a record's header (SQLite's "MAX_HEADER"). */
#define MOST_HEADER 98307
/* Minimum number of bytes of a cell. SQLite rejects a cell that begins closer to the end of its
 * page. */
#define LEAST_CELL 4
/* Maximum number of bytes of a record (SQLITE_LIMIT_LENGTH in database.c). */
#define MOST_PAYLOAD (256u << 20)

/* How to decode serial types 0 … 11 ("2.1. Record Format"); 10 and 11 are reserved. .size: bytes of
 * the value. .shift and .mask extract a number from the eight bytes at its position. .constant:
 * value of a type that has no bytes. */
typedef struct {
  guint8 kind, size, shift, constant;
  gint64 mask;
} SerialType;

static const SerialType types[12] = {
    {SQLITE_NULL, 0, 0, 0, 0},
    {SQLITE_INTEGER, 1, 56, 0, -1},
    {SQLITE_INTEGER, 2, 48, 0, -1},
    {SQLITE_INTEGER, 3, 40, 0, -1},
    {SQLITE_INTEGER, 4, 32, 0, -1},
    {SQLITE_INTEGER, 6, 16, 0, -1},
    {SQLITE_INTEGER, 8, 0, 0, -1},
    {SQLITE_FLOAT, 8, 0, 0, -1},
    {SQLITE_INTEGER, 0, 0, 0, 0},
    {SQLITE_INTEGER, 0, 0, 1, 0},
    {0, 0, 0, 0, 0},
    {0, 0, 0, 0, 0},
};

/* A column that the caller asked for. */
typedef struct {
  guint16 place; /* index of the column in the record */
  guint16 cell;
  gboolean is_real;
} WantedColumn;

/* A Shape stores the positions and types of the wanted columns, for all records with the same
 * header. Rows of a table have few different headers. SHAPE_BYTES: longest header; SHAPE_WANTS:
 * most columns. */
#define SHAPE_BYTES 24
#define SHAPE_WANTS 16
/* Number of rows that a scan reads before it uses shapes. In a shorter scan, shapes take more time
 * than they save. */
#define SHAPE_ROWS 64
#define SHAPE_BITS 8

typedef struct {
  guint32 at, size; /* .at: offset in the record; .size: bytes of a text or blob */
  SerialType type;
} RecordField;

typedef struct {
  guint64 header[SHAPE_BYTES / 8]; /* header, filled up with zeros */
  guint64 end;  /* end of the last wanted field, in bytes of the record; 0: the slot is empty */
  guint64 more; /* most bytes of a record after .end; 0 if the header has no further columns */
  RecordField fields[SHAPE_WANTS];
} Shape;

struct _PoplensScan {
  PoplensPages *pages;
  PoplensLeaves *leaves;
  const PoplensSchemaTable *table;
  PoplensRowSpan span;
  PoplensCell *cells;  /* (not owned): cells of the caller */
  WantedColumn *wants; /* sorted by their position in the record */
  guint n_wants;
  int row_id;         /* index of the row ID's cell, or −1 */
  Shape *shapes;      /* (nullable): hash table by header, with 1 << SHAPE_BITS slots */
  guint32 n_new;      /* rows that were decoded without shapes so far */
  PoplensRun run;     /* pages in memory: the current leaf and its neighbours */
  guint32 most;       /* capacity of .run in pages */
  const guint8 *page; /* page of the current leaf */
  const guint8 *cell_offsets;
  guint32 leaf, begin, end; /* indices of leaves: .leaf: the current one; .begin: the first one;
                               .end: after the last one */
  guint32 cell, n_cells_of_leaf;
  guint32 most_local; /* bytes of the largest record without overflow pages */
  guint32 room;       /* bytes of the leaf that its remaining cells may use together */
  gint64 last;        /* row ID of the last row that was read */
  gboolean any;
  PoplensOverflow overflow;
  const char *odd;
};

/* Sorts the wanted columns by their position in the record. FALSE if a column occurs twice. */
static gboolean
find_wanted_columns (PoplensScan *self, const int *columns, guint n)
{
  self->wants = g_new (WantedColumn, n + 1);
  self->row_id = -1;
  for (guint c = 0; c < n; c++) {
    self->cells[c] = (PoplensCell){.kind = SQLITE_NULL};
    /* The record has NULL in the column of the row ID, so read_cell () sets this column. */
    if (columns[c] == -1 || (columns[c] >= 0 && columns[c] == self->table->row_id)) {
      if (self->row_id >= 0)
        return FALSE;
      self->row_id = (int) c;
    } else if (columns[c] >= 0) {
      guint at = self->n_wants++;
      for (; at && self->wants[at - 1].place >= columns[c]; at--)
        if (self->wants[at - 1].place == columns[c])
          return FALSE;
        else
          self->wants[at] = self->wants[at - 1];
      self->wants[at] = (WantedColumn){
          (guint16) columns[c], (guint16) c,
          g_array_index (self->table->columns, PoplensSchemaColumn, columns[c]).is_real};
    }
  }
  return TRUE;
}

PoplensScan *
poplens_scan_new (PoplensPages *pages, PoplensLeaves *leaves, const PoplensSchemaTable *table,
                  const int *columns, guint n_columns, PoplensRowSpan span, PoplensCell *cells)
{
  PoplensScan *self = g_new0 (PoplensScan, 1);

  self->pages = pages;
  self->most_local = pages->usable - 35;
  self->leaves = leaves;
  self->table = table;
  self->span = span;
  self->cells = cells;
  if (!find_wanted_columns (self, columns, n_columns))
    self->odd = "duplicate column";
  self->leaf = self->begin = poplens_leaves_at (leaves, span.first);
  /* Include one more leaf, as SQLite does if the last leaf has no row after the span. */
  self->end = MIN (poplens_leaves_at (leaves, MAX (span.first, span.last)) + 2, leaves->n);
  guint32 first, n = poplens_leaves_run (leaves, pages, self->leaf, self->end, G_MAXUINT32, &first);
  self->most = CLAMP (BUFFER_BYTES / pages->size, 1, n);
  self->run.bytes = g_malloc ((gsize) self->most * pages->size + POPLENS_SCAN_PADDING);
  return self;
}

void
poplens_scan_free (PoplensScan *self)
{
  if (!self)
    return;
  g_free (self->wants);
  g_free (self->shapes);
  g_free (self->run.bytes);
  g_clear_pointer (&self->overflow.payload, g_free);
  g_clear_pointer (&self->overflow.ahead.bytes, g_free);
  g_free (self);
}

void
poplens_scan_read_alone (PoplensScan *self)
{
  if (!self->pages->far)
    self->most = 1;
  self->n_new = SHAPE_ROWS; /* a look-up reads a single leaf, and does not need shapes */
}

const char *
poplens_scan_get_odd (const PoplensScan *self)
{
  return self->odd;
}

guint64
poplens_scan_get_overflow (const PoplensScan *self)
{
  return self->overflow.given;
}

static gboolean
scan_stop_as_odd (PoplensScan *self, const char *why)
{
  self->odd = why;
  return FALSE;
}

/* ---- records --------------------------------------------------------------------------------- */

static inline guint32
type_size (guint64 type)
{
  return type < 12 ? types[type].size : (guint32) ((type - 12) / 2);
}

/* Returns the type at @header, and advances @header. For an invalid type returns G_MAXUINT32: no
 * record has so many bytes, so decoding fails as in SQLite. */
static inline guint32
next_type (const guint8 **header, const guint8 *end)
{
  guint64 type = **header;

  if (G_LIKELY (type < 0x80)) {
    ++*header;
    return (guint32) type;
  }
  const guint8 *next = poplens_varint_slow (*header, end, &type);
  *header = next ? next : end;
  return next && type < G_MAXUINT32 ? (guint32) type : G_MAXUINT32;
}

static inline gint64
load_integer (const guint8 *at, const SerialType *type)
{
  guint64 value;

  memcpy (&value, at, sizeof value);
  return (((gint64) GUINT64_FROM_BE (value) >> type->shift) & type->mask) | type->constant;
}

static void
set_real (PoplensCell *cell, double value)
{
  /* SQLite reads NaN as NULL. */
  cell->kind = isnan (value) ? SQLITE_NULL : SQLITE_FLOAT;
  cell->real = value;
}

/* Sets @cell to the number at @at, or to NULL. @is_real: the column has REAL affinity: a number
 * that is stored as an integer becomes a real. */
static inline void
set_number (PoplensCell *cell, const guint8 *at, const SerialType *type, gboolean is_real)
{
  cell->kind = type->kind;
  cell->integer = load_integer (at, type); /* also sets .real, which is in the same union */
  if (type->kind == SQLITE_FLOAT)
    set_real (cell, cell->real);
  else if (is_real && type->kind == SQLITE_INTEGER)
    set_real (cell, (double) cell->integer);
}

static inline void
set_cell (PoplensCell *cell, const guint8 *at, guint32 type, guint32 size, gboolean is_real)
{
  if (type < 12) {
    set_number (cell, at, &types[type], is_real);
    return;
  }
  cell->kind = type & 1 ? SQLITE_TEXT : SQLITE_BLOB;
  cell->bytes = at;
  cell->size = size;
}

static RecordField
make_field (guint32 type, guint64 at, guint32 size)
{
  RecordField field = {.at = (guint32) at, .size = size};

  if (type < 12)
    field.type = types[type];
  else
    field.type.kind = type & 1 ? SQLITE_TEXT : SQLITE_BLOB;
  return field;
}

/* Sets the wanted columns from index @w on to their defaults. This record was written before these
 * columns were added to the table. FALSE if a default is an expression. */
static gboolean
set_fallbacks (PoplensScan *self, guint w)
{
  for (; w < self->n_wants; w++) {
    const PoplensSchemaColumn *column =
        &g_array_index (self->table->columns, PoplensSchemaColumn, self->wants[w].place);
    PoplensCell *cell = &self->cells[self->wants[w].cell];
    if (column->fallback == POPLENS_DEFAULT_OTHER)
      return scan_stop_as_odd (self, POPLENS_ODD_DEFAULT);
    cell->kind = column->fallback == POPLENS_DEFAULT_NULL ? SQLITE_NULL : SQLITE_INTEGER;
    cell->integer = column->fallback_integer;
    if (column->is_real && cell->kind == SQLITE_INTEGER)
      set_real (cell, (double) cell->integer);
  }
  return TRUE;
}

/* Returns how many bytes of the record hold all wanted columns, according to its header. 0 if the
 * header is invalid. */
static gsize
wanted_size (const PoplensScan *self, const guint8 *header, guint64 header_size, guint64 size)
{
  const guint8 *end = header + header_size;
  guint n = self->n_wants ? self->wants[self->n_wants - 1].place + 1 : 0;
  guint64 all = header_size, unused;

  header = poplens_varint (header, end, &unused);
  for (guint c = 0; header && c < n && header < end; c++)
    all += type_size (next_type (&header, end));
  return header && (header < end || !n ? all <= size : all == size) ? (gsize) all : 0;
}

/* Decodes a record whose header has no shape yet. @shape: (nullable) (out): the shape. */
static gboolean
read_new_record (PoplensScan *self, const guint8 *at, guint64 size, Shape *shape)
{
  const guint8 *header, *end;
  guint64 header_size = 0, body;
  guint c = 0;

  header = poplens_varint (at, at + MIN (size, 9), &header_size);
  if (!header || header_size > size || header_size > MOST_HEADER ||
      header_size < (gsize) (header - at))
    return scan_stop_as_odd (self, "the header of a record is invalid");
  end = at + header_size;
  body = header_size;
  for (guint w = 0; w < self->n_wants; w++, c++) {
    const WantedColumn *want = &self->wants[w];
    for (; c < want->place && header < end; c++)
      body += type_size (next_type (&header, end));
    if (header >= end)
      return c && body == size
                 ? set_fallbacks (self, w)
                 : scan_stop_as_odd (self, "the length of a record differs from its columns");
    guint32 type = next_type (&header, end), bytes = type_size (type);
    if (body + bytes > size || type == 10 || type == 11)
      return scan_stop_as_odd (self, "the length of a record differs from its columns");
    set_cell (&self->cells[want->cell], at + body, type, bytes, want->is_real);
    if (shape)
      shape->fields[w] = make_field (type, body, bytes);
    body += bytes;
  }
  if (self->n_wants && header >= end && body != size)
    return scan_stop_as_odd (self, "a record is longer than its columns");
  if (shape) {
    shape->end = body;
    shape->more = header < end ? G_MAXINT64 : 0;
  }
  return TRUE;
}

static inline guint64
load_word (const guint8 *at)
{
  guint64 word;

  memcpy (&word, at, sizeof word);
  return word;
}

/* Copies the first @n bytes (1 … SHAPE_BYTES) of a header to @out, and sets the rest of @out to 0.
 */
static inline void
load_header (const guint8 *at, guint n, guint64 *out)
{
  static const guint8 mask[2 * SHAPE_BYTES] = {
      255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
      255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
  };

  for (guint i = 0; i < SHAPE_BYTES / 8; i++)
    out[i] = load_word (at + 8 * i) & load_word (mask + SHAPE_BYTES - n + 8 * i);
}

static inline guint
hash_header (const guint64 *header)
{
  guint64 hash = (header[0] ^ header[1] * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) ^
                  header[2] * G_GUINT64_CONSTANT (0xc2b2ae3d27d4eb4f)) *
                 G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return (guint) (hash >> (64 - SHAPE_BITS));
}

/* TRUE if the shape belongs to records with @header, and is valid for a record of @size bytes. */
static inline gboolean
is_shape_of (const Shape *self, const guint64 *header, guint64 size)
{
  return self->end && size - self->end <= self->more && /* if size < .end, the difference is huge */
         !memcmp (self->header, header, sizeof self->header);
}

/* Decodes the record at @at into the cells. @size: bytes that are in memory, at least those of all
 * wanted columns. */
static inline gboolean
read_record (PoplensScan *self, const guint8 *at, guint64 size)
{
  guint64 header[SHAPE_BYTES / 8];
  Shape *shape;

  if (G_UNLIKELY (!self->shapes || !at[0] || at[0] > SHAPE_BYTES || at[0] > size)) {
    if (++self->n_new == SHAPE_ROWS && self->n_wants && self->n_wants <= SHAPE_WANTS)
      self->shapes = g_new0 (Shape, 1 << SHAPE_BITS);
    return read_new_record (self, at, size, NULL);
  }
  load_header (at, at[0], header);
  guint slot = hash_header (header);
  shape = &self->shapes[slot];
  /* If the slot holds the shape of another header, try the adjacent slot. */
  if (G_UNLIKELY (shape->end && !is_shape_of (shape, header, size)))
    shape = &self->shapes[slot ^ 1];
  if (G_UNLIKELY (!is_shape_of (shape, header, size))) {
    memcpy (shape->header, header, sizeof header);
    shape->end = 0;
    return read_new_record (self, at, size, shape);
  }
  for (guint w = 0; w < self->n_wants; w++) {
    const RecordField *field = &shape->fields[w];
    PoplensCell *cell = &self->cells[self->wants[w].cell];
    if (G_LIKELY (field->type.kind != SQLITE_TEXT && field->type.kind != SQLITE_BLOB)) {
      set_number (cell, at + field->at, &field->type, self->wants[w].is_real);
      continue;
    }
    cell->kind = field->type.kind;
    cell->size = field->size;
    cell->bytes = at + field->at;
  }
  return TRUE;
}

/* Decodes a record of @size bytes that continues in overflow pages. @at: its first @local bytes, in
 * its cell. */
static gboolean
read_overflowing (PoplensScan *self, const guint8 *at, guint32 local, guint64 size)
{
  guint64 header_size = 0;
  gsize wanted;

  if (size > (guint64) self->pages->n * self->pages->size)
    return scan_stop_as_odd (self, "a record is longer than the file");
  if (!poplens_varint (at, at + MIN (local, 9), &header_size) || header_size > local)
    return scan_stop_as_odd (self, POPLENS_ODD_HEADER);
  if (!(wanted = wanted_size (self, at, header_size, size)))
    return scan_stop_as_odd (self, "the header of a record is invalid");
  if (wanted > local &&
      !(at = overflow_gather (&self->overflow, self->pages, &self->run, at, local, wanted)))
    return scan_stop_as_odd (self, "the overflow pages of a record are not readable");
  return read_record (self, at, MAX (wanted, local));
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* A row in its leaf. .at: start of its record; .size: bytes of the record, including overflow
 * pages. */
typedef struct {
  const guint8 *at;
  guint32 local, bytes; /* bytes of the record in this cell, and of the whole cell */
  guint64 size;
  gint64 row_id;
} CellRow;

/* Reads the size of a record, and returns the byte after it. NULL if the size takes nine bytes:
 * SQLite decodes such sizes differently here. */
static inline const guint8 *
read_size (const guint8 *at, const guint8 *end, guint64 *size)
{
  const guint8 *next = poplens_varint (at, end, size);

  return G_LIKELY (next && next - at < 9) ? next : NULL;
}

/* Finds cell @i of the current leaf, with the checks of SQLite's "cell_size_check". FALSE if the
 * cell is damaged. */
G_ALWAYS_INLINE static inline gboolean
find_row (const PoplensScan *self, guint32 i, CellRow *row)
{
  const guint8 *end = self->page + self->pages->usable, *at = NULL;
  const guint8 *cell = self->page + poplens_u16 (self->cell_offsets + 2 * i);
  guint64 size, row_id;

  if (G_UNLIKELY (cell < self->cell_offsets + 2 * self->n_cells_of_leaf ||
                  cell > end - LEAST_CELL || !(at = read_size (cell, end, &size)) ||
                  !(at = poplens_varint (at, end, &row_id))))
    return FALSE;
  row->at = at;
  row->row_id = (gint64) row_id;
  row->size = size;
  row->local = (guint32) size;
  row->bytes = (guint32) (at - cell) + (guint32) size;
  if (G_UNLIKELY (size > self->most_local)) {
    row->local = poplens_local_size (self->pages, size);
    row->bytes = (guint32) (at - cell) + row->local + 4;
  }
  return row->bytes <= (gsize) (end - cell) && G_LIKELY (size <= MOST_PAYLOAD);
}

/* Checks all cells of the current leaf, also those outside the span. SQLite checks the leaves at
 * both ends of a span in the same way. */
static gboolean
check_leaf (const PoplensScan *self)
{
  gint64 last = self->last;
  CellRow row;

  for (guint32 i = 0; i < self->n_cells_of_leaf; i++) {
    if (!find_row (self, i, &row) || ((i || self->any) && row.row_id <= last))
      return FALSE;
    last = row.row_id;
  }
  return TRUE;
}

/* Makes leaf .leaf the current one. Reads its page together with the pages of its neighbours. */
static gboolean
enter_leaf (PoplensScan *self)
{
  const PoplensLeaves *leaves = self->leaves;
  guint32 page = leaves->page[self->leaf];

  if (!(self->page = poplens_run_find (&self->run, self->pages, page))) {
    self->run.n = 0;
    if (self->pages->far)
      poplens_leaves_look_ahead (self->leaves, self->pages, self->leaf, self->begin, self->end,
                                 self->overflow.given > 0);
    guint32 n = poplens_leaves_run (leaves, self->pages, self->leaf, self->end, self->most,
                                    &self->run.first);
    if (!poplens_pages_read (self->pages, self->run.first, n, self->run.bytes))
      return scan_stop_as_odd (self, "a page is not readable");
    self->run.n = n;
    self->page = poplens_run_find (&self->run, self->pages, page);
  }
  self->cell = 0;
  self->cell_offsets = poplens_leaf_cells (self->page, self->pages, &self->n_cells_of_leaf);
  if (!self->cell_offsets || (!self->n_cells_of_leaf && leaves->n > 1))
    return scan_stop_as_odd (self, "a page is not a leaf of the table");
  self->room =
      (guint32) (self->page + self->pages->usable - self->cell_offsets) - 2 * self->n_cells_of_leaf;
  if (self->leaf) {
    self->last =
        self->any ? MAX (self->last, leaves->last[self->leaf - 1]) : leaves->last[self->leaf - 1];
    self->any = TRUE;
  }
  return (self->leaf > self->begin && leaves->last[self->leaf] < self->span.last) ||
         check_leaf (self) || scan_stop_as_odd (self, "the rows of a leaf are damaged");
}

/* Reads the next cell of the current leaf. Returns 1 for a row in the span, 0 for a row before the
 * span, and −1 after the span, or if something is unusual. */
static int
read_cell (PoplensScan *self)
{
  CellRow row;

  if (G_UNLIKELY (!find_row (self, self->cell++, &row)))
    return scan_stop_as_odd (self, "a cell is outside its page") - 1;
  /* Overlapping cells could return more bytes than the file contains. */
  if (G_UNLIKELY (row.bytes > self->room))
    return scan_stop_as_odd (self, "the cells of a page overlap") - 1;
  self->room -= row.bytes;
  if (G_UNLIKELY ((self->any && row.row_id <= self->last) ||
                  row.row_id > self->leaves->last[self->leaf]))
    return scan_stop_as_odd (self, "row IDs are not in ascending order") - 1;
  self->any = TRUE;
  self->last = row.row_id;
  if (self->last < self->span.first)
    return 0;
  if (self->last > self->span.last)
    return -1;
  if (self->row_id >= 0) {
    self->cells[self->row_id].kind = SQLITE_INTEGER;
    self->cells[self->row_id].integer = self->last;
  }
  return (G_LIKELY (row.local == row.size) ? read_record (self, row.at, row.size)
                                           : read_overflowing (self, row.at, row.local, row.size))
             ? 1
             : -1;
}

static gboolean
scan_end (PoplensScan *self)
{
  self->leaf = self->end;
  self->cell = self->n_cells_of_leaf = 0;
  return FALSE;
}

gboolean
poplens_scan_next (PoplensScan *self)
{
  int found;

  if (self->odd)
    return FALSE;
  do {
    while (self->cell == self->n_cells_of_leaf) {
      if (self->page && self->leaf < self->end)
        self->leaf++;
      if (self->leaf >= self->end)
        return scan_end (self);
      if (!enter_leaf (self))
        return FALSE;
    }
    found = read_cell (self);
  } while (!found);
  return found > 0 || scan_end (self);
}
