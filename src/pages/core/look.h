/* Inks of variable kinds (look.md 8.7), time classes (look.md 8.6), and model parts, shared by all
 * charts and tables. */
#pragma once

#include "analysis/memory/kind-index.h"
#include "analysis/time/time-findings.h"
#include "analysis/time/time.h"
#include "charts/core/chart.h"
#include "model/location.h"

G_BEGIN_DECLS

/* ---- kinds of variables ---------------------------------------------------------------------- */

/* How a variable kind is drawn. Related kinds are tints of one ink; code and compiler data have the
 * ink of their category group. */

typedef struct {
  PoplensInk ink;
  guint shade;
} PoplensKindLook;

PoplensKindLook poplens_kind_look (PoplensKind kind);

/* Adds a series to @chart for each kind that has bytes, bottom to top; its key is "kind:weights".
 * Steals the values of @bytes. @location: says which series are hidden. */
void poplens_chart_add_kinds (PoplensChart *chart, PoplensKindBytes *bytes,
                              const PoplensLocation *location);

/* ---- parts of a model --------------------------------------------------------------------------
 */

/* Number of inks for layers, phases, operations and names. The inks differ from each other and from
 * those of time classes. Further parts use the same inks again, in turn. */
#define POPLENS_N_PART_INKS 6
extern const PoplensInk poplens_part_inks[POPLENS_N_PART_INKS];

/* ---- time classes ---------------------------------------------------------------------------- */

/* How a time class is drawn: work in the ink of its step, waiting as a tint of the ink of what is
 * waited for. */

typedef struct {
  PoplensInk ink;
  PoplensSeriesKind kind;
} PoplensTimeLook;

PoplensTimeLook poplens_time_look (PoplensTimeClass class);

/* Returns the kind that represents the group of @kind: findings of one group are fixed by the same
 * change of the program. */
PoplensTimeKind poplens_time_kind_family (PoplensTimeKind kind);
/* Returns how the time class that findings of @kind are about is drawn. */
PoplensTimeLook poplens_time_kind_look (PoplensTimeKind kind);

/* TRUE if @location hides the series @key of the page's charts. */
gboolean poplens_page_hides (const PoplensLocation *location, const char *key);

G_END_DECLS
