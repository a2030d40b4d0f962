/* Code of an operation, or of all: by kind with what it is made of, and by tile. */
#include "tables/engine/builders.h"

#include "derived/operations/operations-source.h"

#include <string.h>

typedef struct {
  PoplensOperationSource source;
  const PoplensVertices *vertices; /* nullable, as are the others */
  const PoplensExchanges *exchanges;
  const PoplensMemory *memory;
} Code;

static void
code_clear (Code *self)
{
  poplens_operation_source_clear (&self->source);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Code, code_clear)

static gboolean
code_init (Code *self, PoplensReport *report, const PoplensLocation *location,
           GCancellable *cancellable, GError **error)
{
  if (!poplens_operation_source_init (&self->source, report, location, cancellable, error))
    return FALSE;
  /* The source has loaded what there is. */
  self->vertices = poplens_report_peek (report, POPLENS_PART_VERTICES);
  self->exchanges = poplens_report_peek (report, POPLENS_PART_EXCHANGES);
  self->memory = poplens_report_peek (report, POPLENS_PART_MEMORY);
  return TRUE;
}

static const PoplensMetric kinds[] = {POPLENS_METRIC_CONTROL_CODE, POPLENS_METRIC_EXCHANGE_CODE,
                                      POPLENS_METRIC_VERTEX_CODE};

static const PoplensOperation *
operation_at (const Code *self, guint32 row)
{
  return &g_array_index (self->source.operations->operations, PoplensOperation, row);
}

/* Whether the program is of the selected operation. */
static gboolean
is_wanted (const Code *self, guint32 program)
{
  guint32 selected = self->source.selected;

  return selected == G_MAXUINT32 || self->source.operations->program_operation[program] == selected;
}

/* ---- by kind -----------------------------------------------------------------------------------
 */

typedef struct {
  const char *name;
  gint64 bytes, shared_bytes, operations, programs;
} CodeRow;

static const PoplensColumn code_columns[] = {
    POPLENS_CELL (CodeRow, name, "Code", TEXT, FILE,
                  "Kind of code, expandable to program types, exchanges or vertex types"),
    POPLENS_CELL (CodeRow, bytes, "Bytes", BYTES, DERIVED,
                  "Bytes that only this operation uses, all tiles; for all operations, all bytes",
                  .total = TRUE),
    POPLENS_CELL (CodeRow, shared_bytes, "Shared", BYTES, FILE,
                  "Bytes that other operations also use (not part of the previous column)",
                  .total = TRUE),
    POPLENS_CELL (CodeRow, operations, "Operations", COUNT, DERIVED,
                  "Number of operations of the layer that use this code"),
    POPLENS_CELL (CodeRow, programs, "Programs", COUNT, DERIVED,
                  "Number of programs of this type in the operation"),
};

typedef struct {
  guint32 type; /* string of the programs */
  guint32 n;
  gint64 bytes;
} TypeCode;

static int
most_code_first (gconstpointer a, gconstpointer b)
{
  const TypeCode *x = a, *y = b;

  return x->bytes != y->bytes ? (x->bytes < y->bytes ? 1 : -1) : x->type < y->type ? -1 : 1;
}

static TypeCode *
find_type (GArray *types, guint32 type)
{
  TypeCode fresh = {.type = type};

  for (guint i = 0; i < types->len; i++)
    if (g_array_index (types, TypeCode, i).type == type)
      return &g_array_index (types, TypeCode, i);
  g_array_append_val (types, fresh);
  return &g_array_index (types, TypeCode, types->len - 1);
}

static void
add_control (const Code *self, PoplensRecords *rows)
{
  const PoplensPrograms *p = self->source.programs;
  g_autoptr (GArray) types = g_array_new (FALSE, FALSE, sizeof (TypeCode));

  for (guint32 program = 0; program < p->n; program++) {
    if (!is_wanted (self, program))
      continue;
    TypeCode *type = find_type (types, p->type_name[program]);
    type->n++;
    type->bytes += poplens_operation_ground_program (self->source.ground, program,
                                                     POPLENS_METRIC_CONTROL_CODE);
  }
  g_array_sort (types, most_code_first);
  for (guint i = 0; i < types->len; i++) {
    const TypeCode *type = &g_array_index (types, TypeCode, i);
    CodeRow *row = poplens_records_add_at (rows, 1);
    row->name = poplens_strings_get (p->strings, type->type);
    row->bytes = type->bytes;
    row->programs = type->n;
  }
}

static int
most_bytes_first (gconstpointer a, gconstpointer b)
{
  const PoplensOperationCode *x = a, *y = b;

  return x->bytes != y->bytes ? (x->bytes < y->bytes ? 1 : -1) : x->item < y->item ? -1 : 1;
}

/* By row of the internal exchanges: a program that is it. (transfer full) */
static guint32 *
name_exchanges (const Code *self)
{
  const PoplensPrograms *p = self->source.programs;
  guint32 n = self->exchanges ? self->exchanges->tables[POPLENS_EXCHANGE_INTERNAL].n : 0;
  guint32 *programs = g_new (guint32, MAX (n, 1));

  memset (programs, 0xff, sizeof *programs * n);
  for (guint32 program = 0; n && program < p->n; program++) {
    guint32 row = p->kind[program] == POPLENS_PROGRAM_DO_EXCHANGE
                      ? poplens_exchanges_find (self->exchanges, POPLENS_EXCHANGE_INTERNAL,
                                                p->variant_index[program])
                      : G_MAXUINT32;
    if (row != G_MAXUINT32 && programs[row] == G_MAXUINT32)
      programs[row] = program;
  }
  return programs;
}

static const char *
piece_name (const Code *self, const PoplensOperationCode *piece, const guint32 *exchanges)
{
  if (piece->metric == POPLENS_METRIC_VERTEX_CODE)
    return poplens_strings_get (self->vertices->strings, self->vertices->type_name[piece->item]);
  return exchanges[piece->item] == G_MAXUINT32
             ? "exchange"
             : poplens_programs_name_or_type (self->source.programs, exchanges[piece->item]);
}

/* What is not the operation's own is shared; of all operations nothing is. */
static void
add_pieces (const Code *self, PoplensRecords *rows, PoplensMetric metric, const GArray *pieces,
            const guint32 *exchanges)
{
  guint32 selected = self->source.selected;

  for (guint i = 0; i < pieces->len; i++) {
    const PoplensOperationCode *piece = &g_array_index (pieces, PoplensOperationCode, i);
    if (piece->metric != metric)
      continue;
    CodeRow *row = poplens_records_add_at (rows, 1);
    row->name = poplens_records_text (rows, piece_name (self, piece, exchanges));
    if (selected == G_MAXUINT32 || piece->operation == selected)
      row->bytes = (gint64) piece->bytes;
    else
      row->shared_bytes = (gint64) piece->bytes;
    row->operations = piece->n_users;
  }
}

static gint64
shared_bytes (const Code *self, PoplensMetric metric, const GArray *pieces)
{
  gint64 bytes = 0;

  for (guint i = 0; i < pieces->len; i++) {
    const PoplensOperationCode *piece = &g_array_index (pieces, PoplensOperationCode, i);
    if (piece->metric == metric && piece->operation != self->source.selected)
      bytes += (gint64) piece->bytes;
  }
  return bytes;
}

/* The last row of all operations: what nothing names. */
static void
add_rest (const Code *self, PoplensRecords *rows, PoplensMetric metric)
{
  const GArray *all = self->source.operations->operations;

  for (guint i = 0; i < all->len; i++)
    if (operation_at (self, i)->kind == POPLENS_OPERATION_OTHER_CODE) {
      g_autofree char *name = poplens_operation_name (&self->source, i);
      CodeRow *row = poplens_records_add_at (rows, 1);
      row->name = poplens_records_text (rows, name);
      row->bytes = operation_at (self, i)->costs[metric];
    }
}

static void
add_kind (const Code *self, PoplensRecords *rows, PoplensMetric metric, const GArray *pieces,
          const guint32 *exchanges)
{
  guint32 selected = self->source.selected;
  const gint64 *costs = selected == G_MAXUINT32 ? self->source.operations->totals
                                                : operation_at (self, selected)->costs;
  CodeRow *row = poplens_records_add (rows);

  row->name = poplens_metric_title (metric);
  if (!poplens_operation_ground_knows (self->source.ground, metric))
    return;
  row->bytes = costs[metric];
  if (selected != G_MAXUINT32 && metric != POPLENS_METRIC_CONTROL_CODE)
    row->shared_bytes = shared_bytes (self, metric, pieces);
  if (metric == POPLENS_METRIC_CONTROL_CODE)
    add_control (self, rows);
  else
    add_pieces (self, rows, metric, pieces, exchanges);
  if (selected == G_MAXUINT32)
    add_rest (self, rows, metric);
}

PoplensTable *
poplens_build_operation_code (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  g_auto (Code) self = {0};

  if (!code_init (&self, report, location, cancellable, error))
    return NULL;
  g_autoptr (GArray) pieces =
      poplens_operations_code (self.source.operations, self.source.ground, self.source.selected);
  g_autofree guint32 *exchanges = name_exchanges (&self);
  g_autofree char *title = poplens_operation_title (&self.source);
  PoplensRecords *rows = POPLENS_RECORDS (CodeRow, code_columns);
  g_array_sort (pieces, most_bytes_first);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    add_kind (&self, rows, kinds[k], pieces, exchanges);
  PoplensTable *table =
      poplens_records_finish_tree (rows, "operation-code", "Code of operations", report);
  poplens_table_set_default_sort (table, 1, TRUE);
  poplens_table_set_note (table, title);
  return table;
}

/* ---- by tile -----------------------------------------------------------------------------------
 */

enum { TILE, FIRST_KIND, ALL = FIRST_KIND + G_N_ELEMENTS (kinds) };

#define CODE_BY_TILE(control_from, control, exchange_from, exchange, vertex_from, vertex)          \
  {                                                                                                \
    [TILE] = {"tile", "Tile", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the tile"},           \
    [FIRST_KIND] = {"control_code", "Control code", POPLENS_UNIT_BYTES,                            \
                    POPLENS_FROM_##control_from, control},                                         \
    {"exchange_code", "Exchange code", POPLENS_UNIT_BYTES, POPLENS_FROM_##exchange_from,           \
     exchange},                                                                                    \
    {"vertex_code", "Vertex code", POPLENS_UNIT_BYTES, POPLENS_FROM_##vertex_from, vertex},        \
    [ALL] = {"total", "Total", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,                           \
             "Control, exchange and vertex code in total"},                                        \
  }

/* Of all operations, of the code that none has, and of one. */
static const PoplensColumn all_tile_columns[] = CODE_BY_TILE (
    FILE, "Bytes of the category controlCode", FILE, "Bytes of the category internalExchangeCode",
    FILE, "Bytes of the category vertexCode");
static const PoplensColumn rest_tile_columns[] =
    CODE_BY_TILE (DERIVED, "Bytes of the category controlCode minus those of all programs", DERIVED,
                  "Bytes of the category internalExchangeCode minus those of all exchanges",
                  DERIVED, "Bytes of the category vertexCode minus those of all vertex types");
static const PoplensColumn one_tile_columns[] = CODE_BY_TILE (
    DERIVED, "Bytes of control code of the programs of the operation, without their children", FILE,
    "Bytes of code of internal exchanges that only this operation uses", FILE,
    "Bytes of code of vertex types that only this operation uses");

typedef struct {
  PoplensReport *report;
  const PoplensMemory *memory;
  guint64 *bytes[G_N_ELEMENTS (kinds)]; /* by tile position; wrap where they are below 0 */
} Tiles;

static void
tiles_free (gpointer data)
{
  Tiles *tiles = data;

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    g_free (tiles->bytes[k]);
  g_free (tiles);
}

static void
tile_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const Tiles *tiles = data;
  guint64 sum = 0;

  if (column == TILE) {
    poplens_cell_int (value, tiles->memory->tile[row]);
    return;
  }
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    if (column == ALL || column == FIRST_KIND + k)
      sum += tiles->bytes[k][row];
  poplens_cell_int (value, (gint64) sum);
}

static char *
tile_link (gconstpointer data, guint32 row)
{
  const Tiles *tiles = data;

  return g_strdup_printf ("memory?tile=%u", tiles->memory->tile[row]);
}

static void
add_own_code (const PoplensPrograms *p, guint32 program, guint64 *sums, guint64 *scratch, guint32 n)
{
  g_autoptr (GArray) children = poplens_lists_values (p->children, program);

  memset (scratch, 0, n * sizeof *scratch);
  for (guint i = 0; i < children->len; i++) {
    guint64 id = g_array_index (children, guint64, i);
    guint32 child = id < G_MAXUINT32 ? poplens_programs_find (p, (guint32) id) : POPLENS_NO_ROW;
    if (child != POPLENS_NO_ROW)
      poplens_lists_accumulate (p->control_code, child, scratch, n);
  }
  for (guint32 t = 0; t < n; t++)
    sums[t] -= scratch[t];
  poplens_lists_accumulate (p->control_code, program, sums, n);
}

static void
add_control_by_tile (const Code *self, guint64 *sums, guint32 n)
{
  g_autofree guint64 *scratch = g_new (guint64, MAX (n, 1));

  for (guint32 program = 0; program < self->source.programs->n; program++)
    /* One whose children say more than it does has none of its own. */
    if (is_wanted (self, program) && poplens_operation_ground_program (self->source.ground, program,
                                                                       POPLENS_METRIC_CONTROL_CODE))
      add_own_code (self->source.programs, program, sums, scratch, n);
}

/* Own pieces of @operation. */
static void
add_pieces_by_tile (const Code *self, guint32 operation, Tiles *tiles, guint32 n)
{
  g_autoptr (GArray) pieces =
      poplens_operations_code (self->source.operations, self->source.ground, operation);

  for (guint i = 0; i < pieces->len; i++) {
    const PoplensOperationCode *piece = &g_array_index (pieces, PoplensOperationCode, i);
    gboolean exchange = piece->metric == POPLENS_METRIC_EXCHANGE_CODE;
    if (operation != G_MAXUINT32 && piece->operation != operation)
      continue;
    poplens_lists_accumulate (exchange ? self->exchanges->tables[POPLENS_EXCHANGE_INTERNAL].code
                                       : self->vertices->type_bytes[POPLENS_VERTEX_BYTES_CODE],
                              piece->item, tiles->bytes[exchange ? 1 : 2], n);
  }
}

static void
add_categories (const Code *self, Tiles *tiles, guint32 n)
{
  static const char *const names[] = {"controlCode", "internalExchangeCode", "vertexCode"};

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++) {
    const PoplensCategory *category = poplens_memory_find_category (self->memory, names[k]);
    for (guint32 t = 0; category && t < n; t++)
      tiles->bytes[k][t] += poplens_category_bytes (category, t);
  }
}

/* What nothing names is the categories without the code of all programs, exchanges and types. */
static void
add_rest_by_tile (const Code *self, Tiles *tiles, guint32 n)
{
  Code all = *self;

  all.source.selected = G_MAXUINT32;
  add_control_by_tile (&all, tiles->bytes[0], n);
  add_pieces_by_tile (&all, G_MAXUINT32, tiles, n);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    for (guint32 t = 0; t < n; t++)
      tiles->bytes[k][t] = -tiles->bytes[k][t];
  add_categories (self, tiles, n);
}

static Tiles *
tiles_new (const Code *self, guint32 n)
{
  Tiles *tiles = g_new0 (Tiles, 1);
  guint32 selected = self->source.selected;

  tiles->memory = self->memory;
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    tiles->bytes[k] = g_new0 (guint64, MAX (n, 1));
  if (selected == G_MAXUINT32) {
    add_categories (self, tiles, n);
  } else if (operation_at (self, selected)->kind == POPLENS_OPERATION_OTHER_CODE) {
    add_rest_by_tile (self, tiles, n);
  } else {
    add_control_by_tile (self, tiles->bytes[0], n);
    add_pieces_by_tile (self, selected, tiles, n);
  }
  return tiles;
}

static const PoplensColumn *
tile_columns_of (const Code *self)
{
  guint32 selected = self->source.selected;

  if (selected == G_MAXUINT32)
    return all_tile_columns;
  return operation_at (self, selected)->kind == POPLENS_OPERATION_OTHER_CODE ? rest_tile_columns
                                                                             : one_tile_columns;
}

PoplensTable *
poplens_build_operation_tiles (PoplensReport *report, const PoplensLocation *location,
                               GCancellable *cancellable, GError **error)
{
  g_auto (Code) self = {0};

  if (!poplens_report_load_memory (report, cancellable, error) ||
      !code_init (&self, report, location, cancellable, error))
    return NULL;
  g_autofree char *title = poplens_operation_title (&self.source);
  guint32 n = self.memory->n_tiles;
  PoplensTable *table = poplens_table_new ("tile-costs", "Code of operations by tile", n, tile_cell,
                                           tiles_new (&self, n), tiles_free, report);
  poplens_table_add_columns (table, tile_columns_of (&self), ALL + 1);
  for (guint c = FIRST_KIND; c <= ALL; c++)
    poplens_table_add_total (table, c);
  poplens_table_set_default_sort (table, ALL, TRUE);
  poplens_table_set_link (table, tile_link);
  poplens_table_set_note (table, title);
  return table;
}
