/* Checks of vertices and the target, of how the file stores tables, and of memory. Memory is
 * checked in one sweep over the addresses of each tile. */
#include "analysis/check/check-private.h"
#include "analysis/check/check-rules.h"
#include "analysis/liveness/peaks.h"
#include "base/format.h"
#include "base/sort.h"

#include <string.h>

/* ---- vertices and compute sets --------------------------------------------------------------- */

/* Returns the element of @counts at the index that @type has in @types. −1 if @types lacks it. */
static gint64
find_count (const GArray *types, const GArray *counts, guint32 type)
{
  for (guint i = 0; i < types->len && i < counts->len; i++)
    if (g_array_index (types, guint64, i) == type)
      return (gint64) g_array_index (counts, guint64, i);
  return -1;
}

/* Checks how many vertices of each type a compute set has. The instances are sorted by compute set,
 * one row for each vertex type in it. */
static void
check_counts (PoplensCheckRun *run)
{
  const PoplensVertices *v = run->vertices;
  guint32 i = 0;

  for (guint32 c = 0; c < v->n_compute_sets && poplens_check_go_on (run, 0, 0); c++) {
    g_autoptr (GArray) types = poplens_lists_values (v->compute_set_types, c);
    g_autoptr (GArray) counts = poplens_lists_values (v->compute_set_counts, c);
    guint32 first = i;
    for (; i < v->n_instances && v->instance_compute_set[i] == c; i++) {
      guint32 type = v->type_id[v->instance_type[i]];
      gint64 count = find_count (types, counts, type);
      poplens_check_equal (run, CHECK_VERTEX_COUNTS, poplens_lists_sum (v->instances, i),
                           (guint64) MAX (count, 0), "compute set %u, vertex type %u",
                           v->compute_set_id[c], type);
    }
    if (types->len > i - first)
      poplens_check_equal (run, CHECK_VERTEX_COUNTS, i - first, types->len,
                           "compute set %u, number of vertex types", v->compute_set_id[c]);
  }
}

static gsize
longest (const PoplensLists *lists)
{
  gsize n = 0;

  for (gsize r = 0; lists && r < poplens_lists_n_rows (lists); r++)
    n = MAX (n, poplens_lists_length (lists, r));
  return n;
}

/* Adds all rows of @lists (nullable) to @sums, by tile. */
static void
sum_rows (const PoplensLists *lists, guint64 *sums, gsize n)
{
  for (gsize r = 0; lists && r < poplens_lists_n_rows (lists); r++)
    poplens_lists_accumulate (lists, r, sums, n);
}

static gboolean
any_bytes (PoplensLists *const *lists)
{
  for (guint b = 0; b < POPLENS_VERTEX_BYTES_CODE; b++)
    if (longest (lists[b]))
      return TRUE;
  return FALSE;
}

static void
check_agreement (PoplensCheckRun *run)
{
  const PoplensVertices *v = run->vertices;

  if (!any_bytes (v->compute_set_bytes) || !any_bytes (v->type_bytes))
    return;
  for (guint b = 0; b < POPLENS_VERTEX_BYTES_CODE; b++) {
    gsize n = MAX (longest (v->compute_set_bytes[b]), longest (v->type_bytes[b]));
    g_autofree guint64 *by_set = g_new0 (guint64, MAX (n, 1));
    g_autofree guint64 *by_type = g_new0 (guint64, MAX (n, 1));
    PoplensCheckMade made = {.n = (guint32) n, .set_bytes = by_set};
    sum_rows (v->compute_set_bytes[b], by_set, n);
    sum_rows (v->type_bytes[b], by_type, n);
    made.type_bytes[b] = by_type;
    poplens_check_hold (run, RULES_VERTEX_BYTES, &made, NULL);
  }
}

void
poplens_check_vertices (PoplensCheckRun *run)
{
  check_counts (run);
  check_agreement (run);
}

/* ---- memory of vertices ---------------------------------------------------------------------- */

/* Adds the bytes of the category @name to @sums, by tile. FALSE if there is no such category. */
static gboolean
add_category (const PoplensMemory *m, const char *name, guint64 *sums)
{
  const PoplensCategory *category = poplens_memory_find_category (m, name);

  for (guint32 p = 0; category && p < m->n_tiles; p++)
    sums[p] += poplens_category_bytes (category, p);
  return category != NULL;
}

/* Adds the state of all vertices to @state, by tile: their number times the size of their type. */
static void
sum_state (PoplensCheckRun *run, guint64 *state)
{
  const PoplensVertices *v = run->vertices;
  guint32 n = run->memory->n_tiles;
  g_autofree guint64 *vertices = g_new (guint64, MAX (n, 1));

  for (guint32 i = 0; i < v->n_instances && poplens_check_go_on (run, 0, 0); i++) {
    poplens_lists_read (v->instances, i, vertices, n);
    for (guint32 t = 0; t < n; t++)
      state[t] += vertices[t] * v->type_size[v->instance_type[i]];
  }
}

void
poplens_check_vertex_memory (PoplensCheckRun *run)
{
  enum { STATE, STATE_BYTES, FIELD_BYTES, DESCRIPTOR_BYTES, TYPE_BYTES, N = TYPE_BYTES + 5 };
  const PoplensVertices *v = run->vertices;
  const PoplensMemory *m = run->memory;
  gsize n = MAX (m->n_tiles, 1);
  g_autofree guint64 *sums = g_new0 (guint64, N * n);
  gboolean any = any_bytes (v->type_bytes);
  PoplensCheckMade made = {.state = sums + STATE * n};

  sum_state (run, sums + STATE * n);
  for (guint b = 0; any && b < POPLENS_VERTEX_BYTES_CODE; b++) {
    made.type_bytes[b] = sums + (TYPE_BYTES + b) * n;
    sum_rows (v->type_bytes[b], sums + (TYPE_BYTES + b) * n, m->n_tiles);
  }
  if (add_category (m, "vertexInstanceState", sums + STATE_BYTES * n) && v->n_instances)
    made.state_bytes = sums + STATE_BYTES * n;
  if (add_category (m, "vertexInstanceState", sums + FIELD_BYTES * n) |
      add_category (m, "vertexFieldData", sums + FIELD_BYTES * n))
    made.field_bytes = sums + FIELD_BYTES * n;
  if (add_category (m, "copyDescriptor", sums + DESCRIPTOR_BYTES * n) |
      add_category (m, "vectorListDescriptor", sums + DESCRIPTOR_BYTES * n))
    made.descriptor_bytes = sums + DESCRIPTOR_BYTES * n;
  if (!run->error)
    poplens_check_hold (run, RULES_VERTEX_MEMORY, &made, NULL);
}

/* ---- variables and counts -------------------------------------------------------------------- */

void
poplens_check_compute_set_variables (PoplensCheckRun *run)
{
  const PoplensVertices *v = run->vertices;

  poplens_check_hold_lists (run, RULES_COMPUTE_SET_VARIABLES, v->compute_set_vars,
                            v->compute_set_id, v->n_compute_sets, "compute set", NULL);
}

void
poplens_check_counts (PoplensCheckRun *run)
{
  const PoplensVertices *v = run->vertices;
  PoplensCheckMade made = {0};

  for (guint32 c = 0; c < v->n_compute_sets; c++) {
    made.edges += v->compute_set_edges[c];
    made.vertices += poplens_lists_sum (v->compute_set_counts, c);
  }
  if (run->target->has_graph)
    poplens_check_hold (run, RULES_GRAPH, &made, NULL);
}

/* ---- target_info ----------------------------------------------------------------------------- */

/* Checks that the executed program is the compiled one. Otherwise steps may refer to programs that
 * are not in the profile. */
static void
check_compilation (PoplensCheckRun *run)
{
  const char *compiled = run->target->compilation_id;
  const char *executed = run->target->execution_compilation_id;

  if (compiled && *compiled && executed && *executed &&
      !poplens_check_that (run, CHECK_COMPILATION, !strcmp (compiled, executed)))
    poplens_check_fail (run, CHECK_COMPILATION, compiled, executed,
                        "execution_info, compilation_id");
}

void
poplens_check_target (PoplensCheckRun *run)
{
  const PoplensTarget *t = run->target;

  check_compilation (run);
  if (run->memory && run->memory->from_archive) {
    poplens_check_none (run, CHECK_TARGET,
                        "No profile: the target is derived from the images of archive.a.");
    return;
  }
  poplens_check_hold (run, RULES_TARGET,
                      &(PoplensCheckMade){.clock = strcmp (t->type, "CPU") ? &t->clock_hz : NULL},
                      NULL);
  run->target_contradicts = !poplens_check_hold (run, RULES_TARGET_SIZES, NULL, NULL) ||
                            !t->num_ipus || !t->tiles_per_ipu || !t->num_tiles;
}

/* ---- references ------------------------------------------------------------------------------ */

static void
tell_dangling (PoplensCheckRun *run, PoplensCheckId id, const PoplensScanReference *r)
{
  g_autofree char *expected = r->limit ? g_strdup_printf ("below %s of %s", r->limit, r->to)
                                       : g_strdup_printf ("a row of %s", r->to);

  for (guint i = 0; i < MIN (r->dangling, POPLENS_MOST_DANGLING); i++) {
    g_autofree char *found =
        g_strdup_printf ("%" G_GINT64_FORMAT "%s", r->value[i], r->limit ? "" : ", which has none");
    poplens_check_fail (run, id, expected, found, "%s, %s %" G_GINT64_FORMAT ": %s", r->table,
                        r->key ? r->key : "row", r->row[i], r->column);
  }
}

void
poplens_check_references (PoplensCheckRun *run, PoplensCheckId id, PoplensReferences references)
{
  g_autoptr (PoplensSlice) slice =
      poplens_check_slice (run, id, POPLENS_SLICE_SCAN_REFERENCES, references);

  for (guint32 i = 0; slice && i < slice->n; i++) {
    const PoplensScanReference *r = &slice->scan_references[i];
    run->checks[id]->cases += r->cases;
    run->checks[id]->failed += r->dangling;
    tell_dangling (run, id, r);
  }
}

/* ---- storage: keys, indices and readers ------------------------------------------------------ */

static const char *
text_of (const PoplensSlice *slice, guint32 string)
{
  return poplens_strings_get (slice->strings, string);
}

void
poplens_check_keys (PoplensCheckRun *run)
{
  g_autoptr (PoplensSlice) slice =
      poplens_check_slice (run, CHECK_KEYS, POPLENS_SLICE_SCAN_STORAGE, POPLENS_STORAGE_KEYS);

  for (guint32 i = 0; slice && i < slice->n; i++) {
    const PoplensScanStorage *row = &slice->scan_storage[i];
    poplens_check_equal (run, CHECK_KEYS, row->rows, row->different, "%s, key %s",
                         text_of (slice, row->table), text_of (slice, row->what));
  }
}

void
poplens_check_indices (PoplensCheckRun *run)
{
  g_autoptr (PoplensSlice) slice =
      poplens_check_slice (run, CHECK_INDICES, POPLENS_SLICE_SCAN_STORAGE, POPLENS_STORAGE_INDICES);

  for (guint32 i = 0; slice && i < slice->n; i++) {
    const PoplensScanStorage *row = &slice->scan_storage[i];
    const char *what = text_of (slice, row->what), *index = text_of (slice, row->index);
    if (!*what) {
      poplens_check_equal (run, CHECK_INDICES, row->rows, row->different, "%s, index %s",
                           text_of (slice, row->table), index);
      continue;
    }
    poplens_check_that (run, CHECK_INDICES, FALSE);
    poplens_check_fail (run, CHECK_INDICES, "an entry for each row", what, "%s%s%s",
                        text_of (slice, row->table), *index ? ", index " : "", index);
  }
}

/* Checks that Poplens reads the table of @row from the leaf pages of its B-tree. If there is a
 * valid reason to read it with SQLite, adds this reason to the exceptions of the check. */
static void
tell_reader (PoplensCheckRun *run, const PoplensSlice *slice, const PoplensScanStorage *row)
{
  const char *why = text_of (slice, row->what);

  if (!*why || row->fails) {
    if (!poplens_check_that (run, CHECK_LEAVES, !row->fails))
      poplens_check_fail (run, CHECK_LEAVES, "rows in its leaves", why, "%s",
                          text_of (slice, row->table));
    return;
  }
  g_autofree char *text =
      g_strdup_printf ("SQLite reads %s: %s.", text_of (slice, row->table), why);
  poplens_check_except (run, CHECK_LEAVES, text);
}

void
poplens_check_leaves (PoplensCheckRun *run)
{
  g_autoptr (PoplensSlice) slice =
      poplens_check_slice (run, CHECK_LEAVES, POPLENS_SLICE_SCAN_STORAGE, POPLENS_STORAGE_READERS);

  for (guint32 i = 0; slice && i < slice->n; i++)
    tell_reader (run, slice, &slice->scan_storage[i]);
  if (slice && slice->n)
    poplens_check_none (run, CHECK_LEAVES, "SQLite reads all tables.");
}

/* ---- memory by tile -------------------------------------------------------------------------- */

enum { PLAIN, INTERLEAVED, OVERFLOWED, N_REGIONS };
#define MOST_CATEGORIES 256
#define NO_BORDER ((guint64) 1 << 34) /* absent border: beyond any 32-bit offset + size */

/* Kinds of events of the sweep over addresses: border of a region, start of a variable, end of a
 * variable. event_of () packs address, category and kind into a number for sorting. */
enum { BORDER, BEGINS, ENDS };

static inline guint64
event_of (guint64 address, guint8 category, guint what)
{
  return address << 10 | (guint64) category << 2 | what;
}

static inline guint64
address_of (guint64 event)
{
  return event >> 10;
}

typedef struct {
  guint64 border[2]; /* address where interleaved memory begins, and where the tile ends */
  guint64 *events, *spare;
  gsize n_events;
  guint64 region[N_REGIONS];
  guint64 end;
  /* By region and category: bytes that one variable covers (.alone), or that several cover
   * (.shared). A byte of .shared counts once for each of its variables. */
  guint64 alone[N_REGIONS][MOST_CATEGORIES], shared[N_REGIONS][MOST_CATEGORIES];
  guint32 active[MOST_CATEGORIES]; /* number of variables of the category at the current address */
  guint8 used[MOST_CATEGORIES];    /* categories that the variables of the tile have */
  guint n_used;
} TileSweep;

static void
add_event (TileSweep *sweep, guint64 address, guint8 category, guint what)
{
  sweep->events[sweep->n_events++] = event_of (address, category, what);
}

static void
collect (TileSweep *sweep, const PoplensVariables *v, guint32 tile)
{
  gboolean seen[MOST_CATEGORIES] = {FALSE};

  sweep->n_events = 0;
  sweep->end = 0;
  sweep->n_used = 0;
  for (guint32 r = v->tile_first[tile]; r < v->tile_first[tile + 1]; r++) {
    if (!(v->bits[r] & POPLENS_VARIABLE_ALLOCATED))
      continue;
    sweep->end = MAX (sweep->end, (guint64) v->offset[r] + v->size[r]);
    if (!v->size[r])
      continue;
    add_event (sweep, v->offset[r], v->category[r], BEGINS);
    add_event (sweep, (guint64) v->offset[r] + v->size[r], v->category[r], ENDS);
    if (!seen[v->category[r]])
      sweep->used[sweep->n_used++] = v->category[r];
    seen[v->category[r]] = TRUE;
  }
  for (guint b = 0; b < G_N_ELEMENTS (sweep->border); b++)
    if (sweep->border[b] < NO_BORDER)
      add_event (sweep, sweep->border[b], 0, BORDER);
  poplens_sort_u64 (sweep->events, sweep->spare, sweep->n_events);
}

/* Counts @length bytes from @at on, which @active variables cover. @sum: sum of the category
 * numbers of these variables */
static void
tile_sweep_count (TileSweep *sweep, guint64 at, guint64 length, guint active, guint sum)
{
  guint region = at >= sweep->border[1] ? OVERFLOWED : at >= sweep->border[0] ? INTERLEAVED : PLAIN;

  sweep->region[region] += length;
  if (active == 1) {
    sweep->alone[region][sum] += length;
    return;
  }
  for (guint c = 0; c < sweep->n_used; c++)
    sweep->shared[region][sweep->used[c]] += length * sweep->active[sweep->used[c]];
}

static void
sweep_tile (TileSweep *sweep)
{
  guint64 at = 0;
  guint active = 0, sum = 0;

  memset (sweep->region, 0, sizeof sweep->region);
  for (guint r = 0; r < N_REGIONS; r++)
    for (guint c = 0; c < MOST_CATEGORIES; c++)
      sweep->alone[r][c] = sweep->shared[r][c] = 0;
  for (gsize i = 0; i < sweep->n_events; i++) {
    guint64 event = sweep->events[i];
    guint category = event >> 2 & (MOST_CATEGORIES - 1);
    gint change = (event & 3) == BEGINS ? 1 : (event & 3) == ENDS ? -1 : 0;
    if (active && address_of (event) > at)
      tile_sweep_count (sweep, at, address_of (event) - at, active, sum);
    at = address_of (event);
    active += change;
    /* If only one variable is active, this sum is the number of its category. */
    sum += change * category;
    sweep->active[category] += change;
  }
}

static void
check_categories (PoplensCheckRun *run, const TileSweep *sweep, const int *rows, guint32 position)
{
  static const guint regions[] = {INTERLEAVED, PLAIN,
                                  OVERFLOWED}; /* regions in the order in which files list them */
  static const char *const names[] = {"interleaved", "non-interleaved", "overflowed"};
  const GPtrArray *categories = run->memory->categories;
  guint32 tile = run->memory->tile[position];

  for (guint c = 0; c < categories->len; c++) {
    const PoplensCategory *category = g_ptr_array_index (categories, c);
    for (guint l = 0; l < POPLENS_N_CATEGORY_LISTS; l++) {
      guint region = regions[l / 2];
      gboolean shared = l % 2;
      guint64 expected = rows[c] < 0 ? 0
                         : shared    ? sweep->shared[region][rows[c]]
                                     : sweep->alone[region][rows[c]];
      if (!poplens_check_equal (run, CHECK_CATEGORIES, expected,
                                poplens_category_list_bytes (category, l, position),
                                "tile %u, category %s, %s, %s", tile, category->name, names[l / 2],
                                shared ? "overlapped" : "not overlapped"))
        poplens_check_link (run, CHECK_CATEGORIES, "memory?tile=", tile);
    }
  }
}

static void
check_tile (PoplensCheckRun *run, const TileSweep *sweep, guint32 p)
{
  PoplensCheckMade made = {.rows = &p, .end = sweep->end};

  for (guint r = 0; r < N_REGIONS; r++) {
    made.regions[r] = sweep->region[r];
    made.covered += sweep->region[r];
  }
  poplens_check_hold (run, RULES_SWEPT_TILE, &made,
                      &(PoplensCheckScope){"tile", run->memory->tile[p], "memory?tile="});
}

void
poplens_check_tiles (PoplensCheckRun *run)
{
  const PoplensVariables *v = run->variables;
  const PoplensMemory *m = run->memory;
  g_autofree TileSweep *sweep = g_new0 (TileSweep, 1);
  gsize most = 2 * (gsize) poplens_check_most_variables (run) + G_N_ELEMENTS (sweep->border);
  g_autofree guint64 *events = g_new (guint64, most);
  g_autofree guint64 *spare = g_new (guint64, most);
  g_autofree int *rows = g_new (int, m->categories->len + 1);

  sweep->events = events;
  sweep->spare = spare;
  sweep->border[0] = run->target->interleaved_start ? run->target->interleaved_start : NO_BORDER;
  sweep->border[1] = run->target->bytes_per_tile ? run->target->bytes_per_tile : NO_BORDER;
  for (guint c = 0; c < m->categories->len; c++)
    rows[c] = poplens_variables_find_category_named (
        v, ((PoplensCategory *) g_ptr_array_index (m->categories, c))->name);
  for (guint32 p = 0; p < m->n_tiles && poplens_check_go_on (run, p, m->n_tiles); p++) {
    if (m->tile[p] < v->n_tiles) {
      collect (sweep, v, m->tile[p]);
    } else {
      sweep->n_events = 0;
      sweep->end = 0;
    }
    sweep_tile (sweep);
    check_tile (run, sweep, p);
    check_categories (run, sweep, rows, p);
  }
}

/* ---- totals and live bytes ------------------------------------------------------------------- */

/* TRUE if the tile at position @p uses more memory than the tile at @q. Of two equal tiles, the one
 * with the lower number is fuller. */
static gboolean
is_fuller (const PoplensMemory *m, guint32 p, guint32 q)
{
  if (m->total_including_gaps[p] != m->total_including_gaps[q])
    return m->total_including_gaps[p] > m->total_including_gaps[q];
  return m->tile[p] < m->tile[q];
}

static void
check_fullest (PoplensCheckRun *run)
{
  const PoplensMemory *m = run->memory;
  guint32 last = G_MAXUINT32;

  /* Find the next fullest tile in each pass, instead of sorting all tiles: files list only two
   * tiles. */
  for (guint32 i = 0; i < m->n_liveness_tiles && i < 16; i++) {
    guint32 best = G_MAXUINT32;
    for (guint32 p = 0; p < m->n_tiles; p++)
      if ((last == G_MAXUINT32 || is_fuller (m, last, p)) && p != last &&
          (best == G_MAXUINT32 || is_fuller (m, p, best)))
        best = p;
    if (best == G_MAXUINT32)
      break;
    poplens_check_equal (run, CHECK_FULLEST_TILES, m->tile[best], m->liveness_tiles[i],
                         "memory_liveness_tiles, position %u (a tile)", i);
    last = best;
  }
}

void
poplens_check_memory (PoplensCheckRun *run)
{
  const PoplensMemory *m = run->memory;
  g_autofree guint64 *least = g_new0 (guint64, MAX (m->n_tiles, 1));
  g_autofree guint64 *most = g_new0 (guint64, MAX (m->n_tiles, 1));
  PoplensCheckMade made = {0};

  if (m->from_archive) {
    poplens_check_none_at_all (run,
                               "No profile: archive.a records neither categories nor liveness.");
    return;
  }
  check_fullest (run);
  for (guint c = 0; c < m->categories->len; c++) {
    const PoplensCategory *category = g_ptr_array_index (m->categories, c);
    for (guint32 p = 0; p < m->n_tiles; p++) {
      least[p] += poplens_category_non_overlapped (category, p);
      most[p] += poplens_category_bytes (category, p);
    }
  }
  made.least = m->categories->len ? least : NULL;
  made.most = most;
  poplens_check_hold (run, RULES_MEMORY, &made, NULL);
}

/* Checks the recorded peak of a tile. @stored: recorded bytes; G_MAXUINT32: the file has NULL.
 * @recorded: TRUE: other tiles have a recorded peak, so NULL is a failure */
static void
check_peak (PoplensCheckRun *run, const PoplensTilePeak *peak, guint64 stored, gboolean recorded)
{
  if (stored != G_MAXUINT32) {
    if (!poplens_check_equal (run, CHECK_TILE_PEAK, peak->not_always_live, stored,
                              "tile %u, at step %u", peak->tile, peak->step))
      poplens_check_link (run, CHECK_TILE_PEAK, "liveness?tile=", peak->tile);
  } else if (recorded) {
    PoplensNumber number;
    poplens_check_that (run, CHECK_TILE_PEAK, FALSE);
    poplens_check_fail (run, CHECK_TILE_PEAK, poplens_format_count (number, peak->not_always_live),
                        "NULL", "tile %u, at step %u", peak->tile, peak->step);
    poplens_check_link (run, CHECK_TILE_PEAK, "liveness?tile=", peak->tile);
  }
}

void
poplens_check_live_tiles (PoplensCheckRun *run)
{
  const PoplensMemory *m = run->memory;
  gboolean recorded = FALSE;
  g_autofree guint64 *always_live = g_new (guint64, MAX (m->n_tiles, 1));
  g_autoptr (GArray) peaks =
      poplens_tile_peaks (run->liveness, run->variables, m, NULL, run->input->cancellable);

  if (!peaks) {
    poplens_check_go_on (run, 0, 0);
    return;
  }
  for (guint32 p = 0; p < m->n_tiles; p++)
    recorded |= m->not_always_live_max[p] != G_MAXUINT32;
  for (guint32 p = 0; p < peaks->len; p++) {
    const PoplensTilePeak *peak = &g_array_index (peaks, PoplensTilePeak, p);
    always_live[p] = peak->always_live;
    check_peak (run, peak, m->not_always_live_max[p], recorded);
  }
  poplens_check_hold (run, RULES_LIVE_TILES, &(PoplensCheckMade){.always_live = always_live}, NULL);
}
