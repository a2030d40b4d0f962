/* What exchanges move: by variable, by tile, by IPU. */
#include "analysis/check/check-rules.h"

#include "base/format.h"

#include <string.h>

/* Bytes by tile position. */
typedef struct {
  guint32 n;
  guint64 *sent, *received;               /* as the exchange says */
  guint64 *region_sent, *region_received; /* as its regions add up to */
  guint32 *position;                      /* by tile; G_MAXUINT32: not in the lists */
  guint32 n_tiles;
  GArray *moved; /* Moved, by list; NULL: not known */
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

/* ---- regions ----------------------------------------------------------------------------------
 */

/* The bytes of a list of regions on a tile. */
typedef struct {
  guint32 id, position;
  guint64 bytes;
} Moved;

/* That the region is a range of the variable, which is row @row. */
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

/* Adds to the last of @moved where that is of the same list and tile. */
static void
add_region (PoplensCheckRun *run, const Bytes *bytes, const PoplensRegion *region, GArray *moved)
{
  guint32 row = poplens_check_variable (run, region->variable);
  guint32 tile = row == G_MAXUINT32 ? G_MAXUINT32 : poplens_check_tile_of (run, row);
  Moved entry = {region->id, tile < bytes->n_tiles ? bytes->position[tile] : G_MAXUINT32,
                 region->to - region->from};
  Moved *last = moved->len ? &g_array_index (moved, Moved, moved->len - 1) : NULL;

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
  const Moved *x = a, *y = b;

  return x->id < y->id ? -1 : x->id > y->id;
}

/* Reads all regions once, as they lie; NULL where they cannot be had. (transfer full) */
static GArray *
read_regions (PoplensCheckRun *run, const Bytes *bytes)
{
  g_autoptr (GArray) moved = g_array_new (FALSE, FALSE, sizeof (Moved));
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
  /* Without a row the level of the profile did not ask for them. */
  return moved->len ? g_steal_pointer (&moved) : NULL;
}

/* Adds the regions of the list @id to @sums by position. FALSE where they are not known. */
static gboolean
add_list (const Bytes *bytes, guint32 id, guint64 *sums)
{
  const GArray *moved = bytes->moved;
  guint low = 0, high = moved ? moved->len : 0;

  while (low < high) {
    guint middle = low + (high - low) / 2;
    if (g_array_index (moved, Moved, middle).id < id)
      low = middle + 1;
    else
      high = middle;
  }
  for (; moved && low < moved->len && g_array_index (moved, Moved, low).id == id; low++)
    sums[g_array_index (moved, Moved, low).position] += g_array_index (moved, Moved, low).bytes;
  return moved != NULL;
}

/* Of what was sent or received and is not recorded, the columns are NULL. */
static void
compare (PoplensCheckRun *run, PoplensCheckRules rules, const Bytes *bytes,
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
    sent = source != POPLENS_NO_REGIONS && add_list (bytes, source, bytes->region_sent);
    received =
        destination != POPLENS_NO_REGIONS && add_list (bytes, destination, bytes->region_received);
    if (kind != POPLENS_EXCHANGE_CODE_COPY)
      compare (run, RULES_EXCHANGE, bytes, &(PoplensCheckScope){what, table->id[r], NULL},
               sent && !poplens_lists_is_absent (table->sent, r),
               received && !poplens_lists_is_absent (table->received, r));
  }
}

/* Streams are by stream copy: those of one add up. */
static void
check_streams (PoplensCheckRun *run, Bytes *bytes)
{
  const PoplensExchanges *e = run->exchanges;
  const PoplensExchangeTable *table = &e->tables[POPLENS_EXCHANGE_HOST];
  guint32 s = 0;

  for (guint32 r = 0; r < table->n && poplens_check_go_on (run, r, table->n); r++) {
    gboolean recorded[2] = {TRUE, TRUE}; /* from the host, to it */
    while (s < e->n_streams && e->streams[s].mid_id < table->id[r])
      s++;
    read_bytes (bytes, table, r);
    for (; s < e->n_streams && e->streams[s].mid_id == table->id[r]; s++) {
      const PoplensHostStream *stream = &e->streams[s];
      guint64 *sums = stream->to_host ? bytes->region_sent : bytes->region_received;
      if (stream->regions == POPLENS_NO_REGIONS || !add_list (bytes, stream->regions, sums))
        recorded[stream->to_host] = FALSE;
    }
    compare (run, RULES_HOST_EXCHANGE, bytes,
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

/* ---- by IPU -----------------------------------------------------------------------------------
 */

enum { RECEIVED, SENT, MOST, N_SUMS };

static void
check_row (PoplensCheckRun *run, const Bytes *bytes, const PoplensExchangeTable *table, guint32 row,
           const char *what)
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

/* What a tile sends inside an IPU arrives there, at one tile or at several. */
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
      check_row (run, &bytes, table, r, names[k]);
      if (k == POPLENS_EXCHANGE_INTERNAL)
        check_received (run, &bytes, table->id[r]);
    }
  }
}
