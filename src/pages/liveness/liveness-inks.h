/* What the bars of Lifetimes are coloured by, as series of their chart: the memory group of the
 * variable (the location's "colour" is "category", as without one), or what is always live
 * and what is not ("liveness"). For the files of this room. */
#pragma once

#include "pages/core/page-private.h"

G_BEGIN_DECLS

typedef struct {
  gboolean by_life;
  gboolean used[2 * POPLENS_N_GROUPS]; /* a group, and what of mixed variables is always live */
} PoplensLifeInks;

void poplens_life_inks_init (PoplensLifeInks *self, const PoplensLocation *location);
/* A number for a span of the variable called @name (nullable): @always: nothing of it is live there
 * but what always is; @mixed: of that variable there are other spans. */
guint8 poplens_life_inks_take (PoplensLifeInks *self, const char *name, gboolean always,
                               gboolean mixed);
/* Makes of @n such numbers, all there are, numbers of series … */
void poplens_life_inks_settle (const PoplensLifeInks *self, guint8 *inks, gsize n);
/* … that this adds to @chart. Those that the location hides are hidden. */
void poplens_life_inks_add_series (const PoplensLifeInks *self, PoplensChart *chart,
                                   const PoplensLocation *location);
/* The control. */
void poplens_life_inks_add_choice (PoplensPage *page, const char *section);

G_END_DECLS
