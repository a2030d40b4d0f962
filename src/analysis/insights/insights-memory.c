/* Capacity, histogram and costs: what memory_by_tile tells. */
#include "analysis/insights/insights.h"

/* ---- capacity -------------------------------------------------------------------------- */

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

/* ---- histogram ------------------------------------------------------------------------- */

#define MOST_BINS 16

/* The finest power of two that needs no more than MOST_BINS bins from @low to @high. */
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

/* ---- costs ----------------------------------------------------------------------------- */

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

static void
add_gaps (const PoplensMemory *memory, GArray *out)
{
  PoplensCost cost = cost_new ("gaps", "Gaps",
                               "Unused bytes below the highest variable: alignment, memory "
                               "elements, the start of interleaved memory.",
                               0);

  for (guint32 t = 0; t < memory->n_tiles; t++)
    if (memory->total_including_gaps[t] > memory->total[t])
      cost_add (&cost, memory->tile[t], memory->total_including_gaps[t] - memory->total[t]);
  g_array_append_val (out, cost);
}

static void
add_packing (const PoplensMemory *memory, GArray *out)
{
  PoplensCost cost = cost_new ("packing", "Packing overhead",
                               "Not-always-live memory beyond the most live at one step: variables "
                               "never live together that share no address.",
                               0);

  for (guint32 t = 0; t < memory->n_tiles; t++) {
    guint64 live = (guint64) memory->always_live[t] + memory->not_always_live_max[t];
    if (memory->not_always_live_max[t] == G_MAXUINT32)
      return;
    /* Variables that share bytes for good are counted twice in what is live. */
    if (memory->total[t] > live)
      cost_add (&cost, memory->tile[t], memory->total[t] - live);
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
      cost_new ("instrumentation", "Instrumentation",
                "Memory used by profiling itself; absent without instrumentation.", 0);

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

  /* An image of archive.a does not tell gaps from bytes in use. */
  if (!memory->from_archive) {
    add_gaps (memory, out);
    add_packing (memory, out);
  }
  if (names)
    add_instrumentation (names, out);
  return out;
}
