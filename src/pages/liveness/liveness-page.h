/* Parts of the Liveness page. Private to the pages. */
#pragma once

#include "derived/liveness/live-source.h"
#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* The choice of whose memory is shown: all tiles, each IPU and replica where there are several, the
 * fullest tile, the tiles that are selected. */
void poplens_liveness_page_add_source (PoplensPage *page, const PoplensPageContext *context,
                                       const PoplensLiveSource *source, guint32 n_ipus);
/* Takes @location; returns it without a source that cannot be, and says so. */
PoplensLocation *poplens_liveness_page_drop_wrong_source (PoplensPage *page,
                                                          PoplensLocation *location,
                                                          PoplensReport *report);

G_END_DECLS
