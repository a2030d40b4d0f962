/* PoplensHelpPage: shows a document of the guide, scrolled to one of its blocks. When the width
 * changes, the block at the top of the view stays there.
 *
 * Signal "scrolled" (guint block): the user scrolled; @block: index of the block at the top */
#pragma once

#include <adwaita.h>

#include "guide/guide.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_HELP_PAGE (poplens_help_page_get_type ())
G_DECLARE_FINAL_TYPE (PoplensHelpPage, poplens_help_page, POPLENS, HELP_PAGE, AdwBin)

/* Shows @document with the block of index @block at the top. @document: (transfer none): must
 * outlive the page. */
void poplens_help_page_show (PoplensHelpPage *self, const PoplensGuideDocument *document,
                             guint block);
/* Shows the block with a search match, which stays highlighted until the page shows something else.
 */
void poplens_help_page_show_match (PoplensHelpPage *self, const PoplensGuideDocument *document,
                                   const PoplensGuideMatch *match);
/* Returns the vertical scroll position, in pixels. */
double poplens_help_page_get_scroll (PoplensHelpPage *self);
void poplens_help_page_set_scroll (PoplensHelpPage *self, double scroll);

G_END_DECLS
