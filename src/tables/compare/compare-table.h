/* Tables of two reports. Such a table joins a table with itself: it builds the base table of each
 * report, matches their rows, and shows the values of both side by side. The base table defines the
 * columns. Private to the tables.
 *
 * A row is a thing that differs. Rows with the largest change of the first measure come first. */
#pragma once

#include "derived/compare/compare-source.h"
#include "model/location.h"
#include "tables/engine/builders.h"

G_BEGIN_DECLS

/* The base tables of both reports. */
typedef struct {
  PoplensTable *of[POPLENS_N_SIDES];
  /* (nullable) (static): names of measures that the report does not record. The note says so if
   * they are shown. */
  const char *lacks[POPLENS_N_SIDES];
  char *why[POPLENS_N_SIDES]; /* (nullable): why .lacks are not recorded */
} PoplensBases;

void poplens_bases_clear (PoplensBases *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensBases, poplens_bases_clear)

/* Makes a base table, which users do not see. @columns: describe the members of @records (transfer
 * full). (transfer full) */
PoplensTable *poplens_base_new (GArray *records, const PoplensColumn *columns, guint n,
                                PoplensReport *report);
#define POPLENS_BASE(records, columns, report)                                                     \
  poplens_base_new (records, columns, G_N_ELEMENTS (columns), report)

/* Returns an amount for a base table, at most POPLENS_MOST_AMOUNT. */
static inline gint64
poplens_base_amount (guint64 value)
{
  return (gint64) MIN (value, POPLENS_MOST_AMOUNT);
}

/* Makes the table. @pairs: (transfer full) (nullable): the matched rows, if @join has no .match.
 * @location: (nullable): with "same" it also lists rows that do not differ. @remarks: (nullable):
 * appended to the note. (transfer full) */
PoplensTable *poplens_compare_table_new (const PoplensJoin *join, const PoplensBases *bases,
                                         GArray *pairs, const PoplensCompareSource *source,
                                         const PoplensLocation *location, const char *remarks);
/* Returns "changed", "added", "removed" or "same". */
const char *poplens_compare_state (const PoplensPair *pair, gboolean changed);
/* Returns the unit of a difference between amounts of @unit. */
PoplensUnit poplens_unit_of_change (PoplensUnit unit);
/* Returns "Before: NAME. After: NAME." (transfer full) */
char *poplens_compare_names (const PoplensCompareSource *source);

G_END_DECLS
