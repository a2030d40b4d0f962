/* Conditions on the cells of a table's columns: "bytes > 1KiB". */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

/* @texts: NULL-terminated: "COLUMN OP VALUE" each; all have to hold.
 *
 * OP is =, !=, <, <=, >, >=, ~ (contains) or !~. Cells compare by what they are: numbers as
 * numbers, with the unit that VALUE may end in (B, kB, MB, GB, TB, KiB … TiB, %, ns, µs or us, ms,
 * s, Hz, kHz, MHz, GHz); "1,472" and "0x4c000" are numbers too; yes/no cells take yes, no, true,
 * false; texts compare exactly with = and !=, without case and with numbers in them by their value
 * with < and >. ~ looks in the text, or in a number's plain digits, without case. What is not
 * recorded meets no condition but COLUMN = "", which only it and empty texts meet. VALUE may stand
 * in quotes. Of a tree "depth" is a column too, 0 at the top, unless it has one of that name.
 *
 * NULL with POPLENS_ERROR_USAGE where a text is no condition, the table has no such column (it
 * lists them) or the value does not fit the column. @table outlives the conditions. */
PoplensWhere *poplens_where_new (const PoplensTable *table, const char *const *texts,
                                 GError **error);
void poplens_where_free (PoplensWhere *self);
/* Thread-safe. */
gboolean poplens_where_matches (const PoplensWhere *self, guint32 row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensWhere, poplens_where_free)

G_END_DECLS
