/* How much lines of source code account for, as a sentence. */
#pragma once

#include "base/format.h"
#include "derived/operations/sources-source.h"

G_BEGIN_DECLS

/* "85.8 % of the bytes come from 44 lines of source code. encoder.py:42 has the most, 12.1 %." "No
 * line of source code …" without any. (transfer full) */
char *poplens_sources_answer (const PoplensSourceLines *lines, PoplensSourceMeasure measure);

G_END_DECLS
