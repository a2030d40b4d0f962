/* PoplensPageToolbar: the controls above a page, its tile field and the chart's zoom buttons. What
 * does not fit is in a menu; above a chart, the menu "Display" also has all switches and rarely
 * used controls, and a dot if one of them differs from its default.
 *
 * Signals:
 *   "choice"       (char *key, char *value): for the location
 *   "tiles"        (PoplensTileSet *tiles as pointer): from the tile field; empty: all
 *   "chart-action" (char *name): "chart.zoom-in" …
 *   "search-step"  (int by), "search-left" (): see PoplensPageControl */
#pragma once

#include <gtk/gtk.h>

#include "pages/core/page.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_TOOLBAR (poplens_page_toolbar_get_type ())
G_DECLARE_FINAL_TYPE (PoplensPageToolbar, poplens_page_toolbar, POPLENS, PAGE_TOOLBAR, GtkWidget)

/* @has_chart: TRUE: has zoom buttons. */
GtkWidget *poplens_page_toolbar_new (gboolean has_chart);
/* Makes a tool bar with the controls of one section, except those for the views of its tab. */
GtkWidget *poplens_page_toolbar_new_of_section (const char *section);
/* TRUE if the controls of @page are the present ones, so that no widget has to be made. */
gboolean poplens_page_toolbar_matches (PoplensPageToolbar *self, const PoplensPage *page);
/* Sets the controls. Keeps the widgets of those that are unchanged. */
void poplens_page_toolbar_set_page (PoplensPageToolbar *self, const PoplensPage *page);
/* TRUE if it has no controls. */
gboolean poplens_page_toolbar_is_empty (PoplensPageToolbar *self);
/* Shows the controls' values and the tiles of the location. */
void poplens_page_toolbar_set_location (PoplensPageToolbar *self, const PoplensLocation *location);
/* Sets the text beside the search field: "3 of 12". @count: (nullable): NULL: no search. */
void poplens_page_toolbar_set_count (PoplensPageToolbar *self, const char *count);
/* Focuses the search field. FALSE if there is none. */
gboolean poplens_page_toolbar_focus_search (PoplensPageToolbar *self);

G_END_DECLS
