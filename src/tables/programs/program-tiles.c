/* What the selected program costs each tile. */
#include "base/format.h"
#include "derived/programs/program-location.h"
#include "derived/programs/program-tiles-source.h"
#include "derived/scope.h"
#include "derived/selection.h"
#include "tables/engine/builders.h"

enum {
  TILE,
  IPU,
  VERTICES,
  CONTROL_CODE,
  EXCHANGE_CODE,
  SENT,
  RECEIVED,
  ESTIMATE,
  CYCLES,
  N_COLUMNS
};

static const PoplensColumnSpec columns[N_COLUMNS] = {
    [TILE] = {"tile", "Tile", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the tile"},
    [IPU] = {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED, "IPU of the tile"},
    [VERTICES] = {"vertices", "Vertices", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
                  "Vertices of the compute set on the tile (vertex_instances)"},
    [CONTROL_CODE] = {"control_code", "Control code", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                      "Bytes of control code of the program and its children on the tile"},
    [EXCHANGE_CODE] = {"exchange_code", "Exchange code", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                       "Bytes of code of the exchange on the tile "
                       "(program_type_do_exchange.code_bytes_by_tile_rle)"},
    [SENT] = {"sent_bytes", "Sent", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
              "Bytes that the tile sends in the exchange"},
    [RECEIVED] = {"received_bytes", "Received", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                  "Bytes that the tile receives in the exchange"},
    [ESTIMATE] = {"estimated_cycles", "Estimated cycles", POPLENS_UNIT_CYCLES,
                  POPLENS_FROM_ESTIMATED,
                  "Compiler's cycle estimate for one execution on the tile"},
    [CYCLES] = {"cycles", "Cycles, first execution", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
                "Cycles of the tile in the first execution (steps_by_ipu.tile_cycles_id). "
                "DoExchange cycles are estimated."},
};

/* The column of each value. */
#define COLUMN_OF(value) (VERTICES + (value))

/* ---- rows ------------------------------------------------------------------------------ */

static gboolean
has_any (const PoplensProgramTiles *self, guint32 position)
{
  for (guint v = 0; v < POPLENS_N_TILES_VALUES; v++)
    if (self->values[v] && self->values[v][position])
      return TRUE;
  return FALSE;
}

static void
add_tile (const PoplensProgramTiles *self, PoplensRows *rows, guint32 position, guint32 tile)
{
  g_autofree char *link = g_strdup_printf ("memory?tile=%u", tile);

  poplens_rows_add (rows, 0);
  poplens_rows_int (rows, TILE, tile);
  if (self->target)
    poplens_rows_int (rows, IPU, poplens_target_ipu_of_tile (self->target, tile));
  for (guint v = 0; v < POPLENS_N_TILES_VALUES; v++)
    if (self->values[v])
      poplens_rows_int (rows, COLUMN_OF (v), (gint64) self->values[v][position]);
  poplens_rows_link (rows, link);
}

static PoplensTable *
make_table (const PoplensProgramTiles *self, const PoplensScope *scope,
            const PoplensLocation *location)
{
  PoplensRows *rows = poplens_rows_new (N_COLUMNS);
  const PoplensSelection *selection = &scope->selection;
  g_autofree char *program = poplens_program_note (self->programs, location, self->program);
  PoplensNumber some, all;

  for (guint i = 0; i < selection->n; i++)
    if (has_any (self, selection->positions[i]))
      add_tile (self, rows, selection->positions[i], selection->tiles[i]);
  g_autofree char *count =
      g_strdup_printf ("%s%s%s of %s tiles take part", program ? program : "", program ? ". " : "",
                       poplens_format_count (some, poplens_rows_count (rows)),
                       poplens_format_count (all, selection->n));
  g_autofree char *note = poplens_scope_note (scope, count);
  PoplensTable *table =
      poplens_rows_finish (rows, "program-tiles", "Program by tile", self->report, FALSE);
  poplens_table_add_columns (table, columns, N_COLUMNS);
  for (guint c = VERTICES; c < N_COLUMNS; c++)
    poplens_table_add_total (table, c);
  poplens_table_set_note (table, note);
  return table;
}

PoplensTable *
poplens_build_program_tiles (PoplensReport *report, const PoplensLocation *location,
                             GCancellable *cancellable, GError **error)
{
  g_auto (PoplensProgramTiles) self = {0};
  g_auto (PoplensScope) scope = {0};

  if (!poplens_scope_init (&scope, report, location, cancellable, error) ||
      !poplens_program_tiles_init (&self, report, location, cancellable, error))
    return NULL;
  return make_table (&self, &scope, location);
}
