/* Functions that the files share*.c have in common. They write parts of a shared report, and escape
 * every text that comes from a report. */
#pragma once

#include "base/text-sink.h"
#include "pages/core/page-private.h"
#include "pages/share/share.h"

G_BEGIN_DECLS

typedef struct {
  PoplensReport *report;
  PoplensReport *before; /* (nullable) report with which .report is compared */
  const char *name;      /* name of .report that differs from the name of .before */
  const PoplensShareSpec *spec;
  GCancellable *cancellable; /* (nullable) cancellable of the work in .spec */
  PoplensTextSink *out;
  GHashTable *said; /* set of the written notices, to write each only once */
  GHashTable *ids;  /* set of the ids of tables written so far */
  guint n_charts;
} PoplensShare;

/* ---- text (share.c) -------------------------------------------------------------------------- */

/* Writes @text, escaped; a very long text is shortened in the middle. @text: (nullable): NULL
 * writes nothing */
void poplens_share_text (PoplensShare *self, const char *text);
/* As poplens_share_text (), but lets the browser break the line after each “/”. */
void poplens_share_path (PoplensShare *self, const char *text);
/* Writes <@tag class=@class>@text</@tag>. @class: (nullable); @text: (nullable): NULL writes
 * nothing */
void poplens_share_element (PoplensShare *self, const char *tag, const char *class,
                            const char *text);

/* ---- tables (share-table.c) ----------------------------------------------------------------- */

typedef struct {
  const char *name;     /* name of the table */
  const char *title;    /* (nullable) NULL: the title of the table */
  const char *location; /* (nullable) location of the table; NULL: the table's page */
  const char *columns;  /* (nullable) names of columns, comma-separated; NULL: all columns */
  const char *sort;     /* (nullable) column to sort by, with "-" for descending order: "-total" */
  const char *where;    /* (nullable) condition that rows must meet: "present = no" */
  const char *none;     /* (nullable) text if no row meets the condition; NULL: the table's note */
  guint32 most; /* largest number of rows; 0: no limit. If rows are left out, their number is
                   written too */
  gboolean folded;
  gboolean compares; /* the table compares both reports */
} PoplensShareTable;

/* Writes a table with its title. If the report lacks the table, writes the reason instead. FALSE
 * with @error if reading is interrupted. */
gboolean poplens_share_table (PoplensShare *self, const PoplensShareTable *what, GError **error);

/* ---- charts (share-chart.c) ----------------------------------------------------------------- */

/* Writes the chart of the page's section @key. Does nothing if the section has no chart. @title:
 * (nullable): NULL: the title of the section or chart. FALSE with @error. */
gboolean poplens_share_chart (PoplensShare *self, const PoplensPage *page, const char *key,
                              const char *title, GError **error);
/* Appends @svg to @out as an element of an HTML document. Leaves out the XML prologue, rounds
 * numbers, and puts @prefix before each id. The prefixes of two charts must differ. */
void poplens_share_svg (const char *svg, gsize length, const char *prefix, GString *out);

G_END_DECLS
