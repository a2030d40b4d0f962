/* Conditions on the cells of a table's columns: "bytes > 1KiB". */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

/* Parses conditions. @texts: NULL-terminated: "COLUMN OP VALUE" each; rows must meet all of them.
 *
 * OP is =, !=, <, <=, >, >=, ~ (contains) or !~. Numbers compare as numbers; VALUE may have a unit
 * (B, kB, MB, GB, TB, KiB … TiB, %, ns, µs or us, ms, s, Hz, kHz, MHz, GHz), and "1,472" and
 * "0x4c000" are numbers, too. Yes/no cells take yes, no, true, false. Texts compare exactly with =
 * and !=; with < and > without case, and numbers in them by value. ~ searches the text, or a
 * number's plain digits, without case. NULL cells meet only COLUMN = "", as empty texts do. VALUE
 * may be quoted. A tree has the column "depth", 0 at the top, unless the table defines one.
 *
 * NULL with POPLENS_ERROR_USAGE if a text is not a condition, the table has no such column (the
 * error lists them) or the value does not fit the column. @table must outlive the conditions.
 * (transfer full) */
PoplensWhere *poplens_where_new (const PoplensTable *table, const char *const *texts,
                                 GError **error);
void poplens_where_free (PoplensWhere *self);
/* TRUE if the row meets all conditions. Thread-safe. */
gboolean poplens_where_matches (const PoplensWhere *self, guint32 row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensWhere, poplens_where_free)

G_END_DECLS
