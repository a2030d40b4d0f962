/* Markers of the trace: at every 262,144 cycles, which step each tile is in and what is left of it,
 * so that a reader can begin anywhere. */
#include "analysis/check/check-steps.h"

#include "base/format.h"
#include "base/search.h"
#include "base/sort.h"

#define SPACING 262144
#define BLOCK 64                /* tiles that are looked at at once */
#define MOST_OPEN 64            /* slices kept: tiles reach a marker at about the same time */
#define MOST_TRAILS 8           /* tiles that are followed for look-ups */
#define MOST_ENTRIES (2u << 20) /* of all trails */
#define LOOK_UPS 4096           /* a trail */
#define MOST_CYCLES (G_MAXUINT64 / MOST_TRAILS) /* of a trace that is looked up */

/* The ends of a tile's steps, all of them or as many as fit. */
typedef struct {
  guint32 tile;
  GArray *steps; /* guint32 */
  GArray *ends;  /* guint64 */
} Trail;

static void
trail_clear (gpointer data)
{
  g_array_unref (((Trail *) data)->steps);
  g_array_unref (((Trail *) data)->ends);
}

void
poplens_check_markers_init (PoplensCheckMarkers *self, const PoplensCheckRun *run, guint32 n_tiles)
{
  const PoplensExecution *e = run->execution;
  guint n_trails = MIN (MOST_TRAILS, n_tiles);

  self->n_tiles = n_tiles;
  self->next = g_new0 (guint32, MAX (n_tiles, 1));
  self->due = g_new (guint64, MAX (n_tiles, 1));
  self->tiles_per_ipu = MAX (run->target->tiles_per_ipu, 1);
  self->near = g_new (guint32, MAX (n_tiles, 1));
  self->n_ipus = n_tiles / self->tiles_per_ipu;
  self->origins = g_new (guint64, MAX (self->n_ipus, 1));
  for (guint32 i = 0; i < self->n_ipus; i++)
    self->origins[i] = G_MAXUINT64;
  for (guint32 t = 0; t < n_tiles; t++)
    self->due[t] = e->n_markers ? e->marker_from[0] : G_MAXUINT64;
  self->slices = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) poplens_slice_unref);
  self->trails = g_array_new (FALSE, FALSE, sizeof (Trail));
  g_array_set_clear_func (self->trails, trail_clear);
  for (guint i = 0; i < n_trails && e->n_markers; i++) {
    Trail trail = {(guint32) ((guint64) n_tiles * i / n_trails),
                   g_array_new (FALSE, FALSE, sizeof (guint32)),
                   g_array_new (FALSE, FALSE, sizeof (guint64))};
    g_array_append_val (self->trails, trail);
  }
}

void
poplens_check_markers_clear (PoplensCheckMarkers *self)
{
  g_free (self->next);
  g_free (self->due);
  g_free (self->near);
  g_free (self->origins);
  g_clear_pointer (&self->slices, g_hash_table_unref);
  g_clear_pointer (&self->trails, g_array_unref);
}

/* The marker's slice, kept while tiles come by; NULL where it cannot be had. (transfer none) */
static const PoplensSlice *
marker_slice (PoplensCheckMarkers *self, PoplensCheckRun *run, guint32 marker)
{
  return poplens_check_keep_slice (self->slices, MOST_OPEN, run, CHECK_MARKERS,
                                   POPLENS_SLICE_SCAN_MARKER, marker);
}

/* The first step of the tile that ends at the marker or behind it, and what is left there. */
static void
check_marker (PoplensCheckMarkers *self, PoplensCheckRun *run, guint32 tile, guint32 step,
              guint64 left)
{
  guint32 marker = self->next[tile];
  const PoplensSlice *slice = marker_slice (self, run, marker);

  if (!slice)
    return;
  if (slice->n != 2 * (guint64) self->n_tiles) {
    poplens_check_that (run, CHECK_MARKERS, FALSE);
    poplens_check_fail (run, CHECK_MARKERS, "lists with a value per tile", "no such lists",
                        "marker %u", marker);
    return;
  }
  guint64 at = slice->values[tile], rest = slice->values[self->n_tiles + (gsize) tile];
  if (poplens_check_that (run, CHECK_MARKERS, at == step && rest == left))
    return;
  g_autofree char *expected = g_strdup_printf ("step %u, %" G_GUINT64_FORMAT " left", step, left);
  g_autofree char *found =
      g_strdup_printf ("step %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT " left", at, rest);
  poplens_check_fail (run, CHECK_MARKERS, expected, found, "marker %u, tile %u", marker, tile);
}

static void
add_to_trails (PoplensCheckMarkers *self, const PoplensCheckStep *step)
{
  for (guint i = 0; i < self->trails->len; i++) {
    Trail *trail = &g_array_index (self->trails, Trail, i);
    guint32 at = trail->tile - step->first;
    if (trail->tile < step->first || at >= step->clock->n ||
        trail->ends->len >= MOST_ENTRIES / MOST_TRAILS)
      continue;
    guint64 end = poplens_clock_end (step->clock, at);
    g_array_append_val (trail->steps, step->step);
    g_array_append_val (trail->ends, end);
  }
}

/* Tile @i of the step, if it has come to a marker or gone past it. */
static void
pass_markers (PoplensCheckMarkers *self, PoplensCheckRun *run, const PoplensCheckStep *step,
              guint32 i)
{
  const PoplensExecution *e = run->execution;
  guint64 end = poplens_clock_end (step->clock, i);
  guint32 tile = step->first + i;

  while (end >= self->due[tile] && !run->error) {
    guint32 next = self->next[tile];
    check_marker (self, run, tile, step->step, end - self->due[tile]);
    self->next[tile] = ++next;
    self->due[tile] = next < e->n_markers ? e->marker_from[next] : G_MAXUINT64;
  }
}

static void
pass_wide (PoplensCheckMarkers *self, PoplensCheckRun *run, const PoplensCheckStep *step)
{
  for (guint32 i = 0; i < step->clock->n && !run->error; i++)
    pass_markers (self, run, step, i);
  for (guint32 i = 0; i < self->n_ipus; i++)
    self->origins[i] = G_MAXUINT64;
}

/* Numbers of a clock are below 2^31: what is beyond is not reached before the origin moves. */
static inline guint32
get_near (guint64 due, guint64 origin)
{
  return (guint32) MIN (due - MIN (due, origin), G_MAXINT32);
}

static inline gboolean
is_any_due (const guint32 *at, const guint32 *due, guint32 n)
{
  guint32 any = 0;

  for (guint32 i = 0; i < n; i++)
    any |= (guint32) ((gint32) at[i] >= (gint32) due[i]);
  return any;
}

/* Looks at a block of tiles at once, as most steps bring no tile to a marker. */
static void
pass_narrow (PoplensCheckMarkers *self, PoplensCheckRun *run, const PoplensCheckStep *step)
{
  const PoplensClock *clock = step->clock;
  const guint64 *due = self->due + step->first;
  guint32 *near = self->near + step->first;
  guint64 *origin = &self->origins[step->ipu];

  for (guint32 i = 0; i < clock->n && *origin != clock->origin; i++)
    near[i] = get_near (due[i], clock->origin);
  *origin = clock->origin;
  for (guint32 block = 0; block < clock->n && !run->error; block += BLOCK) {
    guint32 n = MIN (BLOCK, clock->n - block);
    if (!is_any_due (clock->at + block, near + block, n))
      continue;
    for (guint32 i = block; i < block + n; i++) {
      pass_markers (self, run, step, i);
      near[i] = get_near (due[i], clock->origin);
    }
  }
}

void
poplens_check_markers_step (PoplensCheckMarkers *self, PoplensCheckRun *run,
                            const PoplensCheckStep *step)
{
  if (step->clock->is_wide)
    pass_wide (self, run, step);
  else
    pass_narrow (self, run, step);
  add_to_trails (self, step);
}

/* ---- looking up -------------------------------------------------------------------------------
 */

/* As a reader does it: from the step that the marker names, step by step. */
static guint
walk (const Trail *trail, guint64 step, guint64 end, guint64 cycle)
{
  const guint64 *ends = (const guint64 *) (gpointer) trail->ends->data;
  const guint32 *steps = (const guint32 *) (gpointer) trail->steps->data;
  guint n = trail->steps->len;
  guint i = step > G_MAXUINT32 ? n : (guint) poplens_count_below_u32 (steps, n, (guint32) step);

  while (i < n && end < cycle) {
    i++;
    if (i < n)
      end += ends[i] - ends[i - 1];
  }
  return i;
}

/* Looks the step at @cycle up by @marker, and among all steps of the trail. */
static void
check_look_up (PoplensCheckMarkers *self, PoplensCheckRun *run, const Trail *trail, guint32 marker,
               guint64 cycle)
{
  const guint64 *ends = (const guint64 *) (gpointer) trail->ends->data;
  guint n = trail->ends->len, brute = (guint) poplens_count_below_u64 (ends, n, cycle), found;
  const PoplensSlice *slice = brute < n ? marker_slice (self, run, marker) : NULL;

  if (!slice || slice->n != 2 * (guint64) self->n_tiles)
    return;
  found = walk (trail, slice->values[trail->tile],
                run->execution->marker_from[marker] +
                    slice->values[self->n_tiles + (gsize) trail->tile],
                cycle);
  if (poplens_check_that (run, CHECK_MARKER_LOOKUP, found == brute))
    return;
  g_autofree char *a = g_strdup_printf ("step %u", g_array_index (trail->steps, guint32, brute));
  g_autofree char *b =
      found < n ? g_strdup_printf ("step %u", g_array_index (trail->steps, guint32, found))
                : g_strdup ("no step");
  poplens_check_fail (run, CHECK_MARKER_LOOKUP, a, b, "tile %u, cycle %" G_GUINT64_FORMAT,
                      trail->tile, cycle);
}

/* Cycles at which the trails are looked up, each with the number of its trail, by time: so every
 * marker is read once. Always the same ones, as a check has to give the same answer twice. */
static gsize
choose_look_ups (const PoplensCheckMarkers *self, guint64 *look_ups)
{
  g_autofree guint64 *spare = g_new (guint64, MOST_TRAILS * LOOK_UPS);
  gsize n = 0;

  for (guint t = 0; t < self->trails->len; t++) {
    const Trail *trail = &g_array_index (self->trails, Trail, t);
    g_autoptr (GRand) random = g_rand_new_with_seed (trail->tile + 1);
    guint n_ends = trail->ends->len;
    guint64 end = n_ends ? g_array_index (trail->ends, guint64, n_ends - 1) : 0;
    for (guint i = 0; end && end <= MOST_CYCLES && i < LOOK_UPS; i++)
      look_ups[n++] = (guint64) (g_rand_double (random) * (double) end) * MOST_TRAILS + t;
  }
  poplens_sort_u64 (look_ups, spare, n);
  return n;
}

static void
check_trails (PoplensCheckMarkers *self, PoplensCheckRun *run)
{
  const PoplensExecution *e = run->execution;
  g_autofree guint64 *look_ups = g_new (guint64, MOST_TRAILS * LOOK_UPS);
  gsize n = choose_look_ups (self, look_ups);

  for (gsize i = 0; i < n && poplens_check_go_on (run, 0, 0); i++) {
    guint64 cycle = look_ups[i] / MOST_TRAILS;
    guint32 marker = (guint32) poplens_count_below_u64 (e->marker_from, e->n_markers, cycle + 1);
    if (marker)
      check_look_up (self, run, &g_array_index (self->trails, Trail, look_ups[i] % MOST_TRAILS),
                     marker - 1, cycle);
  }
}

static void
check_spacing (PoplensCheckRun *run, guint64 total)
{
  const PoplensExecution *e = run->execution;

  for (guint32 m = 0; m < e->n_markers; m++) {
    gboolean good = e->marker_from[m] == (guint64) m * SPACING && e->marker_length[m] == SPACING;
    if (poplens_check_that (run, CHECK_MARKER_SPACING, good))
      continue;
    PoplensNumber a, b, c;
    g_autofree char *expected = g_strdup_printf ("from %s, 262,144 cycles",
                                                 poplens_format_count (a, (guint64) m * SPACING));
    g_autofree char *found =
        g_strdup_printf ("from %s, %s cycles", poplens_format_count (b, e->marker_from[m]),
                         poplens_format_count (c, e->marker_length[m]));
    poplens_check_fail (run, CHECK_MARKER_SPACING, expected, found, "marker %u", m);
  }
  poplens_check_equal (run, CHECK_MARKER_SPACING, total / SPACING + 1, e->n_markers,
                       "number of markers");
}

void
poplens_check_markers_finish (PoplensCheckMarkers *self, PoplensCheckRun *run, guint64 total)
{
  static const PoplensCheckId ids[] = {CHECK_MARKERS, CHECK_MARKER_SPACING, CHECK_MARKER_LOOKUP};

  for (guint i = 0; i < G_N_ELEMENTS (ids) && !run->execution->n_markers; i++)
    poplens_check_none (run, ids[i], "absolute_markers has no row.");
  if (!run->execution->n_markers)
    return;
  check_spacing (run, total);
  check_trails (self, run);
}
