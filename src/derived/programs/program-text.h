/* Programs as texts. */
#pragma once

#include "report/report.h"

G_BEGIN_DECLS

/* Type and name of a program by id; NULL where @programs (nullable) lacks it. The name of a part of
 * a StreamCopy without known streams is its type; of others it may be "". */
const char *poplens_program_type_text (const PoplensPrograms *programs, guint32 id);
const char *poplens_program_name_text (const PoplensPrograms *programs, guint32 id);
/* "StreamCopyMid", "DoExchange copy/ExchangePre": type and name, or its id. (transfer full) */
char *poplens_program_title (const PoplensPrograms *programs, guint32 id);

G_END_DECLS
