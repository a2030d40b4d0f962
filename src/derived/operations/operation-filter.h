/* "Only this operation": what the keys "operation" and "layer" of a location leave over on Memory,
 * Liveness and the Execution Trace: its variables, its executed steps. On other pages they mean
 * something else. Which variable and which program belongs to an operation is the rule of
 * operations.h, so that over all operations and what belongs to none everything adds up. Private to
 * tables and pages. */
#pragma once

#include "derived/operations/operations-source.h"

G_BEGIN_DECLS

typedef struct {
  PoplensOperationSource source; /* where .active */
  gboolean active;               /* FALSE: everything counts */
} PoplensOperationFilter;

/* Whether @location (nullable) names an operation, or a layer, on a page that they restrict. */
gboolean poplens_operation_filter_is_asked (const PoplensLocation *location);

/* Costs nothing where the location does not ask; else as poplens_operation_source_init(), whose
 * errors it has. */
gboolean poplens_operation_filter_init (PoplensOperationFilter *self, PoplensReport *report,
                                        const PoplensLocation *location, GCancellable *cancellable,
                                        GError **error);
void poplens_operation_filter_clear (PoplensOperationFilter *self);

/* Whether an unlowered variable belongs to it, by its id in var_bytes_by_eq_class or
 * POPLENS_NO_VARIABLE; TRUE for all where it is not active. */
gboolean poplens_operation_filter_has_variable (const PoplensOperationFilter *self,
                                                guint32 variable);
/* The same of a program by its id; POPLENS_NO_PROGRAM: that of a step without one. */
gboolean poplens_operation_filter_has_program (const PoplensOperationFilter *self, guint32 id);
/* What of @bytes belongs to it; @bytes itself where it is not active. Takes @bytes. */
PoplensClassBytes *poplens_operation_filter_bytes (const PoplensOperationFilter *self,
                                                   PoplensClassBytes *bytes);

/* Names layer and operation, for what is kept of them. (transfer full) */
char *poplens_operation_filter_key (const PoplensOperationFilter *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensOperationFilter, poplens_operation_filter_clear)

G_END_DECLS
