/* Memory of columns, lists and arrays by step, which take up to hundreds of megabytes. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Resizes @data (nullable) to @n items of @width bytes, like g_realloc_n (). Uses huge pages if the
 * system has them: faults of 4 KiB pages would take longer than reading the data. Free with g_free
 * (). */
gpointer poplens_realloc_large (gpointer data, gsize n, gsize width);
/* Returns new memory for @n items like g_new (), as poplens_realloc_large () does: for an item of
 * each step, block or variable. */
#define POPLENS_NEW_LARGE(Type, n) ((Type *) poplens_realloc_large (NULL, (n), sizeof (Type)))

/* Returns an empty array with room for about @n items of @width bytes, as above. Room that is not
 * filled costs no memory. (transfer full) */
GArray *poplens_array_new_large (gsize width, gsize n);

G_END_DECLS
