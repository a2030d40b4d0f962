/* Which of two reports is Before where nobody says so: the one that was compiled first. */
#pragma once

#include "report/report.h"

G_BEGIN_DECLS

/* FALSE where the time of either compilation is not known. Loads the target of both. */
gboolean poplens_compare_is_older (PoplensReport *report, PoplensReport *than,
                                   GCancellable *cancellable);

G_END_DECLS
