/* What the registry says of a table or of a view. */
#pragma once

#include "tables/engine/table-series.h"

G_BEGIN_DECLS

/* @location: what is selected there ("tile", …). Runs on a worker; may load parts and slices. */
typedef PoplensTable *(*PoplensTableBuild) (PoplensReport *report, const PoplensLocation *location,
                                            GCancellable *cancellable, GError **error);

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
  /* What a row is, by the location's key "by"; the first is the default, which @build builds. */
  struct {
    const char *key;
    PoplensTableBuild build;
  } by[5];
  /* NULL, or for a view, which builds nothing itself (views.c), the table whose rows it chooses. */
  const char *base;
  const char *set[3]; /* keys of the location that it sets: "always-live=no", or "step" for none */
  const char *where[2]; /* as of poplens_where_new() */
  const char *columns;  /* (nullable) "tile,ipu"; NULL: all */
  const char *sort;     /* (nullable) "-bytes,tile": descending with - */
  guint32 limit;        /* rows at most; 0: all */
} PoplensTableSpec;

G_END_DECLS
