/* Each unlowered variable over the whole program: what it holds always, and at most at one step. */
#pragma once

#include "analysis/live-step.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct {
  guint32 variable;
  guint32 step; /* first with most not-always-live bytes; POPLENS_NO_STEP where there are none */
  guint64 always_live, not_always_live_max; /* bytes */
} PoplensVariableLive;

/* By variable; one that is never live is left out. NULL only where @cancellable was cancelled.
 * (transfer full) GArray of PoplensVariableLive */
GArray *poplens_variables_live (const PoplensLiveness *liveness, const PoplensClassBytes *bytes,
                                GCancellable *cancellable);

G_END_DECLS
