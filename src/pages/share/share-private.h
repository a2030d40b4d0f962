/* Functions that the files share*.c have in common: they write parts of a shared report, and escape
 * every text that comes from a report. */
#pragma once

#include "base/text-sink.h"
#include "pages/core/page-private.h"
#include "pages/share/share.h"

G_BEGIN_DECLS

typedef struct {
  PoplensReport *report;
  PoplensReport *before; /* (nullable): the report to compare with; .report is its other report */
  const char *name;      /* name of .report, distinct from that of .before */
  const PoplensShareSpec *spec;
  GCancellable *cancellable; /* (nullable): that of the work */
  PoplensTextSink *out;
  GHashTable *said; /* texts of notices written so far: each is written once */
  GHashTable *ids;  /* ids of the tables written so far */
  guint n_charts;
} PoplensShare;

/* ---- text (share.c) -------------------------------------------------------------------------- */

/* Writes @text (nullable), escaped; a very long one is shortened in the middle. */
void poplens_share_text (PoplensShare *self, const char *text);
/* As poplens_share_text (), with line-break opportunities after each “/”. */
void poplens_share_path (PoplensShare *self, const char *text);
/* Writes <@tag class=@class>@text</@tag>; nothing if @text is NULL. @class: (nullable) */
void poplens_share_element (PoplensShare *self, const char *tag, const char *class,
                            const char *text);

/* ---- tables (share-table.c) ----------------------------------------------------------------- */

typedef struct {
  const char *name;     /* name of the table */
  const char *title;    /* (nullable): NULL: the table's own */
  const char *location; /* (nullable): location of the table */
  const char *columns;  /* (nullable): comma-separated; NULL: all */
  const char *sort;     /* (nullable): column, with "-" for descending order: "-total" */
  const char *where;    /* (nullable): condition for rows: "present = no" */
  const char *none;     /* (nullable): text if no row matches; NULL: the table's note */
  guint32 most;         /* limit on rows; the total number is written too; 0: no limit */
  gboolean folded;
  gboolean compares; /* the table compares both reports */
} PoplensShareTable;

/* Writes the table with its title, or why it is absent. FALSE with @error only if nothing more can
 * be read. */
gboolean poplens_share_table (PoplensShare *self, const PoplensShareTable *what, GError **error);

/* ---- charts (share-chart.c) ----------------------------------------------------------------- */

/* Writes the chart of section @key; nothing if the page has none. @title: (nullable): NULL: the
 * chart's own. FALSE with @error. */
gboolean poplens_share_chart (PoplensShare *self, const PoplensPage *page, const char *key,
                              const char *title, GError **error);
/* Appends @svg to @out as an element of a document: without its prologue, with @prefix before each
 * of its names, and with numbers rounded to visible precision. */
void poplens_share_svg (const char *svg, gsize length, const char *prefix, GString *out);

G_END_DECLS
