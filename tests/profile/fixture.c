/* Opens the mini profile for tests of the loaders, after SQL has changed it. */
#include "fixture.h"

#include "support/local-file.h"
#include "support/mini-profile.h"
#include "support/temp-dir.h"

Mini *
mini_new (const char *sql)
{
  Mini *self = g_new0 (Mini, 1);

  self->dir = temp_dir_new ();
  self->path = g_build_filename (self->dir, "profile.pop", NULL);
  mini_profile_write (self->path, sql);
  self->profile = local_profile_open (self->path, &self->error);
  return self;
}

void
mini_free (Mini *self)
{
  poplens_profile_free (self->profile);
  temp_dir_remove (self->dir);
  g_clear_error (&self->error);
  g_free (self->dir);
  g_free (self->path);
  g_free (self);
}

gpointer
mini_load (Mini *self, PoplensPart part)
{
  g_autoptr (GError) error = NULL;
  gpointer data = NULL;

  g_assert_no_error (self->error);
  data = poplens_profile_load (self->profile, part, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (data);
  return data;
}

PoplensSlice *
mini_slice (Mini *self, PoplensSliceKind kind, guint64 key)
{
  g_autoptr (GError) error = NULL;
  PoplensSlice *slice = NULL;

  g_assert_no_error (self->error);
  slice = poplens_profile_read_slice (self->profile, kind, key, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (slice);
  return slice;
}
