/* Tables of exchanges. Tables of a trace have senders, receivers, and bytes per cycle and per byte
 * of code. The table of selected tiles has code and bytes. */
#include "analysis/insights/insights.h"
#include "analysis/memory/memory-analysis.h"
#include "analysis/trace/trace-range.h"
#include "derived/programs/program-location.h"
#include "derived/scope.h"
#include "derived/trace/trace-costs-source.h"
#include "tables/engine/builders.h"
#include "tables/engine/tile-columns.h"

#include <string.h>

/* ---- exchanges of tiles ---------------------------------------------------------------------- */

/* Table of the exchanges of selected tiles: code, received and sent bytes, and a row for the rest
 * of each memory category. */

/* Indices of columns. Columns up to KIND come first, followed by CODE and the code on each tile. */
enum { KIND = 1, CODE = 4 };

typedef struct {
  const char *exchange, *kind;
  gint64 id, program, code_bytes, received_bytes, sent_bytes;
  gint64 tiles[POPLENS_MOST_TILE_COLUMNS];
} ExchangeRow;

static const PoplensColumn exchange_columns[] = {
    POPLENS_CELL (ExchangeRow, exchange, "Exchange", TEXT, FILE,
                  "Name of the first program, else kind and ID of the exchange"),
    POPLENS_CELL (ExchangeRow, kind, "Kind", TEXT, DERIVED,
                  "internal (between tiles), global (between IPUs) or host"),
    POPLENS_CELL (ExchangeRow, id, "ID", ID, FILE, "ID of the exchange among those of its kind"),
    POPLENS_CELL (ExchangeRow, program, "Program", ID, FILE,
                  "ID of the first program of the exchange"),
    POPLENS_CELL (ExchangeRow, code_bytes, "Code", BYTES, FILE,
                  "Bytes of code on the selected tiles (internal: "
                  "program_type_do_exchange.code_bytes_by_tile_rle; host: variables "
                  ".text.supervisor.host_exchange_…)",
                  .total = TRUE),
    POPLENS_CELL (ExchangeRow, received_bytes, "Received", BYTES, FILE,
                  "Bytes that the selected tiles receive in the exchange", .total = TRUE),
    POPLENS_CELL (ExchangeRow, sent_bytes, "Sent", BYTES, FILE,
                  "Bytes that the selected tiles send in the exchange", .total = TRUE),
};

typedef struct {
  PoplensRecords *rows;
  const PoplensExchanges *exchanges;
  const PoplensPrograms *programs; /* (nullable) */
  const PoplensMemory *memory;     /* (nullable) */
  PoplensScope scope;
  PoplensTileColumns tiles; /* columns with the code on each selected tile */
  GHashTable *host_code; /* ID of a host exchange → struct Code *; (nullable): NULL if the code is
                            unknown */
  struct Code {
    guint64 all; /* bytes of code on all selected tiles */
    guint64 bytes[POPLENS_MOST_TILE_COLUMNS];
  } known[POPLENS_N_EXCHANGE_KINDS];
} TileExchanges;

typedef struct Code Code;

/* ---- code of host exchanges ------------------------------------------------------------------ */

/* Returns an array by tile: 0 for tiles that are not selected, otherwise the index in the selection
 * plus 1. @n_tiles: (out): length of the array. (transfer full) */
static guint32 *
list_tile_positions (const PoplensSelection *selection, guint32 *n_tiles)
{
  guint32 *places;

  *n_tiles = 0;
  for (guint i = 0; i < selection->n; i++)
    *n_tiles = MAX (*n_tiles, selection->tiles[i] + 1);
  places = g_new0 (guint32, MAX (*n_tiles, 1));
  for (guint i = 0; i < selection->n; i++)
    places[selection->tiles[i]] = i + 1;
  return places;
}

/* Returns the sums of the host exchange whose code is the variable @name. Creates them if
 * necessary. (nullable): NULL if @name is not code of a host exchange */
static Code *
get_host_code (TileExchanges *b, const char *name)
{
  static const char prefix[] = ".text.supervisor.host_exchange_";
  guint64 id;
  Code *code;

  if (!g_str_has_prefix (name, prefix) ||
      !g_ascii_string_to_unsigned (name + strlen (prefix), 10, 0, G_MAXUINT32, &id, NULL))
    return NULL;
  code = g_hash_table_lookup (b->host_code, GUINT_TO_POINTER ((guint) id));
  if (!code)
    g_hash_table_insert (b->host_code, GUINT_TO_POINTER ((guint) id), code = g_new0 (Code, 1));
  return code;
}

/* Sums the code of each host exchange. Finds the code by the names of variables, because the file
 * has no column for it. FALSE with @error. */
static gboolean
sum_host_code (TileExchanges *b, PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensSlice) slice =
      poplens_report_get_slice (report, POPLENS_SLICE_NAMED_VARIABLES, 0, cancellable, error);
  g_autofree guint32 *places = NULL;
  guint32 n_tiles;

  if (!slice)
    return FALSE;
  places = list_tile_positions (&b->scope.selection, &n_tiles);
  b->host_code = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (guint32 i = 0; i < slice->n; i++) {
    const PoplensNamedVariable *v = &slice->named[i];
    Code *code;
    if (!(v->bits & POPLENS_VARIABLE_ALLOCATED) || v->tile >= n_tiles || !places[v->tile] ||
        !(code = get_host_code (b, poplens_strings_get (slice->strings, v->name))))
      continue;
    code->all += v->size;
    if (b->tiles.n)
      code->bytes[places[v->tile] - 1] += v->size;
  }
  return TRUE;
}

/* Finds how many bytes the code of an exchange has. @bytes: (out): on all selected tiles. Sets
 * .tiles to the bytes on each tile with a column. FALSE if unknown. */
static gboolean
find_code (TileExchanges *b, PoplensExchangeKind kind, guint32 row, guint64 *bytes)
{
  const PoplensExchangeTable *table = &b->exchanges->tables[kind];
  const Code *host;

  *bytes = 0;
  poplens_tile_columns_clear (&b->tiles);
  if (kind == POPLENS_EXCHANGE_INTERNAL && table->code) {
    *bytes = poplens_tile_columns_add (&b->tiles, table->code, row);
    return TRUE;
  }
  if (kind != POPLENS_EXCHANGE_HOST || !b->host_code)
    return FALSE;
  host = g_hash_table_lookup (b->host_code, GUINT_TO_POINTER (table->id[row]));
  if (host) {
    *bytes = host->all;
    memcpy (b->tiles.bytes, host->bytes, sizeof host->bytes);
  }
  return TRUE;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Returns a map: ID of an exchange of @kind → row of the first program that runs it, plus 1.
 * (transfer full) */
static GHashTable *
first_programs (const PoplensPrograms *programs, PoplensExchangeKind kind)
{
  GHashTable *rows = g_hash_table_new (NULL, NULL);

  for (guint32 r = 0; programs && r < programs->n; r++) {
    gpointer id = GUINT_TO_POINTER (programs->variant_index[r]);
    if (poplens_program_exchange (programs, r) == kind && !g_hash_table_contains (rows, id))
      g_hash_table_insert (rows, id, GUINT_TO_POINTER (r + 1));
  }
  return rows;
}

static void
add_tile_exchange (TileExchanges *b, PoplensExchangeKind kind, guint32 row, guint32 program)
{
  const PoplensExchangeTable *table = &b->exchanges->tables[kind];
  guint64 received = poplens_selection_sum (&b->scope.selection, table->received, row);
  guint64 sent = poplens_selection_sum (&b->scope.selection, table->sent, row), code;
  gboolean known = find_code (b, kind, row, &code);
  const char *name = program ? poplens_programs_name (b->programs, program - 1) : "";
  g_autofree char *title =
      *name
          ? g_strdup (name)
          : g_strdup_printf ("%s exchange %u", poplens_exchange_kind_title (kind), table->id[row]);

  b->known[kind].all += code;
  for (guint i = 0; i < b->tiles.n; i++)
    b->known[kind].bytes[i] += b->tiles.bytes[i];
  /* Skip exchanges in which the selected tiles do not take part. */
  if (!code && !received && !sent)
    return;
  ExchangeRow *record = poplens_records_add (b->rows);
  record->exchange = poplens_records_text (b->rows, title);
  record->kind = poplens_records_text (b->rows, poplens_exchange_kind_title (kind));
  record->id = table->id[row];
  if (program) {
    record->program = b->programs->id[program - 1];
    poplens_records_link (b->rows, "programs?program=%u", b->programs->id[program - 1]);
  }
  if (known) {
    record->code_bytes = code;
    poplens_tile_columns_write (&b->tiles, record->tiles);
  }
  if (table->received)
    record->received_bytes = received;
  if (table->sent)
    record->sent_bytes = sent;
}

/* Adds a row with the bytes of the category that are not code of listed exchanges. FALSE if there
 * are no such bytes. */
static gboolean
add_remainder (TileExchanges *b, PoplensExchangeKind kind, const char *category, const char *title)
{
  const Code *known = &b->known[kind];
  const PoplensSelection *selection = &b->scope.selection;
  const PoplensCategory *of = b->memory ? poplens_memory_find_category (b->memory, category) : NULL;
  guint64 total = of ? poplens_category_sums_at (of, selection->positions, selection->n).total : 0;

  poplens_tile_columns_clear (&b->tiles);
  for (guint i = 0; of && i < b->tiles.n; i++)
    b->tiles.bytes[i] += poplens_category_bytes (of, selection->positions[i]);
  if (total <= known->all)
    return FALSE;
  ExchangeRow *row = poplens_records_add (b->rows);
  row->exchange = poplens_records_text (b->rows, title);
  row->kind = poplens_records_text (b->rows, poplens_exchange_kind_title (kind));
  row->code_bytes = total - known->all;
  for (guint i = 0; i < b->tiles.n; i++)
    b->tiles.bytes[i] -= known->bytes[i];
  poplens_tile_columns_write (&b->tiles, row->tiles);
  return TRUE;
}

static gboolean
add_remainders (TileExchanges *b)
{
  gboolean any = add_remainder (b, POPLENS_EXCHANGE_INTERNAL, "internalExchangeCode",
                                "(unattributed internal exchange code)");

  any |= add_remainder (b, POPLENS_EXCHANGE_HOST, "hostExchangeCode",
                        b->host_code ? "(unattributed host exchange code)"
                                     : "(host exchange code, total)");
  any |= add_remainder (b, POPLENS_EXCHANGE_GLOBAL, "globalExchangeCode",
                        "(inter-IPU exchange code, total)");
  return any;
}

static PoplensTable *
make_tile_exchange_rows (TileExchanges *b, PoplensReport *report)
{
  g_autofree char *which = poplens_tile_columns_note (&b->tiles, "code");
  g_autofree char *note = NULL;
  gboolean rest;
  PoplensTable *table;

  b->rows = poplens_tile_columns_new_records (&b->tiles, exchange_columns, sizeof (ExchangeRow),
                                              G_STRUCT_OFFSET (ExchangeRow, tiles),
                                              "Bytes of code of the exchange on tile");
  for (guint kind = 0; kind < POPLENS_N_EXCHANGE_KINDS; kind++) {
    g_autoptr (GHashTable) programs = first_programs (b->programs, kind);
    const PoplensExchangeTable *t = &b->exchanges->tables[kind];
    for (guint32 row = 0; row < t->n; row++)
      add_tile_exchange (
          b, kind, row,
          GPOINTER_TO_UINT (g_hash_table_lookup (programs, GUINT_TO_POINTER (t->id[row]))));
  }
  rest = add_remainders (b);
  table = poplens_records_finish (b->rows, "exchanges", "Exchanges", report);
  poplens_table_set_default_sort (table, poplens_tile_columns_sum (&b->tiles), TRUE);
  note = g_strdup_printf ("%s%s", which,
                          rest ? ". Unattributed code belongs to no listed exchange." : "");
  poplens_table_set_note (table, note);
  return table;
}

PoplensTable *
poplens_build_exchanges (PoplensReport *report, const PoplensLocation *location,
                         GCancellable *cancellable, GError **error)
{
  TileExchanges b = {.exchanges = poplens_report_load_exchanges (report, cancellable, error)};
  gconstpointer memory, programs;
  PoplensTable *table = NULL;

  if (!b.exchanges ||
      !poplens_report_load_optional (report, POPLENS_PART_MEMORY, &memory, cancellable, error) ||
      !poplens_report_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error))
    return NULL;
  b.memory = memory;
  b.programs = programs;
  if (poplens_scope_init (&b.scope, report, location, cancellable, error)) {
    poplens_tile_columns_init (&b.tiles, &b.scope, G_N_ELEMENTS (exchange_columns), CODE, KIND + 1);
    if (poplens_report_get_absence (report, POPLENS_PART_VARIABLES) ||
        sum_host_code (&b, report, cancellable, error))
      table = make_tile_exchange_rows (&b, report);
  }
  poplens_scope_clear (&b.scope);
  g_clear_pointer (&b.host_code, g_hash_table_unref);
  return table;
}

/* ---- exchanges of a trace -------------------------------------------------------------------- */

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
} TraceExchangeRow;

static const PoplensColumn trace_exchange_columns[] = {
    POPLENS_CELL (TraceExchangeRow, name, "Exchange", TEXT, FILE,
                  "Name of the program, else type of the program"),
    POPLENS_CELL (TraceExchangeRow, type, "Type", TEXT, FILE,
                  "Type of the steps, as named in steps.type"),
    POPLENS_CELL (TraceExchangeRow, steps, "Steps by IPU", COUNT, FILE,
                  "Executed steps, counted on each IPU", .total = TRUE),
    POPLENS_CELL (
        TraceExchangeRow, cycles, "Cycles", CYCLES, ROW,
        "Cycles of the longest tile of each step, in total. "
        "The critical path and transfers count from the first tile's start to the last tile's end.",
        .total = TRUE),
    POPLENS_CELL (TraceExchangeRow, received_bytes, "Received", BYTES, FILE,
                  "Bytes that tiles receive in all these steps", .total = TRUE),
    POPLENS_CELL (
        TraceExchangeRow, sent_bytes, "Sent", BYTES, FILE,
        "Bytes that tiles send in all these steps. Bytes received by several tiles are sent once.",
        .total = TRUE),
    POPLENS_CELL (TraceExchangeRow, bytes_per_cycle, "Bytes/cycle", NUMBER, DERIVED,
                  "Bytes received and sent per cycle"),
    POPLENS_CELL (
        TraceExchangeRow, code_bytes, "Code", BYTES, FILE,
        "Bytes of code of the exchange on all tiles; recorded for internal exchanges only"),
    POPLENS_CELL (TraceExchangeRow, bytes_per_code_byte, "Bytes/byte of code", NUMBER, DERIVED,
                  "Bytes received and sent by one execution on all tiles, per byte of code"),
    POPLENS_CELL (TraceExchangeRow, senders, "Senders", COUNT, DERIVED,
                  "Number of tiles that send"),
    POPLENS_CELL (TraceExchangeRow, receivers, "Receivers", COUNT, DERIVED,
                  "Number of tiles that receive"),
    POPLENS_CELL (TraceExchangeRow, busiest_tile, "Busiest tile", ID, DERIVED,
                  "Tile that receives and sends the most bytes; in a tie the lowest number"),
    POPLENS_CELL (TraceExchangeRow, busiest_bytes, "Bytes of that tile", BYTES, FILE,
                  "Bytes that the busiest tile receives and sends in one execution"),
    POPLENS_CELL (TraceExchangeRow, sources, "From", TEXT, FILE,
                  "Variables that are read, abbreviated in the file"),
    POPLENS_CELL (TraceExchangeRow, destinations, "To", TEXT, FILE,
                  "Variables that are written, abbreviated in the file"),
    POPLENS_CELL (TraceExchangeRow, exchange, "ID", ID, FILE,
                  "ID of the exchange among those of its type"),
    POPLENS_CELL (TraceExchangeRow, program, "Program", ID, FILE, "ID of the program"),
    POPLENS_CELL (TraceExchangeRow, source, "Source", TEXT, DERIVED,
                  "Source of the cycles: measured or estimated (DoExchange)"),
};

/* ---- tiles ----------------------------------------------------------------------------------- */

/* Tiles that take part in an exchange: of the selected IPU, or of all IPUs. */
typedef struct {
  guint n_senders, n_receivers;
  guint32 busiest;
  guint64 most;
} Ends;

/* Returns the values by tile in row @row of @lists. @lists: (nullable). (transfer full): empty if
 * @lists lacks the row */
static GArray *
list_tile_values (const PoplensLists *lists, guint32 row)
{
  return lists && row < poplens_lists_n_rows (lists) ? poplens_lists_values (lists, row)
                                                     : g_array_new (FALSE, FALSE, sizeof (guint64));
}

static Ends
find_exchange_ends (const PoplensExchangeTable *table, guint32 row, int ipu, guint32 tiles)
{
  g_autoptr (GArray) received = list_tile_values (table->received, row);
  g_autoptr (GArray) sent = list_tile_values (table->sent, row);
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

/* ---- rows ------------------------------------------------------------------------------------ */

typedef struct {
  PoplensTraceCostSource source;
  const PoplensExchanges *exchanges;
  PoplensRecords *rows;
} TraceExchanges;

static guint64
sum_list (const PoplensLists *lists, guint32 row)
{
  return lists && row < poplens_lists_n_rows (lists) ? poplens_lists_sum (lists, row) : 0;
}

static void
set_tiles_of_exchange (const TraceExchanges *self, TraceExchangeRow *to,
                       const PoplensExchangeTable *table, guint32 row)
{
  Ends ends = find_exchange_ends (table, row, self->source.wanted.ipu, self->source.facts.tiles);

  to->senders = ends.n_senders;
  to->receivers = ends.n_receivers;
  if (!ends.most)
    return;
  to->busiest_tile = ends.busiest;
  to->busiest_bytes = ends.most;
}

static void
add_tile_code (TraceExchangeRow *to, const PoplensExchangeTable *table, guint32 row)
{
  guint64 code;

  if (!table->code || row >= poplens_lists_n_rows (table->code) ||
      poplens_lists_is_absent (table->code, row))
    return;
  code = poplens_lists_sum (table->code, row);
  to->code_bytes = code;
  if (code)
    to->bytes_per_code_byte =
        (double) (sum_list (table->received, row) + sum_list (table->sent, row)) / (double) code;
}

static void
add_trace_exchange (TraceExchanges *self, const PoplensTraceGroupCost *group,
                    const PoplensExchangeTable *table, guint32 row)
{
  const PoplensStrings *strings = self->exchanges->strings;
  const PoplensTraceCost *cost = &group->cost;
  g_autofree char *name = poplens_trace_cost_source_name (&self->source, group->step);
  TraceExchangeRow *record = poplens_records_add (self->rows);

  record->name = poplens_records_text (self->rows, name);
  record->type = poplens_execution_step_type (self->source.facts.execution, group->step);
  record->steps = cost->rows;
  record->cycles = cost->cycles;
  record->received_bytes = cost->received;
  record->sent_bytes = cost->sent;
  if (cost->moving_cycles)
    record->bytes_per_cycle = (double) (cost->received + cost->sent) / (double) cost->moving_cycles;
  add_tile_code (record, table, row);
  set_tiles_of_exchange (self, record, table, row);
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
add_exchange_group (TraceExchanges *self, const PoplensTraceGroupCost *group)
{
  const PoplensPrograms *programs = self->source.programs;
  guint32 row, program = group->cost.moving && programs
                             ? poplens_programs_find (programs, group->program)
                             : POPLENS_NO_ROW;
  const PoplensExchangeTable *table =
      poplens_exchange_of_program (self->exchanges, programs, program, &row);

  if (table)
    add_trace_exchange (self, group, table, row);
}

static int
compare_exchange_cycles (gconstpointer a, gconstpointer b)
{
  const PoplensTraceGroupCost *x = a, *y = b;

  return (x->cost.cycles < y->cost.cycles) - (x->cost.cycles > y->cost.cycles);
}

static gboolean
add_trace_exchanges (TraceExchanges *self, PoplensReport *report, const PoplensLocation *location,
                     char **note, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensTraceCosts) costs = NULL;
  gconstpointer exchanges;

  if (!poplens_trace_cost_source_init (&self->source, report, location, cancellable, error) ||
      !poplens_report_load_optional (report, POPLENS_PART_EXCHANGES, &exchanges, cancellable,
                                     error) ||
      !(costs = poplens_trace_cost_source_sum (&self->source, cancellable, error)))
    return FALSE;
  self->exchanges = exchanges;
  g_array_sort (costs->groups, compare_exchange_cycles);
  for (guint g = 0; g < costs->groups->len; g++) {
    if (g_cancellable_set_error_if_cancelled (cancellable, error))
      return FALSE;
    add_exchange_group (self, &g_array_index (costs->groups, PoplensTraceGroupCost, g));
  }
  if (!poplens_trace_cost_source_has_any (&self->source, poplens_records_count (self->rows),
                                          "exchange", error))
    return FALSE;
  g_autofree char *what = poplens_trace_cost_source_describe (&self->source, NULL);
  *note = g_strconcat (what, " Exchanges between tiles, between IPUs and with the host.", NULL);
  return TRUE;
}

PoplensTable *
poplens_build_trace_exchanges (PoplensReport *report, const PoplensLocation *location,
                               GCancellable *cancellable, GError **error)
{
  TraceExchanges self = {.rows = POPLENS_RECORDS (TraceExchangeRow, trace_exchange_columns)};
  g_autofree char *note = NULL;
  PoplensTable *table = NULL;

  if (add_trace_exchanges (&self, report, location, &note, cancellable, error)) {
    table = poplens_records_finish (self.rows, "trace-exchanges", "Executed exchanges", report);
    poplens_table_set_note (table, note);
  } else {
    poplens_records_free (self.rows);
  }
  poplens_trace_cost_source_clear (&self.source);
  return table;
}
