#include "derived/insights/moves-source.h"

#include "derived/insights/insights-ground.h"
#include "derived/insights/kinds-source.h"
#include "derived/parts.h"

static gpointer
make_moves (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensWhatIf) what = poplens_report_what_if (report, cancellable, error);
  g_autoptr (PoplensKinds) kinds = what ? poplens_report_kinds (report, cancellable, error) : NULL;
  const PoplensPrograms *programs =
      kinds ? poplens_report_load_programs (report, cancellable, error) : NULL;

  return programs ? poplens_moves_new (what, kinds, programs) : NULL;
}

PoplensMoves *
poplens_report_moves (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-moves", make_moves,
                                         (GBoxedCopyFunc) poplens_moves_ref,
                                         (GDestroyNotify) poplens_moves_unref};

  return poplens_report_derive (report, &derived, cancellable, error);
}
