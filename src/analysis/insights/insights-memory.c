/* Computes what fills the memory of the tiles, how evenly they are filled, and what gaps, packing
 * and variants of vertices cost. */
#include "analysis/insights/fit.h"
#include "analysis/insights/insights.h"
#include "model/location.h"

#include <string.h>

/* ---- variants of vertices -------------------------------------------------------------------- */

static void
variants_clear (gpointer data)
{
  g_free (((PoplensVariants *) data)->name);
}

/* Vertex types whose names differ only in their template arguments. */
typedef struct {
  GArray *rows; /* guint32: rows of these types in PoplensVertices */
} TypeBase;

static void
base_free (gpointer data)
{
  g_array_unref (((TypeBase *) data)->rows);
  g_free (data);
}

static guint64
code_of (const PoplensLists *code, guint32 type, const PoplensTilePositions *tiles)
{
  return tiles ? poplens_lists_sum_at (code, type, tiles->positions, tiles->n)
               : poplens_lists_sum (code, type);
}

/* Groups the vertex types that have template arguments and code. (transfer full): name without
 * arguments → TypeBase */
static GHashTable *
group_types (const PoplensVertices *v, const PoplensLists *code, const PoplensTilePositions *tiles)
{
  GHashTable *out = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, base_free);

  for (guint32 t = 0; t < v->n_types && t < poplens_lists_n_rows (code); t++) {
    const char *name = poplens_strings_get (v->strings, v->type_name[t]);
    const char *arguments = strchr (name, '<');
    g_autofree char *key = arguments ? g_strndup (name, (gsize) (arguments - name)) : NULL;
    TypeBase *base;
    if (!key || !*key || !code_of (code, t, tiles))
      continue;
    base = g_hash_table_lookup (out, key);
    if (!base) {
      base = g_new0 (TypeBase, 1);
      base->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_hash_table_insert (out, g_steal_pointer (&key), base);
    }
    g_array_append_val (base->rows, t);
  }
  return out;
}

/* Computes what merging the vertex types with one base name would save. Assumes that, on each tile,
 * the merged type needs the code of the largest type there. */
static PoplensVariants
merge_base_types (const char *name, const TypeBase *base, const PoplensLists *code, guint32 n_tiles,
                  const PoplensTilePositions *tiles)
{
  PoplensVariants self = {
      .name = g_strdup (name), .types = base->rows->len, .worst_tile = G_MAXUINT32};
  g_autofree guint64 *sum = g_new0 (guint64, MAX (n_tiles, 1));
  g_autofree guint64 *most = g_new0 (guint64, MAX (n_tiles, 1));
  g_autofree guint64 *one = g_new (guint64, MAX (n_tiles, 1));

  for (guint i = 0; i < base->rows->len; i++) {
    poplens_lists_read (code, g_array_index (base->rows, guint32, i), one, n_tiles);
    for (guint32 t = 0; t < n_tiles; t++) {
      sum[t] += one[t];
      most[t] = MAX (most[t], one[t]);
    }
  }
  for (guint32 i = 0, n = tiles ? tiles->n : n_tiles; i < n; i++) {
    guint32 t = tiles ? tiles->positions[i] : i;
    guint64 saving = sum[t] - most[t];
    self.code += sum[t];
    self.saving += saving;
    if (saving > self.worst) {
      self.worst = saving;
      self.worst_tile = t;
    }
  }
  return self;
}

static int
most_saving (gconstpointer a, gconstpointer b)
{
  const PoplensVariants *x = a, *y = b;

  return x->saving != y->saving ? (x->saving > y->saving ? -1 : 1) : strcmp (x->name, y->name);
}

GArray *
poplens_insights_variants (const PoplensVertices *vertices, guint32 n_tiles,
                           const PoplensTilePositions *tiles)
{
  GArray *out = g_array_new (FALSE, TRUE, sizeof (PoplensVariants));
  const PoplensLists *code = vertices->type_bytes[POPLENS_VERTEX_BYTES_CODE];
  g_autoptr (GHashTable) bases = code ? group_types (vertices, code, tiles) : NULL;
  GHashTableIter iter;
  gpointer name, base;

  g_array_set_clear_func (out, variants_clear);
  if (!bases)
    return out;
  g_hash_table_iter_init (&iter, bases);
  while (g_hash_table_iter_next (&iter, &name, &base)) {
    if (((const TypeBase *) base)->rows->len < 2)
      continue;
    PoplensVariants row = merge_base_types (name, base, code, n_tiles, tiles);
    g_array_append_val (out, row);
  }
  g_array_sort (out, most_saving);
  return out;
}

/* ---- balance --------------------------------------------------------------------------------- */

/* Tiles whose balance is computed. */

typedef struct {
  const PoplensMemory *memory;
  const guint32 *positions; /* (nullable): positions in memory->tile; NULL: all tiles */
  guint32 n;
  guint32 fullest; /* position of the fullest tile in memory->tile */
} BalanceTiles;

static guint32
position_of (const BalanceTiles *tiles, guint32 i)
{
  return tiles->positions ? tiles->positions[i] : i;
}

static guint64
bytes_at (const BalanceTiles *tiles, const PoplensCategory *category, guint32 position)
{
  return category ? poplens_category_bytes (category, position)
                  : tiles->memory->total_including_gaps[position];
}

static void
add_balance (const BalanceTiles *tiles, const PoplensCategory *category, GArray *out)
{
  PoplensBalance self = {.category = category, .most_tile = G_MAXUINT32};

  for (guint32 i = 0; i < tiles->n; i++) {
    guint32 position = position_of (tiles, i);
    guint64 bytes = bytes_at (tiles, category, position);
    self.total += bytes;
    if (self.most_tile == G_MAXUINT32 || bytes > self.most) {
      self.most = bytes;
      self.most_tile = tiles->memory->tile[position];
    }
  }
  if (!self.total)
    return;
  self.mean = (double) self.total / tiles->n;
  self.fullest = bytes_at (tiles, category, tiles->fullest);
  self.excess = (double) self.fullest - self.mean;
  self.unused = self.most * tiles->n - self.total;
  g_array_append_val (out, self);
}

static int
most_excess (gconstpointer a, gconstpointer b)
{
  const PoplensBalance *x = a, *y = b;

  if (!x->category || !y->category)
    return !y->category - !x->category;
  return x->excess < y->excess ? 1 : x->excess > y->excess ? -1 : 0;
}

GArray *
poplens_insights_balance (const PoplensMemory *memory, const guint32 *positions, guint32 n,
                          guint32 *fullest)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (PoplensBalance));
  BalanceTiles tiles = {memory, positions, positions ? n : memory->n_tiles, 0};

  *fullest = G_MAXUINT32;
  if (!tiles.n)
    return out;
  tiles.fullest = position_of (&tiles, 0);
  /* A single tile equals its own mean, so compare it with all tiles of the report. */
  if (tiles.n == 1)
    tiles = (BalanceTiles){memory, NULL, memory->n_tiles, tiles.fullest};
  else
    for (guint32 i = 1; i < tiles.n; i++)
      if (memory->total_including_gaps[position_of (&tiles, i)] >
          memory->total_including_gaps[tiles.fullest])
        tiles.fullest = position_of (&tiles, i);
  *fullest = memory->tile[tiles.fullest];
  add_balance (&tiles, NULL, out);
  for (guint c = 0; c < memory->categories->len; c++)
    add_balance (&tiles, g_ptr_array_index (memory->categories, c), out);
  g_array_sort (out, most_excess);
  return out;
}

/* ---- shares ---------------------------------------------------------------------------------- */

static void
share_clear (gpointer data)
{
  g_free (((PoplensShare *) data)->name);
}

void
poplens_shares_free (PoplensShares *self)
{
  if (!self)
    return;
  g_free (self->title);
  g_array_unref (self->rows);
  g_free (self);
}

static PoplensShares *
shares_new (const char *title)
{
  PoplensShares *self = g_new0 (PoplensShares, 1);

  self->title = g_strdup (title);
  self->rows = g_array_new (FALSE, TRUE, sizeof (PoplensShare));
  g_array_set_clear_func (self->rows, share_clear);
  return self;
}

static int
most_first (gconstpointer a, gconstpointer b)
{
  const PoplensShare *sa = a, *sb = b;

  if (sa->bytes != sb->bytes)
    return sa->bytes > sb->bytes ? -1 : 1;
  if (sa->exchange != sb->exchange)
    return sa->exchange < sb->exchange ? -1 : 1;
  return sa->id < sb->id ? -1 : sa->id > sb->id;
}

/* Sums the bytes of the categories in @names over all tiles. */
static guint64
categories_total (const PoplensMemory *memory, const char *const *names)
{
  guint64 sum = 0;

  for (guint c = 0; memory && c < memory->categories->len; c++) {
    const PoplensCategory *category = g_ptr_array_index (memory->categories, c);
    if (!g_strv_contains (names, category->name))
      continue;
    for (guint l = 0; l < POPLENS_N_CATEGORY_LISTS; l++)
      for (guint32 t = 0; category->lists[l] && t < memory->n_tiles; t++)
        sum += category->lists[l][t];
  }
  return sum;
}

/* Appends a row for the bytes of a category that the other rows do not cover. @total: bytes of the
 * category. @known: bytes in the other rows */
static void
add_rest (PoplensShares *self, const char *name, PoplensExchangeKind exchange, guint64 total,
          guint64 known)
{
  PoplensShare rest = {.id = G_MAXUINT32, .program = POPLENS_NO_PROGRAM, .exchange = exchange};

  if (total <= known)
    return;
  rest.name = g_strdup (name);
  rest.bytes = total - known;
  self->remainder += rest.bytes;
  g_array_append_val (self->rows, rest);
}

static void
sum_up (PoplensShares *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    self->total += g_array_index (self->rows, PoplensShare, i).bytes;
}

/* ---- vertices -------------------------------------------------------------------------------- */

/* Counts the compute sets that use each vertex type. (transfer full): by type */
static guint32 *
count_users (const PoplensVertices *v)
{
  guint32 *users = g_new0 (guint32, MAX (v->n_types, 1));

  for (guint32 s = 0; v->compute_set_types && s < v->n_compute_sets; s++) {
    g_autoptr (GArray) types = poplens_lists_values (v->compute_set_types, s);
    for (guint i = 0; i < types->len; i++) {
      guint64 id = g_array_index (types, guint64, i);
      guint32 row = id < G_MAXUINT32 ? poplens_vertices_find_type (v, (guint32) id) : G_MAXUINT32;
      if (row != G_MAXUINT32)
        users[row]++;
    }
  }
  return users;
}

static guint64
type_bytes (const PoplensVertices *v, guint32 type, PoplensVertexBytes column)
{
  const PoplensLists *lists = v->type_bytes[column];

  return lists && type < poplens_lists_n_rows (lists) ? poplens_lists_sum (lists, type) : 0;
}

static guint64
add_types (PoplensShares *self, const PoplensVertices *v, PoplensVertexBytes first,
           PoplensVertexBytes end)
{
  g_autofree guint32 *users = count_users (v);
  guint64 sum = 0;

  for (guint32 t = 0; t < v->n_types; t++) {
    PoplensShare row = {.id = v->type_id[t], .program = POPLENS_NO_PROGRAM, .count = users[t]};
    for (PoplensVertexBytes c = first; c < end; c++)
      row.bytes += type_bytes (v, t, c);
    if (!row.bytes)
      continue;
    row.name = g_strdup (poplens_strings_get (v->strings, v->type_name[t]));
    sum += row.bytes;
    g_array_append_val (self->rows, row);
  }
  g_array_sort (self->rows, most_first);
  return sum;
}

PoplensShares *
poplens_insights_vertex_state (const PoplensVertices *vertices, const PoplensMemory *memory)
{
  static const char *const names[] = {"vertexInstanceState", "vertexFieldData", "copyDescriptor",
                                      "vectorListDescriptor", NULL};
  PoplensShares *self = shares_new ("vertex state");
  guint64 known =
      add_types (self, vertices, POPLENS_VERTEX_BYTES_COPY_PTR, POPLENS_VERTEX_BYTES_CODE);

  add_rest (self, "(unattributed state)", 0, categories_total (memory, names), known);
  sum_up (self);
  return self;
}

PoplensShares *
poplens_insights_vertex_code (const PoplensVertices *vertices, const PoplensMemory *memory)
{
  static const char *const names[] = {"vertexCode", NULL};
  PoplensShares *self = shares_new ("vertex code");
  guint64 known = add_types (self, vertices, POPLENS_VERTEX_BYTES_CODE, POPLENS_N_VERTEX_BYTES);

  add_rest (self, "(unattributed code)", 0, categories_total (memory, names), known);
  sum_up (self);
  return self;
}

/* ---- exchanges ------------------------------------------------------------------------------- */

static PoplensExchangeKind
exchange_of (PoplensProgramKind kind)
{
  switch (kind) {
  case POPLENS_PROGRAM_DO_EXCHANGE:
    return POPLENS_EXCHANGE_INTERNAL;
  case POPLENS_PROGRAM_GLOBAL_EXCHANGE:
    return POPLENS_EXCHANGE_GLOBAL;
  case POPLENS_PROGRAM_STREAM_COPY_MID:
    return POPLENS_EXCHANGE_HOST;
  case POPLENS_PROGRAM_CODE_COPY:
    return POPLENS_EXCHANGE_CODE_COPY;
  default:
    return POPLENS_N_EXCHANGE_KINDS;
  }
}

PoplensExchangeKind
poplens_program_exchange (const PoplensPrograms *programs, guint32 row)
{
  return exchange_of (programs->kind[row]);
}

/* Maps each exchange to the first program that executes it. (transfer full): kind and ID of the
 * exchange → row of the program + 1 */
static GHashTable *
programs_by_exchange (const PoplensPrograms *programs)
{
  GHashTable *rows = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint32 row = 0; programs && row < programs->n; row++) {
    guint64 key = (guint64) exchange_of (programs->kind[row]) << 32 | programs->variant_index[row];
    if (key >> 32 != POPLENS_N_EXCHANGE_KINDS && !g_hash_table_contains (rows, &key))
      g_hash_table_insert (rows, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (row + 1));
  }
  return rows;
}

static guint64
add_exchange_share (PoplensShares *self, const PoplensPrograms *programs, GHashTable *by_exchange,
                    PoplensExchangeKind kind, guint32 id, guint64 bytes)
{
  guint64 key = (guint64) kind << 32 | id;
  guint32 row = GPOINTER_TO_UINT (g_hash_table_lookup (by_exchange, &key));
  const char *name = row ? poplens_programs_name (programs, row - 1) : "";
  PoplensShare share = {.id = id,
                        .program = row ? programs->id[row - 1] : POPLENS_NO_PROGRAM,
                        .exchange = kind,
                        .bytes = bytes};

  if (!bytes)
    return 0;
  share.name = *name ? g_strdup (name)
                     : g_strdup_printf ("%s exchange %u", poplens_exchange_kind_title (kind), id);
  g_array_append_val (self->rows, share);
  return bytes;
}

PoplensShares *
poplens_insights_exchange_code (const PoplensExchanges *exchanges, const PoplensMemory *memory,
                                const PoplensPrograms *programs, const PoplensNameSums *names)
{
  static const char *const internal[] = {"internalExchangeCode", NULL};
  static const char *const host[] = {"hostExchangeCode", NULL};
  static const char *const global[] = {"globalExchangeCode", NULL};
  const PoplensExchangeTable *inside = &exchanges->tables[POPLENS_EXCHANGE_INTERNAL];
  const PoplensExchangeTable *mid = &exchanges->tables[POPLENS_EXCHANGE_HOST];
  g_autoptr (GHashTable) by_exchange = programs_by_exchange (programs);
  PoplensShares *self = shares_new ("exchange code");
  guint64 known_inside = 0, known_host = 0;

  for (guint32 i = 0; i < inside->n; i++)
    known_inside += add_exchange_share (self, programs, by_exchange, POPLENS_EXCHANGE_INTERNAL,
                                        inside->id[i], poplens_lists_sum (inside->code, i));
  for (guint32 i = 0; names && i < mid->n; i++)
    known_host += add_exchange_share (self, programs, by_exchange, POPLENS_EXCHANGE_HOST,
                                      mid->id[i], poplens_name_sums_host_code (names, mid->id[i]));
  g_array_sort (self->rows, most_first);
  add_rest (self, "(unattributed internal exchange code)", POPLENS_EXCHANGE_INTERNAL,
            categories_total (memory, internal), known_inside);
  add_rest (self, names ? "(unattributed host exchange code)" : "(host exchange code, total)",
            POPLENS_EXCHANGE_HOST, categories_total (memory, host), known_host);
  add_rest (self, "(inter-IPU exchange code, total)", POPLENS_EXCHANGE_GLOBAL,
            categories_total (memory, global), 0);
  sum_up (self);
  return self;
}

/* ---- capacity -------------------------------------------------------------------------------- */

static PoplensCapacity
capacity_new (PoplensCapacityOf of, guint32 number)
{
  return (PoplensCapacity){.of = of, .number = number, .worst_tile = G_MAXUINT32};
}

guint64
poplens_memory_over (const PoplensMemory *memory, guint32 position, guint64 capacity)
{
  guint64 with_gaps = memory->total_including_gaps[position];
  guint64 over = memory->overflowed[position];

  return capacity && with_gaps > capacity ? MAX (over, with_gaps - capacity) : over;
}

static void
capacity_add (PoplensCapacity *self, const PoplensMemory *memory, guint32 position,
              guint64 tile_capacity)
{
  guint64 with_gaps = memory->total_including_gaps[position];
  guint64 over = poplens_memory_over (memory, position, tile_capacity);

  self->tiles++;
  self->used_known = !memory->from_archive;
  self->used += self->used_known ? memory->total[position] : 0;
  self->used_including_gaps += with_gaps;
  self->capacity += tile_capacity;
  self->tiles_over += over > 0;
  self->over_bytes += over;
  if (over > self->worst_over) {
    self->worst_over = over;
    self->worst_tile = memory->tile[position];
  }
}

GArray *
poplens_insights_capacity (const PoplensMemory *memory, const PoplensTarget *target)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (PoplensCapacity));
  PoplensCapacity replica = capacity_new (POPLENS_CAPACITY_REPLICA, 0);
  guint64 tile_capacity = target ? target->bytes_per_tile : 0;
  guint32 fullest = G_MAXUINT32;

  g_array_append_val (out, replica);
  for (guint32 t = 0; t < memory->n_tiles; t++) {
    guint32 ipu = target ? poplens_target_ipu_of_tile (target, memory->tile[t]) : 0;
    PoplensCapacity *last = &g_array_index (out, PoplensCapacity, out->len - 1);
    if (last->of == POPLENS_CAPACITY_REPLICA || last->number != ipu) {
      PoplensCapacity next = capacity_new (POPLENS_CAPACITY_IPU, ipu);
      g_array_append_val (out, next);
    }
    capacity_add (&g_array_index (out, PoplensCapacity, 0), memory, t, tile_capacity);
    capacity_add (&g_array_index (out, PoplensCapacity, out->len - 1), memory, t, tile_capacity);
    if (fullest == G_MAXUINT32 ||
        memory->total_including_gaps[t] > memory->total_including_gaps[fullest])
      fullest = t;
  }
  if (fullest != G_MAXUINT32) {
    PoplensCapacity tile = capacity_new (POPLENS_CAPACITY_TILE, memory->tile[fullest]);
    capacity_add (&tile, memory, fullest, tile_capacity);
    g_array_append_val (out, tile);
  }
  return out;
}

/* ---- histogram ------------------------------------------------------------------------------- */

#define MOST_BINS 16

/* Returns the smallest power of two for which at most MOST_BINS bins of this size cover @low to
 * @high. */
static guint64
bin_size (guint64 low, guint64 high)
{
  guint64 size = 1;

  while (high / size - low / size >= MOST_BINS)
    size *= 2;
  return size;
}

GArray *
poplens_insights_histogram (const PoplensMemory *memory, gboolean including_gaps)
{
  const guint32 *bytes =
      including_gaps || memory->from_archive ? memory->total_including_gaps : memory->total;
  GArray *out = g_array_new (FALSE, FALSE, sizeof (PoplensHistogramBin));
  guint64 low = G_MAXUINT64, high = 0, size;

  for (guint32 t = 0; t < memory->n_tiles; t++) {
    low = MIN (low, bytes[t]);
    high = MAX (high, bytes[t]);
  }
  if (!memory->n_tiles)
    return out;
  size = bin_size (low, high);
  for (guint64 bin = low / size; bin <= high / size; bin++) {
    PoplensHistogramBin row = {.from = bin * size, .to = (bin + 1) * size};
    g_array_append_val (out, row);
  }
  for (guint32 t = 0; t < memory->n_tiles; t++) {
    guint64 bin = bytes[t] / size - low / size;
    PoplensHistogramBin *row = &g_array_index (out, PoplensHistogramBin, bin);
    row->tiles++;
    row->bytes += bytes[t];
  }
  return out;
}

/* ---- costs ----------------------------------------------------------------------------------- */

static PoplensCost
cost_new (const char *key, const char *title, const char *cause, guint16 depth)
{
  return (PoplensCost){
      .key = key, .title = title, .cause = cause, .depth = depth, .worst_tile = G_MAXUINT32};
}

static void
cost_add (PoplensCost *self, guint32 tile, guint64 bytes)
{
  self->bytes += bytes;
  self->tiles += bytes > 0;
  if (bytes > self->worst_bytes) {
    self->worst_bytes = bytes;
    self->worst_tile = tile;
  }
}

static guint64
gaps_of (const PoplensMemory *memory, guint32 t)
{
  return memory->total_including_gaps[t] - MIN (memory->total[t], memory->total_including_gaps[t]);
}

/* Returns the packing loss of a tile in bytes, as a lower bound. Always-live variables that share
 * bytes are each counted as live, so the loss can be larger. */
static guint64
packing_of (const PoplensMemory *memory, guint32 t)
{
  guint64 live = (guint64) memory->always_live[t] + memory->not_always_live_max[t];

  return memory->not_always_live_max[t] == G_MAXUINT32
             ? 0
             : memory->total[t] - MIN (live, memory->total[t]);
}

static void
add_gaps (const PoplensMemory *memory, GArray *out)
{
  PoplensCost cost = cost_new ("gaps", "Gaps", poplens_fit_cause_advice ("gap"), 0);

  for (guint32 t = 0; t < memory->n_tiles; t++)
    cost_add (&cost, memory->tile[t], gaps_of (memory, t));
  g_array_append_val (out, cost);
}

static void
add_packing (const PoplensMemory *memory, GArray *out)
{
  PoplensCost cost =
      cost_new ("packing", "Packing overhead", poplens_fit_cause_advice ("packing"), 0);

  for (guint32 t = 0; t < memory->n_tiles; t++) {
    if (memory->not_always_live_max[t] == G_MAXUINT32)
      return;
    cost_add (&cost, memory->tile[t], packing_of (memory, t));
  }
  g_array_append_val (out, cost);
}

static void
add_instrumentation (const PoplensNameSums *names, GArray *out)
{
  static const struct {
    const char *key, *cause;
  } parts[POPLENS_N_INSTRUMENTATION] = {
      [POPLENS_INSTRUMENTATION_RESULTS] =
          {"instrumentation-results",
           "Category instrumentationResults: measured values until they are read."},
      [POPLENS_INSTRUMENTATION_BUFFERS] =
          {"instrumentation-buffers",
           "Variables named instrumentationStreamBuffer…: data sent to the host."},
      [POPLENS_INSTRUMENTATION_CONTROL] = {"instrumentation-control",
                                           "Variables named .text.supervisor.instrumentation_…."},
      [POPLENS_INSTRUMENTATION_DUMP] =
          {"instrumentation-dump", "Own code of the vertex InstrumentationDumpStep. Vertex code by "
                                   "type includes the functions that it calls."},
  };
  PoplensCost all =
      cost_new ("instrumentation", "Instrumentation", poplens_fit_cause_advice ("profiler"), 0);

  all.bytes = poplens_name_sums_instrumentation (names);
  all.tiles = names->tiles;
  all.worst_tile = names->worst_tile;
  all.worst_bytes = names->worst_bytes;
  g_array_append_val (out, all);
  for (guint k = 0; k < POPLENS_N_INSTRUMENTATION; k++) {
    PoplensCost part =
        cost_new (parts[k].key, poplens_instrumentation_title (k), parts[k].cause, 1);
    part.bytes = names->instrumentation[k].bytes;
    part.tiles = names->instrumentation[k].tiles;
    part.worst_tile = names->instrumentation[k].worst_tile;
    part.worst_bytes = names->instrumentation[k].worst_bytes;
    g_array_append_val (out, part);
  }
}

GArray *
poplens_insights_costs (const PoplensMemory *memory, const PoplensNameSums *names)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (PoplensCost));

  /* archive.a alone does not record which bytes of an image are gaps. */
  if (!memory->from_archive) {
    add_gaps (memory, out);
    add_packing (memory, out);
  }
  if (names)
    add_instrumentation (names, out);
  return out;
}

/* ---- tiles of a finding ---------------------------------------------------------------------- */

/* Returns the bytes of a finding on a tile; 0 if the finding names tiles, but has no bytes by tile.
 */
static guint64
finding_bytes (const PoplensInsightsInput *in, const char *key, guint32 t)
{
  if (!strcmp (key, "gaps"))
    return gaps_of (in->memory, t);
  if (!strcmp (key, "packing"))
    return packing_of (in->memory, t);
  if (!strcmp (key, "tiles-over"))
    return poplens_memory_over (in->memory, t, in->target ? in->target->bytes_per_tile : 0);
  return 0;
}

GArray *
poplens_finding_tiles (const PoplensFinding *self, const PoplensInsightsInput *in)
{
  GArray *tiles = g_array_new (FALSE, FALSE, sizeof (PoplensFindingTile));
  g_autoptr (PoplensLocation) location = poplens_location_parse (self->location, NULL);
  g_autoptr (PoplensTileSet) named = location ? poplens_location_get_tiles (location) : NULL;
  /* A location on the Insights page names no tile. Use the tile on which the finding was measured.
   */
  guint32 tile = g_str_has_prefix (self->location, "insights") ? self->tile : G_MAXUINT32;

  for (guint32 t = 0; in->memory && t < in->memory->n_tiles; t++) {
    PoplensFindingTile one = {in->memory->tile[t], finding_bytes (in, self->key, t)};
    if (one.bytes)
      g_array_append_val (tiles, one);
  }
  for (guint32 t = 0, found = tiles->len; !found && in->memory && t < in->memory->n_tiles; t++) {
    PoplensFindingTile one = {in->memory->tile[t], in->memory->total_including_gaps[t]};
    if (one.tile == tile || (named && poplens_tile_set_contains (named, one.tile)))
      g_array_append_val (tiles, one);
  }
  return tiles;
}
