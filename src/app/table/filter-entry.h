/* PoplensFilterEntry: a field for a part of a variable's name, which suggests variables and
 * categories while one types.
 *
 * Signals:
 *   "filter-changed" (): somebody wrote something else, and rests; or chose a suggestion; or Enter
 */
#pragma once

#include "app/window/session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_FILTER_ENTRY (poplens_filter_entry_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFilterEntry, poplens_filter_entry, POPLENS, FILTER_ENTRY, GtkWidget)

GtkWidget *poplens_filter_entry_new (PoplensSession *session);
const char *poplens_filter_entry_get_text (PoplensFilterEntry *self);
/* From outside: emits nothing, and suggests nothing. */
void poplens_filter_entry_set_text (PoplensFilterEntry *self, const char *text);
/* Somebody is writing. */
gboolean poplens_filter_entry_has_focus (PoplensFilterEntry *self);

G_END_DECLS
