/* Finds the debug contexts of what a location selects, and loads contexts for tables if that is
 * quick. */
#pragma once

#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Largest debug.cbor that is read while something else is loaded (at 700 MB/s it takes 6 ms). A
 * larger one is read only if the user asks for debug contexts. */
#define POPLENS_DEBUG_AT_ONCE ((guint64) 4 << 20)

/* Returns the contexts if they are loaded, or small enough to be loaded now. (nullable): NULL if
 * the report has none, if they are damaged or too large, or if the load was cancelled */
const PoplensDebugContexts *poplens_debug_at_hand (PoplensReport *report,
                                                   GCancellable *cancellable);

/* TRUE if debug.cbor is large, not loaded, and on another computer: it is then read only on
 * request. */
gboolean poplens_debug_is_far (PoplensReport *report);

/* Something that the location selects, and its debug contexts. */
typedef struct {
  char *title; /* "Program 12, OnTileExecute conv" */
  GArray *ids; /* guint64: ids of its contexts; may be empty */
} PoplensDebugSubject;

/* Finds what the location selects, with its debug contexts. The page decides which keys count.
 * Liveness: "step" and "variable". Execution Trace: "executed", else "program". Operations:
 * "operation". Other pages: "context", "compute-set" and all these keys but "operation". @more:
 * (out): number of variables or compute sets left out because too many share a name. NULL with
 * POPLENS_ERROR_USAGE if a selected item does not exist. (transfer full): GPtrArray of
 * PoplensDebugSubject */
GPtrArray *poplens_debug_subjects (PoplensReport *report, const PoplensLocation *location,
                                   guint *more, GCancellable *cancellable, GError **error);

/* Returns "Complete.", or the reason why the contexts are incomplete. Counts of damaged or ignored
 * contexts follow. (transfer full) */
char *poplens_debug_state (const PoplensDebugContexts *contexts);
/* Returns "layer category: name", for example "popart op: Add"; "Unnamed (12)" for a name that
 * cannot be resolved. (transfer full) */
char *poplens_debug_title (const PoplensDebugContexts *contexts, guint32 context);
/* Returns "model.py:34". (transfer full) (nullable): NULL if the context has no file */
char *poplens_debug_location (const PoplensDebugContexts *contexts, guint32 context);

G_END_DECLS
