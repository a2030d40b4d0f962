/* PoplensNameEntry: a field for one of many names, which lists those that have what is written in
 * them, with their ends in sight. The field is empty once something is taken.
 *
 * Signals:
 *   "taken" (const char *name)
 */
#pragma once

#include "app/widgets/suggestion-entry.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_NAME_ENTRY (poplens_name_entry_get_type ())
G_DECLARE_FINAL_TYPE (PoplensNameEntry, poplens_name_entry, POPLENS, NAME_ENTRY,
                      PoplensSuggestionEntry)

/* @names: (transfer none), which outlive it. */
GtkWidget *poplens_name_entry_new (const char *const *names, const char *title);

G_END_DECLS
