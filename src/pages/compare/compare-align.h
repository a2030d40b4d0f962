/* At which place two traces are put at the same cycle. */
#pragma once

#include "pages/compare/compare-page.h"
#include "pages/trace/trace-model.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_ALIGN_PROGRAM, /* the first compute or exchange */
  POPLENS_ALIGN_START,   /* cycle 0 */
  POPLENS_ALIGN_ITERATION,
  POPLENS_ALIGN_NAME, /* the first step of that name, or of a name below it */
} PoplensAlignKind;

typedef struct {
  PoplensAlignKind kind;
  guint64 iteration;                                  /* from 1 */
  const char *name;                                   /* of the page's location: "Bwd/encoder" */
  guint64 from[POPLENS_N_SIDES], to[POPLENS_N_SIDES]; /* cycles of each that are shown first */
  guint64 shift[POPLENS_N_SIDES];                     /* of each, so that .from is one place */
} PoplensAlign;

/* As the location of @page says. FALSE only where nothing more can be read: what cannot be is said,
 * and the first work aligned. */
gboolean poplens_align_find (PoplensComparePage *page,
                             PoplensTraceLanes *const lanes[POPLENS_N_SIDES], PoplensAlign *align,
                             GError **error);
/* The choice of it, with the iterations and the first parts of names that both have. */
void poplens_align_add (PoplensComparePage *page, PoplensTraceLanes *const lanes[POPLENS_N_SIDES],
                        const PoplensAlign *align);

G_END_DECLS
