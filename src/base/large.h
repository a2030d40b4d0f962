/* Memory of columns and lists, which grow to hundreds of megabytes. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Resizes @data (nullable) to @n items of @width bytes like g_realloc_n (). Uses huge pages where
 * the system has them: a page fault for every 4 KiB would take longer than reading the data into
 * that memory. Free with g_free (). */
gpointer poplens_realloc_large (gpointer data, gsize n, gsize width);

G_END_DECLS
