/* Each unlowered variable over the whole program: what it holds always, and at most at one step. */
#pragma once

#include "analysis/liveness/live-step.h"

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

/* A range of steps through which some bytes of a variable are live. */
typedef struct {
  guint32 variable, class_id;
  guint32 from, to; /* half open */
  guint64 bytes;
  gboolean always; /* the class is always live: its range is all steps */
} PoplensVariableRange;

/* Those of the @n @variables (in any order), by variable, first step, last step and class; without
 * those of no bytes. (transfer full) GArray of PoplensVariableRange */
GArray *poplens_variable_ranges (const PoplensLiveness *liveness, const PoplensClassBytes *bytes,
                                 const guint32 *variables, guint n);
/* Steps at which any byte of these ranges is born or freed, rising, each once; below @n_steps, and
 * without always-live ones. (transfer full) GArray of guint32 */
GArray *poplens_variable_touches (const GArray *ranges, guint32 n_steps);

G_END_DECLS
