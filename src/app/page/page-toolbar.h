/* PoplensPageToolbar: the controls above a page, its tile field and the chart's zoom buttons.
 * Controls that do not fit are in a menu. Above a chart, this menu is called "Display", and
 * contains all switches and rarely used controls. The button "Display" shows a dot if one of these
 * controls differs from its default.
 *
 * Signals:
 *   "choice"       (char *key, char *value): sets a key of the location; @value is NULL to remove
 * it "tiles"        (PoplensTileSet *tiles as pointer): the user typed or chose tiles; empty: all
 *   "chart-action" (char *name): the user clicked a zoom button, such as "chart.zoom-in"
 *   "search-step"  (int by), "search-left" (): see PoplensPageControl */
#pragma once

#include <gtk/gtk.h>

#include "pages/core/page.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_TOOLBAR (poplens_page_toolbar_get_type ())
G_DECLARE_FINAL_TYPE (PoplensPageToolbar, poplens_page_toolbar, POPLENS, PAGE_TOOLBAR, GtkWidget)

/* Makes a tool bar. @has_chart: TRUE: with zoom buttons and the menu "Display". */
GtkWidget *poplens_page_toolbar_new (gboolean has_chart);
/* Makes a tool bar with the controls of section @section. The menu of its tab, which chooses a
 * view, is not among them. */
GtkWidget *poplens_page_toolbar_new_of_section (const char *section);
/* TRUE if the bar already has the controls of @page: poplens_page_toolbar_set_page () then makes no
 * new widgets. */
gboolean poplens_page_toolbar_matches (PoplensPageToolbar *self, const PoplensPage *page);
/* Shows the controls of @page. Controls that did not change keep their widgets. */
void poplens_page_toolbar_set_page (PoplensPageToolbar *self, const PoplensPage *page);
gboolean poplens_page_toolbar_is_empty (PoplensPageToolbar *self);
/* Shows the values of controls and the selected tiles of @location. */
void poplens_page_toolbar_set_location (PoplensPageToolbar *self, const PoplensLocation *location);
/* Sets the text beside the search field, such as "3 of 12". @count: (nullable): NULL if there is no
 * search. */
void poplens_page_toolbar_set_count (PoplensPageToolbar *self, const char *count);
/* Focuses the search field. FALSE if there is none. */
gboolean poplens_page_toolbar_focus_search (PoplensPageToolbar *self);

G_END_DECLS
