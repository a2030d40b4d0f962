/* Vertex types by state and by code, exchanges by code: each with what remains of its total. */
#include "tables/engine/builders.h"

#include "analysis/insights/insights.h"
#include "derived/insights/insights-input.h"
#include "derived/parts.h"
#include "derived/scope.h"
#include "derived/selection.h"
#include "tables/engine/registry.h"

/* ---- vertex types ---------------------------------------------------------------------- */

typedef struct {
  const char *vertex_type;
  gint64 id, bytes;
  double share;
  gint64 compute_sets;
} VertexRow;

static PoplensRecords *
vertex_rows (const PoplensShares *shares, const PoplensColumn *columns, guint n)
{
  PoplensRecords *rows = poplens_records_new (columns, n, sizeof (VertexRow));

  for (guint i = 0; i < shares->rows->len; i++) {
    const PoplensShare *share = &g_array_index (shares->rows, PoplensShare, i);
    VertexRow *row = poplens_records_add (rows);
    row->vertex_type = poplens_records_text (rows, share->name);
    if (share->id != G_MAXUINT32) {
      row->id = share->id;
      row->compute_sets = share->count;
    }
    row->bytes = (gint64) share->bytes;
    if (shares->total)
      row->share = (double) share->bytes / (double) shares->total;
    poplens_records_link (rows, "memory?tab=memory-vertices");
  }
  return rows;
}

static PoplensTable *
build_vertices (PoplensReport *report, const char *name, gboolean code, const char *bytes_doc,
                const char *remainder, const PoplensLocation *location, GCancellable *cancellable,
                GError **error)
{
  const PoplensColumn columns[] = {
      POPLENS_CELL (VertexRow, vertex_type, "Vertex type", TEXT, FILE,
                    "Name of the vertex type (vertex_types.name)"),
      POPLENS_CELL (VertexRow, id, "ID", ID, FILE, "ID of the vertex type (vertex_types.id)"),
      POPLENS_CELL (VertexRow, bytes, code ? "Code" : "State", BYTES, FILE, bytes_doc,
                    .total = TRUE),
      POPLENS_CELL (VertexRow, share, "Share", RATIO, DERIVED, "Share of the total", .total = TRUE),
      POPLENS_CELL (VertexRow, compute_sets, "Compute sets", COUNT, FILE,
                    "Number of compute sets with vertices of the type"),
  };
  const PoplensVertices *vertices = poplens_report_load_vertices (report, cancellable, error);
  g_auto (PoplensScope) scope = {0};
  g_autoptr (PoplensShares) shares = NULL;
  g_autofree char *note = NULL;
  gconstpointer memory;
  PoplensTable *table;

  if (!vertices || !poplens_scope_init (&scope, report, location, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_MEMORY, &memory, cancellable, error))
    return NULL;
  PoplensTilePositions some = {scope.selection.positions, scope.selection.n};
  const PoplensTilePositions *tiles = scope.selection.all ? NULL : &some;
  shares = code ? poplens_insights_vertex_code (vertices, memory, tiles)
                : poplens_insights_vertex_state (vertices, memory, tiles);
  table = poplens_records_finish (vertex_rows (shares, columns, G_N_ELEMENTS (columns)), name,
                                  poplens_tables_find (name)->title, report);
  note = poplens_scope_note (&scope, shares->remainder ? remainder : NULL);
  poplens_table_set_note (table, note);
  return table;
}

PoplensTable *
poplens_build_vertices_by_state (PoplensReport *report, const PoplensLocation *location,
                                 GCancellable *cancellable, GError **error)
{
  return build_vertices (report, "vertices-by-state", FALSE,
                         "Bytes of vertex state: copy and edge pointers, descriptors, padding and "
                         "vertex data (memory_by_vertex_type)",
                         "Unattributed state belongs to no listed vertex type.", location,
                         cancellable, error);
}

PoplensTable *
poplens_build_vertices_by_code (PoplensReport *report, const PoplensLocation *location,
                                GCancellable *cancellable, GError **error)
{
  return build_vertices (
      report, "vertices-by-code", TRUE,
      "Bytes of code of the type and of the functions that it calls "
      "(memory_by_vertex_type.code_bytes)",
      "Unattributed code belongs to no listed vertex type and is mostly runtime code.", location,
      cancellable, error);
}

/* ---- exchanges ------------------------------------------------------------------------- */

typedef struct {
  const char *exchange, *kind;
  gint64 id, program, code_bytes;
  double share;
  gint64 received_bytes, sent_bytes;
} ExchangeRow;

static const PoplensColumn exchange_columns[] = {
    POPLENS_CELL (ExchangeRow, exchange, "Exchange", TEXT, FILE,
                  "Name of the program, else kind and ID of the exchange"),
    POPLENS_CELL (ExchangeRow, kind, "Kind", TEXT, DERIVED,
                  "internal (between tiles), global (between IPUs) or host"),
    POPLENS_CELL (ExchangeRow, id, "ID", ID, FILE, "ID of the exchange among those of its kind"),
    POPLENS_CELL (ExchangeRow, program, "Program", ID, FILE,
                  "ID of the first program of the exchange"),
    POPLENS_CELL (ExchangeRow, code_bytes, "Code", BYTES, FILE,
                  "Bytes of code (internal: program_type_do_exchange.code_bytes_by_tile_rle; host: "
                  "variables .text.supervisor.host_exchange_…)",
                  .total = TRUE),
    POPLENS_CELL (ExchangeRow, share, "Share", RATIO, DERIVED, "Share of the total", .total = TRUE),
    POPLENS_CELL (ExchangeRow, received_bytes, "Received", BYTES, FILE,
                  "Bytes that tiles receive in the exchange"),
    POPLENS_CELL (ExchangeRow, sent_bytes, "Sent", BYTES, FILE,
                  "Bytes that tiles send in the exchange"),
};

static void
add_exchange (PoplensRecords *rows, const PoplensShares *shares, const PoplensShare *share,
              const PoplensExchanges *exchanges, const PoplensSelection *selection)
{
  const PoplensExchangeTable *table = &exchanges->tables[share->exchange];
  guint32 at = share->id == G_MAXUINT32
                   ? G_MAXUINT32
                   : poplens_exchanges_find (exchanges, share->exchange, share->id);
  ExchangeRow *row = poplens_records_add (rows);

  row->exchange = poplens_records_text (rows, share->name);
  row->kind = poplens_records_text (rows, poplens_exchange_kind_title (share->exchange));
  if (share->id != G_MAXUINT32)
    row->id = share->id;
  if (share->program != POPLENS_NO_PROGRAM)
    row->program = share->program;
  row->code_bytes = share->bytes;
  if (shares->total)
    row->share = (double) share->bytes / (double) shares->total;
  if (at == G_MAXUINT32)
    return;
  if (table->received)
    row->received_bytes = poplens_selection_sum (selection, table->received, at);
  if (table->sent)
    row->sent_bytes = poplens_selection_sum (selection, table->sent, at);
}

PoplensTable *
poplens_build_exchanges_by_code (PoplensReport *report, const PoplensLocation *location,
                                 GCancellable *cancellable, GError **error)
{
  const PoplensExchanges *exchanges = poplens_report_load_exchanges (report, cancellable, error);
  g_auto (PoplensScope) scope = {0};
  g_autofree char *note = NULL;
  g_autoptr (PoplensNameSums) names = NULL;
  g_autoptr (PoplensShares) shares = NULL;
  g_autoptr (GError) local = NULL;
  gconstpointer memory, programs;
  PoplensRecords *rows;
  PoplensTable *table;

  if (!exchanges || !poplens_scope_init (&scope, report, location, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_MEMORY, &memory, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error))
    return NULL;
  names = poplens_report_name_sums (report, cancellable, &local);
  if (local) {
    g_propagate_error (error, g_steal_pointer (&local));
    return NULL;
  }
  PoplensTilePositions some = {scope.selection.positions, scope.selection.n};
  shares = poplens_insights_exchange_code (exchanges, memory, programs, names,
                                           scope.selection.all ? NULL : &some);
  rows = POPLENS_RECORDS (ExchangeRow, exchange_columns);
  for (guint i = 0; i < shares->rows->len; i++)
    add_exchange (rows, shares, &g_array_index (shares->rows, PoplensShare, i), exchanges,
                  &scope.selection);
  table = poplens_records_finish (rows, "exchanges-by-code", "Exchanges by code", report);
  note = poplens_scope_note (
      &scope, shares->remainder ? "Unattributed code belongs to no listed exchange." : NULL);
  poplens_table_set_note (table, note);
  return table;
}
