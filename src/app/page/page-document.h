/* PoplensPageDocument: a page of layout DOCUMENT, which scrolls: one section below the other. */
#pragma once

#include "app/page/page-widget.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_DOCUMENT (poplens_page_document_get_type ())
G_DECLARE_FINAL_TYPE (PoplensPageDocument, poplens_page_document, POPLENS, PAGE_DOCUMENT,
                      PoplensPageWidget)

/* ---- sections in two columns ----------------------------------------------------------------- */

/* PoplensColumnsLayout: arranges children from top to bottom. In a wide window, children with a
 * column number form two columns; the others have full width. Two neighbours that begin at the same
 * position get the same height, unless the right column is a narrow side column. */

#define POPLENS_TYPE_COLUMNS_LAYOUT (poplens_columns_layout_get_type ())
G_DECLARE_FINAL_TYPE (PoplensColumnsLayout, poplens_columns_layout, POPLENS, COLUMNS_LAYOUT,
                      GtkLayoutManager)

#define POPLENS_COLUMNS 2

GtkLayoutManager *poplens_columns_layout_new (void);
/* TRUE: the right one of two columns is a narrow side column. FALSE: both are equally wide. */
void poplens_columns_layout_set_side (GtkLayoutManager *self, gboolean has_side);
/* Sets the column of a child. @column: 0: left, 1: right, −1: full width. @joined: TRUE: leaves no
 * space above the child, so that it forms one card with the child above. */
void poplens_columns_layout_set (GtkWidget *child, int column, gboolean joined);

G_END_DECLS
