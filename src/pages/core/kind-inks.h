/* Inks of kinds of variables (look.md 8.7): bytes of one category of memory have its ink; what the
 * program keeps is green, what comes and goes between phases is orange. */
#pragma once

#include "analysis/memory/kinds.h"
#include "charts/core/palette.h"

G_BEGIN_DECLS

typedef struct {
  PoplensInk ink;
  guint shade; /* as of poplens_ink_shade() */
} PoplensKindInk;

PoplensKindInk poplens_kind_ink (PoplensKind kind);

G_END_DECLS
