/* memory-tiles where an operation alone is asked for: what its variables hold on each tile. */
#include "derived/operations/operations-source.h"
#include "derived/parts.h"
#include "derived/scope.h"
#include "tables/engine/builders.h"

enum { TILE, IPU, BYTES, ALWAYS, OTHERS, SHARE, N_COLUMNS };

static const PoplensColumn columns[N_COLUMNS] = {
    [TILE] = {"tile", "Tile", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the tile"},
    [IPU] = {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED, "IPU of the tile"},
    [BYTES] = {"bytes", "Variables", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
               "Bytes of the variables of the operation: total of the next two columns",
               .total = TRUE},
    [ALWAYS] = {"always_live", "Always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                "Bytes that are live at every step (var_bytes_by_eq_class)", .total = TRUE},
    [OTHERS] = {"not_always_live", "Not always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                "Not-always-live bytes; each variable counts in full, even where it shares memory",
                .total = TRUE},
    [SHARE] = {"share", "Share of tile", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
               "Bytes as a share of the memory of the tile excluding gaps. Variables share memory, "
               "so the shares of all operations can exceed 100 %."},
};

typedef struct {
  const PoplensMemory *memory; /* the report's */
  const PoplensTarget *target; /* nullable */
  PoplensOperationBytes *bytes;
  PoplensScope scope;
} Tiles;

static void
tiles_free (gpointer data)
{
  Tiles *tiles = data;

  poplens_operation_bytes_unref (tiles->bytes);
  poplens_scope_clear (&tiles->scope);
  g_free (tiles);
}

static void
cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const Tiles *tiles = data;
  const PoplensMemory *m = tiles->memory;
  guint32 p = tiles->scope.selection.positions[row], tile = m->tile[p];
  guint64 always = tiles->bytes->always[tile], others = tiles->bytes->others[tile];

  if (column == TILE)
    poplens_cell_int (value, tile);
  else if (column == IPU && tiles->target)
    poplens_cell_int (value, poplens_target_ipu_of_tile (tiles->target, tile));
  else if (column == ALWAYS)
    poplens_cell_int (value, (gint64) always);
  else if (column == OTHERS)
    poplens_cell_int (value, (gint64) others);
  else if (column == BYTES)
    poplens_cell_int (value, (gint64) (always + others));
  else if (column == SHARE && !m->from_archive && m->total[p])
    poplens_cell_real (value, (double) (always + others) / m->total[p]);
}

static char *
link_to (gconstpointer data, guint32 row)
{
  const Tiles *tiles = data;

  return g_strdup_printf ("memory?tile=%u",
                          tiles->memory->tile[tiles->scope.selection.positions[row]]);
}

PoplensTable *
poplens_build_operation_memory (PoplensReport *report, const PoplensLocation *location,
                                GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensOperationBytes) bytes = NULL;
  gconstpointer target;
  PoplensTable *table;
  Tiles *tiles;

  if (!poplens_operation_bytes_get (report, location, &bytes, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return NULL;
  tiles = g_new0 (Tiles, 1);
  tiles->bytes = g_steal_pointer (&bytes);
  tiles->memory = poplens_report_load_memory (report, cancellable, error);
  if (!tiles->memory || !poplens_scope_init (&tiles->scope, report, location, cancellable, error)) {
    tiles_free (tiles);
    return NULL;
  }
  tiles->target = target;
  table = poplens_table_new ("memory-tiles", "Memory by tile", tiles->scope.selection.n, cell,
                             tiles, tiles_free, report);
  poplens_table_add_columns (table, columns, N_COLUMNS);
  poplens_table_set_link (table, link_to);
  g_autofree char *note = poplens_scope_tiles (&tiles->scope);
  poplens_table_set_note (table, note);
  return table;
}
