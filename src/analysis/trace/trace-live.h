/* Live bytes over the trace. The file records liveness for steps of the program tree; an executed
 * step has the live bytes of its program. */
#pragma once

#include "model/execution.h"
#include "model/liveness.h"

G_BEGIN_DECLS

/* Live bytes by program. A program can have several liveness steps, and the file does not record
 * which of them ran. So .bytes is the maximum over the program's liveness steps. */
typedef struct {
  guint32 n;
  guint32 *program; /* [n] program ids, ascending */
  guint64 *bytes;   /* [n] */
  guint32 *step;    /* [n] liveness step that has these bytes; the first one if there are several */
  gboolean *several; /* [n] TRUE if the program has liveness steps with different bytes */
} PoplensLivePrograms;

/* Finds the live bytes of each program. @bytes: (nullable): live bytes of each liveness step; NULL:
 * bytes on all tiles, including always-live variables. (transfer full) */
PoplensLivePrograms *poplens_live_programs_new (const PoplensLiveness *liveness,
                                                const guint64 *bytes);
void poplens_live_programs_free (PoplensLivePrograms *self);
/* Returns the index of a program id; G_MAXUINT32 if it has no liveness step. */
guint32 poplens_live_programs_find (const PoplensLivePrograms *self, guint32 program);

/* Live bytes as a step function over cycles. The .program of each row determines the live bytes
 * from the start of the row to the start of the next row. Steps without live bytes, such as
 * implicit syncs, are left out. If steps on several IPUs start at the same cycle, only the step
 * with the most bytes is stored. */
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
