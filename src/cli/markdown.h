/* Markdown as GitHub and GitLab read it. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

/* @text (of a report: it may be anything) as one line that shows as it is: nothing in it begins a
 * cell, a link, a mention, markup or HTML. (transfer full) */
char *poplens_markdown_escape (const char *text);
/* The first @most rows (0: all), these @columns (NULL-terminated); "and 12 more" where it cuts. */
void poplens_markdown_table (const PoplensTable *table, const char *const *columns, guint32 most,
                             PoplensByteUnit unit, PoplensTextSink *out);

G_END_DECLS
