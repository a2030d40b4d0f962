/* PoplensPageControl: one choice of a page: a title and a drop-down, a title and a switch, or a
 * field for words with the count of what they find.
 *
 * Signals:
 *   "choice"      (char *key, char *value); value is NULL where the field is empty
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

/* @control: copied; its key, title and doc are static. */
GtkWidget *poplens_page_control_new (const PoplensControl *control);
/* Another widget for the same choice, for a menu: with its key at the end. */
GtkWidget *poplens_page_control_copy (PoplensPageControl *self);
gboolean poplens_page_control_matches (PoplensPageControl *self, const PoplensControl *control);
/* From outside: emits nothing. */
void poplens_page_control_set_current (PoplensPageControl *self, guint option);
/* What the location says; where it says nothing, what the page was built with. */
void poplens_page_control_set_location (PoplensPageControl *self, const PoplensLocation *location);
/* Beside a field for words; NULL: nothing is searched. */
void poplens_page_control_set_count (PoplensPageControl *self, const char *count);
gboolean poplens_page_control_is_search (PoplensPageControl *self);
/* Above a chart it stands in the menu “Display”; and something else stands than at first. */
gboolean poplens_page_control_is_in_display (PoplensPageControl *self);
gboolean poplens_page_control_is_changed (PoplensPageControl *self);
/* Puts the keyboard into it, its words selected. */
gboolean poplens_page_control_focus (PoplensPageControl *self);
/* Those of @page's choices that stand beside the section @key, in @box, which has nothing else;
 * each leads @session to another location. A choice that is there already keeps its widget. */
void poplens_page_controls_show (GtkWidget *box, PoplensSession *session, const PoplensPage *page,
                                 const char *key);

/* ---- a field for one of many names ----------------------------------------------------------- */

/* PoplensNameEntry: a field for one of many names, which lists those that have what is written in
 * them, with their ends in sight. The field is empty once something is taken.
 *
 * Signals:
 *   "taken" (const char *name)
 */

#define POPLENS_TYPE_NAME_ENTRY (poplens_name_entry_get_type ())
G_DECLARE_FINAL_TYPE (PoplensNameEntry, poplens_name_entry, POPLENS, NAME_ENTRY,
                      PoplensSuggestionEntry)

/* @names: (transfer none), which outlive it. */
GtkWidget *poplens_name_entry_new (const char *const *names, const char *title);

G_END_DECLS
