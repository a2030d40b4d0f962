/* Tables of a chart page that are about what is selected or in view: when that changes, they are
 * made again on a worker, one after the other and the one on top first, and the page is not. Old
 * rows stay until the new ones are there. And partial tabs: they are made when they come to the
 * front. */
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
