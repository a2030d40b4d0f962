/* Tables of a page: a PoplensTableWidget that follows the session's location and changes it. For
 * page-document.c and page-chart.c. */
#pragma once

#include "app/page/page-bundle.h"
#include "app/table/table-widget.h"
#include "app/window/session.h"

G_BEGIN_DECLS

GtkWidget *poplens_page_table_new (PoplensSession *session, guint max_rows);
/* Shows @table, which is @section's as of @location. @view: (transfer full) (nullable): its rows.
 */
void poplens_page_table_put (GtkWidget *widget, PoplensPageBundle *bundle,
                             const PoplensSection *section, PoplensTable *table,
                             PoplensTableView *view, const PoplensLocation *location);
/* Shows the table of section @index, which has one, sorted and filtered as @session's location
 * says.
 */
void poplens_page_table_show (GtkWidget *widget, PoplensSession *session, PoplensPageBundle *bundle,
                              guint index);
/* The location changed. */
void poplens_page_table_follow_location (GtkWidget *widget, const PoplensLocation *location);

/* Sets @key of the session's location; NULL takes it away. @remember: as a step in the history. */
void poplens_page_set_key (PoplensSession *session, const char *key, const char *value,
                           gboolean remember);
/* Follows @link; what is wrong with it is said as a toast of the page. */
void poplens_page_follow (GtkWidget *widget, PoplensSession *session, const char *link);
/* A short message, by the page view that @widget is in. */
void poplens_page_toast (GtkWidget *widget, const char *text);
/* Takes the series @key into "hide", or out of it; one that was added ("plot:NAME") out of the
 * graph. */
void poplens_page_toggle_series (PoplensSession *session, const char *key);

/* A line for a notice or for why there is no table. (floating) */
GtkWidget *poplens_page_notice_new (PoplensTone tone, const char *text);
/* The first of a page: @title is large, @text (maybe "") below it. */
GtkWidget *poplens_page_verdict_new (PoplensTone tone, const char *title, const char *text);
/* What there is to know of it, dim below its text. */
void poplens_page_notice_add_detail (GtkWidget *notice, const char *text);
/* Where a notice leads, as buttons below its text. @links: PoplensPageLink */
void poplens_page_notice_add_links (GtkWidget *notice, PoplensSession *session,
                                    const GPtrArray *links);
/* A button beside its text, or below it where that would have little room. */
void poplens_page_notice_add_beside (GtkWidget *notice, GtkWidget *button);
/* In place of a table that is being made; blank for a moment, as most are made before one could
 * read it. (floating) */
GtkWidget *poplens_page_busy_new (void);
/* Names section @index even where several have the same key. (transfer full) */
char *poplens_page_section_id (const PoplensPage *page, guint index);

G_END_DECLS
