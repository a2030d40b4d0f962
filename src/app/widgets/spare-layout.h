/* PoplensSpareLayout: two children, one above the other. The first is shown only where the second
 * has enough height with it. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_SPARE_LAYOUT (poplens_spare_layout_get_type ())
G_DECLARE_FINAL_TYPE (PoplensSpareLayout, poplens_spare_layout, POPLENS, SPARE_LAYOUT,
                      GtkLayoutManager)

GtkLayoutManager *poplens_spare_layout_new (void);
/* @enough: height of the second child in pixels; 0: what it needs at least. */
void poplens_spare_layout_set_enough (PoplensSpareLayout *self, int enough);

G_END_DECLS
