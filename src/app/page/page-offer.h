/* PoplensPageOffer: a line above a page: files of a report on another computer that the page would
 * show too, how large they are, and a button that loads them. */
#pragma once

#include <adwaita.h>

#include "report/report.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_OFFER (poplens_page_offer_get_type ())
/* Signal "accepted" (). */
G_DECLARE_FINAL_TYPE (PoplensPageOffer, poplens_page_offer, POPLENS, PAGE_OFFER, AdwBin)

/* Whether the parts (bits) are loaded only when asked for: they come from large files of their own,
 * over a link. */
gboolean poplens_page_offer_applies (PoplensReport *report, guint32 parts);
/* @parts: bits. */
void poplens_page_offer_show (PoplensPageOffer *self, PoplensReport *report, guint32 parts);
void poplens_page_offer_hide (PoplensPageOffer *self);

G_END_DECLS
