/* Writing the parts of a shared report; for the files of share-*.c only. What comes from a report
 * is escaped by those who write it. */
#pragma once

#include "base/text-sink.h"
#include "pages/core/page-private.h"
#include "pages/share/share.h"

G_BEGIN_DECLS

typedef struct {
  PoplensReport *report;
  PoplensReport *before; /* that it is compared with, which has it beside itself; or NULL */
  const char *name;      /* what .report is called beside that one */
  const PoplensShareSpec *spec;
  GCancellable *cancellable; /* (nullable): of the work */
  PoplensTextSink *out;
  GHashTable *said; /* notices that have been written: each stands once */
  GHashTable *ids;  /* of tables, as they are written */
  guint n_charts;
} PoplensShare;

/* ---- text (share.c) -------------------------------------------------------------------------- */

/* @text (nullable) escaped; what is very long keeps its beginning and its end. */
void poplens_share_text (PoplensShare *self, const char *text);
/* The same, with places where a long path may be broken. */
void poplens_share_path (PoplensShare *self, const char *text);
/* <@tag class=@class>@text</@tag>; nothing where @text is NULL. @class: (nullable). */
void poplens_share_element (PoplensShare *self, const char *tag, const char *class,
                            const char *text);

/* ---- tables (share-table.c) ----------------------------------------------------------------- */

typedef struct {
  const char *name;     /* of the table */
  const char *title;    /* (nullable): NULL: the table's own */
  const char *location; /* (nullable): what it is of */
  const char *columns;  /* (nullable): with commas; NULL: all */
  const char *sort;     /* (nullable): "-total" */
  const char *where;    /* (nullable): rows that count: "present = no" */
  const char *none;     /* (nullable): what is said where no row does; NULL: the table's note */
  guint32 most;         /* rows at most; how many there are is said */
  gboolean folded;
  gboolean compares; /* it is over two reports */
} PoplensShareTable;

/* The table under its title; where the report lacks it, why. FALSE where nothing more can be read.
 */
gboolean poplens_share_table (PoplensShare *self, const PoplensShareTable *what, GError **error);

/* ---- charts (share-chart.c) ----------------------------------------------------------------- */

/* The chart of that key; nothing where the page has none. @title: (nullable): NULL: its own. */
gboolean poplens_share_chart (PoplensShare *self, const PoplensPage *page, const char *key,
                              const char *title, GError **error);
/* @svg as an element of a document that has others: without its prologue, with @prefix before each
 * of its names, and with numbers no finer than anybody sees. Appended to @out. */
void poplens_share_svg (const char *svg, gsize length, const char *prefix, GString *out);

G_END_DECLS
