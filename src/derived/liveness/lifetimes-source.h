/* Lifetimes of the variables of whatever a location asks for (derived/liveness/live-source.h), as
 * they are at the step with the most. */
#pragma once

#include "analysis/liveness/lifetimes.h"
#include "derived/liveness/live-source.h"

G_BEGIN_DECLS

typedef struct {
  PoplensLiveSource source; /* without a step */
  PoplensLifetimes *lifetimes;
} PoplensLifetimesSource;

/* Returns the lifetimes of the variables of @source, whatever its steps. Those of all tiles are
 * made once a report. NULL with @error as poplens_live_source_bytes(). (transfer full) */
PoplensLifetimes *poplens_live_source_lifetimes (PoplensLiveSource *source,
                                                 GCancellable *cancellable, GError **error);

/* FALSE with @error as above. Clear it in either case. */
gboolean poplens_lifetimes_source_init (PoplensLifetimesSource *self, PoplensReport *report,
                                        const PoplensLocation *location, GCancellable *cancellable,
                                        GError **error);
void poplens_lifetimes_source_clear (PoplensLifetimesSource *self);

/* What the variable of @row is called: its name, or "variable 7"; where the file knows neither, so.
 * (transfer full) */
char *poplens_lifetimes_source_name (const PoplensLifetimesSource *self, guint32 row);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensLifetimesSource, poplens_lifetimes_source_clear)

G_END_DECLS
