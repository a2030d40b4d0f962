/* PoplensFilterEntry: a field for a part of a variable's name, which suggests variables and
 * categories while one types.
 *
 * Signals:
 *   "filter-changed" (): somebody wrote something else, and rests; or chose a suggestion; or Enter
 */
#pragma once

#include "app/widgets/suggestion-entry.h"
#include "app/window/session.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_FILTER_ENTRY (poplens_filter_entry_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFilterEntry, poplens_filter_entry, POPLENS, FILTER_ENTRY,
                      PoplensSuggestionEntry)

GtkWidget *poplens_filter_entry_new (PoplensSession *session);

G_END_DECLS
