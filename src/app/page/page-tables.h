/* Tables and notices of a page. A table is a PoplensTableWidget that follows the session's location
 * and changes it. For page-document.c and page-chart.c. */
#pragma once

#include "app/page/page-bundle.h"
#include "app/table/table-widget.h"
#include "app/window/session.h"

G_BEGIN_DECLS

GtkWidget *poplens_page_table_new (PoplensSession *session, guint max_rows);
/* Shows @table, which was made for @section of @bundle at @location. @view: (transfer full)
 * (nullable): the sorted and filtered rows of @table. */
void poplens_page_table_put (GtkWidget *widget, PoplensPageBundle *bundle,
                             const PoplensSection *section, PoplensTable *table,
                             PoplensTableView *view, const PoplensLocation *location);
/* Shows the table of section @index, sorted and filtered as the location of @session says. */
void poplens_page_table_show (GtkWidget *widget, PoplensSession *session, PoplensPageBundle *bundle,
                              guint index);
/* Sorts and filters the table by the keys of @location. */
void poplens_page_table_follow_location (GtkWidget *widget, const PoplensLocation *location);

/* Sets @key of the session's location. @value: (nullable): NULL removes it. @remember: TRUE adds a
 * history entry. */
void poplens_page_set_key (PoplensSession *session, const char *key, const char *value,
                           gboolean remember);
/* Goes to @link. If it is invalid, shows a toast. */
void poplens_page_follow (GtkWidget *widget, PoplensSession *session, const char *link);
/* Shows a toast in the page view that contains @widget. */
void poplens_page_toast (GtkWidget *widget, const char *text);
/* Hides the series @key if it is visible, else shows it, by the location's key "hide". Removes a
 * series that the user added ("plot:NAME") from the graph. */
void poplens_page_toggle_series (PoplensSession *session, const char *key);

/* Makes a notice: an icon for @tone and a wrapping text. Also used for the reason why there is no
 * table. (floating) */
GtkWidget *poplens_page_notice_new (PoplensTone tone, const char *text);
/* Makes the first notice of a page: @title large, @text (may be "") below. (floating) */
GtkWidget *poplens_page_verdict_new (PoplensTone tone, const char *title, const char *text);
/* Adds a dim text below the notice's text. */
void poplens_page_notice_add_detail (GtkWidget *notice, const char *text);
/* Adds buttons with links below the notice's text. @links: of PoplensPageLink */
void poplens_page_notice_add_links (GtkWidget *notice, PoplensSession *session,
                                    const GPtrArray *links);
/* Adds a button beside the notice's text, or below it if the text would be too narrow. */
void poplens_page_notice_add_beside (GtkWidget *notice, GtkWidget *button);
/* Makes a spinner for the time in which a table is made. Blank at first, because most tables are
 * made within a moment. (floating) */
GtkWidget *poplens_page_busy_new (void);
/* Returns an id of section @index, unique even if sections share a key. (transfer full) */
char *poplens_page_section_id (const PoplensPage *page, guint index);

G_END_DECLS
