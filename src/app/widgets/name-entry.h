/* PoplensNameEntry: a field for one of many names, which lists those that have what is written in
 * them, with their ends in sight. Down and Up choose, Enter or a click takes; Enter alone takes
 * what is written. The field is empty then.
 *
 * Signals:
 *   "taken" (const char *name)
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_NAME_ENTRY (poplens_name_entry_get_type ())
G_DECLARE_FINAL_TYPE (PoplensNameEntry, poplens_name_entry, POPLENS, NAME_ENTRY, GtkWidget)

/* @names: (transfer none), which outlive it. */
GtkWidget *poplens_name_entry_new (const char *const *names, const char *title);

G_END_DECLS
