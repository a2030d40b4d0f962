/* Total memory by kind: of each tile what is live at its own peak, and above it what packing adds.
 */
#include "pages/core/kind-look.h"
#include "pages/memory/memory-page.h"

#include "derived/insights/kinds-source.h"

/* In the order of the graph. */
static void
put_in_order (const PoplensMemoryPage *self, guint64 **values)
{
  guint64 *ordered = g_new (guint64, MAX (self->n, 1));

  for (guint32 i = 0; i < self->n; i++)
    ordered[i] = (*values)[self->positions[i]];
  g_free (*values);
  *values = ordered;
}

/* What remains of each tile's total; what would pass it is cut there, as the graph is of the total.
 * (transfer full) */
static guint64 *
take_from_total (const PoplensMemoryPage *self, PoplensKindBytes *bytes)
{
  guint64 *left = g_new0 (guint64, MAX (self->memory->n_tiles, 1));

  for (guint32 t = 0; t < self->memory->n_tiles; t++) {
    left[t] = self->memory->total[t];
    for (guint k = 0; k < POPLENS_N_KINDS; k++)
      if (bytes->of[k]) {
        bytes->of[k][t] = MIN (bytes->of[k][t], left[t]);
        left[t] -= bytes->of[k][t];
      }
  }
  return left;
}

/* NULL with @error. (transfer full) */
static PoplensKindBytes *
load (const PoplensMemoryPage *self, GError **error)
{
  PoplensReport *report = self->context->report;
  GCancellable *cancellable = self->context->cancellable;
  g_autoptr (PoplensKinds) kinds = poplens_report_kinds (report, cancellable, error);
  g_autoptr (PoplensWhatIf) what =
      kinds ? poplens_report_what_if (report, cancellable, error) : NULL;
  g_autoptr (GArray) peaks = what ? poplens_report_tile_peaks (report, cancellable, error) : NULL;
  PoplensKindBytes *bytes;

  if (!peaks)
    return NULL;
  bytes = poplens_kinds_at_peaks (poplens_what_if_get_bytes (what), kinds,
                                  poplens_report_peek (report, POPLENS_PART_LIVENESS), peaks,
                                  cancellable);
  if (!bytes)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return bytes;
}

gboolean
poplens_memory_page_add_kinds (PoplensMemoryPage *self, PoplensChart *chart, GError **error)
{
  g_autoptr (PoplensKindBytes) bytes = load (self, error);
  guint64 *packing;

  if (!bytes)
    return FALSE;
  packing = take_from_total (self, bytes);
  for (guint k = 0; k < POPLENS_N_KINDS; k++)
    if (bytes->of[k])
      put_in_order (self, &bytes->of[k]);
  put_in_order (self, &packing);
  poplens_chart_set_source (chart, "derived by Poplens, at the peak of each tile");
  poplens_chart_add_kinds (chart, bytes, poplens_location_get (self->context->location, "hide"));
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "packing", "Packing", POPLENS_INK_SHARED, 0,
                            packing, poplens_memory_page_is_hidden (self, "packing"));
  return TRUE;
}
