/* PoplensCompareBar: opens the report that the session's location compares with ("with"). Until it
 * is open, or if that fails, the session's own report stays as it is. Says which of the two is
 * Before, with buttons to swap them and to end the comparison. */
#pragma once

#include <adwaita.h>

#include "app/window/report-loader.h"
#include "app/window/session.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_COMPARE_BAR (poplens_compare_bar_get_type ())
G_DECLARE_FINAL_TYPE (PoplensCompareBar, poplens_compare_bar, POPLENS, COMPARE_BAR, AdwBin)

/* Signal "toast" (char *text): why the previous comparison stays instead of the requested one. */
/* Sets the session. Call once. */
void poplens_compare_bar_set_session (PoplensCompareBar *self, PoplensSession *session);
/* Compares the report with its version before it was reloaded, using the parts of that version that
 * were loaded. @past: (transfer full): kept until the next call. */
void poplens_compare_bar_take_past (PoplensCompareBar *self, PoplensOpened *past);
/* Runs the command that @with may hold instead of a path (pages/core/views.h). FALSE if it holds
 * none. */
gboolean poplens_compare_bar_act (PoplensCompareBar *self, const char *with);
/* Returns the session's second report. (transfer none) (nullable): NULL if there is none. */
const PoplensOpened *poplens_compare_bar_get_opened (PoplensCompareBar *self);

G_END_DECLS
