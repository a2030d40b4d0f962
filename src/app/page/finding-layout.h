/* PoplensFindingLayout: three children in a row: a number, texts that take the width, and what can
 * be done. Where that leaves the texts too little width, they are below the other two. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_FINDING_LAYOUT (poplens_finding_layout_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFindingLayout, poplens_finding_layout, POPLENS, FINDING_LAYOUT,
                      GtkLayoutManager)

GtkLayoutManager *poplens_finding_layout_new (void);

G_END_DECLS
