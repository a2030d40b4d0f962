/* Memory of columns and lists, which grow to hundreds of megabytes. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Resizes @data (nullable) to @bytes like g_realloc (). Uses huge pages where the system has them:
 * a page fault for every 4 KiB would take longer than reading the data into that memory. Free with
 * g_free (). */
gpointer poplens_realloc_large (gpointer data, gsize bytes);

G_END_DECLS
