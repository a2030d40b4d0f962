/* Describes a table or view of the registry, and how it is built for one report or two. */
#pragma once

#include "tables/engine/table-series.h"

G_BEGIN_DECLS

/* Builds a table. @location: its keys are the selection: "tile", …. Called on a worker; may load
 * parts and slices. (transfer full) (nullable): NULL with @error */
typedef PoplensTable *(*PoplensTableBuild) (PoplensReport *report, const PoplensLocation *location,
                                            GCancellable *cancellable, GError **error);

/* How to build a table of two reports: the base table of each report is built, and the rows of both
 * are matched (tables/compare/compare-table.h). */
typedef struct _PoplensJoin PoplensJoin;
struct _PoplensJoin {
  const char *name;   /* name of the table, as for one report */
  const char *title;  /* title of the table */
  const char *things; /* plural noun for the rows, for the note: "programs" */
  const char *keys;   /* (nullable): keys of a location that the table reads: "tile, ipu" */
  /* Builds the table that compares @report with its other report (poplens_report_set_other ()). */
  PoplensTable *(*build) (const PoplensJoin *join, PoplensReport *report,
                          const PoplensLocation *location, GCancellable *cancellable,
                          GError **error);
  /* Columns of the base table to show, separated by blanks. Columns of bytes, cycles or counts are
   * measures: each becomes four columns, KEY_before, KEY_after, KEY_change (signed) and KEY_ratio.
   * A column with a trailing star, "id*", becomes two, id_before and id_after. Any other column has
   * the value of the report before, or of the report after if the row was added. The column "state"
   * follows the first measure. */
  const char *shown;
  const char *match; /* (nullable): base column whose value identifies a row in both reports; NULL:
                        .build matches rows */
  /* .link: (nullable): beginning of the links of rows; .linked: base column whose value follows:
   * "programs?program=" and "id". If .link is NULL, rows have the links of the base table. */
  const char *link, *linked;
  gboolean links_to_compared; /* links open the comparison, not the report before on its own */
  /* Added rows have links: in a comparison, the linked page shows items of the report after. */
  gboolean links_added;
  gboolean links_to_more; /* links open one report: the one with more of the first measure */
  gboolean sparse;        /* a measure counts as recorded even if no row has a value */
  gboolean adds;          /* each measure has a total: the sum of its rows */
  gboolean levels; /* measures are states, such as live bytes at a step; the change of an added or
                      removed row is then empty */
  gboolean covers_all_tiles; /* the table ignores the selected tiles; the note says so */
};

/* Scope of a table whose location names an operation; the note above the table says it. */
typedef enum {
  POPLENS_TABLE_OF_ALL,       /* covers all operations, even if one is named */
  POPLENS_TABLE_OF_OPERATION, /* covers only the named operation */
  POPLENS_TABLE_OF_ONE_THING, /* covers a single item; the note does not mention operations */
} PoplensTableOperation;

typedef struct {
  const char *name;   /* "memory-tiles" */
  const char *title;  /* "Memory by tile" */
  const char *doc;    /* noun phrase for table --list */
  const char *keys;   /* (nullable): keys of a location that the table reads: "tile, ipu" */
  PoplensPageId page; /* page that shows the table */
  guint32 parts;      /* parts that the table reads, as POPLENS_PART_BIT ()s */
  PoplensTableBuild build;
  /* (nullable): creates the table as a series if it has too many rows for memory */
  gboolean (*series) (PoplensReport *report, const PoplensLocation *location,
                      PoplensTableSeries **series, GCancellable *cancellable, GError **error);
  /* TRUE if the table has the column "kind". Its cells are empty until kinds are computed
   * (derived/insights/kinds-source.h). */
  gboolean kinds;
  PoplensTableOperation operation;
  /* Values of the location's key "by", which decides what a row is. The first value is the default,
   * and PoplensTableSpec.build builds its table. .build: (nullable): NULL if the value needs two
   * reports. .join: (nullable): builds the table of two reports; their default is the first value
   * with .join. */
  struct {
    const char *key;
    PoplensTableBuild build;
    const PoplensJoin *join;
  } by[6];
  const PoplensJoin *join; /* (nullable): for two reports, if the table has no "by" */
  /* (nullable): set for a view: name of the table whose rows it shows (views.c) */
  const char *base;
  const char
      *set[3]; /* for a view: location keys that it sets ("always-live=no") or removes ("step") */
  const char *where[2]; /* for a view: conditions on rows, as for poplens_where_new () */
  const char *columns;  /* (nullable): for a view: "tile,ipu"; NULL: all columns */
  const char *sort;     /* (nullable): for a view: "-bytes,tile"; "-" means descending */
  guint32 limit;        /* for a view: maximum number of rows; 0: all */
} PoplensTableSpec;

G_END_DECLS
