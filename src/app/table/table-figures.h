/* Lists of figures, the table "card": facts about a program, a step or a block, with columns that
 * say where a value comes from, what it means, and its key. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

gboolean poplens_table_is_figures (const PoplensTable *table);

/* Exact value, meaning, source and key of a row in such a list, a line each. (transfer full) */
char *poplens_table_describe_figure (const PoplensTable *table, guint32 row);

G_END_DECLS
