/* PoplensCompareBar: opens the report that the location compares with (key "with"). The session's
 * report is shown alone until that is open, or if opening fails. The bar says which of the two is
 * Before, and has buttons that swap them and end the comparison. */
#pragma once

#include <adwaita.h>

#include "app/window/report-loader.h"
#include "app/window/session.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_COMPARE_BAR (poplens_compare_bar_get_type ())
G_DECLARE_FINAL_TYPE (PoplensCompareBar, poplens_compare_bar, POPLENS, COMPARE_BAR, AdwBin)

/* Signal "toast" (char *text): says why the report that the user requested could not be opened, so
 * that the previous comparison stays. */
/* Sets the session. Call once. */
void poplens_compare_bar_set_session (PoplensCompareBar *self, PoplensSession *session);
/* Compares the session's report with its state before it was reloaded, of which only the parts that
 * were loaded can be shown. @past: (transfer full): that state; kept until the next call. */
void poplens_compare_bar_take_past (PoplensCompareBar *self, PoplensOpened *past);
/* Runs a command, if the key "with" of a search result is a command and not a path
 * (pages/core/views.h). FALSE if it is not. */
gboolean poplens_compare_bar_act (PoplensCompareBar *self, const char *with);
/* Returns the second report of the session. (transfer none) (nullable): NULL if there is none. */
const PoplensOpened *poplens_compare_bar_get_opened (PoplensCompareBar *self);

G_END_DECLS
