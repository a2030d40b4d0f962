/* PoplensPageDocument: a page of the layout DOCUMENT: sections below one another, scrolling. */
#pragma once

#include "app/page/page-widget.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_DOCUMENT (poplens_page_document_get_type ())
G_DECLARE_FINAL_TYPE (PoplensPageDocument, poplens_page_document, POPLENS, PAGE_DOCUMENT,
                      PoplensPageWidget)

/* ---- two columns of sections ----------------------------------------------------------------- */

/* PoplensColumnsLayout: children below one another; in a wide window those that have a column in
 * two, which begin below the last child that has none. Two that begin beside each other are as
 * high, unless the right column is a narrow one at the side. */

#define POPLENS_TYPE_COLUMNS_LAYOUT (poplens_columns_layout_get_type ())
G_DECLARE_FINAL_TYPE (PoplensColumnsLayout, poplens_columns_layout, POPLENS, COLUMNS_LAYOUT,
                      GtkLayoutManager)

#define POPLENS_COLUMNS 2

GtkLayoutManager *poplens_columns_layout_new (void);
/* @has_side: the right column is narrow. */
void poplens_columns_layout_set_side (GtkLayoutManager *self, gboolean has_side);
/* @column: 0, 1, or -1: over both. @joined: there is no space above it. */
void poplens_columns_layout_set (GtkWidget *child, int column, gboolean joined);

G_END_DECLS
