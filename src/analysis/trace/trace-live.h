/* Live bytes over the trace: liveness counts steps of the program tree, so an executed step's bytes
 * are those of its program. */
#pragma once

#include "model/execution.h"
#include "model/liveness.h"

G_BEGIN_DECLS

/* Programs by id. A program that stands at several liveness steps has the bytes of the highest, and
 * is flagged: which of them ran is not recorded. */
typedef struct {
  guint32 n;
  guint32 *program;
  guint64 *bytes;
  guint32 *step;     /* the liveness step they are from: the first of the highest */
  gboolean *several; /* the program's steps differ in bytes */
} PoplensLivePrograms;

/* @bytes: (nullable): what is live at each liveness step; NULL: on all tiles, always-live included
 */
PoplensLivePrograms *poplens_live_programs_new (const PoplensLiveness *liveness,
                                                const guint64 *bytes);
void poplens_live_programs_free (PoplensLivePrograms *self);
/* Row of a program id; G_MAXUINT32 where it is at no liveness step. */
guint32 poplens_live_programs_find (const PoplensLivePrograms *self, guint32 program);

/* A staircase: the bytes of @program hold from the begin of @row on, until the next one's. Steps
 * whose program is at no liveness step, implicit syncs among them, leave it as it is. Where several
 * steps begin at once, on several IPUs, there is one entry: the highest. 8 bytes an entry. */
typedef struct {
  guint32 n;
  guint32 *row;     /* of steps_by_ipu; their begins rise */
  guint32 *program; /* row of the live programs */
} PoplensLiveTrace;

/* @shown: (nullable): [n_ipus] which IPUs' steps count; NULL: all */
PoplensLiveTrace *poplens_live_trace_new (const PoplensExecution *execution,
                                          const PoplensLivePrograms *programs,
                                          const gboolean *shown);
void poplens_live_trace_free (PoplensLiveTrace *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLivePrograms, poplens_live_programs_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLiveTrace, poplens_live_trace_free)

G_END_DECLS
