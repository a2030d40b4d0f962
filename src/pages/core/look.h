/* Colours of variable kinds, time classes and model parts, shared by all charts and tables.
 * docs/look.md, sections 8.6 and 8.7, describes them. */
#pragma once

#include "analysis/memory/kind-index.h"
#include "analysis/time/time-findings.h"
#include "analysis/time/time.h"
#include "charts/core/chart.h"
#include "model/location.h"

G_BEGIN_DECLS

/* ---- kinds of variables ---------------------------------------------------------------------- */

/* How a variable kind is drawn: a palette colour and its shade. Related kinds are shades of the
 * same colour. */

typedef struct {
  PoplensInk ink;
  guint shade;
} PoplensKindLook;

PoplensKindLook poplens_kind_look (PoplensKind kind);

/* Adds a series to @chart for each kind that has bytes, with a key such as "kind:weights". Steals
 * the arrays of @bytes. @location: says which series are hidden. */
void poplens_chart_add_kinds (PoplensChart *chart, PoplensKindBytes *bytes,
                              const PoplensLocation *location);

/* ---- parts of a model ------------------------------------------------------------------------ */

/* Number of colours for layers, phases, operations and names. They differ from the colours of time
 * classes. If there are more parts than colours, the colours repeat. */
#define POPLENS_N_PART_INKS 6
extern const PoplensInk poplens_part_inks[POPLENS_N_PART_INKS];

/* ---- time classes ---------------------------------------------------------------------------- */

/* How a time class is drawn. Work has the colour of its step. Waiting has a tint of the colour that
 * belongs to its cause. */

typedef struct {
  PoplensInk ink;
  PoplensSeriesKind kind;
} PoplensTimeLook;

PoplensTimeLook poplens_time_look (PoplensTimeClass class);

/* Returns the kind that represents the group of @kind. One change of the program fixes all findings
 * of a group. */
PoplensTimeKind poplens_time_kind_family (PoplensTimeKind kind);
/* Returns how to draw the time class that findings of @kind are about. */
PoplensTimeLook poplens_time_kind_look (PoplensTimeKind kind);

/* TRUE if @location hides the series @key of the page's charts. */
gboolean poplens_page_hides (const PoplensLocation *location, const char *key);

G_END_DECLS
