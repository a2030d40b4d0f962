/* Conditions on the cells of a table's columns: "bytes > 1KiB". */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

/* Parses conditions. @texts: NULL-terminated: "COLUMN OP VALUE" each; rows must meet all of them.
 *
 * OP is =, !=, <, <=, >, >=, ~ (contains) or !~ (does not contain). VALUE may be quoted.
 *
 * Numbers compare by value. VALUE may be "1,472" or "0x4c000", or have a unit: B, kB, MB, GB, TB,
 * KiB … TiB, %, ns, µs or us, ms, s, Hz, kHz, MHz, GHz. Booleans take yes, no, true or false.
 *
 * Texts compare exactly with = and !=. With < and >, case is ignored, and numbers in texts compare
 * by value. ~ searches a text, or the plain digits of a number, and ignores case. An absent value
 * is like an empty text: it meets only COLUMN = "".
 *
 * A tree has the column "depth", 0 at the top, unless the table defines one. @table must outlive
 * the conditions. (transfer full) (nullable): NULL with POPLENS_ERROR_USAGE if a text is not a
 * condition, the table lacks the column, or the value does not fit the column */
PoplensWhere *poplens_where_new (const PoplensTable *table, const char *const *texts,
                                 GError **error);
void poplens_where_free (PoplensWhere *self);
/* TRUE if the row meets all conditions. Thread-safe. */
gboolean poplens_where_matches (const PoplensWhere *self, guint32 row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensWhere, poplens_where_free)

G_END_DECLS
