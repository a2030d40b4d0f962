/* The mini profile (support/mini-profile.h), opened for tests of the loaders. */
#pragma once

#include "profile/profile.h"

G_BEGIN_DECLS

typedef struct {
  char *dir, *path;
  PoplensProfile *profile; /* (nullable): NULL if it could not be opened */
  GError *error;           /* (nullable): why .profile is NULL */
} Mini;

/* Writes the mini profile to a new directory and opens it. @sql: (nullable): changes the file
 * first. (transfer full) */
Mini *mini_new (const char *sql);
void mini_free (Mini *self);

/* Loads a part, or fails. (transfer full): free with poplens_part_free () */
gpointer mini_load (Mini *self, PoplensPart part);
PoplensSlice *mini_slice (Mini *self, PoplensSliceKind kind, guint64 key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Mini, mini_free)

G_END_DECLS
