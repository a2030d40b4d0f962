/* Programs and variables with the operation that each belongs to: of the one that the location
 * names, or of all. */
#include "tables/engine/builders.h"

#include "derived/operations/operations-source.h"
#include "derived/parts.h"
#include "tables/engine/cell-texts.h"
#include "tables/engine/kind-column.h"

typedef PoplensOperationSource Source;

/* Rows are indices of one kind of thing, and the operation of each. */
typedef struct {
  Source source;
  GArray *rows;                    /* guint32: programs of the part, or variables of the ground */
  const guint32 *operation;        /* by index: PoplensOperations.program_operation … */
  PoplensCellTexts *texts;         /* by operation: TEXT_NAME, TEXT_KEY */
  const PoplensVariables *strings; /* of variables (nullable) */
  PoplensKindIndex *kinds;         /* (nullable): not at hand */
} Members;

enum { TEXT_NAME, TEXT_KEY, N_TEXTS };

static void
members_free (gpointer data)
{
  Members *m = data;

  poplens_operation_source_clear (&m->source);
  g_array_unref (m->rows);
  poplens_cell_texts_free (m->texts);
  poplens_kind_index_unref (m->kinds);
  g_free (m);
}

static char *
make_text (gconstpointer data, guint32 operation, guint column)
{
  const Members *m = data;

  return column == TEXT_NAME ? poplens_operation_name (&m->source, operation)
                             : poplens_operation_key (&m->source, operation);
}

/* Of the operation that @source has selected, or of all. Takes @source. */
static Members *
members_new (Source *source, const guint32 *operation, guint32 n)
{
  Members *m = g_new0 (Members, 1);

  m->source = *source;
  source->keep = NULL;
  m->operation = operation;
  m->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  m->texts = poplens_cell_texts_new (m->source.operations->operations->len, N_TEXTS, make_text, m);
  for (guint32 i = 0; i < n; i++)
    if (m->source.selected == G_MAXUINT32 || operation[i] == m->source.selected)
      g_array_append_val (m->rows, i);
  return m;
}

static guint32
row_at (const Members *m, guint32 row)
{
  return g_array_index (m->rows, guint32, row);
}

static const char *
of_operation (const Members *m, guint32 row, guint column)
{
  return poplens_cell_texts_get (m->texts, m->operation[row_at (m, row)], column);
}

/* "Gather (poptorch), model.py:34: 57 of 30,093 programs." */
static void
set_note (PoplensTable *table, const Members *m, guint32 n, const char *noun)
{
  g_autofree char *title = poplens_operation_title (&m->source);
  PoplensNumber listed, all;
  g_autofree char *note =
      g_strdup_printf ("%s: %s of %s %s.", title, poplens_format_count (listed, m->rows->len),
                       poplens_format_count (all, n), noun);

  poplens_table_set_note (table, note);
}

/* ---- programs ----------------------------------------------------------------------------------
 */

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
                   "ID of the operation"},
};

/* Whether the file can have said it of this program: 0 is a cost, too. */
static gboolean
has_cost (const Members *m, guint32 program, PoplensMetric metric, gint64 cost)
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
program_cost (const Members *m, guint32 program, PoplensMetric metric, PoplensValue *value)
{
  gint64 cost = poplens_operation_ground_program (m->source.ground, program, metric);

  if (poplens_operation_ground_knows (m->source.ground, metric) &&
      has_cost (m, program, metric, cost))
    poplens_cell_int (value, cost);
}

static void
program_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const Members *m = data;
  const PoplensPrograms *p = m->source.programs;
  guint32 program = row_at (m, row);

  if (column == NAME)
    poplens_cell_text (value, poplens_programs_name_or_type (p, program));
  else if (column == TYPE)
    poplens_cell_text (value, poplens_strings_get (p->strings, p->type_name[program]));
  else if (column == ID)
    poplens_cell_int (value, p->id[program]);
  else if (column == OPERATION_NAME)
    poplens_cell_text (value, of_operation (m, row, TEXT_NAME));
  else if (column == OPERATION)
    poplens_cell_text (value, of_operation (m, row, TEXT_KEY));
  else
    program_cost (m, program, program_metrics[column - FIRST_METRIC], value);
}

static char *
program_link (gconstpointer data, guint32 row)
{
  const Members *m = data;

  return g_strdup_printf ("programs?program=%u", m->source.programs->id[row_at (m, row)]);
}

PoplensTable *
poplens_build_programs_by_operation (PoplensReport *report, const PoplensLocation *location,
                                     GCancellable *cancellable, GError **error)
{
  g_auto (PoplensOperationSource) source = {0};

  if (!poplens_operation_source_init (&source, report, location, cancellable, error))
    return NULL;
  gboolean ran = poplens_operation_ground_knows (source.ground, POPLENS_METRIC_TILE_CYCLES);
  guint32 n = source.programs->n;
  Members *m = members_new (&source, source.operations->program_operation, n);
  PoplensTable *table = poplens_table_new ("programs", "Programs of operations", m->rows->len,
                                           program_cell, m, members_free, report);
  poplens_table_add_columns (table, program_columns, G_N_ELEMENTS (program_columns));
  for (guint c = FIRST_METRIC; c <= LAST_METRIC; c++)
    poplens_table_add_total (table, c);
  poplens_table_set_link (table, program_link);
  poplens_table_set_default_sort (table, ran ? FIRST_METRIC + 1 : LAST_METRIC, TRUE);
  set_note (table, m, n, "programs");
  return table;
}

/* ---- variables ---------------------------------------------------------------------------------
 */

enum { VARIABLE, VARIABLE_ID, KIND, BYTES, PEAK, OF_NAME, OF };

static const PoplensColumn variable_columns[] = {
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
            "ID of the operation"},
};

static void
variable_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const Members *m = data;
  guint32 at = row_at (m, row), id = m->source.operations->variable_id[at];
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
    poplens_cell_int (value, poplens_operation_ground_variable (m->source.ground, at,
                                                                POPLENS_METRIC_VARIABLE_BYTES));
    break;
  case PEAK:
    if (poplens_operation_ground_knows (m->source.ground, POPLENS_METRIC_PEAK_BYTES))
      poplens_cell_int (value, poplens_operation_ground_variable (m->source.ground, at,
                                                                  POPLENS_METRIC_PEAK_BYTES));
    break;
  default:
    poplens_cell_text (value, of_operation (m, row, column == OF ? TEXT_KEY : TEXT_NAME));
  }
}

static char *
variable_link (gconstpointer data, guint32 row)
{
  const Members *m = data;
  guint32 id = m->source.operations->variable_id[row_at (m, row)];

  return id == POPLENS_NO_VARIABLE ? NULL : g_strdup_printf ("liveness?variable=%u", id);
}

PoplensTable *
poplens_build_variables_by_operation (PoplensReport *report, const PoplensLocation *location,
                                      GCancellable *cancellable, GError **error)
{
  g_auto (PoplensOperationSource) source = {0};

  if (!poplens_load_lowered (report, cancellable, error) ||
      !poplens_report_load_liveness (report, cancellable, error) ||
      !poplens_operation_source_init (&source, report, location, cancellable, error))
    return NULL;
  guint32 n = source.operations->n_variables;
  Members *m = members_new (&source, source.operations->variable_operation, n);
  m->strings = poplens_report_peek (report, POPLENS_PART_VARIABLES);
  m->kinds = poplens_kinds_at_hand (report, cancellable);
  PoplensTable *table = poplens_table_new ("variables", "Variables of operations", m->rows->len,
                                           variable_cell, m, members_free, report);
  poplens_table_add_columns (table, variable_columns, KIND);
  poplens_table_add_columns (table, &poplens_kind_column, 1);
  poplens_table_add_columns (table, variable_columns + BYTES,
                             G_N_ELEMENTS (variable_columns) - BYTES);
  poplens_table_set_link (table, variable_link);
  poplens_table_set_default_sort (table, BYTES, TRUE);
  set_note (table, m, n, "variables");
  return table;
}
