/* Tables behind findings on memory: variables of the fullest tile, users of vertices, variants of
 * vertex types, and buffers of exchanges. */
#include "analysis/insights/insights.h"
#include "derived/insights/insights-source.h"
#include "derived/scope.h"
#include "tables/engine/builders.h"
#include "tables/engine/kind-column.h"

/* ---- variables of the fullest tile ----------------------------------------------------------- */

/* A row: a variable that takes more bytes on the fullest tile than on the mean tile. */

typedef struct {
  gint64 id;
  const char *variable, *kind;
  gint64 excess, fullest, always, mean, total;
} BalanceRow;

static const PoplensColumn balance_columns[] = {
    POPLENS_CELL (BalanceRow, id, "ID", ID, FILE,
                  "ID of the variable, as numbered in var_bytes_by_eq_class"),
    POPLENS_CELL (BalanceRow, variable, "Variable", TEXT, FILE,
                  "Variable of the program (unlowered_vars)"),
    POPLENS_KIND_CELL (BalanceRow, kind),
    POPLENS_CELL (BalanceRow, excess, "Above mean", SIGNED_BYTES, DERIVED,
                  "Bytes on the fullest tile minus the mean", .total = TRUE),
    POPLENS_CELL (
        BalanceRow, fullest, "Fullest tile", BYTES, FILE,
        "Bytes of the variable on the fullest tile, over all equivalence classes "
        "(var_bytes_by_eq_class.bytes); classes that are live at different steps may share bytes",
        .total = TRUE),
    POPLENS_CELL (
        BalanceRow, always, "Always live on it", BYTES, FILE,
        "Always-live bytes of the variable on the fullest tile (part of the previous column)",
        .total = TRUE),
    POPLENS_CELL (BalanceRow, mean, "Mean", BYTES, DERIVED,
                  "Mean bytes of the variable per tile, rounded down"),
    POPLENS_CELL (BalanceRow, total, "Total", BYTES, FILE, "Bytes of the variable over all tiles"),
};

typedef struct {
  guint32 variable;
  guint64 fullest, always, total;
  double excess;
} BalanceVariable;

/* Sorts by excess, descending. */
static int
compare_excess (gconstpointer a, gconstpointer b)
{
  const BalanceVariable *x = a, *y = b;

  if (x->excess != y->excess)
    return x->excess < y->excess ? 1 : -1;
  return x->variable < y->variable ? -1 : x->variable > y->variable;
}

/* Returns the row of @variable in @rows. Adds an empty row if there is none. */
static BalanceVariable *
balance_row (GHashTable *rows, guint32 variable)
{
  BalanceVariable *row = g_hash_table_lookup (rows, GUINT_TO_POINTER (variable));

  if (!row) {
    row = g_new0 (BalanceVariable, 1);
    row->variable = variable;
    g_hash_table_insert (rows, GUINT_TO_POINTER (variable), row);
  }
  return row;
}

/* Finds variables that take more bytes on the fullest tile than on the mean tile. (transfer full):
 * GArray of BalanceVariable */
static GArray *
find_balance_variables (const PoplensClassBytes *fullest, const PoplensClassBytes *all,
                        const PoplensLiveness *liveness, guint32 n_tiles)
{
  g_autoptr (GHashTable) rows = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  GArray *out = g_array_new (FALSE, FALSE, sizeof (BalanceVariable));
  GHashTableIter iter;
  gpointer value;

  for (guint32 i = 0; i < fullest->n; i++) {
    BalanceVariable *row = balance_row (rows, fullest->variable[i]);
    row->fullest += fullest->bytes[i];
    if (liveness->class_always_live[fullest->class_row[i]])
      row->always += fullest->bytes[i];
  }
  for (guint32 i = 0; i < all->n; i++)
    balance_row (rows, all->variable[i])->total += all->bytes[i];
  g_hash_table_iter_init (&iter, rows);
  while (g_hash_table_iter_next (&iter, NULL, &value)) {
    BalanceVariable *row = value;
    row->excess = (double) row->fullest - (double) row->total / n_tiles;
    if (row->excess > 0)
      g_array_append_vals (out, row, 1);
  }
  g_array_sort (out, compare_excess);
  return out;
}

static PoplensTable *
make_balance_table (const GArray *found, const PoplensVariables *variables, guint32 n_tiles,
                    guint32 tile, PoplensReport *report)
{
  PoplensRecords *rows = POPLENS_RECORDS (BalanceRow, balance_columns);
  const PoplensKindIndex *kinds = poplens_kinds_at_hand (report, NULL);
  PoplensTable *table;

  for (guint i = 0; i < found->len; i++) {
    const BalanceVariable *row = &g_array_index (found, BalanceVariable, i);
    gint64 mean = (gint64) (row->total / n_tiles);
    BalanceRow *record = poplens_records_add (rows);
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
  /* If several tiles are selected, compare with their mean; otherwise with the mean of all tiles.
   */
  gboolean is_some = scope.tiles && scope.selection.n > 1;
  all = is_some ? poplens_class_bytes_new_tiles (liveness, variables, scope.tiles, cancellable)
                : poplens_class_bytes_new (liveness, variables);
  if (!all) {
    g_cancellable_set_error_if_cancelled (cancellable, error);
    return NULL;
  }
  guint32 n_tiles = MAX (is_some ? scope.selection.n : memory->n_tiles, 1);
  found = find_balance_variables (fullest, all, liveness, n_tiles);
  table = make_balance_table (found, variables, n_tiles, tile, report);
  if (tile != G_MAXUINT32)
    text =
        g_strdup_printf ("%s: %u. Variables that take more memory on it than on the mean tile.",
                         scope.tiles && !is_some ? "Tile against all tiles" : "Fullest tile", tile);
  note = scope.tiles && !is_some ? g_steal_pointer (&text) : poplens_scope_note (&scope, text);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- compute sets of vertex types ------------------------------------------------------------ */

typedef struct {
  const char *name;
  gint64 id, vertices, state, code;
} UserRow;

static const PoplensColumn user_columns[] = {
    POPLENS_CELL (UserRow, name, "Vertex type, compute set", TEXT, FILE,
                  "Name of the vertex type, expandable to the compute sets that use it"),
    POPLENS_CELL (UserRow, id, "ID", ID, FILE, "ID of the vertex type or compute set"),
    POPLENS_CELL (UserRow, vertices, "Vertices", COUNT, FILE,
                  "Vertices of the type (vertex_instances.instances_by_tile)", .total = TRUE),
    POPLENS_CELL (UserRow, state, "State", BYTES, DERIVED,
                  "Bytes of vertex state: vertices × state per vertex (vertex_types.size)",
                  .total = TRUE),
    POPLENS_CELL (UserRow, code, "Code", BYTES, FILE,
                  "Bytes of code of the type and of the functions that it calls "
                  "(memory_by_vertex_type.code_bytes)",
                  .total = TRUE),
};

/* Vertices of a type in a compute set, summed over the selected tiles. */
typedef struct {
  guint32 type, set; /* rows of the tables of vertex types and compute sets */
  guint64 vertices;
} Use;

static int
compare_use_types (gconstpointer a, gconstpointer b)
{
  const Use *x = a, *y = b;

  if (x->type != y->type)
    return x->type < y->type ? -1 : 1;
  if (x->vertices != y->vertices)
    return x->vertices > y->vertices ? -1 : 1;
  return x->set < y->set ? -1 : x->set > y->set;
}

static GArray *
find_uses (const PoplensVertices *v, const PoplensSelection *selection)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (Use));

  for (guint32 i = 0; i < v->n_instances; i++) {
    Use use = {v->instance_type[i], v->instance_compute_set[i],
               poplens_selection_sum (selection, v->instances, i)};
    if (use.vertices && use.type < v->n_types && use.set < v->n_compute_sets)
      g_array_append_val (out, use);
  }
  g_array_sort (out, compare_use_types);
  return out;
}

static void
add_user_type (PoplensRecords *rows, const PoplensVertices *v, const Use *uses, guint n,
               const PoplensSelection *selection)
{
  guint32 type = uses->type;
  guint64 vertices = 0;

  for (guint i = 0; i < n; i++)
    vertices += uses[i].vertices;
  UserRow *row = poplens_records_add (rows);
  row->name = poplens_strings_get (v->strings, v->type_name[type]);
  row->id = v->type_id[type];
  row->vertices = vertices;
  row->state = vertices * v->type_size[type];
  if (v->type_bytes[POPLENS_VERTEX_BYTES_CODE])
    row->code = poplens_selection_sum (selection, v->type_bytes[POPLENS_VERTEX_BYTES_CODE], type);
  poplens_records_link (rows, "memory?tab=vertex-types");
  for (guint i = 0; i < n; i++) {
    row = poplens_records_add_at (rows, 1);
    row->name = poplens_strings_get (v->strings, v->compute_set_name[uses[i].set]);
    row->id = v->compute_set_id[uses[i].set];
    row->vertices = uses[i].vertices;
    row->state = uses[i].vertices * v->type_size[type];
    poplens_records_link (rows, "summary?compute-set=%u", v->compute_set_id[uses[i].set]);
  }
}

PoplensTable *
poplens_build_vertex_users (PoplensReport *report, const PoplensLocation *location,
                            GCancellable *cancellable, GError **error)
{
  const PoplensVertices *v = poplens_report_load_vertices (report, cancellable, error);
  g_auto (PoplensScope) scope = {0};
  g_autoptr (GArray) uses = NULL;
  g_autofree char *note = NULL;
  PoplensRecords *rows;
  PoplensTable *table;

  if (!v || !poplens_scope_init (&scope, report, location, cancellable, error))
    return NULL;
  uses = find_uses (v, &scope.selection);
  rows = POPLENS_RECORDS (UserRow, user_columns);
  for (guint i = 0, end; i < uses->len; i = end) {
    const Use *first = &g_array_index (uses, Use, i);
    for (end = i + 1; end < uses->len && g_array_index (uses, Use, end).type == first->type; end++)
      ;
    add_user_type (rows, v, first, end - i, &scope.selection);
  }
  table = poplens_records_finish_tree (rows, "vertex-types", "Uses of vertex types", report);
  poplens_table_set_initial_depth (table, 0);
  poplens_table_set_default_sort (table, 3, TRUE);
  note = poplens_scope_note (&scope, NULL);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- variants -------------------------------------------------------------------------------- */

typedef struct {
  const char *vertex;
  gint64 types, code, saving, tile, there;
} VariantRow;

static const PoplensColumn variant_columns[] = {
    POPLENS_CELL (VariantRow, vertex, "Vertex", TEXT, DERIVED,
                  "Name of the vertex types without template arguments"),
    POPLENS_CELL (VariantRow, types, "Variants", COUNT, DERIVED,
                  "Number of vertex types with that name and with code"),
    POPLENS_CELL (VariantRow, code, "Code", BYTES, FILE, "Bytes of code of these types",
                  .total = TRUE),
    POPLENS_CELL (VariantRow, saving, "Saved if merged", BYTES, DERIVED,
                  "Bytes freed if each tile kept only its largest variant", .total = TRUE),
    POPLENS_CELL (VariantRow, tile, "Largest on tile", ID, DERIVED,
                  "Tile with the most of these bytes"),
    POPLENS_CELL (VariantRow, there, "On that tile", BYTES, DERIVED, "Bytes freed on that tile"),
};

PoplensTable *
poplens_build_vertex_variants (PoplensReport *report, const PoplensLocation *location,
                               GCancellable *cancellable, GError **error)
{
  const PoplensVertices *v = poplens_report_load_vertices (report, cancellable, error);
  const PoplensMemory *memory = v ? poplens_report_load_memory (report, cancellable, error) : NULL;
  g_autoptr (GArray) variants = NULL;
  g_auto (PoplensScope) scope = {0};
  g_autofree char *note = NULL;
  PoplensRecords *rows;
  PoplensTable *table;

  if (!memory || !poplens_scope_init (&scope, report, location, cancellable, error))
    return NULL;
  PoplensTilePositions some = {scope.selection.positions, scope.selection.n};
  variants = poplens_insights_variants (v, memory->n_tiles, scope.selection.all ? NULL : &some);
  rows = POPLENS_RECORDS (VariantRow, variant_columns);
  for (guint i = 0; i < variants->len; i++) {
    const PoplensVariants *one = &g_array_index (variants, PoplensVariants, i);
    VariantRow *row = poplens_records_add (rows);
    row->vertex = poplens_records_text (rows, one->name);
    row->types = one->types;
    row->code = one->code;
    row->saving = one->saving;
    if (one->worst) {
      row->tile = memory->tile[one->worst_tile];
      row->there = one->worst;
    }
    poplens_records_link (rows, "memory?tab=vertex-types");
  }
  table = poplens_records_finish (rows, "vertex-types", "Vertex variants", report);
  note = poplens_scope_note (&scope, NULL);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- buffers --------------------------------------------------------------------------------- */

typedef struct {
  const char *name;
  gint64 bytes, tiles, most, most_tile;
} BufferRow;

static const PoplensColumn buffer_columns[] = {
    POPLENS_CELL (BufferRow, name, "Category, buffer", TEXT, FILE,
                  "Category of memory, expandable to the exchanged variables"),
    POPLENS_CELL (BufferRow, bytes, "Bytes", BYTES, FILE,
                  "Sum of the sizes of the tile variables (vars_info); variables that share bytes "
                  "at different steps count each",
                  .total = TRUE),
    POPLENS_CELL (BufferRow, tiles, "Tiles", COUNT, DERIVED, "Tiles that have any of these bytes"),
    POPLENS_CELL (BufferRow, most, "Maximum", BYTES, DERIVED, "Largest bytes on one tile"),
    POPLENS_CELL (BufferRow, most_tile, "On tile", ID, DERIVED, "Tile with the most bytes"),
};

typedef struct {
  guint64 bytes, most, here; /* .bytes: on all tiles. .most: on the worst tile. .here: on the tile
                                that is being summed */
  guint32 tiles, most_tile;
} Buffer;

static gboolean
is_buffer (const PoplensVariables *v, guint8 category)
{
  static const char *const names[] = {"message",
                                      "rearrangement",
                                      "hostMessage",
                                      "globalMessage",
                                      "outputEdge",
                                      "hostExchangePacketHeader",
                                      "globalExchangePacketHeader",
                                      NULL};

  return g_strv_contains (names, poplens_variables_category_name (v, category));
}

static void
close_tile (Buffer *self, guint32 tile)
{
  self->bytes += self->here;
  self->tiles += self->here > 0;
  if (self->here > self->most) {
    self->most = self->here;
    self->most_tile = tile;
  }
  self->here = 0;
}

/* Returns the bytes of buffers, first by group, then by category. (transfer full): [n_groups +
 * n_categories] */
static Buffer *
sum_buffers (const PoplensTileBytes *bytes, const PoplensVariables *v, const PoplensTileSet *tiles)
{
  guint32 n = bytes->n_groups + v->n_categories;
  Buffer *out = g_new0 (Buffer, MAX (n, 1));
  g_autoptr (GArray) touched = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 t = 0; t < bytes->n_tiles; t++) {
    if (tiles && !poplens_tile_set_contains (tiles, t))
      continue;
    for (guint32 i = bytes->first[t]; i < bytes->first[t + 1]; i++) {
      guint32 group = bytes->entries[i].group;
      guint8 category = bytes->groups[group].category;
      guint32 both[] = {group, bytes->n_groups + category};
      for (guint k = 0; is_buffer (v, category) && k < 2; k++) {
        if (!out[both[k]].here)
          g_array_append_val (touched, both[k]);
        out[both[k]].here += bytes->entries[i].bytes;
      }
    }
    for (guint k = 0; k < touched->len; k++)
      close_tile (&out[g_array_index (touched, guint32, k)], t);
    g_array_set_size (touched, 0);
  }
  return out;
}

static void
add_buffer (PoplensRecords *rows, const char *name, const Buffer *buffer, guint16 depth)
{
  BufferRow *row = poplens_records_add_at (rows, depth);

  row->name = poplens_records_text (rows, name ? name : "(no name)");
  row->bytes = buffer->bytes;
  row->tiles = buffer->tiles;
  row->most = buffer->most;
  row->most_tile = buffer->most_tile;
  poplens_records_link (rows, "memory?tile=%u", buffer->most_tile);
}

PoplensTable *
poplens_build_exchange_buffers (PoplensReport *report, const PoplensLocation *location,
                                GCancellable *cancellable, GError **error)
{
  const PoplensVariables *v = poplens_report_load_lowered (report, cancellable, error);
  const PoplensWhatIf *what = v ? poplens_report_what_if (report, cancellable, error) : NULL;
  g_auto (PoplensScope) scope = {0};
  g_autofree Buffer *sums = NULL;
  g_autofree char *note = NULL;
  PoplensRecords *rows;
  PoplensTable *table;

  if (!what || !poplens_scope_init (&scope, report, location, cancellable, error))
    return NULL;
  const PoplensTileBytes *bytes = poplens_what_if_get_bytes (what);
  sums = sum_buffers (bytes, v, scope.tiles);
  rows = POPLENS_RECORDS (BufferRow, buffer_columns);
  for (guint32 c = 0; c < v->n_categories; c++) {
    if (!sums[bytes->n_groups + c].bytes)
      continue;
    add_buffer (rows, poplens_variables_category_name (v, c), &sums[bytes->n_groups + c], 0);
    for (guint32 g = 0; g < bytes->n_groups; g++)
      if (bytes->groups[g].category == c && sums[g].bytes)
        add_buffer (rows, bytes->groups[g].name, &sums[g], 1);
  }
  table = poplens_records_finish_tree (rows, "exchanges", "Exchange buffers", report);
  poplens_table_set_initial_depth (table, 0);
  poplens_table_set_default_sort (table, 1, TRUE);
  note = poplens_scope_note (&scope, NULL);
  poplens_table_set_note (table, note);
  return table;
}
