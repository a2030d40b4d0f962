/* PoplensPageOffer: loads what a page is shown without at first. Where that comes over a link and
 * is much, or a file of its own, it is a line above the page instead: what is not loaded, how large
 * it is, and a button that loads it. */
#pragma once

#include <adwaita.h>

#include "report/report.h"

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

G_END_DECLS
