/* How kinds of variables are drawn (look.md 8.7): related ones in tints of one ink, code and what
 * the compiler makes in those of their category group. */
#pragma once

#include "analysis/memory/kind-index.h"
#include "charts/core/chart.h"

G_BEGIN_DECLS

typedef struct {
  PoplensInk ink;
  guint shade;
} PoplensKindLook;

PoplensKindLook poplens_kind_look (PoplensKind kind);

/* A band of each kind that has bytes, in the order of kinds, bottom to top; takes their values.
 * @hide: keys of hidden series, parted by commas, or NULL. Keys are "kind:weights" */
void poplens_chart_add_kinds (PoplensChart *chart, PoplensKindBytes *bytes, const char *hide);

G_END_DECLS
