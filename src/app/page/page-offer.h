/* PoplensPageOffer: loads what a page is shown without at first. Where that comes over a link and
 * is much, or a file of its own, it is a line above the page instead: what is not loaded, how large
 * it is, and a button that loads it. */
#pragma once

#include "report/report.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_OFFER (poplens_page_offer_get_type ())
/* Signal "loaded" (): the parts are there, or damaged. */
G_DECLARE_FINAL_TYPE (PoplensPageOffer, poplens_page_offer, POPLENS, PAGE_OFFER, AdwBin)

/* Loads @parts (bits) of @report, or offers to; goes on where these are being loaded. */
void poplens_page_offer_begin (PoplensPageOffer *self, PoplensReport *report, guint32 parts);
/* Another page is on the screen; what is being loaded goes on. */
void poplens_page_offer_hide (PoplensPageOffer *self);
/* Nothing is loaded any more. */
void poplens_page_offer_stop (PoplensPageOffer *self);

/* ---- kinds of variables ---------------------------------------------------------------------- */

/* Kinds of variables (derived/insights/kinds-source.h) for a page that was shown without them: they
 * are made on a worker, once a report, whatever the user does meanwhile. */

/* Zero it, or poplens_page_kinds_stop() it, to begin. */
typedef struct {
  GCancellable *making;  /* NULL: nobody does */
  PoplensReport *report; /* of the last that were asked for; they may have failed */
  GWeakRef other;        /* that it was compared with */
} PoplensPageKinds;

/* Called with the owner. */
typedef void (*PoplensKindsReady) (gpointer owner);

/* Does nothing where those of @report were asked for already. @owner: of @self; it is kept alive
 * until the worker ends. @ready: once they are there, unless they were stopped. */
void poplens_page_kinds_begin (PoplensPageKinds *self, PoplensReport *report, GObject *owner,
                               PoplensKindsReady ready);
void poplens_page_kinds_stop (PoplensPageKinds *self);

G_END_DECLS
