/* PoplensPageOffer: loads the parts that a partial page lacks. If much, or a file beside
 * profile.pop, must be read over a link, first shows a bar. The bar says what is not loaded and its
 * size, and has a button that loads it. */
#pragma once

#include "report/report.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_OFFER (poplens_page_offer_get_type ())
/* Signal "loaded" (): loading has ended, and the parts are loaded or damaged. */
G_DECLARE_FINAL_TYPE (PoplensPageOffer, poplens_page_offer, POPLENS, PAGE_OFFER, AdwBin)

/* Loads @parts (bits) of @report, or shows the bar that offers to load them. A load of the same
 * parts that is already running continues. */
void poplens_page_offer_begin (PoplensPageOffer *self, PoplensReport *report, guint32 parts);
/* Hides the bar, because another page is shown. Loading continues. */
void poplens_page_offer_hide (PoplensPageOffer *self);
/* Cancels loading the parts. */
void poplens_page_offer_stop (PoplensPageOffer *self);

/* ---- classifying variables ------------------------------------------------------------------- */

/* Computes the kinds of variables (derived/insights/kinds-source.h) on a worker, once per report. A
 * page is first shown without kinds, and built again when they are ready. */

/* Request for the kinds of variables. The caller initializes it with zeros, and ends it with
 * poplens_page_kinds_stop (). */
typedef struct {
  GCancellable *making;  /* (nullable): cancels the running worker */
  PoplensReport *report; /* (nullable): report of the last request, even if the request failed */
  GWeakRef other;        /* report that .report was compared with */
} PoplensPageKinds;

/* Called when the kinds are ready. @owner: see poplens_page_kinds_begin (). */
typedef void (*PoplensKindsReady) (gpointer owner);

/* Computes the kinds of @report on a worker, unless they were requested before. @owner: contains
 * @self; kept alive until the worker ends. @ready: called on success, unless
 * poplens_page_kinds_stop () was called. */
void poplens_page_kinds_begin (PoplensPageKinds *self, PoplensReport *report, GObject *owner,
                               PoplensKindsReady ready);
void poplens_page_kinds_stop (PoplensPageKinds *self);

G_END_DECLS
