/* PoplensPageFollow: which table or chart of a tab is made next, and when: of sections that follow
 * how the page is looked at, and of partial ones. What of it is on the screen is PoplensPageTabs,
 * which knows nothing of workers: it is told what a tab has now, and asks back by its signal
 * "load".
 *
 *   stale ──▶ resting ──▶ making ──┬──▶ made: a table, a chart, or why there is none
 *     ▲       150 ms of   a worker,└──▶ asked: it is much over a link; "load" makes it wanted
 *     │       a view that one at a                                │
 *     │       moves       time                                    │
 *     └── what it follows has changed, or again () ◀──────────────┘
 *
 * A change stops what rests or is made. Only the tab in front leaves the state stale; without one
 * in the location that is the first that will have a table. Old rows stay on the screen until the
 * new ones are there. A page made anew takes over what was made of the same (keep_shown ()). */
#pragma once

#include "app/page/page-tabs.h"

G_BEGIN_DECLS

typedef struct _PoplensPageFollow PoplensPageFollow;

/* @tabs: outlives it. */
PoplensPageFollow *poplens_page_follow_new (PoplensPageTabs *tabs);
void poplens_page_follow_free (PoplensPageFollow *self);
/* The tables of @bundle are shown, as of its own location. */
void poplens_page_follow_show (PoplensPageFollow *self, PoplensPageBundle *bundle);
/* A view that moves is waited for: it has to rest a moment. */
void poplens_page_follow_location (PoplensPageFollow *self, const PoplensLocation *location);
/* What the table of section @key is made of has changed: it is made again when it is in front. */
void poplens_page_follow_again (PoplensPageFollow *self, const char *key);

/* Details of the block @item, which is of a LANES chart, as text: what the table of the executed
 * step would say of it, on a worker, or what the chart says. */
void poplens_page_details_async (PoplensPageBundle *bundle, const PoplensLocation *location,
                                 gsize item, GAsyncReadyCallback callback, gpointer user_data);
char *poplens_page_details_finish (GAsyncResult *result); /* (transfer full) */

G_END_DECLS
