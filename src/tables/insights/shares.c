/* Vertex types by state and by code, exchanges by code: each with what remains of its total. */
#include "tables/engine/builders.h"

#include "analysis/insights/insights.h"
#include "derived/parts.h"
#include "derived/programs/program-text.h"
#include "derived/scope.h"
#include "derived/selection.h"
#include "tables/engine/registry.h"

/* ---- vertex types ---------------------------------------------------------------------- */

static PoplensRows *
vertex_rows (const PoplensShares *shares)
{
  PoplensRows *rows = poplens_rows_new (5);

  for (guint i = 0; i < shares->rows->len; i++) {
    const PoplensShare *share = &g_array_index (shares->rows, PoplensShare, i);
    poplens_rows_add (rows, 0);
    poplens_rows_text (rows, 0, share->name);
    if (share->id != G_MAXUINT32) {
      poplens_rows_int (rows, 1, share->id);
      poplens_rows_int (rows, 4, share->count);
    }
    poplens_rows_int (rows, 2, (gint64) share->bytes);
    if (shares->total)
      poplens_rows_real (rows, 3, (double) share->bytes / (double) shares->total);
    poplens_rows_link (rows, "memory?tab=memory-vertices");
  }
  return rows;
}

static PoplensTable *
build_vertices (PoplensReport *report, const char *name, gboolean code, const char *bytes_doc,
                const char *remainder, const PoplensLocation *location, GCancellable *cancellable,
                GError **error)
{
  const PoplensColumnSpec columns[] = {
      {"vertex_type", "Vertex type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
       "Name of the vertex type (vertex_types.name)"},
      {"id", "ID", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "ID of the vertex type (vertex_types.id)"},
      {"bytes", code ? "Code" : "State", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE, bytes_doc},
      {"share", "Share", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED, "Share of the total"},
      {"compute_sets", "Compute sets", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
       "Number of compute sets with vertices of the type"},
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
  table = poplens_rows_finish (vertex_rows (shares), name, poplens_tables_find (name)->title,
                               report, FALSE);
  poplens_table_add_columns (table, columns, G_N_ELEMENTS (columns));
  poplens_table_add_total (table, 2);
  poplens_table_add_total (table, 3);
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
                         "State of no vertex type: vertex state beyond the listed types.", location,
                         cancellable, error);
}

PoplensTable *
poplens_build_vertices_by_code (PoplensReport *report, const PoplensLocation *location,
                                GCancellable *cancellable, GError **error)
{
  return build_vertices (
      report, "vertices-by-code", TRUE,
      "Bytes of code of the type (memory_by_vertex_type.code_bytes)",
      "Code of no vertex type: vertex code beyond the listed types, mostly of the runtime.",
      location, cancellable, error);
}

/* ---- exchanges ------------------------------------------------------------------------- */

static const PoplensColumnSpec exchange_columns[] = {
    {"exchange", "Exchange", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
     "Name of the program, else kind and ID of the exchange"},
    {"kind", "Kind", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
     "internal (between tiles), global (between IPUs) or host"},
    {"id", "ID", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "ID of the exchange among those of its kind"},
    {"program", "Program", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
     "ID of the first program of the exchange"},
    {"code_bytes", "Code", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Bytes of code (internal: program_type_do_exchange.code_bytes_by_tile_rle; host: variables "
     ".text.supervisor.host_exchange_…)"},
    {"share", "Share", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED, "Share of the total"},
    {"received_bytes", "Received", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Bytes that tiles receive in the exchange"},
    {"sent_bytes", "Sent", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Bytes that tiles send in the exchange"},
};

static void
add_exchange (PoplensRows *rows, const PoplensShares *shares, const PoplensShare *share,
              const PoplensExchanges *exchanges, const PoplensSelection *selection)
{
  static const char *const kinds[] = {"internal", "global", "host", "code copy"};
  const PoplensExchangeTable *table = &exchanges->tables[share->exchange];
  guint32 at = share->id == G_MAXUINT32
                   ? G_MAXUINT32
                   : poplens_exchanges_find (exchanges, share->exchange, share->id);

  poplens_rows_add (rows, 0);
  poplens_rows_text (rows, 0, share->name);
  poplens_rows_text (rows, 1, kinds[share->exchange]);
  if (share->id != G_MAXUINT32)
    poplens_rows_int (rows, 2, share->id);
  if (share->program != POPLENS_NO_PROGRAM)
    poplens_rows_int (rows, 3, share->program);
  poplens_rows_int (rows, 4, (gint64) share->bytes);
  if (shares->total)
    poplens_rows_real (rows, 5, (double) share->bytes / (double) shares->total);
  if (at == G_MAXUINT32)
    return;
  if (table->received)
    poplens_rows_int (rows, 6, (gint64) poplens_selection_sum (selection, table->received, at));
  if (table->sent)
    poplens_rows_int (rows, 7, (gint64) poplens_selection_sum (selection, table->sent, at));
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
  PoplensRows *rows;
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
  rows = poplens_rows_new (G_N_ELEMENTS (exchange_columns));
  for (guint i = 0; i < shares->rows->len; i++)
    add_exchange (rows, shares, &g_array_index (shares->rows, PoplensShare, i), exchanges,
                  &scope.selection);
  table = poplens_rows_finish (rows, "exchanges-by-code", "Exchanges by code", report, FALSE);
  poplens_table_add_columns (table, exchange_columns, G_N_ELEMENTS (exchange_columns));
  poplens_table_add_total (table, 4);
  poplens_table_add_total (table, 5);
  note = poplens_scope_note (
      &scope,
      shares->remainder ? "Code of no exchange: exchange code beyond the listed exchanges." : NULL);
  poplens_table_set_note (table, note);
  return table;
}
