/* What the exchanges of a trace move: bytes a cycle, bytes a byte of code, senders and receivers.
 */
#include "analysis/trace/trace-range.h"
#include "derived/parts.h"
#include "derived/programs/program-location.h"
#include "derived/trace/trace-costs-source.h"
#include "tables/engine/builders.h"

typedef struct {
  const char *name, *type;
  gint64 steps, cycles, received_bytes, sent_bytes;
  double bytes_per_cycle;
  gint64 code_bytes;
  double bytes_per_code_byte;
  gint64 senders, receivers, busiest_tile, busiest_bytes;
  const char *sources, *destinations;
  gint64 exchange, program;
  const char *source;
} Row;

static const PoplensColumn columns[] = {
    POPLENS_CELL (Row, name, "Exchange", TEXT, FILE,
                  "Name of the program, else type of the program"),
    POPLENS_CELL (Row, type, "Type", TEXT, FILE, "Type of the steps, as named in steps.type"),
    POPLENS_CELL (Row, steps, "Steps by IPU", COUNT, FILE, "Executed steps, counted on each IPU",
                  .total = TRUE),
    POPLENS_CELL (
        Row, cycles, "Cycles", CYCLES, ROW,
        "Cycles of the longest tile of each step, in total. "
        "The critical path and transfers count from the first tile's start to the last tile's end.",
        .total = TRUE),
    POPLENS_CELL (Row, received_bytes, "Received", BYTES, FILE,
                  "Bytes that tiles receive in all these steps", .total = TRUE),
    POPLENS_CELL (
        Row, sent_bytes, "Sent", BYTES, FILE,
        "Bytes that tiles send in all these steps. Bytes received by several tiles are sent once.",
        .total = TRUE),
    POPLENS_CELL (Row, bytes_per_cycle, "Bytes/cycle", NUMBER, DERIVED,
                  "Bytes received and sent per cycle"),
    POPLENS_CELL (
        Row, code_bytes, "Code", BYTES, FILE,
        "Bytes of code of the exchange on all tiles; recorded for internal exchanges only"),
    POPLENS_CELL (Row, bytes_per_code_byte, "Bytes/byte of code", NUMBER, DERIVED,
                  "Bytes received and sent by one execution on all tiles, per byte of code"),
    POPLENS_CELL (Row, senders, "Senders", COUNT, DERIVED, "Number of tiles that send"),
    POPLENS_CELL (Row, receivers, "Receivers", COUNT, DERIVED, "Number of tiles that receive"),
    POPLENS_CELL (Row, busiest_tile, "Busiest tile", ID, DERIVED,
                  "Tile that receives and sends the most bytes; in a tie the lowest number"),
    POPLENS_CELL (Row, busiest_bytes, "Bytes of that tile", BYTES, FILE,
                  "Bytes that the busiest tile receives and sends in one execution"),
    POPLENS_CELL (Row, sources, "From", TEXT, FILE,
                  "Variables that are read, abbreviated in the file"),
    POPLENS_CELL (Row, destinations, "To", TEXT, FILE,
                  "Variables that are written, abbreviated in the file"),
    POPLENS_CELL (Row, exchange, "ID", ID, FILE, "ID of the exchange among those of its type"),
    POPLENS_CELL (Row, program, "Program", ID, FILE, "ID of the program"),
    POPLENS_CELL (Row, source, "Source", TEXT, DERIVED,
                  "Source of the cycles: measured or estimated (DoExchange)"),
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
  PoplensRecords *rows;
} Build;

static guint64
sum_of (const PoplensLists *lists, guint32 row)
{
  return lists && row < poplens_lists_n_rows (lists) ? poplens_lists_sum (lists, row) : 0;
}

static void
add_tiles (const Build *self, Row *to, const PoplensExchangeTable *table, guint32 row)
{
  Ends ends = find_ends (table, row, self->source.wanted.ipu, self->source.facts.tiles);

  to->senders = ends.n_senders;
  to->receivers = ends.n_receivers;
  if (!ends.most)
    return;
  to->busiest_tile = ends.busiest;
  to->busiest_bytes = ends.most;
}

static void
add_code (Row *to, const PoplensExchangeTable *table, guint32 row)
{
  guint64 code;

  if (!table->code || row >= poplens_lists_n_rows (table->code) ||
      poplens_lists_is_absent (table->code, row))
    return;
  code = poplens_lists_sum (table->code, row);
  to->code_bytes = code;
  if (code)
    to->bytes_per_code_byte =
        (double) (sum_of (table->received, row) + sum_of (table->sent, row)) / (double) code;
}

static void
add_row (Build *self, const PoplensTraceGroupCost *group, const PoplensExchangeTable *table,
         guint32 row)
{
  const PoplensStrings *strings = self->exchanges->strings;
  const PoplensTraceCost *cost = &group->cost;
  g_autofree char *name = poplens_trace_cost_source_name (&self->source, group->step);
  Row *record = poplens_records_add (self->rows);

  record->name = poplens_records_text (self->rows, name);
  record->type = poplens_execution_step_type (self->source.facts.execution, group->step);
  record->steps = cost->rows;
  record->cycles = cost->cycles;
  record->received_bytes = cost->received;
  record->sent_bytes = cost->sent;
  if (cost->moving_cycles)
    record->bytes_per_cycle = (double) (cost->received + cost->sent) / (double) cost->moving_cycles;
  add_code (record, table, row);
  add_tiles (self, record, table, row);
  if (table->source_text)
    record->sources = poplens_strings_get (strings, table->source_text[row]);
  if (table->destination_text)
    record->destinations = poplens_strings_get (strings, table->destination_text[row]);
  record->exchange = table->id[row];
  record->program = group->program;
  record->source =
      poplens_step_source_name (poplens_step_source (self->source.facts.execution, group->step));
  poplens_records_link (self->rows, "programs?program=%u", group->program);
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
  Build self = {.rows = POPLENS_RECORDS (Row, columns)};
  g_autofree char *note = NULL;
  PoplensTable *table = NULL;

  if (add_all (&self, report, location, &note, cancellable, error)) {
    table = poplens_records_finish (self.rows, "trace-exchanges", "Executed exchanges", report);
    poplens_table_set_note (table, note);
  } else {
    poplens_records_free (self.rows);
  }
  poplens_trace_cost_source_clear (&self.source);
  return table;
}
