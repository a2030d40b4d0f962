/* Debug contexts for tables: at hand or not, and the chains that a location asks for. */
#pragma once

#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Larger files are not read on the way to something else, but when they are asked for: at 700 MB/s
 * this much costs 6 ms. */
#define POPLENS_DEBUG_AT_ONCE ((guint64) 4 << 20)

/* The contexts where they are loaded, or small enough to be loaded now; NULL where the report has
 * none, or they are damaged, or would take a while. Never an error but of a cancelled load. */
const PoplensDebugContexts *poplens_debug_at_hand (PoplensReport *report,
                                                   GCancellable *cancellable);

/* Whether it would come over a link, and takes a while: who was not asked for it goes without. */
gboolean poplens_debug_is_far (PoplensReport *report);

/* One thing whose chain is wanted. */
typedef struct {
  char *title; /* "Program 12, OnTileExecute conv" */
  GArray *ids; /* guint64: ids of its contexts; 0: it has none */
} PoplensDebugSubject;

/* What the location's keys name: on Liveness "step" and "variable", on the trace "executed" or
 * "program"; on Operations "operation"; elsewhere these and "context" (a context's id),
 * "compute-set" (id or name) and "variable" (id or name). *@more counts those of one name that were
 * left out. NULL with POPLENS_ERROR_USAGE for one that is not there. (transfer full): GPtrArray of
 * PoplensDebugSubject
 */
GPtrArray *poplens_debug_subjects (PoplensReport *report, const PoplensLocation *location,
                                   guint *more, GCancellable *cancellable, GError **error);

/* "Complete.", or why it is not and up to which byte, and what is odd. (transfer full) */
char *poplens_debug_state (const PoplensDebugContexts *contexts);
/* "layer category: name", "op Add", a name that is not resolved as "Unnamed (12)". (transfer full)
 */
char *poplens_debug_title (const PoplensDebugContexts *contexts, guint32 context);
/* "model.py:34"; NULL where it has no file. (transfer full) */
char *poplens_debug_location (const PoplensDebugContexts *contexts, guint32 context);

G_END_DECLS
