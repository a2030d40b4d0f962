/* How wide the columns of a table are: what they ask for, or less where their place is narrow. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* In pixels; 0: a column that is hidden. */
typedef struct {
  int natural, least; /* what it asks for, and has in any case */
  gboolean is_whole;  /* of no use wider than .least where the table scrolls */
  int width;          /* (out) */
} PoplensTableWidth;

/* Columns give way where the table is wider than @place, the widest first; 0: not known. Returns
 * how wide all of them are, which is more than @place where the table scrolls sideways. */
int poplens_table_widths_fit (PoplensTableWidth *columns, guint n, int place);

G_END_DECLS
