/* Senders and receivers of an exchange on the floor plan. For the files of this room only. */
#pragma once

#include "derived/programs/program-tiles-source.h"
#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* Of each IPU that takes part a plan of what its tiles send, and one of what they receive. NULL
 * where nothing moves. (transfer full) */
PoplensTabChart *poplens_trace_exchange_floor (const PoplensPageContext *context,
                                               const PoplensProgramTiles *of);

G_END_DECLS
