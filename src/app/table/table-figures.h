/* Lists of figures: details of a program, a step or a block, with a name, a value, and columns that
 * say where the value comes from, what it means, and its key. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

/* Whether the columns are those of a list of figures: what, value, source, doc, key. */
gboolean poplens_table_is_figures (const PoplensTable *table);

/* Exact value, meaning, source and key of a row in such a list, a line each. (transfer full) */
char *poplens_table_describe_figure (const PoplensTable *table, guint32 row);

G_END_DECLS
