/* PoplensPageToolbar: the choices above a page, its tile field and the chart's zoom. What does not
 * fit goes into a menu; above a chart that is “Display”, which has all switches and what is seldom
 * chosen, and a dot where one of these is not as at first.
 *
 * Signals:
 *   "choice"       (char *key, char *value): for the location
 *   "tiles"        (PoplensTileSet *tiles as pointer): the tile field; empty: all
 *   "chart-action" (char *name): "chart.zoom-in" …
 *   "search-step"  (int by), "search-left" (): see PoplensPageControl */
#pragma once

#include <gtk/gtk.h>

#include "pages/core/page.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_TOOLBAR (poplens_page_toolbar_get_type ())
G_DECLARE_FINAL_TYPE (PoplensPageToolbar, poplens_page_toolbar, POPLENS, PAGE_TOOLBAR, GtkWidget)

/* @has_chart: shows the zoom buttons. */
GtkWidget *poplens_page_toolbar_new (gboolean has_chart);
/* Of the controls of a section alone, those that share its tab apart. */
GtkWidget *poplens_page_toolbar_new_of_section (const char *section);
/* The controls of @page are the present ones: no widget has to be made. */
gboolean poplens_page_toolbar_matches (PoplensPageToolbar *self, const PoplensPage *page);
/* Widgets of controls that are as before stay. */
void poplens_page_toolbar_set_page (PoplensPageToolbar *self, const PoplensPage *page);
/* No choice stands in it. */
gboolean poplens_page_toolbar_is_empty (PoplensPageToolbar *self);
/* Shows what the location says of the controls, and its tiles. */
void poplens_page_toolbar_set_location (PoplensPageToolbar *self, const PoplensLocation *location);
/* Beside its search field: "3 of 12"; NULL: nothing is searched. */
void poplens_page_toolbar_set_count (PoplensPageToolbar *self, const char *count);
/* Puts the keyboard into its search field; FALSE where it has none. */
gboolean poplens_page_toolbar_focus_search (PoplensPageToolbar *self);

G_END_DECLS
