/* The graph of Liveness by kind. Private to the page. */
#pragma once

#include "analysis/memory/kind-index.h"
#include "derived/liveness/live-source.h"
#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* The control "breakdown"; whether it says kind. Where the report has no kinds, or the page is of
 * one operation, there is none. */
gboolean poplens_liveness_page_add_breakdown (PoplensPage *page, const PoplensPageContext *context,
                                              const PoplensLiveSource *source);
/* Bytes by kind of @source at each step. NULL with @error, ABSENT where the report has none.
 * (transfer full) */
PoplensKindBytes *poplens_liveness_page_kinds (const PoplensPageContext *context,
                                               const PoplensLiveSource *source, gboolean always,
                                               GError **error);

G_END_DECLS
