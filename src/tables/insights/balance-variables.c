/* Which variables make the fullest tile fuller than the mean. */
#include "tables/engine/builders.h"

#include "analysis/insights/insights.h"
#include "derived/scope.h"
#include "tables/engine/kind-column.h"

typedef struct {
  gint64 id;
  const char *variable, *kind;
  gint64 excess, fullest, always, mean, total;
} VariableRow;

static const PoplensColumn columns[] = {
    POPLENS_CELL (VariableRow, id, "ID", ID, FILE,
                  "ID of the variable, as numbered in var_bytes_by_eq_class"),
    POPLENS_CELL (VariableRow, variable, "Variable", TEXT, FILE,
                  "Variable of the program (unlowered_vars)"),
    POPLENS_KIND_CELL (VariableRow, kind),
    POPLENS_CELL (VariableRow, excess, "Over mean", SIGNED_BYTES, DERIVED,
                  "Bytes on the fullest tile minus the mean", .total = TRUE),
    POPLENS_CELL (
        VariableRow, fullest, "Fullest tile", BYTES, FILE,
        "Bytes of the variable on the fullest tile, over all equivalence classes "
        "(var_bytes_by_eq_class.bytes); classes that are live at different steps may share bytes",
        .total = TRUE),
    POPLENS_CELL (
        VariableRow, always, "Always live on it", BYTES, FILE,
        "Always-live bytes of the variable on the fullest tile (part of the previous column)",
        .total = TRUE),
    POPLENS_CELL (VariableRow, mean, "Mean", BYTES, DERIVED,
                  "Mean bytes of the variable per tile, rounded down"),
    POPLENS_CELL (VariableRow, total, "Total", BYTES, FILE, "Bytes of the variable over all tiles"),
};

typedef struct {
  guint32 variable;
  guint64 fullest, always, total;
  double excess;
} Row;

/* Most first. */
static int
by_excess (gconstpointer a, gconstpointer b)
{
  const Row *x = a, *y = b;

  if (x->excess != y->excess)
    return x->excess < y->excess ? 1 : -1;
  return x->variable < y->variable ? -1 : x->variable > y->variable;
}

/* The row of @variable, added where there is none. */
static Row *
row_of (GHashTable *rows, guint32 variable)
{
  Row *row = g_hash_table_lookup (rows, GUINT_TO_POINTER (variable));

  if (!row) {
    row = g_new0 (Row, 1);
    row->variable = variable;
    g_hash_table_insert (rows, GUINT_TO_POINTER (variable), row);
  }
  return row;
}

/* Variables that take more of the fullest tile than of a tile on average. */
static GArray *
find_rows (const PoplensClassBytes *fullest, const PoplensClassBytes *all,
           const PoplensLiveness *liveness, guint32 n_tiles)
{
  g_autoptr (GHashTable) rows = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  GArray *out = g_array_new (FALSE, FALSE, sizeof (Row));
  GHashTableIter iter;
  gpointer value;

  for (guint32 i = 0; i < fullest->n; i++) {
    Row *row = row_of (rows, fullest->variable[i]);
    row->fullest += fullest->bytes[i];
    if (liveness->class_always_live[fullest->class_row[i]])
      row->always += fullest->bytes[i];
  }
  for (guint32 i = 0; i < all->n; i++)
    row_of (rows, all->variable[i])->total += all->bytes[i];
  g_hash_table_iter_init (&iter, rows);
  while (g_hash_table_iter_next (&iter, NULL, &value)) {
    Row *row = value;
    row->excess = (double) row->fullest - (double) row->total / n_tiles;
    if (row->excess > 0)
      g_array_append_vals (out, row, 1);
  }
  g_array_sort (out, by_excess);
  return out;
}

static PoplensTable *
make_table (const GArray *found, const PoplensVariables *variables, guint32 n_tiles, guint32 tile,
            PoplensReport *report)
{
  PoplensRecords *rows = POPLENS_RECORDS (VariableRow, columns);
  g_autoptr (PoplensKindIndex) kinds = poplens_kinds_at_hand (report, NULL);
  PoplensTable *table;

  for (guint i = 0; i < found->len; i++) {
    const Row *row = &g_array_index (found, Row, i);
    gint64 mean = (gint64) (row->total / n_tiles);
    VariableRow *record = poplens_records_add (rows);
    if (row->variable != POPLENS_NO_VARIABLE) {
      record->id = row->variable;
      record->variable =
          poplens_records_text (rows, poplens_variable_name (variables, row->variable));
      record->kind = poplens_kind_text (kinds, variables, row->variable);
      poplens_records_link (rows, "liveness?tile=%u&variable=%u", tile, row->variable);
    }
    record->excess = (gint64) row->fullest - mean;
    record->fullest = row->fullest;
    record->always = row->always;
    record->mean = mean;
    record->total = row->total;
  }
  table = poplens_records_finish (rows, "memory-imbalance", "Imbalance by variable", report);
  return table;
}

PoplensTable *
poplens_build_balance_variables (PoplensReport *report, const PoplensLocation *location,
                                 GCancellable *cancellable, GError **error)
{
  const PoplensMemory *memory = poplens_report_load_memory (report, cancellable, error);
  const PoplensVariables *variables =
      memory ? poplens_report_load_variables (report, cancellable, error) : NULL;
  const PoplensLiveness *liveness =
      variables ? poplens_report_load_liveness (report, cancellable, error) : NULL;
  g_auto (PoplensScope) scope = {0};
  g_autoptr (GArray) balance = NULL;
  g_autoptr (GArray) found = NULL;
  g_autoptr (PoplensSlice) slice = NULL;
  g_autoptr (PoplensClassBytes) fullest = NULL;
  g_autoptr (PoplensClassBytes) all = NULL;
  g_autofree char *text = NULL;
  g_autofree char *note = NULL;
  PoplensTable *table;
  guint32 tile;

  if (!liveness || !poplens_scope_init (&scope, report, location, cancellable, error))
    return NULL;
  balance = poplens_insights_balance (memory, scope.selection.positions, scope.selection.n, &tile);
  slice =
      poplens_report_get_slice (report, POPLENS_SLICE_TILE_CLASS_BYTES, tile, cancellable, error);
  if (!slice)
    return NULL;
  fullest = poplens_class_bytes_new_tile (liveness, slice);
  /* A single tile is held against all. */
  gboolean is_some = scope.tiles && scope.selection.n > 1;
  all = is_some ? poplens_class_bytes_new_tiles (liveness, variables, scope.tiles, cancellable)
                : poplens_class_bytes_new (liveness, variables);
  if (!all) {
    g_cancellable_set_error_if_cancelled (cancellable, error);
    return NULL;
  }
  guint32 n_tiles = MAX (is_some ? scope.selection.n : memory->n_tiles, 1);
  found = find_rows (fullest, all, liveness, n_tiles);
  table = make_table (found, variables, n_tiles, tile, report);
  if (tile != G_MAXUINT32)
    text =
        g_strdup_printf ("%s: %u. Variables that take more memory on it than on the mean tile.",
                         scope.tiles && !is_some ? "Tile against all tiles" : "Fullest tile", tile);
  note = scope.tiles && !is_some ? g_steal_pointer (&text) : poplens_scope_note (&scope, text);
  poplens_table_set_note (table, note);
  return table;
}
