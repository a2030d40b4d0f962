/* Programs as texts, and sums of names that are read once a report. */
#pragma once

#include "analysis/insights/insights-names.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Type and name of a program by id; NULL where @programs (nullable) lacks it. The name of a part of
 * a StreamCopy without known streams is its type; of others it may be "". */
const char *poplens_program_type_text (const PoplensPrograms *programs, guint32 id);
const char *poplens_program_name_text (const PoplensPrograms *programs, guint32 id);
/* "StreamCopyMid", "DoExchange copy/ExchangePre": type and name, or its id. (transfer full) */
char *poplens_program_title (const PoplensPrograms *programs, guint32 id);

/* What the names of all lowered variables add up to; read once a report. NULL without an error
 * where the report lacks variables. (transfer full) */
PoplensNameSums *poplens_report_name_sums (PoplensReport *report, GCancellable *cancellable,
                                           GError **error);

G_END_DECLS
