/* A file written from beginning to end; the first error is kept, and what follows it ignored. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _DemoOutput DemoOutput;

/* @cancellable (nullable) ends it like an error. */
DemoOutput *demo_output_new (const char *path, GCancellable *cancellable, GError **error);
void demo_output_write (DemoOutput *self, gconstpointer data, gsize n);
/* FALSE after an error or cancellation: the rest need not be made. */
gboolean demo_output_good (DemoOutput *self);
guint64 demo_output_size (const DemoOutput *self);
/* Closes and frees; FALSE with @error if anything failed. */
gboolean demo_output_finish (DemoOutput *self, GError **error);

G_END_DECLS
