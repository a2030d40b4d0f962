/* Inks of variable kinds (look.md 8.7), of time classes (look.md 8.6), and of parts of a model. */
#pragma once

#include "analysis/memory/kind-index.h"
#include "analysis/time/time-findings.h"
#include "analysis/time/time.h"
#include "charts/core/chart.h"
#include "model/location.h"

G_BEGIN_DECLS

/* ---- kinds of variables ---------------------------------------------------------------------- */

/* How kinds of variables are drawn: related ones in tints of one ink, code and what the compiler
 * makes in those of their category group. */

typedef struct {
  PoplensInk ink;
  guint shade;
} PoplensKindLook;

PoplensKindLook poplens_kind_look (PoplensKind kind);

/* A band of each kind that has bytes, in the order of kinds, bottom to top; takes their values.
 * Those that @location hides are hidden. Keys are "kind:weights" */
void poplens_chart_add_kinds (PoplensChart *chart, PoplensKindBytes *bytes,
                              const PoplensLocation *location);

/* ---- parts of a model --------------------------------------------------------------------------
 */

/* Layers, phases, operations, names: inks that are told apart, and from those of time classes; they
 * come again where there are more parts. */
#define POPLENS_N_PART_INKS 6
extern const PoplensInk poplens_part_inks[POPLENS_N_PART_INKS];

/* ---- time classes ---------------------------------------------------------------------------- */

/* How time classes are drawn: work in the ink of its step, waiting as a tint in the ink of what is
 * waited for. */

typedef struct {
  PoplensInk ink;
  PoplensSeriesKind kind;
} PoplensTimeLook;

PoplensTimeLook poplens_time_look (PoplensTimeClass class);

/* Returns the kind whose findings and those of @kind one change of the program would mend. */
PoplensTimeKind poplens_time_kind_family (PoplensTimeKind kind);
/* Returns how the class of cycles is drawn that findings of @kind are about. */
PoplensTimeLook poplens_time_kind_look (PoplensTimeKind kind);

/* Whether the location hides the series @key of the page's charts. */
gboolean poplens_page_hides (const PoplensLocation *location, const char *key);

G_END_DECLS
