#include "pages/liveness/liveness-kinds.h"

#include "derived/insights/kinds-source.h"
#include "pages/core/page-private.h"

gboolean
poplens_liveness_page_add_breakdown (PoplensPage *page, const PoplensPageContext *context,
                                     const PoplensLiveSource *source)
{
  static const char *const keys[] = {"liveness", "kind"};
  static const char *const titles[] = {"By Liveness", "By Kind"};
  gboolean is_kind;

  if (source->only.active || !poplens_kinds_can_be (context->report))
    return FALSE;
  is_kind = poplens_page_add_choice (page, "breakdown", "Breakdown", "Split live memory by", keys,
                                     titles, G_N_ELEMENTS (keys), 0);
  poplens_page_control (page, "breakdown")->is_plain = TRUE;
  return is_kind;
}

PoplensKindBytes *
poplens_liveness_page_kinds (const PoplensPageContext *context, const PoplensLiveSource *source,
                             gboolean always, GError **error)
{
  g_autoptr (PoplensKinds) kinds =
      poplens_report_kinds (context->report, context->cancellable, error);
  g_autoptr (PoplensWhatIf) what =
      kinds ? poplens_report_what_if (context->report, context->cancellable, error) : NULL;
  PoplensKindBytes *bytes;

  if (!what)
    return NULL;
  bytes = poplens_kinds_by_step (poplens_what_if_get_bytes (what), kinds, source->liveness,
                                 source->tiles, always, context->cancellable);
  if (!bytes)
    g_cancellable_set_error_if_cancelled (context->cancellable, error);
  return bytes;
}
