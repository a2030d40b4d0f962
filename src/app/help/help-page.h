/* PoplensHelpPage: a document of the guide, scrolled to a block of it. A page that gets another
 * width keeps what is at its top.
 *
 * Signal "scrolled" (guint block): the user did; the block at the top. */
#pragma once

#include <adwaita.h>

#include "guide/guide.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_HELP_PAGE (poplens_help_page_get_type ())
G_DECLARE_FINAL_TYPE (PoplensHelpPage, poplens_help_page, POPLENS, HELP_PAGE, AdwBin)

/* @document lives as long as the page. @block comes to the top. */
void poplens_help_page_show (PoplensHelpPage *self, const PoplensGuideDocument *document,
                             guint block);
/* Shows a match of a search: it is highlighted until something else is shown. */
void poplens_help_page_show_match (PoplensHelpPage *self, const PoplensGuideDocument *document,
                                   const PoplensGuideMatch *match);
/* How far down it is scrolled, and back to that. */
double poplens_help_page_get_scroll (PoplensHelpPage *self);
void poplens_help_page_set_scroll (PoplensHelpPage *self, double scroll);

G_END_DECLS
