/* PoplensCompareBar: opens the report that the session's location is compared with ("with"), beside
 * the first, which stays as it is meanwhile and where that fails; and says so, with buttons that
 * turn the two round and end it. */
#pragma once

#include <adwaita.h>

#include "app/window/session.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_COMPARE_BAR (poplens_compare_bar_get_type ())
G_DECLARE_FINAL_TYPE (PoplensCompareBar, poplens_compare_bar, POPLENS, COMPARE_BAR, AdwBin)

/* Signal "toast" (char *text): why a comparison stays in place of the one that was asked for.
 * Signal "swap" (char *path, char *location): the second is to be the first, and go there. */
/* Once. */
void poplens_compare_bar_set_session (PoplensCompareBar *self, PoplensSession *session);
/* Turns the two round; nothing where there are none. */
void poplens_compare_bar_swap (PoplensCompareBar *self);

G_END_DECLS
