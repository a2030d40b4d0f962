/* PoplensPageControl: one control of a page: a drop-down or switch with a title, or a search field
 * with the number of matches.
 *
 * Signals:
 *   "choice"      (char *key, char *value): @value: NULL if the field is empty
 *   "search-step" (int by): Enter (1) or Shift+Enter (-1) in the field
 *   "search-left" (): Escape, which clears the field */
#pragma once

#include "app/widgets/suggestion-entry.h"
#include "app/window/session.h"
#include "pages/core/page.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_CONTROL (poplens_page_control_get_type ())
G_DECLARE_FINAL_TYPE (PoplensPageControl, poplens_page_control, POPLENS, PAGE_CONTROL, GtkWidget)

/* Makes a control. @control: copied, except for key, title and doc, which must be static. */
GtkWidget *poplens_page_control_new (const PoplensControl *control);
/* Makes a second widget for the same control, for a menu, with its keyboard shortcut. */
GtkWidget *poplens_page_control_copy (PoplensPageControl *self);
gboolean poplens_page_control_matches (PoplensPageControl *self, const PoplensControl *control);
/* Selects the option with index @option, without emitting "choice". */
void poplens_page_control_set_current (PoplensPageControl *self, guint option);
/* Shows the value that @location has for the control. If @location has no value, shows the option
 * that the page was built with. */
void poplens_page_control_set_location (PoplensPageControl *self, const PoplensLocation *location);
/* Sets the text beside a search field, such as "3 of 12". @count: (nullable): NULL if there is no
 * search. */
void poplens_page_control_set_count (PoplensPageControl *self, const char *count);
gboolean poplens_page_control_is_search (PoplensPageControl *self);
/* is_in_display (): TRUE if the control is in the menu "Display" above a chart. is_changed (): TRUE
 * if its option is not the default. */
gboolean poplens_page_control_is_in_display (PoplensPageControl *self);
gboolean poplens_page_control_is_changed (PoplensPageControl *self);
/* Focuses the control, and selects its text. FALSE if it cannot be focused. */
gboolean poplens_page_control_focus (PoplensPageControl *self);
/* Shows in @box the controls of @page that belong to section @key; a choice changes the location of
 * @session. @box must have no other children. Controls that @box has already keep their widgets. */
void poplens_page_controls_show (GtkWidget *box, PoplensSession *session, const PoplensPage *page,
                                 const char *key);

/* ---- name field ------------------------------------------------------------------------------ */

/* PoplensNameEntry: a field for one of many names. Lists the names that contain the text,
 * ellipsized such that their ends are visible. Cleared when a name is chosen.
 *
 * Signals:
 *   "taken" (const char *name): a name was chosen */

#define POPLENS_TYPE_NAME_ENTRY (poplens_name_entry_get_type ())
G_DECLARE_FINAL_TYPE (PoplensNameEntry, poplens_name_entry, POPLENS, NAME_ENTRY,
                      PoplensSuggestionEntry)

/* Makes a field for one of @names. @names: (transfer none): must outlive the entry. */
GtkWidget *poplens_name_entry_new (const char *const *names, const char *title);

G_END_DECLS
