/* What the registry says of a table or of a view. */
#pragma once

#include "tables/engine/table-series.h"

G_BEGIN_DECLS

/* @location: what is selected there ("tile", …). Runs on a worker; may load parts and slices. */
typedef PoplensTable *(*PoplensTableBuild) (PoplensReport *report, const PoplensLocation *location,
                                            GCancellable *cancellable, GError **error);

/* How the table of two reports is made: the base table of each, whose rows are matched
 * (tables/compare/compare-table.h). */
typedef struct _PoplensJoin PoplensJoin;
struct _PoplensJoin {
  const char *name;   /* of the table: as that of one report */
  const char *title;  /* of the table */
  const char *things; /* "programs": for the note */
  const char *keys;   /* (nullable): keys of a location that it reads: "tile, ipu" */
  /* Builds it of @report and its other (poplens_report_set_other()). */
  PoplensTable *(*build) (const PoplensJoin *join, PoplensReport *report,
                          const PoplensLocation *location, GCancellable *cancellable,
                          GError **error);
  /* Columns of the base table, separated by blanks. Bytes, cycles and counts are measures: each
   * becomes KEY_before, KEY_after, KEY_change (with its sign) and KEY_ratio. A column with a star
   * behind its name, "id*", becomes id_before and id_after. Other columns have the value of the
   * report before, or of that after for added rows. The column "state" follows the first measure.
   */
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
  gboolean levels;           /* measures are levels: added and removed rows have no change */
  gboolean covers_all_tiles; /* whatever tiles a location selects: the note says so */
};

/* What a table is of where its location names an operation; the note above the table says it. */
typedef enum {
  POPLENS_TABLE_OF_ALL,       /* of all operations, whichever is named */
  POPLENS_TABLE_OF_OPERATION, /* of that operation alone */
  POPLENS_TABLE_OF_ONE_THING, /* of one thing, whosever it is: nothing is said */
} PoplensTableOperation;

typedef struct {
  const char *name;   /* "memory-tiles" */
  const char *title;  /* "Memory by tile" */
  const char *doc;    /* a noun phrase, for table --list */
  const char *keys;   /* (nullable): keys of a location that the table reads: "tile, ipu" */
  PoplensPageId page; /* where it is shown */
  guint32 parts;      /* POPLENS_PART_BIT()s that it needs */
  PoplensTableBuild build;
  /* (nullable): see poplens_tables_series() */
  gboolean (*series) (PoplensReport *report, const PoplensLocation *location,
                      PoplensTableSeries **series, GCancellable *cancellable, GError **error);
  /* The table has the column Kind, which is empty where kinds are not computed yet
   * (derived/insights/kinds-source.h) */
  gboolean kinds;
  PoplensTableOperation operation;
  /* What a row is, by the location's key "by"; the first is the default, which @build builds.
   * .build of another: NULL: of two reports alone. .join: (nullable): that of two reports; the
   * first of them is its default. */
  struct {
    const char *key;
    PoplensTableBuild build;
    const PoplensJoin *join;
  } by[6];
  const PoplensJoin *join; /* (nullable): without "by", the table of two reports */
  /* NULL, or for a view, which builds nothing itself (views.c), the table whose rows it chooses. */
  const char *base;
  const char *set[3]; /* keys of the location that it sets: "always-live=no", or "step" for none */
  const char *where[2]; /* as of poplens_where_new() */
  const char *columns;  /* (nullable) "tile,ipu"; NULL: all */
  const char *sort;     /* (nullable) "-bytes,tile": descending with - */
  guint32 limit;        /* rows at most; 0: all */
} PoplensTableSpec;

G_END_DECLS
