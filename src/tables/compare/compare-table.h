/* Tables that compare two reports. The base table of each report is built, and their rows are
 * matched. Each pair of rows becomes one row with the values of both reports. By default, only rows
 * that differ are shown. Private to the tables. */
#pragma once

#include "derived/compare/compare-source.h"
#include "model/location.h"
#include "tables/engine/builders.h"

G_BEGIN_DECLS

/* The base tables of both reports, and what they lack. */
typedef struct {
  PoplensTable *of[POPLENS_N_SIDES];
  /* (nullable) (static): names of measures that the report does not record. The table's note
   * mentions the shown measures. */
  const char *lacks[POPLENS_N_SIDES];
  char *why[POPLENS_N_SIDES]; /* (nullable): why the report does not record .lacks */
} PoplensBases;

void poplens_bases_clear (PoplensBases *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensBases, poplens_bases_clear)

/* Makes a base table, an intermediate table that users do not see. @records: (transfer full): its
 * rows. @columns: describe the members of a record. (transfer full) */
PoplensTable *poplens_base_new (GArray *records, const PoplensColumn *columns, guint n,
                                PoplensReport *report);
#define POPLENS_BASE(records, columns, report)                                                     \
  poplens_base_new (records, columns, G_N_ELEMENTS (columns), report)

/* Returns @value as a signed amount, at most POPLENS_MOST_AMOUNT. */
static inline gint64
poplens_base_amount (guint64 value)
{
  return (gint64) MIN (value, POPLENS_MOST_AMOUNT);
}

/* Makes the table of both reports. @pairs: (transfer full) (nullable): matched rows; NULL: matches
 * the rows by @join->match. @location: (nullable): if its key "same" is set, rows that do not
 * differ are shown, too. @remarks: (nullable): appended to the note. (transfer full) */
PoplensTable *poplens_compare_table_new (const PoplensJoin *join, const PoplensBases *bases,
                                         GArray *pairs, const PoplensCompareSource *source,
                                         const PoplensLocation *location, const char *remarks);
/* Returns the state of a pair of rows: "changed", "added", "removed" or "same". */
const char *poplens_compare_state (const PoplensPair *pair, gboolean changed);
/* Returns the unit of a change of a value in @unit: signed bytes for bytes. */
PoplensUnit poplens_unit_of_change (PoplensUnit unit);
/* Returns the names of both reports: "Before: NAME. After: NAME." (transfer full) */
char *poplens_compare_names (const PoplensCompareSource *source);

G_END_DECLS
