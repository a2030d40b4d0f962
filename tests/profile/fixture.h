/* The mini profile, opened. */
#pragma once

#include "profile/profile.h"

G_BEGIN_DECLS

typedef struct {
  char *dir, *path;
  PoplensProfile *profile; /* NULL where it could not be opened */
  GError *error;           /* why not */
} Mini;

/* @sql: (nullable): changes the file before it is opened. */
Mini *mini_new (const char *sql);
void mini_free (Mini *self);

/* The part, which must be there; freed with poplens_part_free(). */
gpointer mini_load (Mini *self, PoplensPart part);
PoplensSlice *mini_slice (Mini *self, PoplensSliceKind kind, guint64 key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Mini, mini_free)

G_END_DECLS
