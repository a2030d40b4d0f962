/* PoplensPageFollow: makes the tables and charts of a page that are not part of its bundle, on a
 * worker, one at a time. They depend on the view, or are made only when their tab comes to the
 * front. PoplensPageTabs shows the results. States of such a table or chart:
 *
 *   stale ──▶ settling ──▶ making ──┬──▶ made: a table, a chart, or the reason for none
 *     ▲                             └──▶ asking the user, if much must be read over a link
 *     └── the view changed, poplens_page_follow_again (), or the user accepted
 *
 * Settling: waits until the view has not changed for 150 ms. Makes the tab in front and the column
 * beside the page's chart; other tabs usually wait until they come to the front. Old rows stay on
 * the screen until new ones are ready. */
#pragma once

#include "app/page/page-tabs.h"

G_BEGIN_DECLS

typedef struct _PoplensPageFollow PoplensPageFollow;

/* Makes a PoplensPageFollow for the contents of @tabs. @tabs: (transfer none): must outlive the
 * result. */
PoplensPageFollow *poplens_page_follow_new (PoplensPageTabs *tabs);
void poplens_page_follow_free (PoplensPageFollow *self);
/* Starts to follow the page of @bundle. Its tables are up to date for the location that the page
 * was built for. */
void poplens_page_follow_show (PoplensPageFollow *self, PoplensPageBundle *bundle);
/* Reacts to a new location. If the view has changed, waits until it stops changing. */
void poplens_page_follow_location (PoplensPageFollow *self, const PoplensLocation *location);
/* Marks the table of section @key as stale because its data changed; it is made again when its tab
 * is in front. */
void poplens_page_follow_again (PoplensPageFollow *self, const char *key);

/* Gets details of block @item of a LANES chart as text, on a worker. The text is the table of the
 * block's step. If the block has no single step, the text is the chart's description of the
 * block. */
void poplens_page_details_async (PoplensPageBundle *bundle, const PoplensLocation *location,
                                 gsize item, GAsyncReadyCallback callback, gpointer user_data);
char *poplens_page_details_finish (GAsyncResult *result); /* (transfer full) */

G_END_DECLS
