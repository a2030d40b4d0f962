#include "tables/trace/trace-cost-table.h"

static const PoplensColumn columns[POPLENS_N_COST_COLUMNS] = {
    [POPLENS_COST_NAME] = POPLENS_CELL (PoplensCostRow, name, "Name", TEXT, FILE, ""),
    [POPLENS_COST_TYPE] = POPLENS_CELL (PoplensCostRow, type, "Type", TEXT, FILE,
                                        "Type of the steps, as named in steps.type"),
    [POPLENS_COST_PROGRAM] = {"program", "Program", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                              "ID of the program; empty for an implicit sync"},
    [POPLENS_COST_COMPUTE_SET] = {"compute_set", "Compute set", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                                  "ID of the compute set; empty for exchanges and copies"},
    [POPLENS_COST_OPERATION] = POPLENS_CELL (PoplensCostRow, operation, "ID", TEXT, FILE,
                                             "ID of the debug context of the operation"),
    [POPLENS_COST_ROWS] = POPLENS_CELL_NAMED (PoplensCostRow, cost.rows, "steps", "Steps by IPU",
                                              COUNT, FILE, "Executed steps, counted on each IPU"),
    [POPLENS_COST_ALL_CYCLES] = {"cycles", "Cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
                                 "Cycles of the longest tile of each step with the name anywhere "
                                 "in the path, in total. DoExchange cycles are estimated."},
    [POPLENS_COST_OWN_CYCLES] = {"own_cycles", "Own cycles", POPLENS_UNIT_CYCLES,
                                 POPLENS_FROM_MEASURED,
                                 "Cycles of the steps with exactly this path"},
    [POPLENS_COST_CYCLES] = POPLENS_CELL_NAMED (
        PoplensCostRow, cost.cycles, "cycles", "Cycles", CYCLES, MEASURED,
        "Cycles of the longest tile of each step, in total. Steps overlap, so the total may exceed "
        "the length of the trace. DoExchange cycles are estimated."),
    [POPLENS_COST_SHARE] = {"share", "Share", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
                            "Share of the cycles of all listed steps"},
    [POPLENS_COST_TILE_CYCLES] = {"tile_cycles", "Tile cycles", POPLENS_UNIT_CYCLES,
                                  POPLENS_FROM_DERIVED,
                                  "Cycles of all tiles of the IPU and all steps"},
    [POPLENS_COST_BALANCE] = {"tile_balance", "Tile balance", POPLENS_UNIT_RATIO,
                              POPLENS_FROM_DERIVED,
                              "Mean ÷ longest tile cycles, weighted by cycles"},
    [POPLENS_COST_IMBALANCE] = {"imbalance", "Imbalance", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
                                "Longest tile minus mean of all tiles of each step, in total and "
                                "rounded: cycles that perfect balance would save. Steps of several "
                                "IPUs overlap, so the program saves less (time-findings)."},
    [POPLENS_COST_RECEIVED] = {"received_bytes", "Received", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                               "Bytes that tiles receive in exchanges"},
    [POPLENS_COST_SENT] = {"sent_bytes", "Sent", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                           "Bytes that tiles send in exchanges"},
    [POPLENS_COST_BYTES_PER_CYCLE] = {"bytes_per_cycle", "Bytes/cycle", POPLENS_UNIT_NUMBER,
                                      POPLENS_FROM_DERIVED,
                                      "Bandwidth: bytes received and sent per cycle of the steps "
                                      "that exchange; empty without exchanges"},
};

struct _PoplensCostRows {
  guint32 tiles;
  guint64 cycles; /* of all that is counted */
  GArray *rows;   /* PoplensCostRow */
  GStringChunk *texts;
  PoplensCostColumn columns[POPLENS_N_COST_COLUMNS]; /* of the table */
};

PoplensCostRows *
poplens_cost_rows_new (const PoplensTraceCosts *costs)
{
  PoplensCostRows *self = g_new0 (PoplensCostRows, 1);

  self->tiles = costs->tiles;
  self->cycles = costs->all.cycles;
  self->rows = g_array_new (FALSE, TRUE, sizeof (PoplensCostRow));
  self->texts = g_string_chunk_new (4096);
  return self;
}

void
poplens_cost_rows_free (PoplensCostRows *self)
{
  if (!self)
    return;
  g_array_unref (self->rows);
  g_string_chunk_free (self->texts);
  g_free (self);
}

void
poplens_cost_rows_add (PoplensCostRows *self, const PoplensCostRow *row)
{
  g_array_append_vals (self->rows, row, 1);
}

const char *
poplens_cost_rows_text (PoplensCostRows *self, const char *text)
{
  return g_string_chunk_insert_const (self->texts, text);
}

const char *
poplens_cost_rows_take (PoplensCostRows *self, char *text)
{
  g_autofree char *taken = text;

  return taken ? poplens_cost_rows_text (self, taken) : NULL;
}

/* ---- cells ------------------------------------------------------------------------------------
 */

static void
set_id (PoplensValue *value, guint32 id)
{
  if (id != G_MAXUINT32)
    poplens_cell_int (value, id);
}

static void
set_part (PoplensValue *value, double part, double of)
{
  if (of > 0)
    poplens_cell_real (value, part / of);
}

/* What needs the cycles of every tile: empty where the file has none. */
static void
balance_cell (const PoplensCostRows *self, const PoplensTraceCost *cost, PoplensCostColumn column,
              PoplensValue *value)
{
  if (!cost->known)
    return;
  if (column == POPLENS_COST_TILE_CYCLES)
    poplens_cell_int (value, (gint64) cost->tile_cycles);
  else if (column == POPLENS_COST_IMBALANCE)
    poplens_cell_int (value, (gint64) (poplens_trace_cost_imbalance (cost, self->tiles) + 0.5));
  else
    set_part (value, (double) cost->tile_cycles,
              (double) self->tiles * (double) cost->known_cycles);
}

static void
bytes_cell (const PoplensTraceCost *cost, PoplensCostColumn column, PoplensValue *value)
{
  if (!cost->moving)
    return;
  if (column == POPLENS_COST_BYTES_PER_CYCLE)
    set_part (value, (double) (cost->received + cost->sent), (double) cost->moving_cycles);
  else
    poplens_cell_int (value,
                      (gint64) (column == POPLENS_COST_RECEIVED ? cost->received : cost->sent));
}

static void
cost_cell (gconstpointer data, guint32 at, guint index, PoplensValue *value)
{
  const PoplensCostRows *self = data;
  const PoplensCostRow *row = &g_array_index (self->rows, PoplensCostRow, at);
  PoplensCostColumn column = self->columns[index];

  switch (column) {
  case POPLENS_COST_PROGRAM:
    set_id (value, row->program);
    break;
  case POPLENS_COST_COMPUTE_SET:
    set_id (value, row->compute_set);
    break;
  case POPLENS_COST_ALL_CYCLES:
    if (row->all_cycles >= 0)
      poplens_cell_int (value, row->all_cycles);
    break;
  case POPLENS_COST_OWN_CYCLES:
    if (row->own_cycles >= 0)
      poplens_cell_int (value, row->own_cycles);
    break;
  case POPLENS_COST_SHARE:
    set_part (value, (double) row->cost.cycles, (double) self->cycles);
    break;
  case POPLENS_COST_RECEIVED:
  case POPLENS_COST_SENT:
  case POPLENS_COST_BYTES_PER_CYCLE:
    bytes_cell (&row->cost, column, value);
    break;
  default:
    balance_cell (self, &row->cost, column, value);
  }
}

static char *
cost_link (gconstpointer data, guint32 at)
{
  return g_strdup (g_array_index (((const PoplensCostRows *) data)->rows, PoplensCostRow, at).link);
}

/* ---- the table --------------------------------------------------------------------------------
 */

/* Most cycles first; ties as they were. */
static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const PoplensCostRow *x = a, *y = b;

  return (x->cost.cycles < y->cost.cycles) - (x->cost.cycles > y->cost.cycles);
}

/* Whether the column's total is the sum over the rows. */
static gboolean
has_total (PoplensCostColumn column)
{
  switch (column) {
  case POPLENS_COST_ROWS:
  case POPLENS_COST_CYCLES:
  case POPLENS_COST_SHARE:
  case POPLENS_COST_TILE_CYCLES:
  case POPLENS_COST_RECEIVED:
  case POPLENS_COST_SENT:
    return TRUE;
  default:
    return FALSE;
  }
}

static void
add_columns (PoplensTable *table, const PoplensCostRows *self, const PoplensCostTable *spec)
{
  for (guint c = 0; c < spec->n_columns; c++) {
    PoplensColumn column = columns[spec->columns[c]];
    if (spec->columns[c] == POPLENS_COST_NAME) {
      column.title = spec->what;
      column.doc = spec->what_doc;
    }
    poplens_table_add_records (table, &column, 1, self->rows->data, sizeof (PoplensCostRow));
    if (has_total (spec->columns[c]) || (c && spec->columns[c] == spec->sort))
      poplens_table_add_total (table, c);
    if (spec->columns[c] == spec->sort && c)
      poplens_table_set_default_sort (table, c, TRUE);
  }
}

PoplensTable *
poplens_cost_rows_finish (PoplensCostRows *self, const PoplensCostTable *spec, const char *note,
                          PoplensReport *report)
{
  guint32 n = self->rows->len;
  guint16 *depths = spec->tree ? g_new (guint16, MAX (n, 1)) : NULL;
  PoplensTable *table;

  for (guint c = 0; c < spec->n_columns; c++)
    self->columns[c] = spec->columns[c];
  if (!spec->tree)
    g_array_sort (self->rows, compare_rows);
  for (guint32 i = 0; depths && i < n; i++)
    depths[i] = g_array_index (self->rows, PoplensCostRow, i).depth;
  table = poplens_table_new ("trace-costs", spec->title, n, cost_cell, self,
                             (GDestroyNotify) poplens_cost_rows_free, report);
  add_columns (table, self, spec);
  poplens_table_set_link (table, cost_link);
  if (depths) {
    poplens_table_set_depths (table, depths);
    poplens_table_set_initial_depth (table, 0);
  }
  poplens_table_set_note (table, note);
  return table;
}
