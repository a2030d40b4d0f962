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

typedef struct {
  const char *name, *title; /* of the table */
  const char *things;       /* "programs": for the note */
  /* Columns of the base table with blanks between. Bytes, cycles and counts are measures, which
   * become KEY_first, KEY_second, KEY_change (with its sign) and KEY_part; a name with a star,
   * "*_id", becomes first_id and second_id; of others the report before says what it is, else that
   * after. The state stands behind the first measure. */
  const char *shown;
  const char *match; /* base column: rows where it is alike are one thing; NULL: pairs are given */
  /* A location in the report before: .link with the value of the base column .linked behind it;
   * NULL: the base row's own link. */
  const char *link, *linked;
  gboolean links_to_compared; /* that page shows it also while it compares */
  /* While it compares, that page shows what only the report after has: added rows have links. */
  gboolean links_added;
  gboolean links_to_more;    /* in the report that has more of the first measure, alone */
  gboolean sparse;           /* a report may record a measure without a value of it in any row */
  gboolean adds;             /* amounts of things add up to something: measures have totals */
  gboolean levels;           /* measures are no amounts: what one report alone has has no change */
  gboolean covers_all_tiles; /* whatever tiles a location selects: the note says so */
} PoplensJoin;

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
