/* Memory by tile and by category, from the variables: one sweep over the addresses of each tile. */
#include "analysis/check/check-rules.h"

#include "analysis/liveness/peaks.h"
#include "base/format.h"
#include "base/sort.h"

#include <string.h>

enum { PLAIN, INTERLEAVED, OVERFLOWED, N_REGIONS };
#define NO_CATEGORY G_MAXUINT8 /* as PoplensVariables.category has it */
#define MOST_CATEGORIES 256
#define NO_BORDER ((guint64) 1 << 34) /* behind all that offset and size in 32 bits reach */

/* Where a variable begins or ends, or a region does, in one number that sorts by address: address,
 * category, and what it is. */
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
  guint64 border[2]; /* where interleaved memory begins, and where the tile ends */
  guint64 *events, *spare;
  gsize n_events;
  guint64 region[N_REGIONS];
  guint64 end;
  /* By region and category: bytes covered alone, and shared ones once a variable. */
  guint64 alone[N_REGIONS][MOST_CATEGORIES], shared[N_REGIONS][MOST_CATEGORIES];
  guint32 active[MOST_CATEGORIES]; /* variables of the category at the address */
  guint8 used[MOST_CATEGORIES];    /* categories of the tile */
  guint n_used;
} Sweep;

static void
add_event (Sweep *sweep, guint64 address, guint8 category, guint what)
{
  sweep->events[sweep->n_events++] = event_of (address, category, what);
}

static void
collect (Sweep *sweep, const PoplensVariables *v, guint32 tile)
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

/* Counts @length bytes where @active variables lie, of categories that add up to @sum. */
static void
add_piece (Sweep *sweep, guint64 at, guint64 length, guint active, guint sum)
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
sweep_tile (Sweep *sweep)
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
      add_piece (sweep, at, address_of (event) - at, active, sum);
    at = address_of (event);
    active += change;
    /* With one variable at the address this is its category: no search. */
    sum += change * category;
    sweep->active[category] += change;
  }
}

/* The variables' category of that name, or NO_CATEGORY. */
static guint
find_category (const PoplensVariables *v, const char *name)
{
  for (guint c = 0; c < v->n_categories; c++)
    if (!strcmp (poplens_strings_get (v->strings, v->category_name[c]), name))
      return c;
  return NO_CATEGORY;
}

static void
check_categories (PoplensCheckRun *run, const Sweep *sweep, const guint *rows, guint32 position)
{
  static const guint regions[] = {INTERLEAVED, PLAIN, OVERFLOWED}; /* in the order of the lists */
  static const char *const names[] = {"interleaved", "non-interleaved", "overflowed"};
  const GPtrArray *categories = run->memory->categories;
  guint32 tile = run->memory->tile[position];

  for (guint c = 0; c < categories->len; c++) {
    const PoplensCategory *category = g_ptr_array_index (categories, c);
    for (guint l = 0; l < POPLENS_N_CATEGORY_LISTS; l++) {
      guint region = regions[l / 2];
      gboolean shared = l % 2;
      guint64 expected = rows[c] == NO_CATEGORY ? 0
                         : shared               ? sweep->shared[region][rows[c]]
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
check_tile (PoplensCheckRun *run, const Sweep *sweep, guint32 p)
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
  g_autofree Sweep *sweep = g_new0 (Sweep, 1);
  gsize most = 2 * (gsize) poplens_check_most_variables (run) + G_N_ELEMENTS (sweep->border);
  g_autofree guint64 *events = g_new (guint64, most);
  g_autofree guint64 *spare = g_new (guint64, most);
  g_autofree guint *rows = g_new (guint, m->categories->len + 1);

  sweep->events = events;
  sweep->spare = spare;
  sweep->border[0] = run->target->interleaved_start ? run->target->interleaved_start : NO_BORDER;
  sweep->border[1] = run->target->bytes_per_tile ? run->target->bytes_per_tile : NO_BORDER;
  for (guint c = 0; c < m->categories->len; c++)
    rows[c] = find_category (v, ((PoplensCategory *) g_ptr_array_index (m->categories, c))->name);
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

/* ---- totals, and what lives -------------------------------------------------------------------
 */

/* Whether @p is fuller than @q; of equal ones the lower tile. */
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

  /* The next fullest after the one before it: there are two, so this is one pass each. */
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

/* A peak is recorded for all tiles or for none: a lone NULL is damage. */
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
