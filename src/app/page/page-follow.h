/* PoplensPageFollow: makes the tables and charts of tabs that depend on the view, or that are not
 * made before their tab is in front. Decides which one is made next, and when. PoplensPageTabs
 * shows the results; its signal "load" says that the user wants a table although it is much to read
 * over a link. States of a table or chart:
 *
 *   stale ──▶ settling ──▶ making ──┬──▶ made: a table, a chart, or the reason for none
 *     ▲       150 ms       on a     └──▶ asking: much to read over a link; "load"
 *     │       without a    worker, one                             makes it wanted
 *     │       change       at a time                               │
 *     └── the view changed, or follow_again () ◀───────────────────┘
 *
 * A change of the view ends settling and making: the table is stale again. Stale tables are made if
 * they are in the tab in front or beside the page's chart, others when their tab comes to the
 * front. If the location names no tab, makes the first tab that will have a table. Old rows stay on
 * the screen until new ones are ready. Tables whose inputs are the same on a new page stay.
 */
#pragma once

#include "app/page/page-tabs.h"

G_BEGIN_DECLS

typedef struct _PoplensPageFollow PoplensPageFollow;

/* Makes the contents of @tabs. @tabs: (transfer none): must outlive the result. */
PoplensPageFollow *poplens_page_follow_new (PoplensPageTabs *tabs);
void poplens_page_follow_free (PoplensPageFollow *self);
/* Starts to follow a new page. Its tables show the state at the location that @bundle was built
 * for. */
void poplens_page_follow_show (PoplensPageFollow *self, PoplensPageBundle *bundle);
/* Reacts to a new location. If the view has moved, waits until it has settled. */
void poplens_page_follow_location (PoplensPageFollow *self, const PoplensLocation *location);
/* Marks the table of section @key as stale because its data changed; it is made again when its tab
 * is in front. */
void poplens_page_follow_again (PoplensPageFollow *self, const char *key);

/* Returns details of block @item of a LANES chart as text: the table of its step, made on a worker;
 * if it has none, the chart's description of the block. */
void poplens_page_details_async (PoplensPageBundle *bundle, const PoplensLocation *location,
                                 gsize item, GAsyncReadyCallback callback, gpointer user_data);
char *poplens_page_details_finish (GAsyncResult *result); /* (transfer full) */

G_END_DECLS
