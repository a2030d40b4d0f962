/* PoplensCompareBar: opens the report that the location compares with (key "with"). Until this
 * report is open, or if opening fails, the session's report is shown alone. The bar says which
 * report is Before. Its buttons swap the two reports, and end the comparison. */
#pragma once

#include <adwaita.h>

#include "app/window/report-loader.h"
#include "app/window/session.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_COMPARE_BAR (poplens_compare_bar_get_type ())
G_DECLARE_FINAL_TYPE (PoplensCompareBar, poplens_compare_bar, POPLENS, COMPARE_BAR, AdwBin)

/* Signal "toast" (char *text): why the report that the user requested could not be opened. The
 * previous comparison stays. */
/* Sets the session. Call once. */
void poplens_compare_bar_set_session (PoplensCompareBar *self, PoplensSession *session);
/* Compares the session's report with @past, its state before it was reloaded. Only the parts of
 * @past that were loaded can be shown. @past: (transfer full): kept until the next call. */
void poplens_compare_bar_take_past (PoplensCompareBar *self, PoplensOpened *past);
/* Runs the command @with: the key "with" of a search result can be a command instead of a path
 * (pages/core/views.h). FALSE if @with is not a command. */
gboolean poplens_compare_bar_act (PoplensCompareBar *self, const char *with);
/* Returns the second report of the session. (transfer none) (nullable): NULL if there is none. */
const PoplensOpened *poplens_compare_bar_get_opened (PoplensCompareBar *self);

G_END_DECLS
