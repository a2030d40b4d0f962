/* What the exchanges of a trace move: bytes a cycle, bytes a byte of code, senders and receivers.
 */
#include "derived/parts.h"
#include "derived/programs/program-exchange.h"
#include "derived/trace/trace-costs-source.h"
#include "tables/engine/builders.h"

enum {
  NAME,
  TYPE,
  STEPS,
  CYCLES,
  RECEIVED,
  SENT,
  PER_CYCLE,
  CODE,
  PER_CODE,
  SENDERS,
  RECEIVERS,
  BUSIEST,
  BUSIEST_BYTES,
  FROM,
  TO,
  EXCHANGE,
  PROGRAM
};

static const PoplensColumnSpec columns[] = {
    [NAME] = {"name", "Exchange", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Name of the program, else type of the program"},
    [TYPE] = {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Type of the steps, as named in steps.type"},
    [STEPS] = {"steps", "Steps", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
               "Executed steps, counted on each IPU"},
    [CYCLES] =
        {"cycles", "Cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
         "Cycles of the longest tile of each step, in total. DoExchange cycles are estimated."},
    [RECEIVED] = {"received_bytes", "Received", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                  "Bytes that tiles receive in all these steps"},
    [SENT] = {"sent_bytes", "Sent", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
              "Bytes that tiles send in all these steps. Bytes received by several tiles are sent "
              "once."},
    [PER_CYCLE] = {"bytes_per_cycle", "Bytes/cycle", POPLENS_UNIT_NUMBER, POPLENS_FROM_DERIVED,
                   "Bytes received and sent per cycle"},
    [CODE] = {"code_bytes", "Code", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
              "Bytes of code of the exchange on all tiles; recorded for internal exchanges only"},
    [PER_CODE] = {"bytes_per_code_byte", "Bytes/byte of code", POPLENS_UNIT_NUMBER,
                  POPLENS_FROM_DERIVED,
                  "Bytes received and sent by one execution on all tiles, per byte of code"},
    [SENDERS] = {"senders", "Senders", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
                 "Number of tiles that send"},
    [RECEIVERS] = {"receivers", "Receivers", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
                   "Number of tiles that receive"},
    [BUSIEST] = {"busiest_tile", "Busiest tile", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED,
                 "Tile that receives and sends the most bytes; in a tie the lowest number"},
    [BUSIEST_BYTES] = {"busiest_bytes", "Bytes of that tile", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                       "Bytes that the busiest tile receives and sends in one execution"},
    [FROM] = {"sources", "From", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Variables that are read, abbreviated in the file"},
    [TO] = {"destinations", "To", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
            "Variables that are written, abbreviated in the file"},
    [EXCHANGE] = {"exchange", "ID", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                  "ID of the exchange among those of its type"},
    [PROGRAM] = {"program", "Program", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "ID of the program"},
};

/* ---- tiles ----------------------------------------------------------------------------- */

/* One execution of an exchange, over the tiles of the IPU that counts, or of all. */
typedef struct {
  guint n_senders, n_receivers;
  guint32 busiest;
  guint64 most;
} Ends;

/* @lists: (nullable): by tile. (transfer full) */
static GArray *
values_of (const PoplensLists *lists, guint32 row)
{
  return lists && row < poplens_lists_n_rows (lists) ? poplens_lists_values (lists, row)
                                                     : g_array_new (FALSE, FALSE, sizeof (guint64));
}

static Ends
find_ends (const PoplensExchangeTable *table, guint32 row, int ipu, guint32 tiles)
{
  g_autoptr (GArray) received = values_of (table->received, row);
  g_autoptr (GArray) sent = values_of (table->sent, row);
  gsize first = ipu < 0 ? 0 : (gsize) ipu * tiles;
  gsize end = ipu < 0 ? G_MAXSIZE : first + tiles;
  Ends ends = {0};

  for (gsize t = first; t < MIN (end, MAX (received->len, sent->len)); t++) {
    guint64 in = t < received->len ? g_array_index (received, guint64, t) : 0;
    guint64 out = t < sent->len ? g_array_index (sent, guint64, t) : 0;
    ends.n_receivers += in > 0;
    ends.n_senders += out > 0;
    if (in + out > ends.most) {
      ends.most = in + out;
      ends.busiest = (guint32) t;
    }
  }
  return ends;
}

/* ---- rows ------------------------------------------------------------------------------ */

typedef struct {
  PoplensTraceCostSource source;
  const PoplensExchanges *exchanges;
  PoplensRows *rows;
} Build;

static guint64
sum_of (const PoplensLists *lists, guint32 row)
{
  return lists && row < poplens_lists_n_rows (lists) ? poplens_lists_sum (lists, row) : 0;
}

static void
add_tiles (Build *self, const PoplensExchangeTable *table, guint32 row)
{
  Ends ends = find_ends (table, row, self->source.wanted.ipu, self->source.facts.tiles);

  poplens_rows_int (self->rows, SENDERS, ends.n_senders);
  poplens_rows_int (self->rows, RECEIVERS, ends.n_receivers);
  if (!ends.most)
    return;
  poplens_rows_int (self->rows, BUSIEST, ends.busiest);
  poplens_rows_int (self->rows, BUSIEST_BYTES, (gint64) ends.most);
}

static void
add_code (Build *self, const PoplensExchangeTable *table, guint32 row)
{
  guint64 code;

  if (!table->code || row >= poplens_lists_n_rows (table->code) ||
      poplens_lists_is_absent (table->code, row))
    return;
  code = poplens_lists_sum (table->code, row);
  poplens_rows_int (self->rows, CODE, (gint64) code);
  if (code)
    poplens_rows_real (self->rows, PER_CODE,
                       (double) (sum_of (table->received, row) + sum_of (table->sent, row)) /
                           (double) code);
}

static void
add_row (Build *self, const PoplensTraceGroupCost *group, const PoplensExchangeTable *table,
         guint32 row)
{
  const PoplensStrings *strings = self->exchanges->strings;
  const PoplensTraceCost *cost = &group->cost;
  g_autofree char *name = poplens_trace_cost_source_name (&self->source, group->step);
  g_autofree char *link = g_strdup_printf ("programs?program=%u", group->program);

  poplens_rows_add (self->rows, 0);
  poplens_rows_text (self->rows, NAME, name);
  poplens_rows_text (self->rows, TYPE,
                     poplens_execution_step_type (self->source.facts.execution, group->step));
  poplens_rows_int (self->rows, STEPS, (gint64) cost->rows);
  poplens_rows_int (self->rows, CYCLES, (gint64) cost->cycles);
  poplens_rows_int (self->rows, RECEIVED, (gint64) cost->received);
  poplens_rows_int (self->rows, SENT, (gint64) cost->sent);
  if (cost->moving_cycles)
    poplens_rows_real (self->rows, PER_CYCLE,
                       (double) (cost->received + cost->sent) / (double) cost->moving_cycles);
  add_code (self, table, row);
  add_tiles (self, table, row);
  if (table->source_text)
    poplens_rows_text (self->rows, FROM, poplens_strings_get (strings, table->source_text[row]));
  if (table->destination_text)
    poplens_rows_text (self->rows, TO, poplens_strings_get (strings, table->destination_text[row]));
  poplens_rows_int (self->rows, EXCHANGE, table->id[row]);
  poplens_rows_int (self->rows, PROGRAM, group->program);
  poplens_rows_link (self->rows, link);
}

static void
add_group (Build *self, const PoplensTraceGroupCost *group)
{
  const PoplensPrograms *programs = self->source.programs;
  guint32 row, program = group->cost.moving && programs
                             ? poplens_programs_find (programs, group->program)
                             : POPLENS_NO_ROW;
  const PoplensExchangeTable *table =
      poplens_exchange_of_program (self->exchanges, programs, program, &row);

  if (table)
    add_row (self, group, table, row);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const PoplensTraceGroupCost *x = a, *y = b;

  return (x->cost.cycles < y->cost.cycles) - (x->cost.cycles > y->cost.cycles);
}

static gboolean
add_all (Build *self, PoplensReport *report, const PoplensLocation *location, char **note,
         GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensTraceCosts) costs = NULL;
  gconstpointer exchanges;

  if (!poplens_trace_cost_source_init (&self->source, report, location, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_EXCHANGES, &exchanges, cancellable, error) ||
      !(costs = poplens_trace_cost_source_sum (&self->source, cancellable, error)))
    return FALSE;
  self->exchanges = exchanges;
  g_array_sort (costs->groups, compare);
  for (guint g = 0; g < costs->groups->len; g++) {
    if (g_cancellable_set_error_if_cancelled (cancellable, error))
      return FALSE;
    add_group (self, &g_array_index (costs->groups, PoplensTraceGroupCost, g));
  }
  g_autofree char *what = poplens_trace_cost_source_describe (&self->source, NULL);
  *note = g_strconcat (what, " Exchanges between tiles, between IPUs and with the host.", NULL);
  return TRUE;
}

PoplensTable *
poplens_build_trace_exchanges (PoplensReport *report, const PoplensLocation *location,
                               GCancellable *cancellable, GError **error)
{
  Build self = {.rows = poplens_rows_new (G_N_ELEMENTS (columns))};
  g_autofree char *note = NULL;
  PoplensTable *table = NULL;

  if (add_all (&self, report, location, &note, cancellable, error)) {
    table = poplens_rows_finish (self.rows, "trace-exchanges", "Executed exchanges", report, FALSE);
    poplens_table_add_columns (table, columns, G_N_ELEMENTS (columns));
    poplens_table_add_total (table, STEPS);
    poplens_table_add_total (table, CYCLES);
    poplens_table_add_total (table, RECEIVED);
    poplens_table_add_total (table, SENT);
    poplens_table_set_note (table, note);
  } else {
    poplens_rows_free (self.rows);
  }
  poplens_trace_cost_source_clear (&self.source);
  return table;
}
