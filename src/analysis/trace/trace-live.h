/* Live bytes over the trace. The file records liveness for steps of the program tree; an executed
 * step has the live bytes of its program. */
#pragma once

#include "model/execution.h"
#include "model/liveness.h"

G_BEGIN_DECLS

/* Live bytes by program. If a program has several liveness steps, its bytes are those of the step
 * with the most; the file does not record which of them ran. .several marks such programs if the
 * bytes differ. */
typedef struct {
  guint32 n;
  guint32 *program;  /* [n] program ids, ascending */
  guint64 *bytes;    /* [n] */
  guint32 *step;     /* [n] liveness step with these bytes; of several the first */
  gboolean *several; /* [n] TRUE if the program has liveness steps with different bytes */
} PoplensLivePrograms;

/* Finds the live bytes of each program. @bytes: (nullable): live bytes by liveness step; NULL:
 * those on all tiles, including always-live. (transfer full) */
PoplensLivePrograms *poplens_live_programs_new (const PoplensLiveness *liveness,
                                                const guint64 *bytes);
void poplens_live_programs_free (PoplensLivePrograms *self);
/* Returns the index of a program id; G_MAXUINT32 if it has no liveness step. */
guint32 poplens_live_programs_find (const PoplensLivePrograms *self, guint32 program);

/* Live bytes as a step function over cycles: each value is that of .program, and holds from the
 * begin of .row to the begin of the next row. Steps whose program has no liveness step, such as
 * implicit syncs, do not change it. If steps begin at the same cycle on several IPUs, only the one
 * with the most bytes is stored. Takes 8 bytes per element. */
typedef struct {
  guint32 n;
  guint32 *row;     /* [n] rows of steps_by_ipu, sorted by begin */
  guint32 *program; /* [n] indices in PoplensLivePrograms */
} PoplensLiveTrace;

/* Builds the step function. @shown: (nullable) [n_ipus]: IPUs whose steps count; NULL: all.
 * (transfer full) */
PoplensLiveTrace *poplens_live_trace_new (const PoplensExecution *execution,
                                          const PoplensLivePrograms *programs,
                                          const gboolean *shown);
void poplens_live_trace_free (PoplensLiveTrace *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLivePrograms, poplens_live_programs_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLiveTrace, poplens_live_trace_free)

G_END_DECLS
