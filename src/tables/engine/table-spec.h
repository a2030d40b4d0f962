/* Description of a table or view in the registry. */
#pragma once

#include "tables/engine/table-series.h"

G_BEGIN_DECLS

/* Builds a table. @location: has the selection ("tile", …). Runs on a worker; may load parts and
 * slices. (transfer full) */
typedef PoplensTable *(*PoplensTableBuild) (PoplensReport *report, const PoplensLocation *location,
                                            GCancellable *cancellable, GError **error);

/* How to build a table of two reports: the base table of each report is built, and their rows are
 * matched (tables/compare/compare-table.h). */
typedef struct _PoplensJoin PoplensJoin;
struct _PoplensJoin {
  const char *name;   /* of the table, as for one report */
  const char *title;  /* of the table */
  const char *things; /* plural for the note: "programs" */
  const char *keys;   /* (nullable): keys of a location that it reads: "tile, ipu" */
  /* Builds the table of @report and its other report (poplens_report_set_other ()). */
  PoplensTable *(*build) (const PoplensJoin *join, PoplensReport *report,
                          const PoplensLocation *location, GCancellable *cancellable,
                          GError **error);
  /* Columns of the base table, separated by blanks. Bytes, cycles and counts are measures: each
   * becomes KEY_before, KEY_after, KEY_change (signed) and KEY_ratio. A column with a trailing
   * star, "id*", becomes id_before and id_after. Other columns have the value of the report before,
   * or for added rows that of the report after. The column "state" follows the first measure. */
  const char *shown;
  const char *match; /* (nullable): base column that matches rows; NULL: .build finds the pairs */
  /* Link to a location in the report before: .link with the value of the base column .linked
   * appended. NULL: the link of the base row. */
  const char *link, *linked;
  gboolean links_to_compared; /* the linked page shows the thing while it compares, too */
  /* The linked page, while comparing, shows things of the report after, so added rows have links.
   */
  gboolean links_added;
  gboolean links_to_more; /* links to the report with more of the first measure, not comparing */
  gboolean sparse;        /* a report may record a measure that has no value in any row */
  gboolean adds;          /* values of things add up, so measures have totals */
  gboolean levels; /* measures are levels, not amounts: added and removed rows have no change */
  gboolean covers_all_tiles; /* ignores selected tiles, and says so in the note */
};

/* Scope of a table whose location names an operation; the note above the table says it. */
typedef enum {
  POPLENS_TABLE_OF_ALL,       /* all operations, whichever is named */
  POPLENS_TABLE_OF_OPERATION, /* only the named operation */
  POPLENS_TABLE_OF_ONE_THING, /* one thing: the note says nothing */
} PoplensTableOperation;

typedef struct {
  const char *name;   /* "memory-tiles" */
  const char *title;  /* "Memory by tile" */
  const char *doc;    /* noun phrase for table --list */
  const char *keys;   /* (nullable): keys of a location that the table reads: "tile, ipu" */
  PoplensPageId page; /* page that shows it */
  guint32 parts;      /* POPLENS_PART_BIT ()s that it reads */
  PoplensTableBuild build;
  /* (nullable): see poplens_tables_series () */
  gboolean (*series) (PoplensReport *report, const PoplensLocation *location,
                      PoplensTableSeries **series, GCancellable *cancellable, GError **error);
  /* The table has the column Kind, which is empty until kinds are computed
   * (derived/insights/kinds-source.h). */
  gboolean kinds;
  PoplensTableOperation operation;
  /* Choices of the location's key "by", which say what a row is. The first is the default, built by
   * .build of this struct. .build: (nullable): NULL for a choice of two reports only. .join:
   * (nullable): for two reports; the first one is their default. */
  struct {
    const char *key;
    PoplensTableBuild build;
    const PoplensJoin *join;
  } by[6];
  const PoplensJoin *join; /* (nullable): table of two reports, if there is no "by" */
  /* (nullable): for views: the table whose rows the view chooses (views.c). */
  const char *base;
  const char
      *set[3]; /* location keys that the view sets: "always-live=no", or "step" to remove it */
  const char *where[2]; /* as for poplens_where_new () */
  const char *columns;  /* (nullable): "tile,ipu"; NULL: all */
  const char *sort;     /* (nullable): "-bytes,tile": "-" means descending */
  guint32 limit;        /* maximum number of rows; 0: all */
} PoplensTableSpec;

G_END_DECLS
