#include "demo/output.h"

#include "base/error.h"

#include <errno.h>
#include <stdio.h>

#define BUFFER_BYTES (1 << 20)

struct _DemoOutput {
  FILE *file;
  char *path;
  GCancellable *cancellable;
  guint64 size, asked; /* @asked: the size at which the cancellable was last looked at */
  GError *error;
};

static void
fail (DemoOutput *self, const char *what)
{
  int code = errno;

  if (!self->error)
    g_set_error (&self->error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED, "%s: cannot %s: %s; %s",
                 self->path, what, g_strerror (code),
                 code == ENOSPC ? "make room on the disk" : "choose another directory");
}

DemoOutput *
demo_output_new (const char *path, GCancellable *cancellable, GError **error)
{
  DemoOutput *self = g_new0 (DemoOutput, 1);

  self->path = g_strdup (path);
  self->cancellable = cancellable;
  self->file = fopen (path, "wbxe");
  if (self->file) {
    setvbuf (self->file, NULL, _IOFBF, BUFFER_BYTES);
    return self;
  }
  fail (self, "create this file");
  demo_output_finish (self, error);
  return NULL;
}

void
demo_output_write (DemoOutput *self, gconstpointer data, gsize n)
{
  if (self->error)
    return;
  if (n > 0 && fwrite (data, 1, n, self->file) != n)
    fail (self, "write");
  self->size += n;
  if (self->size - self->asked > BUFFER_BYTES && !self->error) {
    self->asked = self->size;
    g_cancellable_set_error_if_cancelled (self->cancellable, &self->error);
  }
}

gboolean
demo_output_good (DemoOutput *self)
{
  return self->error == NULL;
}

guint64
demo_output_size (const DemoOutput *self)
{
  return self->size;
}

gboolean
demo_output_finish (DemoOutput *self, GError **error)
{
  if (self->file && fclose (self->file) != 0)
    fail (self, "write the end");
  gboolean good = self->error == NULL;
  if (!good)
    g_propagate_error (error, self->error);
  g_free (self->path);
  g_free (self);
  return good;
}
