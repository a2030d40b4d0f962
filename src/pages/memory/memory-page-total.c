/* Total memory: what the bytes of each tile are, stacked. */
#include "pages/memory/memory-page.h"

#include "base/error.h"

PoplensInk
poplens_memory_band_ink (int group, PoplensBandRole role)
{
  /* Groups and their inks stand in the same order. */
  if (group >= 0 && group < POPLENS_N_GROUPS)
    return POPLENS_INK_TENSORS + (PoplensInk) group;
  switch (role) {
  case POPLENS_BAND_TOTAL:
    return POPLENS_INK_TOTAL;
  case POPLENS_BAND_SHARED:
    return POPLENS_INK_SHARED;
  case POPLENS_BAND_NON_INTERLEAVED:
    return POPLENS_INK_NON_INTERLEAVED;
  case POPLENS_BAND_INTERLEAVED:
    return POPLENS_INK_INTERLEAVED;
  case POPLENS_BAND_OVERFLOWED:
    return POPLENS_INK_OVERFLOW;
  case POPLENS_BAND_ALWAYS_LIVE:
    return POPLENS_INK_ALWAYS_LIVE;
  case POPLENS_BAND_NOT_ALWAYS_LIVE:
    return POPLENS_INK_NOT_ALWAYS_LIVE;
  case POPLENS_BAND_GAPS:
    return POPLENS_INK_GAPS;
  default:
    return POPLENS_INK_OTHER;
  }
}

static void
add_bands (PoplensMemoryPage *self, PoplensChart *chart)
{
  g_autoptr (GPtrArray) bands =
      poplens_memory_bands (self->memory, self->breakdown, self->positions);

  for (guint b = 0; b < bands->len; b++) {
    PoplensBand *band = g_ptr_array_index (bands, b);
    poplens_chart_add_series (chart, POPLENS_SERIES_BAND, band->key, band->name,
                              poplens_memory_band_ink (band->group, band->role), band->shade,
                              g_steal_pointer (&band->values),
                              poplens_memory_page_is_hidden (self, band->key));
  }
}

/* Where the report has no kinds the graph is of the total, and says why. */
static gboolean
add_series (PoplensMemoryPage *self, PoplensChart *chart, GError **error)
{
  g_autoptr (GError) local = NULL;

  if (self->breakdown != POPLENS_BREAKDOWN_KIND ||
      !poplens_memory_page_add_kinds (self, chart, &local)) {
    if (local && !poplens_error_is_lack (local)) {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
    add_bands (self, chart);
  }
  if (local)
    poplens_page_add_misuse (self->page, local->message);
  if (self->gaps) {
    const PoplensMemory *memory = self->memory;
    guint64 *values = g_new (guint64, MAX (self->n, 1));
    for (guint32 i = 0; i < self->n; i++)
      values[i] = memory->total_including_gaps[self->positions[i]];
    poplens_chart_add_series (chart, POPLENS_SERIES_LINE, "with-gaps", "Including gaps",
                              POPLENS_INK_TOTAL_WITH_GAPS, 0, values,
                              poplens_memory_page_is_hidden (self, "with-gaps"));
  }
  return TRUE;
}

/* By tile number, in the order of the graph. */
static guint64 *
in_order (const PoplensMemoryPage *self, const guint64 *by_tile)
{
  guint64 *values = g_new (guint64, MAX (self->n, 1));

  for (guint32 i = 0; i < self->n; i++)
    values[i] = by_tile[self->memory->tile[self->positions[i]]];
  return values;
}

static gboolean
holds_any (const PoplensOperationBytes *only)
{
  for (guint32 t = 0; t < only->n_tiles; t++)
    if (only->always[t] || only->others[t])
      return TRUE;
  return FALSE;
}

/* What the variables of one operation hold. */
static void
add_only (PoplensMemoryPage *self)
{
  static const struct {
    const char *key, *name;
    PoplensInk ink;
  } bands[] = {{"always-live", "Always live", POPLENS_INK_ALWAYS_LIVE},
               {"not-always-live", "Not always live", POPLENS_INK_NOT_ALWAYS_LIVE}};
  const guint64 *values[] = {self->only->always, self->only->others};
  g_autofree char *title = g_strdup_printf ("Variables of %s by tile", self->only->title);
  PoplensSection *section =
      poplens_memory_page_add_graph (self, &poplens_areas_kind, "memory-chart", title);

  poplens_chart_set_source (section->chart, "var_bytes_by_eq_class");
  poplens_chart_set_empty_text (section->chart, "No variables belong to this operation.");
  for (guint i = 0; i < G_N_ELEMENTS (bands) && holds_any (self->only); i++)
    poplens_chart_add_series (section->chart, POPLENS_SERIES_BAND, bands[i].key, bands[i].name,
                              bands[i].ink, 0, in_order (self, values[i]),
                              poplens_memory_page_is_hidden (self, bands[i].key));
}

gboolean
poplens_memory_page_add_total (PoplensMemoryPage *self, GError **error)
{
  if (self->only) {
    add_only (self);
    return TRUE;
  }

  PoplensSection *section = poplens_memory_page_add_graph (
      self, &poplens_areas_kind, "memory-chart",
      self->breakdown == POPLENS_BREAKDOWN_KIND ? "Memory by tile, each at its own peak"
                                                : "Memory by tile");

  if (self->target && self->target->bytes_per_tile)
    poplens_chart_set_limit (section->chart, "capacity", self->target->bytes_per_tile);
  return add_series (self, section->chart, error);
}
