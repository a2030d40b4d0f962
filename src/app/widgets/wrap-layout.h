/* PoplensWrapLayout: children in a row, and in further rows as words in lines where they do not
 * fit. Who expands takes what its row leaves over. Rows of a widget that is centred are centred. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_WRAP_LAYOUT (poplens_wrap_layout_get_type ())
G_DECLARE_FINAL_TYPE (PoplensWrapLayout, poplens_wrap_layout, POPLENS, WRAP_LAYOUT,
                      GtkLayoutManager)

GtkLayoutManager *poplens_wrap_layout_new (void);

G_END_DECLS
