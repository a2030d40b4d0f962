/* What the selected program costs each tile. */
#include "base/format.h"
#include "derived/programs/program-location.h"
#include "derived/programs/program-tiles-source.h"
#include "derived/scope.h"
#include "derived/selection.h"
#include "tables/engine/builders.h"

typedef struct {
  gint64 tile, ipu;
  gint64 values[POPLENS_N_TILES_VALUES];
} Row;

static const PoplensColumn columns[] = {
    POPLENS_CELL (Row, tile, "Tile", ID, FILE, "Number of the tile"),
    POPLENS_CELL (Row, ipu, "IPU", ID, DERIVED, "IPU of the tile"),
    POPLENS_CELL_NAMED (Row, values[POPLENS_TILES_VERTICES], "vertices", "Vertices", COUNT, FILE,
                        "Vertices of the compute set on the tile (vertex_instances)",
                        .total = TRUE),
    POPLENS_CELL_NAMED (
        Row, values[POPLENS_TILES_CONTROL_CODE], "control_code", "Control code", BYTES, FILE,
        "Bytes of control code of the program and its children on the tile", .total = TRUE),
    POPLENS_CELL_NAMED (Row, values[POPLENS_TILES_EXCHANGE_CODE], "exchange_code", "Exchange code",
                        BYTES, FILE,
                        "Bytes of code of the exchange on the tile "
                        "(program_type_do_exchange.code_bytes_by_tile_rle)",
                        .total = TRUE),
    POPLENS_CELL_NAMED (Row, values[POPLENS_TILES_SENT], "sent_bytes", "Sent", BYTES, FILE,
                        "Bytes that the tile sends in the exchange", .total = TRUE),
    POPLENS_CELL_NAMED (Row, values[POPLENS_TILES_RECEIVED], "received_bytes", "Received", BYTES,
                        FILE, "Bytes that the tile receives in the exchange", .total = TRUE),
    POPLENS_CELL_NAMED (Row, values[POPLENS_TILES_ESTIMATE], "estimated_cycles", "Estimated cycles",
                        CYCLES, ESTIMATED,
                        "Compiler's cycle estimate for one execution on the tile", .total = TRUE),
    POPLENS_CELL_NAMED (Row, values[POPLENS_TILES_CYCLES], "cycles", "Cycles, first execution",
                        CYCLES, MEASURED,
                        "Cycles of the tile in the first execution (steps_by_ipu.tile_cycles_id). "
                        "DoExchange cycles are estimated.",
                        .total = TRUE),
};

#define FIRST_VALUE 2 /* of these */

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
add_tile (const PoplensProgramTiles *self, PoplensRecords *rows, guint32 position, guint32 tile)
{
  Row *row = poplens_records_add (rows);

  row->tile = tile;
  if (self->target)
    row->ipu = poplens_target_ipu_of_tile (self->target, tile);
  for (guint v = 0; v < POPLENS_N_TILES_VALUES; v++)
    if (self->values[v])
      row->values[v] = (gint64) self->values[v][position];
  poplens_records_link (rows, "memory?tile=%u", tile);
}

static PoplensTable *
make_table (const PoplensProgramTiles *self, const PoplensScope *scope,
            const PoplensLocation *location)
{
  PoplensRecords *rows = POPLENS_RECORDS (Row, columns);
  const PoplensSelection *selection = &scope->selection;
  g_autofree char *program = poplens_program_note (self->programs, location, self->program);
  PoplensNumber some, all;

  for (guint i = 0; i < selection->n; i++)
    if (has_any (self, selection->positions[i]))
      add_tile (self, rows, selection->positions[i], selection->tiles[i]);
  poplens_format_count (some, poplens_records_count (rows));
  poplens_format_count (all, selection->n);
  g_autofree char *count =
      program ? g_strdup_printf ("%s. %s of %s tiles take part", program, some, all)
              : g_strdup_printf ("%s of %s tiles take part", some, all);
  g_autofree char *note = poplens_scope_note (scope, count);
  PoplensTable *table =
      poplens_records_finish (rows, "tile-costs", "Program by tile", self->report);
  poplens_table_set_note (table, note);
  return table;
}

PoplensTable *
poplens_build_tile_costs (PoplensReport *report, const PoplensLocation *location,
                          GCancellable *cancellable, GError **error)
{
  g_auto (PoplensProgramTiles) self = {0};
  g_auto (PoplensScope) scope = {0};

  if (!poplens_scope_init (&scope, report, location, cancellable, error) ||
      !poplens_program_tiles_init (&self, report, location, cancellable, error))
    return NULL;
  return make_table (&self, &scope, location);
}
