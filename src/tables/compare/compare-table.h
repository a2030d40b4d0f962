/* A table over two reports is a join of a table with itself: the base table is made of each report,
 * its rows are matched, and beside each other stands what both say of a thing. What a column is
 * says the base table. Private to the tables.
 *
 * A row is a thing that is not alike in both, largest change of the first measure first. */
#pragma once

#include "derived/compare/compare-source.h"
#include "model/location.h"
#include "tables/engine/builders.h"

G_BEGIN_DECLS

/* The base table of each report. */
typedef struct {
  PoplensTable *of[POPLENS_N_SIDES];
  /* (nullable): names of measures that the report does not record: the note says so where they are
   * shown. Static. */
  const char *lacks[POPLENS_N_SIDES];
  char *why[POPLENS_N_SIDES]; /* (nullable): the reason of .lacks */
} PoplensBases;

void poplens_bases_clear (PoplensBases *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensBases, poplens_bases_clear)

/* A base table that no user sees. @records: (transfer full): whose members @columns describe */
PoplensTable *poplens_base_new (GArray *records, const PoplensColumn *columns, guint n,
                                PoplensReport *report);
#define POPLENS_BASE(records, columns, report)                                                     \
  poplens_base_new (records, columns, G_N_ELEMENTS (columns), report)

/* An amount of a base table. */
static inline gint64
poplens_base_amount (guint64 value)
{
  return (gint64) MIN (value, POPLENS_MOST_AMOUNT);
}

/* @pairs: (transfer full) (nullable): where nothing says how rows match. @location: (nullable):
 * with "same" also rows that are alike. @remarks: (nullable): goes behind the note. */
PoplensTable *poplens_compare_table_new (const PoplensJoin *join, const PoplensBases *bases,
                                         GArray *pairs, const PoplensCompareSource *source,
                                         const PoplensLocation *location, const char *remarks);
/* "changed", "added", "removed", "same". */
const char *poplens_compare_state (const PoplensPair *pair, gboolean changed);
/* The unit of a difference of amounts of @unit. */
PoplensUnit poplens_unit_of_change (PoplensUnit unit);
/* "Before: NAME. After: NAME." (transfer full) */
char *poplens_compare_names (const PoplensCompareSource *source);

G_END_DECLS
