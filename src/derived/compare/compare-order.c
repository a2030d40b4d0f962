#include "derived/compare/compare-order.h"

gboolean
poplens_compare_is_older (PoplensReport *report, PoplensReport *than, GCancellable *cancellable)
{
  const PoplensTarget *one = poplens_report_load_target (report, cancellable, NULL);
  const PoplensTarget *other = poplens_report_load_target (than, cancellable, NULL);

  /* "YYYY-MM-DD HH:MM:SS": in the order of their texts. */
  return one && other && one->timestamp && *one->timestamp && other->timestamp &&
         g_strcmp0 (one->timestamp, other->timestamp) < 0;
}
