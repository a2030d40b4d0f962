/* A table of what differs: a row for each thing that is not alike in both reports, and four columns
 * for each measure: KEY_first, KEY_second, KEY_change (with its sign) and KEY_part (of the first).
 * Largest change of the first measure first. Private to the tables. */
#pragma once

#include "derived/compare/compare-source.h"
#include "model/location.h"
#include "tables/engine/builders.h"

G_BEGIN_DECLS

typedef struct {
  const char *key, *title; /* "cycles", "Cycles" */
  PoplensUnit unit;        /* BYTES, CYCLES or COUNT */
  PoplensProvenance provenance;
  const char *doc; /* what it is, without its full stop: "Cycles of all executions" */
  gboolean adds;   /* amounts of things add up to something: the columns have totals */
} PoplensCompareMeasure;

typedef struct {
  const char *name, *title; /* of the table */
  const char *things;       /* "programs": for the note */
  const PoplensColumn *texts;
  guint n_texts;
  guint n_leading; /* of them, that stand before the measures: the others stand behind */
  /* Writes a text or an id of a pair. */
  void (*text) (gconstpointer data, const PoplensPair *pair, guint column, PoplensValue *value);
  /* (nullable): a location in the first report; never called for what it lacks. (transfer full) */
  char *(*link) (gconstpointer data, guint32 thing);
  gboolean links_to_compared; /* that page shows it also while it compares */
  gpointer data;              /* (transfer full) */
  GDestroyNotify free_data;
  const PoplensCompareMeasure *measures;
  guint n_measures;
  gboolean covers_all_tiles; /* whatever tiles a location selects: the note says so */
  const char *remarks;       /* (nullable): goes behind the note */
} PoplensCompareThings;

/* @comparison: (transfer full). @location: (nullable): with "same" also rows that are alike. */
PoplensTable *poplens_compare_table_new (const PoplensCompareThings *things,
                                         PoplensComparison *comparison,
                                         const PoplensCompareSource *source,
                                         const PoplensLocation *location);
/* "changed", "only in the first", "only in the second", "same". */
const char *poplens_compare_state (const PoplensPair *pair, gboolean changed);
/* The unit of a difference of amounts of @unit. */
PoplensUnit poplens_unit_of_change (PoplensUnit unit);
/* "First: NAME. Second: NAME." (transfer full) */
char *poplens_compare_names (const PoplensCompareSource *source);

G_END_DECLS
