/* Kinds of variables (derived/insights/kinds-source.h) for a page that was shown without them: they
 * are made on a worker, once a report, whatever the user does meanwhile. */
#pragma once

#include "report/report.h"

G_BEGIN_DECLS

/* Zero it, or poplens_page_kinds_stop() it, to begin. */
typedef struct {
  GCancellable *making;  /* NULL: nobody does */
  PoplensReport *report; /* of the last that were asked for; they may have failed */
  GWeakRef other;        /* that it was compared with */
} PoplensPageKinds;

/* Called with the owner. */
typedef void (*PoplensKindsReady) (gpointer owner);

/* Does nothing where those of @report were asked for already. @owner: of @self; it is kept alive
 * until the worker ends. @ready: once they are there, unless they were stopped. */
void poplens_page_kinds_begin (PoplensPageKinds *self, PoplensReport *report, GObject *owner,
                               PoplensKindsReady ready);
void poplens_page_kinds_stop (PoplensPageKinds *self);

G_END_DECLS
