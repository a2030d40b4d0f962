/* Tables of what an operation, or all operations, consist of: programs, variables, and code by kind
 * and by tile. */
#include "derived/operations/operations-source.h"
#include "tables/engine/builders.h"
#include "tables/engine/records.h"
#include "tables/engine/kind-column.h"

#include <string.h>

/* ---- members of operations ------------------------------------------------------------------- */

/* Tables of programs and of variables, for one operation or for all operations. Each row names its
 * operation. */

/* The listed programs, or the listed variables. */
typedef struct {
  PoplensOperationSource source;
  GArray *rows;             /* guint32: rows of the listed programs or variables */
  const guint32 *operation; /* by row of a program or variable: index of its operation */
  PoplensCellTexts *texts;  /* cached names and keys of operations, by index of the operation */
  const PoplensVariables *strings; /* variables part; (nullable): NULL if programs are listed */
  const PoplensKindIndex *kinds;   /* (nullable): NULL if not computed */
} OperationMembers;

enum { TEXT_NAME, TEXT_KEY, N_TEXTS };

static void
members_free (gpointer data)
{
  OperationMembers *m = data;

  g_array_unref (m->rows);
  poplens_cell_texts_free (m->texts);
  g_free (m);
}

static char *
make_member_text (gconstpointer data, guint32 operation, guint column)
{
  const OperationMembers *m = data;

  return column == TEXT_NAME ? poplens_operation_name (&m->source, operation)
                             : poplens_operation_key (&m->source, operation);
}

/* Lists the programs or variables of the operation that @source selects, or of all operations.
 * @operation: [@n]: index of the operation of each program or variable. (transfer full) */
static OperationMembers *
members_new (const PoplensOperationSource *source, const guint32 *operation, guint32 n)
{
  OperationMembers *m = g_new0 (OperationMembers, 1);

  m->source = *source;
  m->operation = operation;
  m->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  m->texts =
      poplens_cell_texts_new (m->source.operations->operations->len, N_TEXTS, make_member_text, m);
  for (guint32 i = 0; i < n; i++)
    if (m->source.selected == G_MAXUINT32 || operation[i] == m->source.selected)
      g_array_append_val (m->rows, i);
  return m;
}

static guint32
member_row (const OperationMembers *m, guint32 row)
{
  return g_array_index (m->rows, guint32, row);
}

static const char *
member_operation_text (const OperationMembers *m, guint32 row, guint column)
{
  return poplens_cell_texts_get (m->texts, m->operation[member_row (m, row)], column);
}

/* Sets the note: "Gather (poptorch), model.py:34: 57 of 30,093 programs." @noun: "programs" */
static void
note_members (PoplensTable *table, const OperationMembers *m, guint32 n, const char *noun)
{
  g_autofree char *title = poplens_operation_title (&m->source);
  PoplensNumber listed, all;
  g_autofree char *note =
      g_strdup_printf ("%s: %s of %s %s.", title, poplens_format_count (listed, m->rows->len),
                       poplens_format_count (all, n), noun);

  poplens_table_set_note (table, note);
}

/* ---- programs -------------------------------------------------------------------------------- */

static const PoplensMetric program_metrics[] = {POPLENS_METRIC_EXECUTIONS,
                                                POPLENS_METRIC_TILE_CYCLES,
                                                POPLENS_METRIC_STEP_CYCLES,
                                                POPLENS_METRIC_ESTIMATED_TILE_CYCLES,
                                                POPLENS_METRIC_ESTIMATED_STEP_CYCLES,
                                                POPLENS_METRIC_FLOPS,
                                                POPLENS_METRIC_CONTROL_CODE};

enum {
  NAME,
  TYPE,
  ID,
  FIRST_METRIC,
  LAST_METRIC = FIRST_METRIC + G_N_ELEMENTS (program_metrics) - 1,
  OPERATION_NAME,
  OPERATION
};

static const PoplensColumn program_columns[] = {
    [NAME] = {"name", "Program", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Name of the program, else of the compute set or the streams"},
    [TYPE] = {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Type of the program, as named in program_types"},
    [ID] = {"id", "ID", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "ID of the program"},
    {"executions", "Executed", POPLENS_UNIT_COUNT, POPLENS_FROM_MEASURED,
     "Executed steps of the program"},
    {"tile_cycles", "Tile cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
     "Cycles of all tiles in these steps. DoExchange cycles are estimated."},
    {"cycles", "Cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
     "Cycles of the longest tile of each step on each IPU, in total"},
    {"estimated_tile_cycles", "Estimated tile cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_ESTIMATED,
     "Compiler\u2019s cycle estimate for one execution, all tiles"},
    {"estimated_cycles", "Estimated cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_ESTIMATED,
     "Compiler\u2019s estimate for the longest tile of each IPU"},
    {"flops", "FLOPs", POPLENS_UNIT_COUNT, POPLENS_FROM_ESTIMATED,
     "Compiler\u2019s FLOP estimate for one execution"},
    {"control_code", "Control code", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
     "Bytes of control code of the program without the children, all tiles"},
    [OPERATION_NAME] = {"operation_name", "Operation", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
                        "Operation of the layer that created it"},
    [OPERATION] = {"operation", "Operation ID", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
                   "ID of the operation", .name_of = poplens_operation_id_name},
};

/* TRUE if the file can record this cost of the program. If FALSE, its cell is empty, not 0. */
static gboolean
program_has_cost (const OperationMembers *m, guint32 program, PoplensMetric metric, gint64 cost)
{
  switch (metric) {
  case POPLENS_METRIC_ESTIMATED_TILE_CYCLES:
  case POPLENS_METRIC_ESTIMATED_STEP_CYCLES:
    return cost != 0;
  case POPLENS_METRIC_FLOPS:
    return m->source.programs->compute_set[program] != POPLENS_NO_ROW;
  default:
    return TRUE;
  }
}

static void
program_cost (const OperationMembers *m, guint32 program, PoplensMetric metric, PoplensValue *value)
{
  gint64 cost = poplens_operation_costs_program (m->source.costs, program, metric);

  if (poplens_operation_costs_knows (m->source.costs, metric) &&
      program_has_cost (m, program, metric, cost))
    poplens_cell_int (value, cost);
}

static void
member_program_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const OperationMembers *m = data;
  const PoplensPrograms *p = m->source.programs;
  guint32 program = member_row (m, row);

  if (column == NAME)
    poplens_cell_text (value, poplens_programs_name_or_type (p, program));
  else if (column == TYPE)
    poplens_cell_text (value, poplens_strings_get (p->strings, p->type_name[program]));
  else if (column == ID)
    poplens_cell_int (value, p->id[program]);
  else if (column == OPERATION_NAME)
    poplens_cell_text (value, member_operation_text (m, row, TEXT_NAME));
  else if (column == OPERATION)
    poplens_cell_text (value, member_operation_text (m, row, TEXT_KEY));
  else
    program_cost (m, program, program_metrics[column - FIRST_METRIC], value);
}

static char *
member_program_link (gconstpointer data, guint32 row)
{
  const OperationMembers *m = data;

  return g_strdup_printf ("programs?program=%u", m->source.programs->id[member_row (m, row)]);
}

PoplensTable *
poplens_build_programs_by_operation (PoplensReport *report, const PoplensLocation *location,
                                     GCancellable *cancellable, GError **error)
{
  PoplensOperationSource source = {0};

  if (!poplens_operation_source_init (&source, report, location, cancellable, error))
    return NULL;
  gboolean ran = poplens_operation_costs_knows (source.costs, POPLENS_METRIC_TILE_CYCLES);
  guint32 n = source.programs->n;
  OperationMembers *m = members_new (&source, source.operations->program_operation, n);
  PoplensTable *table = poplens_table_new ("programs", "Programs of operations", m->rows->len,
                                           member_program_cell, m, members_free, report);
  poplens_table_add_columns (table, program_columns, G_N_ELEMENTS (program_columns));
  for (guint c = FIRST_METRIC; c <= LAST_METRIC; c++)
    poplens_table_add_total (table, c);
  poplens_table_set_link (table, member_program_link);
  poplens_table_set_default_sort (table, ran ? FIRST_METRIC + 1 : LAST_METRIC, TRUE);
  note_members (table, m, n, "programs");
  return table;
}

/* ---- variables ------------------------------------------------------------------------------- */

enum { VARIABLE, VARIABLE_ID, KIND, BYTES, PEAK, OF_NAME, OF };

static const PoplensColumn operation_variable_columns[] = {
    [VARIABLE] = {"variable", "Variable", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                  "Name of the variable"},
    [VARIABLE_ID] = {"id", "ID", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "ID of the variable"},
    [BYTES] = {"bytes", "Bytes", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
               "Allocated bytes of the variable, all tiles; shared bytes count for each variable",
               .total = TRUE},
    [PEAK] = {"peak_bytes", "At the peak", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
              "Bytes of the variable that are live at the peak step, all tiles", .total = TRUE},
    [OF_NAME] = {"operation_name", "Operation", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
                 "Operation of the layer that created it"},
    [OF] = {"operation", "Operation ID", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
            "ID of the operation", .name_of = poplens_operation_id_name},
};

static void
member_variable_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const OperationMembers *m = data;
  guint32 at = member_row (m, row), id = m->source.operations->variable_id[at];
  const char *name;

  switch (column) {
  case VARIABLE:
    name = id != POPLENS_NO_VARIABLE && m->strings ? poplens_variable_name (m->strings, id) : NULL;
    poplens_cell_text (value, name ? name : "(no name)");
    break;
  case VARIABLE_ID:
    if (id != POPLENS_NO_VARIABLE)
      poplens_cell_int (value, id);
    break;
  case KIND:
    if (m->strings)
      poplens_cell_text (value, poplens_kind_text (m->kinds, m->strings, id));
    break;
  case BYTES:
    poplens_cell_int (value, poplens_operation_costs_variable (m->source.costs, at,
                                                               POPLENS_METRIC_VARIABLE_BYTES));
    break;
  case PEAK:
    if (poplens_operation_costs_knows (m->source.costs, POPLENS_METRIC_PEAK_BYTES))
      poplens_cell_int (
          value, poplens_operation_costs_variable (m->source.costs, at, POPLENS_METRIC_PEAK_BYTES));
    break;
  default:
    poplens_cell_text (value, member_operation_text (m, row, column == OF ? TEXT_KEY : TEXT_NAME));
  }
}

static char *
member_variable_link (gconstpointer data, guint32 row)
{
  const OperationMembers *m = data;
  guint32 id = m->source.operations->variable_id[member_row (m, row)];

  return id == POPLENS_NO_VARIABLE ? NULL : g_strdup_printf ("liveness?variable=%u", id);
}

PoplensTable *
poplens_build_variables_by_operation (PoplensReport *report, const PoplensLocation *location,
                                      GCancellable *cancellable, GError **error)
{
  PoplensOperationSource source = {0};

  if (!poplens_report_load_lowered (report, cancellable, error) ||
      !poplens_report_load_liveness (report, cancellable, error) ||
      !poplens_operation_source_init (&source, report, location, cancellable, error))
    return NULL;
  guint32 n = source.operations->n_variables;
  OperationMembers *m = members_new (&source, source.operations->variable_operation, n);
  m->strings = poplens_report_peek (report, POPLENS_PART_VARIABLES);
  m->kinds = poplens_kinds_at_hand (report, cancellable);
  PoplensTable *table = poplens_table_new ("variables", "Variables of operations", m->rows->len,
                                           member_variable_cell, m, members_free, report);
  poplens_table_add_columns (table, operation_variable_columns, KIND);
  poplens_table_add_columns (table, &poplens_kind_column, 1);
  poplens_table_add_columns (table, operation_variable_columns + BYTES,
                             G_N_ELEMENTS (operation_variable_columns) - BYTES);
  poplens_table_set_link (table, member_variable_link);
  poplens_table_set_default_sort (table, BYTES, TRUE);
  note_members (table, m, n, "variables");
  return table;
}

/* ---- code ------------------------------------------------------------------------------------ */

typedef struct {
  PoplensOperationSource source;
  const PoplensVertices *vertices; /* (nullable); so are .exchanges and .memory */
  const PoplensExchanges *exchanges;
  const PoplensMemory *memory;
} OperationCode;

static gboolean
code_init (OperationCode *self, PoplensReport *report, const PoplensLocation *location,
           GCancellable *cancellable, GError **error)
{
  if (!poplens_operation_source_init (&self->source, report, location, cancellable, error))
    return FALSE;
  /* Initializing the source has loaded the parts that exist. */
  self->vertices = poplens_report_peek (report, POPLENS_PART_VERTICES);
  self->exchanges = poplens_report_peek (report, POPLENS_PART_EXCHANGES);
  self->memory = poplens_report_peek (report, POPLENS_PART_MEMORY);
  return TRUE;
}

static const PoplensMetric kinds[] = {POPLENS_METRIC_CONTROL_CODE, POPLENS_METRIC_EXCHANGE_CODE,
                                      POPLENS_METRIC_VERTEX_CODE};

static const PoplensOperation *
code_operation (const OperationCode *self, guint32 row)
{
  return &g_array_index (self->source.operations->operations, PoplensOperation, row);
}

/* TRUE if the program belongs to the selected operation, or if none is selected. */
static gboolean
is_own_program (const OperationCode *self, guint32 program)
{
  guint32 selected = self->source.selected;

  return selected == G_MAXUINT32 || self->source.operations->program_operation[program] == selected;
}

/* ---- by kind --------------------------------------------------------------------------------- */

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
  guint32 type; /* ID of the type's name in the strings of the programs */
  guint32 n;
  gint64 bytes;
} TypeCode;

static int
compare_type_code (gconstpointer a, gconstpointer b)
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
add_control (const OperationCode *self, PoplensRecords *rows)
{
  const PoplensPrograms *p = self->source.programs;
  g_autoptr (GArray) types = g_array_new (FALSE, FALSE, sizeof (TypeCode));

  for (guint32 program = 0; program < p->n; program++) {
    if (!is_own_program (self, program))
      continue;
    TypeCode *type = find_type (types, p->type_name[program]);
    type->n++;
    type->bytes +=
        poplens_operation_costs_program (self->source.costs, program, POPLENS_METRIC_CONTROL_CODE);
  }
  g_array_sort (types, compare_type_code);
  for (guint i = 0; i < types->len; i++) {
    const TypeCode *type = &g_array_index (types, TypeCode, i);
    CodeRow *row = poplens_records_add_at (rows, 1);
    row->name = poplens_strings_get (p->strings, type->type);
    row->bytes = type->bytes;
    row->programs = type->n;
  }
}

static int
compare_piece_bytes (gconstpointer a, gconstpointer b)
{
  const PoplensOperationCode *x = a, *y = b;

  return x->bytes != y->bytes ? (x->bytes < y->bytes ? 1 : -1) : x->item < y->item ? -1 : 1;
}

/* Returns, for each internal exchange, the row of the first program that runs the exchange;
 * G_MAXUINT32: none. (transfer full) */
static guint32 *
name_exchanges (const OperationCode *self)
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
piece_name (const OperationCode *self, const PoplensOperationCode *piece, const guint32 *exchanges)
{
  if (piece->metric == POPLENS_METRIC_VERTEX_CODE)
    return poplens_strings_get (self->vertices->strings, self->vertices->type_name[piece->item]);
  return exchanges[piece->item] == G_MAXUINT32
             ? "exchange"
             : poplens_programs_name_or_type (self->source.programs, exchanges[piece->item]);
}

/* Adds a row for each piece of code of @metric, such as the code of a vertex type. Code that
 * several operations use counts as shared bytes. */
static void
add_pieces (const OperationCode *self, PoplensRecords *rows, PoplensMetric metric,
            const GArray *pieces, const guint32 *exchanges)
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
shared_bytes (const OperationCode *self, PoplensMetric metric, const GArray *pieces)
{
  gint64 bytes = 0;

  for (guint i = 0; i < pieces->len; i++) {
    const PoplensOperationCode *piece = &g_array_index (pieces, PoplensOperationCode, i);
    if (piece->metric == metric && piece->operation != self->source.selected)
      bytes += (gint64) piece->bytes;
  }
  return bytes;
}

/* Adds the last row of the table for all operations: code that belongs to no operation. */
static void
add_code_rest (const OperationCode *self, PoplensRecords *rows, PoplensMetric metric)
{
  const GArray *all = self->source.operations->operations;

  for (guint i = 0; i < all->len; i++)
    if (code_operation (self, i)->kind == POPLENS_OPERATION_OTHER_CODE) {
      g_autofree char *name = poplens_operation_name (&self->source, i);
      CodeRow *row = poplens_records_add_at (rows, 1);
      row->name = poplens_records_text (rows, name);
      row->bytes = code_operation (self, i)->costs[metric];
    }
}

static void
add_code_kind (const OperationCode *self, PoplensRecords *rows, PoplensMetric metric,
               const GArray *pieces, const guint32 *exchanges)
{
  guint32 selected = self->source.selected;
  const gint64 *costs = selected == G_MAXUINT32 ? self->source.operations->totals
                                                : code_operation (self, selected)->costs;
  CodeRow *row = poplens_records_add (rows);

  row->name = poplens_metric_title (metric);
  if (!poplens_operation_costs_knows (self->source.costs, metric))
    return;
  row->bytes = costs[metric];
  if (selected != G_MAXUINT32 && metric != POPLENS_METRIC_CONTROL_CODE)
    row->shared_bytes = shared_bytes (self, metric, pieces);
  if (metric == POPLENS_METRIC_CONTROL_CODE)
    add_control (self, rows);
  else
    add_pieces (self, rows, metric, pieces, exchanges);
  if (selected == G_MAXUINT32)
    add_code_rest (self, rows, metric);
}

PoplensTable *
poplens_build_operation_code (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  OperationCode self = {0};

  if (!code_init (&self, report, location, cancellable, error))
    return NULL;
  g_autoptr (GArray) pieces =
      poplens_operations_code (self.source.operations, self.source.costs, self.source.selected);
  g_autofree guint32 *exchanges = name_exchanges (&self);
  g_autofree char *title = poplens_operation_title (&self.source);
  PoplensRecords *rows = POPLENS_RECORDS (CodeRow, code_columns);
  g_array_sort (pieces, compare_piece_bytes);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    add_code_kind (&self, rows, kinds[k], pieces, exchanges);
  PoplensTable *table =
      poplens_records_finish_tree (rows, "operation-code", "Code of operations", report);
  poplens_table_set_default_sort (table, 1, TRUE);
  poplens_table_set_note (table, title);
  return table;
}

/* ---- by tile --------------------------------------------------------------------------------- */

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

/* Columns of the tables for all operations, for code without an operation, and for one operation.
 */
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
  guint64 *bytes[G_N_ELEMENTS (
      kinds)]; /* [n_tiles]: bytes of code; intermediate sums may be negative and wrap around */
} CodeTiles;

static void
code_tiles_free (gpointer data)
{
  CodeTiles *tiles = data;

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    g_free (tiles->bytes[k]);
  g_free (tiles);
}

static void
code_tile_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const CodeTiles *tiles = data;
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
code_tile_link (gconstpointer data, guint32 row)
{
  const CodeTiles *tiles = data;

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
add_control_by_tile (const OperationCode *self, guint64 *sums, guint32 n)
{
  g_autofree guint64 *scratch = g_new (guint64, MAX (n, 1));

  for (guint32 program = 0; program < self->source.programs->n; program++)
    /* Skip programs without control code of their own: all their code belongs to their children. */
    if (is_own_program (self, program) &&
        poplens_operation_costs_program (self->source.costs, program, POPLENS_METRIC_CONTROL_CODE))
      add_own_code (self->source.programs, program, sums, scratch, n);
}

/* Adds the exchange and vertex code that only @operation uses to .bytes of @tiles. @operation:
 * G_MAXUINT32: adds all exchange and vertex code. @n: number of tiles. */
static void
add_pieces_by_tile (const OperationCode *self, guint32 operation, CodeTiles *tiles, guint32 n)
{
  g_autoptr (GArray) pieces =
      poplens_operations_code (self->source.operations, self->source.costs, operation);

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
add_code_categories (const OperationCode *self, CodeTiles *tiles, guint32 n)
{
  static const char *const names[] = {"controlCode", "internalExchangeCode", "vertexCode"};

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++) {
    const PoplensCategory *category = poplens_memory_find_category (self->memory, names[k]);
    for (guint32 t = 0; category && t < n; t++)
      tiles->bytes[k][t] += poplens_category_bytes (category, t);
  }
}

/* Sets .bytes of @tiles to the code that belongs to no operation: bytes of the code categories
 * minus the code of all programs, exchanges and vertex types. */
static void
add_rest_by_tile (const OperationCode *self, CodeTiles *tiles, guint32 n)
{
  OperationCode all = *self;

  all.source.selected = G_MAXUINT32;
  add_control_by_tile (&all, tiles->bytes[0], n);
  add_pieces_by_tile (&all, G_MAXUINT32, tiles, n);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    for (guint32 t = 0; t < n; t++)
      tiles->bytes[k][t] = -tiles->bytes[k][t];
  add_code_categories (self, tiles, n);
}

static CodeTiles *
code_tiles_new (const OperationCode *self, guint32 n)
{
  CodeTiles *tiles = g_new0 (CodeTiles, 1);
  guint32 selected = self->source.selected;

  tiles->memory = self->memory;
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    tiles->bytes[k] = g_new0 (guint64, MAX (n, 1));
  if (selected == G_MAXUINT32) {
    add_code_categories (self, tiles, n);
  } else if (code_operation (self, selected)->kind == POPLENS_OPERATION_OTHER_CODE) {
    add_rest_by_tile (self, tiles, n);
  } else {
    add_control_by_tile (self, tiles->bytes[0], n);
    add_pieces_by_tile (self, selected, tiles, n);
  }
  return tiles;
}

static const PoplensColumn *
choose_tile_columns (const OperationCode *self)
{
  guint32 selected = self->source.selected;

  if (selected == G_MAXUINT32)
    return all_tile_columns;
  return code_operation (self, selected)->kind == POPLENS_OPERATION_OTHER_CODE ? rest_tile_columns
                                                                               : one_tile_columns;
}

PoplensTable *
poplens_build_operation_tiles (PoplensReport *report, const PoplensLocation *location,
                               GCancellable *cancellable, GError **error)
{
  OperationCode self = {0};

  if (!poplens_report_load_memory (report, cancellable, error) ||
      !code_init (&self, report, location, cancellable, error))
    return NULL;
  g_autofree char *title = poplens_operation_title (&self.source);
  guint32 n = self.memory->n_tiles;
  PoplensTable *table =
      poplens_table_new ("tile-costs", "Code of operations by tile", n, code_tile_cell,
                         code_tiles_new (&self, n), code_tiles_free, report);
  poplens_table_add_columns (table, choose_tile_columns (&self), ALL + 1);
  for (guint c = FIRST_KIND; c <= ALL; c++)
    poplens_table_add_total (table, c);
  poplens_table_set_default_sort (table, ALL, TRUE);
  poplens_table_set_link (table, code_tile_link);
  poplens_table_set_note (table, title);
  return table;
}
