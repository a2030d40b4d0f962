/* PoplensCompareBar: opens the report that the session's location is compared with ("with"), beside
 * the one at home, which stays as it is meanwhile and where that fails; and says which of both is
 * Before, with buttons that swap them and end it. */
#pragma once

#include <adwaita.h>

#include "app/window/report-loader.h"
#include "app/window/session.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_COMPARE_BAR (poplens_compare_bar_get_type ())
G_DECLARE_FINAL_TYPE (PoplensCompareBar, poplens_compare_bar, POPLENS, COMPARE_BAR, AdwBin)

/* Signal "toast" (char *text): why a comparison stays in place of the one that was asked for. */
/* Once. */
void poplens_compare_bar_set_session (PoplensCompareBar *self, PoplensSession *session);
/* Compares the report with what it was before it was reloaded, as far as that was loaded. @past:
 * (transfer full): kept till another one comes. */
void poplens_compare_bar_take_past (PoplensCompareBar *self, PoplensOpened *past);
/* What @with says in place of a path (pages/core/views.h); FALSE where it does not. */
gboolean poplens_compare_bar_act (PoplensCompareBar *self, const char *with);
/* The session's second report; NULL where there is none. (transfer none) */
const PoplensOpened *poplens_compare_bar_get_opened (PoplensCompareBar *self);

G_END_DECLS
