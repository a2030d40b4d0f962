/* PoplensHostEntry: a field for a computer, or the address of a report on one. Completes names that
 * the user's ssh knows, and computers that reports were opened on. Signals: "changed", "entered".
 */
#pragma once

#include "app/widgets/suggestion-entry.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_HOST_ENTRY (poplens_host_entry_get_type ())
G_DECLARE_FINAL_TYPE (PoplensHostEntry, poplens_host_entry, POPLENS, HOST_ENTRY,
                      PoplensSuggestionEntry)

/* Names to suggest besides those of ssh, the likeliest first. */
void poplens_host_entry_set_recent (PoplensHostEntry *self, const char *const *names);

G_END_DECLS
