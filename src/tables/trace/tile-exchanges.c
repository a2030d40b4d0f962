/* Exchanges as the selected tiles have them: code, bytes in and out, and what remains. */
#include "analysis/insights/insights.h"
#include "analysis/memory/memory-analysis.h"
#include "derived/parts.h"
#include "derived/scope.h"
#include "tables/engine/tile-columns.h"

#include <string.h>

/* Of the columns below those that matter to where tiles stand. */
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
  const PoplensPrograms *programs; /* nullable */
  const PoplensMemory *memory;     /* nullable */
  PoplensScope scope;
  PoplensTileColumns tiles; /* code on each */
  GHashTable *host_code;    /* id → Code of it; NULL: not known */
  struct Code {
    guint64 all; /* bytes on the selected tiles */
    guint64 bytes[POPLENS_MOST_TILE_COLUMNS];
  } known[POPLENS_N_EXCHANGE_KINDS];
} Builder;

typedef struct Code Code;

/* ---- code of host exchanges ------------------------------------------------------------- */

/* By tile: its place among the selected ones, plus one. (transfer full) */
static guint32 *
find_places (const PoplensSelection *selection, guint32 *n_tiles)
{
  guint32 *locations;

  *n_tiles = 0;
  for (guint i = 0; i < selection->n; i++)
    *n_tiles = MAX (*n_tiles, selection->tiles[i] + 1);
  locations = g_new0 (guint32, MAX (*n_tiles, 1));
  for (guint i = 0; i < selection->n; i++)
    locations[selection->tiles[i]] = i + 1;
  return locations;
}

/* The exchange that @name says it is code of. */
static Code *
host_code_of (Builder *b, const char *name)
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

/* Names of variables tell it, as the file has no column. */
static gboolean
add_host_code (Builder *b, PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensSlice) slice =
      poplens_report_get_slice (report, POPLENS_SLICE_NAMED_VARIABLES, 0, cancellable, error);
  g_autofree guint32 *locations = NULL;
  guint32 n_tiles;

  if (!slice)
    return FALSE;
  locations = find_places (&b->scope.selection, &n_tiles);
  b->host_code = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (guint32 i = 0; i < slice->n; i++) {
    const PoplensNamedVariable *v = &slice->named[i];
    Code *code;
    if (!(v->bits & POPLENS_VARIABLE_ALLOCATED) || v->tile >= n_tiles || !locations[v->tile] ||
        !(code = host_code_of (b, poplens_strings_get (slice->strings, v->name))))
      continue;
    code->all += v->size;
    if (b->tiles.n)
      code->bytes[locations[v->tile] - 1] += v->size;
  }
  return TRUE;
}

/* On the tiles that have columns into .tiles; FALSE where it is not known. */
static gboolean
find_code (Builder *b, PoplensExchangeKind kind, guint32 row, guint64 *bytes)
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

/* ---- rows ------------------------------------------------------------------------------- */

/* Rows of the first programs that are an exchange of @kind, plus one, by its id. (transfer full) */
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
add_exchange (Builder *b, PoplensExchangeKind kind, guint32 row, guint32 program)
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
  /* Exchanges in which the tiles have no part say nothing. */
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

/* What the category holds beyond the exchanges' code. */
static gboolean
add_remainder (Builder *b, PoplensExchangeKind kind, const char *category, const char *title)
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
add_remainders (Builder *b)
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
make_table (Builder *b, PoplensReport *report)
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
      add_exchange (
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
  Builder b = {.exchanges = poplens_report_load_exchanges (report, cancellable, error)};
  gconstpointer memory, programs;
  PoplensTable *table = NULL;

  if (!b.exchanges ||
      !poplens_load_optional (report, POPLENS_PART_MEMORY, &memory, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error))
    return NULL;
  b.memory = memory;
  b.programs = programs;
  if (poplens_scope_init (&b.scope, report, location, cancellable, error)) {
    poplens_tile_columns_init (&b.tiles, &b.scope, G_N_ELEMENTS (exchange_columns), CODE, KIND + 1);
    if (poplens_report_get_absence (report, POPLENS_PART_VARIABLES) ||
        add_host_code (&b, report, cancellable, error))
      table = make_table (&b, report);
  }
  poplens_scope_clear (&b.scope);
  g_clear_pointer (&b.host_code, g_hash_table_unref);
  return table;
}
