/* Checks of exchanges and of the trace: its markers, runs and programs, its cycles by compute set
 * and exchange, and the recorded cycle totals. */
#include "analysis/check/check-rules.h"
#include "analysis/check/check-steps.h"
#include "base/format.h"
#include "base/search.h"
#include "base/sort.h"
#include "model/search.h"

#include <string.h>

/* ---- exchanges ------------------------------------------------------------------------------- */

/* Bytes that tiles send and receive in an exchange, by tile position. */
typedef struct {
  guint32 n;
  guint64 *sent, *received;               /* as recorded for the exchange */
  guint64 *region_sent, *region_received; /* sums over the regions of the exchange */
  guint32 *position; /* [n_tiles] by tile: position in the lists; G_MAXUINT32: none */
  guint32 n_tiles;
  GArray *moved; /* (nullable): RegionBytes, sorted by list ID; NULL: regions are not recorded */
} Bytes;

static guint32
count_positions (const PoplensCheckRun *run)
{
  gsize n = run->memory ? run->memory->n_tiles : 0;

  for (guint k = 0; k < POPLENS_N_EXCHANGE_KINDS; k++)
    for (guint32 r = 0; r < run->exchanges->tables[k].n; r++) {
      n = MAX (n, poplens_lists_length (run->exchanges->tables[k].received, r));
      n = MAX (n, poplens_lists_length (run->exchanges->tables[k].sent, r));
    }
  return (guint32) n;
}

static void
bytes_init (Bytes *self, const PoplensCheckRun *run)
{
  self->n = count_positions (run);
  self->sent = g_new0 (guint64, MAX (self->n, 1));
  self->received = g_new0 (guint64, MAX (self->n, 1));
  self->region_sent = g_new0 (guint64, MAX (self->n, 1));
  self->region_received = g_new0 (guint64, MAX (self->n, 1));
  self->n_tiles = run->variables ? run->variables->n_tiles : 0;
  self->position = g_new (guint32, self->n_tiles + 1);
  memset (self->position, 0xff, (self->n_tiles + 1) * sizeof (guint32));
  for (guint32 p = 0; p < self->n; p++) {
    guint32 tile = poplens_check_tile_at (run, p);
    if (tile < self->n_tiles)
      self->position[tile] = p;
  }
}

static void
bytes_clear (Bytes *self)
{
  g_free (self->sent);
  g_free (self->received);
  g_free (self->region_sent);
  g_free (self->region_received);
  g_free (self->position);
  g_clear_pointer (&self->moved, g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Bytes, bytes_clear)

/* ---- regions --------------------------------------------------------------------------------- */

/* Bytes on one tile of the regions in one list. */
typedef struct {
  guint32 id, position;
  guint64 bytes;
} RegionBytes;

/* Checks that @region lies inside its variable. @row: row of the variable; G_MAXUINT32: unknown
 * variable */
static void
check_region (PoplensCheckRun *run, const PoplensRegion *region, guint32 row)
{
  guint64 size = row == G_MAXUINT32 ? 0 : run->variables->size[row];

  if (poplens_check_that (run, CHECK_REGIONS,
                          row != G_MAXUINT32 && region->from < region->to && region->to <= size))
    return;
  g_autofree char *expected = row == G_MAXUINT32
                                  ? g_strdup ("an existing variable")
                                  : g_strdup_printf ("within %" G_GUINT64_FORMAT " bytes", size);
  g_autofree char *found =
      g_strdup_printf ("[%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ")", region->from, region->to);
  poplens_check_fail (run, CHECK_REGIONS, expected, found, "exchange_regions %u, variable %u",
                      region->id, region->variable);
}

/* Adds the bytes of @region to the last entry of @moved. Appends a new entry if the last one is of
 * another list or tile. */
static void
add_region (PoplensCheckRun *run, const Bytes *bytes, const PoplensRegion *region, GArray *moved)
{
  guint32 row = poplens_check_variable (run, region->variable);
  guint32 tile = row == G_MAXUINT32 ? G_MAXUINT32 : poplens_check_tile_of (run, row);
  RegionBytes entry = {region->id, tile < bytes->n_tiles ? bytes->position[tile] : G_MAXUINT32,
                       region->to - region->from};
  RegionBytes *last = moved->len ? &g_array_index (moved, RegionBytes, moved->len - 1) : NULL;

  check_region (run, region, row);
  if (entry.position >= bytes->n)
    return;
  if (last && last->id == entry.id && last->position == entry.position)
    last->bytes += entry.bytes;
  else
    g_array_append_val (moved, entry);
}

static int
by_list (gconstpointer a, gconstpointer b)
{
  const RegionBytes *x = a, *y = b;

  return x->id < y->id ? -1 : x->id > y->id;
}

/* Reads all regions once, in the order of the file. Returns their bytes sorted by list. NULL if
 * they are not recorded, or the run must end. (transfer full) (nullable) */
static GArray *
read_regions (PoplensCheckRun *run, const Bytes *bytes)
{
  g_autoptr (GArray) moved = g_array_new (FALSE, FALSE, sizeof (RegionBytes));
  gboolean rising = TRUE;
  guint32 last = 0;

  for (guint64 key = 0; key != POPLENS_NO_SLICE;) {
    g_autoptr (PoplensSlice) slice =
        poplens_check_slice (run, CHECK_REGIONS, POPLENS_SLICE_SCAN_REGIONS, key);
    if (!slice || !poplens_check_go_on (run, 0, 0))
      return NULL;
    for (guint32 i = 0; i < slice->n; i++) {
      rising = rising && slice->regions[i].id >= last;
      last = slice->regions[i].id;
      add_region (run, bytes, &slice->regions[i], moved);
    }
    key = slice->next;
  }
  if (!rising)
    g_array_sort (moved, by_list);
  /* Without rows, the profile does not record regions. */
  return moved->len ? g_steal_pointer (&moved) : NULL;
}

/* Adds the bytes of the region list @id to @sums, by tile position. FALSE if the profile records no
 * regions. */
static gboolean
add_region_list (const Bytes *bytes, guint32 id, guint64 *sums)
{
  const GArray *moved = bytes->moved;
  guint low = 0, high = moved ? moved->len : 0;

  POPLENS_SEARCH (low, high, at, g_array_index (moved, RegionBytes, at).id < id);
  for (; moved && low < moved->len && g_array_index (moved, RegionBytes, low).id == id; low++)
    sums[g_array_index (moved, RegionBytes, low).position] +=
        g_array_index (moved, RegionBytes, low).bytes;
  return moved != NULL;
}

/* Compares the bytes that an exchange records for each tile with the sums of its regions.
 * @with_sent: FALSE: skips sent bytes. @with_received: FALSE: skips received bytes */
static void
check_exchange_bytes (PoplensCheckRun *run, PoplensCheckRules rules, const Bytes *bytes,
                      const PoplensCheckScope *scope, gboolean with_sent, gboolean with_received)
{
  const PoplensCheckMade made = {.n = bytes->n,
                                 .sent = with_sent ? bytes->sent : NULL,
                                 .received = with_received ? bytes->received : NULL,
                                 .sent_regions = bytes->region_sent,
                                 .received_regions = bytes->region_received};

  poplens_check_hold (run, rules, &made, scope);
}

static void
read_bytes (Bytes *bytes, const PoplensExchangeTable *table, guint32 row)
{
  poplens_lists_read (table->sent, row, bytes->sent, bytes->n);
  poplens_lists_read (table->received, row, bytes->received, bytes->n);
  memset (bytes->region_sent, 0, bytes->n * sizeof (guint64));
  memset (bytes->region_received, 0, bytes->n * sizeof (guint64));
}

static void
check_exchanges (PoplensCheckRun *run, Bytes *bytes, PoplensExchangeKind kind, const char *what)
{
  const PoplensExchangeTable *table = &run->exchanges->tables[kind];

  for (guint32 r = 0; r < table->n && poplens_check_go_on (run, r, table->n); r++) {
    guint32 source = table->source_regions[r], destination = table->destination_regions[r];
    gboolean sent, received;
    read_bytes (bytes, table, r);
    sent = source != POPLENS_NO_REGIONS && add_region_list (bytes, source, bytes->region_sent);
    received = destination != POPLENS_NO_REGIONS &&
               add_region_list (bytes, destination, bytes->region_received);
    if (kind != POPLENS_EXCHANGE_CODE_COPY)
      check_exchange_bytes (run, RULES_EXCHANGE, bytes,
                            &(PoplensCheckScope){what, table->id[r], NULL},
                            sent && !poplens_lists_is_absent (table->sent, r),
                            received && !poplens_lists_is_absent (table->received, r));
  }
}

/* Checks stream copies: the regions of all streams of a stream copy add up to its bytes. */
static void
check_streams (PoplensCheckRun *run, Bytes *bytes)
{
  const PoplensExchanges *e = run->exchanges;
  const PoplensExchangeTable *table = &e->tables[POPLENS_EXCHANGE_HOST];
  guint32 s = 0;

  for (guint32 r = 0; r < table->n && poplens_check_go_on (run, r, table->n); r++) {
    gboolean recorded[2] = {TRUE, TRUE}; /* [0] from the host, [1] to the host: TRUE if the regions
                                            of all these streams are recorded */
    while (s < e->n_streams && e->streams[s].mid_id < table->id[r])
      s++;
    read_bytes (bytes, table, r);
    for (; s < e->n_streams && e->streams[s].mid_id == table->id[r]; s++) {
      const PoplensHostStream *stream = &e->streams[s];
      guint64 *sums = stream->to_host ? bytes->region_sent : bytes->region_received;
      if (stream->regions == POPLENS_NO_REGIONS || !add_region_list (bytes, stream->regions, sums))
        recorded[stream->to_host] = FALSE;
    }
    check_exchange_bytes (run, RULES_HOST_EXCHANGE, bytes,
                          &(PoplensCheckScope){"stream copy", table->id[r], NULL},
                          recorded[1] && !poplens_lists_is_absent (table->sent, r),
                          recorded[0] && !poplens_lists_is_absent (table->received, r));
  }
}

void
poplens_check_regions (PoplensCheckRun *run)
{
  g_auto (Bytes) bytes = {0};

  bytes_init (&bytes, run);
  bytes.moved = read_regions (run, &bytes);
  check_exchanges (run, &bytes, POPLENS_EXCHANGE_INTERNAL, "exchange");
  check_exchanges (run, &bytes, POPLENS_EXCHANGE_GLOBAL, "global exchange");
  check_exchanges (run, &bytes, POPLENS_EXCHANGE_CODE_COPY, "code copy");
  check_streams (run, &bytes);
}

/* ---- by IPU ---------------------------------------------------------------------------------- */

enum { RECEIVED, SENT, MOST, N_SUMS };

static void
check_exchanges_row (PoplensCheckRun *run, const Bytes *bytes, const PoplensExchangeTable *table,
                     guint32 row, const char *what)
{
  PoplensLists *const lists[N_SUMS] = {table->received_by_ipu, table->sent_by_ipu,
                                       table->max_data_by_ipu};
  guint32 tiles = run->target->tiles_per_ipu;

  for (guint l = 0; l < N_SUMS; l++) {
    g_autoptr (GArray) stored = poplens_lists_values (lists[l], row);
    g_autofree guint64 *sums = g_new0 (guint64, MAX (stored->len, 1));
    for (guint ipu = 0; ipu < stored->len; ipu++)
      for (guint64 p = (guint64) ipu * tiles; p < MIN ((guint64) (ipu + 1) * tiles, bytes->n); p++)
        sums[ipu] = l == RECEIVED ? sums[ipu] + bytes->received[p]
                    : l == SENT   ? sums[ipu] + bytes->sent[p]
                                  : MAX (sums[ipu], bytes->received[p] + bytes->sent[p]);
    PoplensCheckMade made = {.n = stored->len,
                             .ipu_in_file = (const guint64 *) (gpointer) stored->data};
    made.by_ipu[l] = sums;
    poplens_check_hold (run, RULES_BYTES_BY_IPU, &made,
                        &(PoplensCheckScope){what, table->id[row], NULL});
  }
}

/* Checks an internal exchange on each IPU: its tiles must receive at least the bytes that its tiles
 * send. Several tiles may receive the same bytes. */
static void
check_received (PoplensCheckRun *run, const Bytes *bytes, guint32 id)
{
  guint32 tiles = MAX (run->target->tiles_per_ipu, 1);

  for (guint32 first = 0; first < bytes->n; first += tiles) {
    guint64 sent = 0, received = 0;
    PoplensNumber least, found;
    for (guint32 p = first; p < MIN (first + tiles, bytes->n); p++) {
      sent += bytes->sent[p];
      received += bytes->received[p];
    }
    if (poplens_check_that (run, CHECK_EXCHANGE_RECEIVED, received >= sent))
      continue;
    g_autofree char *expected = g_strdup_printf ("≥ %s", poplens_format_count (least, sent));
    poplens_check_fail (run, CHECK_EXCHANGE_RECEIVED, expected,
                        poplens_format_count (found, received), "exchange %u, IPU %u", id,
                        first / tiles);
  }
}

void
poplens_check_bytes_by_ipu (PoplensCheckRun *run)
{
  static const char *const names[] = {"exchange", "global exchange", "stream copy"};
  g_auto (Bytes) bytes = {0};

  bytes_init (&bytes, run);
  for (guint k = POPLENS_EXCHANGE_INTERNAL; k <= POPLENS_EXCHANGE_HOST; k++) {
    const PoplensExchangeTable *table = &run->exchanges->tables[k];
    for (guint32 r = 0; r < table->n && poplens_check_go_on (run, r, table->n); r++) {
      if (poplens_lists_is_absent (table->sent, r) || poplens_lists_is_absent (table->received, r))
        continue;
      read_bytes (&bytes, table, r);
      check_exchanges_row (run, &bytes, table, r, names[k]);
      if (k == POPLENS_EXCHANGE_INTERNAL)
        check_received (run, &bytes, table->id[r]);
    }
  }
}

/* ---- cycles by compute set and by exchange --------------------------------------------------- */

#define SEEN 1
#define SAME 2
#define MOST_IPUS 1024

static void
init (PoplensCheckCycles *self, PoplensCheckId check, const char *what, guint32 n_ipus, guint32 n,
      const guint32 *ids, const PoplensLists *lists)
{
  *self = (PoplensCheckCycles){check, what, n, MIN (n_ipus, MOST_IPUS), ids, NULL, NULL};
  for (guint32 r = 0; lists && r < n; r++)
    if (!poplens_lists_is_absent (lists, r))
      self->lists = lists;
  if (self->lists)
    self->state = g_new0 (guint8, (gsize) n * MAX (self->n_ipus, 1));
}

void
poplens_check_cycles_init (PoplensCheckCycles *compute_sets, PoplensCheckCycles *exchanges,
                           PoplensCheckRun *run)
{
  const PoplensVertices *v = run->programs ? run->vertices : NULL;
  const PoplensExchanges *e = run->programs ? run->exchanges : NULL;
  guint32 n_ipus = run->execution->n_ipus;

  init (compute_sets, CHECK_COMPUTE_SET_CYCLES, "compute set", n_ipus, v ? v->n_compute_sets : 0,
        v ? v->compute_set_id : NULL, v ? v->compute_set_cycles : NULL);
  init (exchanges, CHECK_GLOBAL_EXCHANGE_CYCLES, "inter-IPU exchange", n_ipus,
        e ? e->n_global_cycles : 0, e ? e->global_cycles_id : NULL,
        e ? e->global_exchange_cycles : NULL);
}

void
poplens_check_cycles_clear (PoplensCheckCycles *self)
{
  g_clear_pointer (&self->state, g_free);
}

static void
note (PoplensCheckCycles *self, guint32 id, const PoplensStepRow *row)
{
  guint64 lists[MOST_IPUS];
  guint32 at = self->lists ? poplens_find_id (self->ids, self->n, id) : G_MAXUINT32;

  if (at == G_MAXUINT32 || row->ipu >= self->n_ipus || poplens_lists_is_absent (self->lists, at))
    return;
  poplens_lists_read (self->lists, at, lists, self->n_ipus);
  self->state[(gsize) at * self->n_ipus + row->ipu] |=
      row->tile_cycles_id >= 0 && lists[row->ipu] == (guint64) row->tile_cycles_id ? SEEN | SAME
                                                                                   : SEEN;
}

void
poplens_check_cycles_step (PoplensCheckCycles *compute_sets, PoplensCheckCycles *exchanges,
                           PoplensCheckRun *run, const PoplensStepRow *row)
{
  const PoplensPrograms *p = run->programs;
  guint32 step, program;

  if (!compute_sets->lists && !exchanges->lists)
    return;
  step = poplens_execution_find_step (run->execution, row->step_id);
  program = step == G_MAXUINT32 || run->execution->step_program[step] == G_MAXUINT32
                ? POPLENS_NO_ROW
                : poplens_programs_find (p, run->execution->step_program[step]);
  if (program == POPLENS_NO_ROW)
    return;
  if (p->compute_set[program] != POPLENS_NO_ROW)
    note (compute_sets, p->compute_set[program], row);
  else if (p->kind[program] == POPLENS_PROGRAM_GLOBAL_EXCHANGE &&
           p->variant_index[program] != POPLENS_NO_ROW)
    note (exchanges, p->variant_index[program], row);
}

/* TRUE if the list @id has only zeros. Such a list is recorded for an IPU that did not execute the
 * compute set or exchange. */
static gboolean
is_zero (PoplensCheckRun *run, PoplensCheckId check, guint64 id)
{
  g_autoptr (PoplensSlice) slice = poplens_check_slice (run, check, POPLENS_SLICE_CYCLES, id);

  for (guint32 i = 0; slice && i < slice->n; i++)
    if (slice->values[i])
      return FALSE;
  return TRUE;
}

static void
check_row (PoplensCheckCycles *self, PoplensCheckRun *run, guint32 row)
{
  const guint8 *state = self->state + (gsize) row * self->n_ipus;
  g_autoptr (GArray) ids = poplens_lists_values (self->lists, row);
  gboolean seen = FALSE;

  for (guint32 i = 0; i < self->n_ipus; i++)
    seen |= state[i] & SEEN;
  for (guint32 i = 0; seen && i < ids->len && i < self->n_ipus; i++) {
    guint64 id = g_array_index (ids, guint64, i);
    gboolean good = state[i] ? state[i] & SAME : is_zero (run, self->check, id);
    if (poplens_check_that (run, self->check, good))
      continue;
    g_autofree char *found = g_strdup_printf ("list %" G_GUINT64_FORMAT, id);
    poplens_check_fail (run, self->check,
                        state[i] ? "the list of one of its steps" : "a list of zeros", found,
                        "%s %u, IPU %u", self->what, self->ids[row], i);
  }
}

void
poplens_check_cycles_finish (PoplensCheckCycles *self, PoplensCheckRun *run)
{
  if (!self->lists)
    poplens_check_none (run, self->check, "No such cycles recorded.");
  for (guint32 r = 0; self->lists && r < self->n && poplens_check_go_on (run, 0, 0); r++)
    if (!poplens_lists_is_absent (self->lists, r))
      check_row (self, run, r);
  poplens_check_none (run, self->check, "No step executed any of them.");
}

/* ---- markers --------------------------------------------------------------------------------- */

/* Cycles between two markers of the trace. A marker records the current step of each tile and the
 * step's remaining cycles, so that a reader can start there. */

#define SPACING 262144
#define BLOCK 64                /* tiles whose next markers are compared in one vectorized loop */
#define MOST_OPEN 64            /* limit of cached markers */
#define MOST_TRAILS 8           /* limit of tiles whose step ends are recorded, for look-ups */
#define MOST_ENTRIES (2u << 20) /* limit of step ends of all these tiles */
#define LOOK_UPS 4096           /* number of look-ups per Trail */
/* Longest trace that has look-ups, in cycles. In a longer one, cycle × MOST_TRAILS overflows. */
#define MOST_END (G_MAXUINT64 / MOST_TRAILS)

/* Steps of one tile at the start of the trace, with the cycle at which each ends for the tile. */
typedef struct {
  guint32 tile;
  GArray *steps; /* guint32: step IDs */
  GArray *ends;  /* guint64: cycle at which each step ends */
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
  guint n_ends = MIN (e->n_steps, MOST_ENTRIES / MOST_TRAILS);

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
                   g_array_sized_new (FALSE, FALSE, sizeof (guint32), n_ends),
                   g_array_sized_new (FALSE, FALSE, sizeof (guint64), n_ends)};
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

/* Returns the slice of a marker, from the cache if it is there. NULL if it cannot be read.
 * (transfer none) (nullable) */
static const PoplensSlice *
marker_slice (PoplensCheckMarkers *self, PoplensCheckRun *run, guint32 marker)
{
  return poplens_check_keep_slice (self->slices, MOST_OPEN, run, CHECK_MARKERS,
                                   POPLENS_SLICE_SCAN_MARKER, marker);
}

/* Compares the next marker of @tile with the executed steps. @step: first step of the tile that
 * ends at or after the marker. @left: cycles from the marker to the end of @step */
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

/* Checks the markers that the @i-th tile of the step has reached. */
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

/* Returns the cycles from @origin to @due, at most G_MAXINT32. A 32-bit clock stays below 2^31
 * cycles, so its tiles cannot reach a later marker. */
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

/* Checks the markers that tiles of a 32-bit clock have reached. Tests a block of tiles at once, as
 * most steps reach no marker. */
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

/* ---- look-ups -------------------------------------------------------------------------------- */

/* Returns the index in @trail of the step that runs at @cycle. Goes forward step by step from a
 * marker, as readers of the trace do. @step: step in the marker. @end: cycle at which @step ends */
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

/* Checks that a search from @marker finds the same step at @cycle as a search in the whole trail.
 */
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

/* Fills @look_ups with sorted random look-ups, the same ones in every run. A look-up is the number
 * cycle × MOST_TRAILS + index of the Trail. Returns the number of look-ups. */
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
    for (guint i = 0; end && end <= MOST_END && i < LOOK_UPS; i++)
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

/* ---- trace ----------------------------------------------------------------------------------- */

/* Returns the cycle total that includes steps of @kind; POPLENS_N_CYCLE_TOTALS: no total does. */
static PoplensCycleTotal
find_total (PoplensStepKind kind)
{
  static const PoplensStepKind kinds[POPLENS_N_CYCLE_TOTALS] = {
      [POPLENS_TOTAL_COMPUTE] = POPLENS_STEP_ON_TILE_EXECUTE,
      [POPLENS_TOTAL_INTERNAL_EXCHANGE] = POPLENS_STEP_DO_EXCHANGE,
      [POPLENS_TOTAL_INTER_IPU_EXCHANGE] = POPLENS_STEP_GLOBAL_EXCHANGE,
      [POPLENS_TOTAL_STREAM_COPY] = POPLENS_STEP_STREAM_COPY_MID,
      [POPLENS_TOTAL_STREAM_COPY_BEGIN] = POPLENS_STEP_STREAM_COPY_BEGIN,
      [POPLENS_TOTAL_STREAM_COPY_END] = POPLENS_STEP_STREAM_COPY_END,
      [POPLENS_TOTAL_SYNC] = POPLENS_STEP_SYNC,
  };
  PoplensCycleTotal total = POPLENS_TOTAL_COMPUTE;

  while (total < POPLENS_N_CYCLE_TOTALS && kinds[total] != kind)
    total++;
  return total;
}

static void
check_totals (PoplensCheckRun *run)
{
  const PoplensExecution *e = run->execution;
  PoplensCheckMade made = {.totals[POPLENS_TOTAL_CYCLES] = e->total_cycles};
  g_autoptr (PoplensSlice) slice = NULL;
  guint64 all = 0;

  if (e->n_steps && !e->n_rows) {
    poplens_check_none (run, CHECK_CYCLE_TOTALS, "No step has cycles by tile.");
    return;
  }
  /* Damaged lists make the totals unknown. The check CHECK_STEP_CYCLES reports such lists. */
  if (!poplens_execution_knows_tile_cycles (e)) {
    poplens_check_none (run, CHECK_CYCLE_TOTALS, "Lists of cycles by tile are damaged.");
    return;
  }
  for (guint32 t = 0; t < e->n_types; t++) {
    PoplensCycleTotal total = find_total (e->type_kind[t]);
    all += e->type_tile_cycles[t];
    if (total < POPLENS_N_CYCLE_TOTALS)
      made.totals[total] += e->type_tile_cycles[t];
  }
  if (!all)
    poplens_check_none (run, CHECK_CYCLE_TOTALS, "No step has cycles by tile.");
  else
    slice = poplens_check_slice (run, CHECK_CYCLE_TOTALS, POPLENS_SLICE_SCAN_TOTALS, 0);
  if (slice && !slice->n)
    poplens_check_none (run, CHECK_CYCLE_TOTALS, "execution_cycle_totals has no row.");
  if (!slice || slice->n != POPLENS_N_CYCLE_TOTALS)
    return;
  memcpy (made.totals_in_file, slice->values, sizeof made.totals_in_file);
  poplens_check_hold (run, RULES_CYCLE_TOTALS, &made, NULL);
}

/* Checks that each step has a row in steps_by_ipu. The cycles of a step without a row are missing
 * in all sums. */
static void
check_rows (PoplensCheckRun *run)
{
  const PoplensExecution *e = run->execution;
  guint32 row = 0;

  for (guint32 s = 0; s < e->n_steps; s++) {
    guint32 first = row;
    while (row < e->n_rows && e->row_step[row] == s)
      row++;
    if (!poplens_check_that (run, CHECK_STEP_ROWS, row > first))
      poplens_check_fail (run, CHECK_STEP_ROWS, "a row of steps_by_ipu", "none", "step %u",
                          poplens_execution_step_id (e, s));
  }
}

static void
check_runs (PoplensCheckRun *run)
{
  const PoplensExecution *e = run->execution;
  PoplensCheckMade made = {0};

  for (guint32 r = 0; r < e->n_runs; r++) {
    if (e->runs[r].n_programs == POPLENS_COUNT_UNKNOWN)
      return;
    made.programs += e->runs[r].n_programs;
  }
  if (e->n_runs && e->n_trace)
    poplens_check_hold (run, RULES_RUNS, &made, NULL);
}

static void
check_order (PoplensCheckRun *run)
{
  const PoplensExecution *e = run->execution;
  guint32 at = 0;

  if (!e->n_trace) {
    poplens_check_none (run, CHECK_TRACE_ORDER, "program_trace has no row.");
    return;
  }
  for (guint32 s = 0; s < e->n_steps; s++) {
    guint32 place = at;
    if (e->step_program[s] == G_MAXUINT32)
      continue;
    while (place < e->n_trace && e->trace_program[place] != e->step_program[s])
      place++;
    if (poplens_check_that (run, CHECK_TRACE_ORDER, place < e->n_trace)) {
      at = place + 1;
      continue;
    }
    g_autofree char *expected =
        g_strdup_printf ("program %u in program_trace after row %u", e->step_program[s], at);
    poplens_check_fail (run, CHECK_TRACE_ORDER, expected, "none", "step %u",
                        poplens_execution_step_id (e, s));
    poplens_check_link (run, CHECK_TRACE_ORDER,
                        "trace?executed=", poplens_execution_step_id (e, s));
    /* Stop at the first failure: the searches for all later steps could fail, too, in quadratic
     * time. */
    return;
  }
}

void
poplens_check_trace (PoplensCheckRun *run)
{
  check_rows (run);
  check_totals (run);
  check_runs (run);
  check_order (run);
}
