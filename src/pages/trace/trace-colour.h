/* The ways to colour the steps of a trace. Used within src/pages only. */
#pragma once

#include "pages/core/page-private.h"
#include "pages/trace/trace-model.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_TRACE_COLOUR_CLASS, /* time class: what the step does, or waits for */
  POPLENS_TRACE_COLOUR_TYPE,
  POPLENS_TRACE_COLOUR_NAME,      /* a few colours, by hash of the name */
  POPLENS_TRACE_COLOUR_LAYER,     /* model layer, from the step's name */
  POPLENS_TRACE_COLOUR_KIND,      /* kind of operation: last part of the name without its role */
  POPLENS_TRACE_COLOUR_OPERATION, /* operation of a layer of debug.cbor */
  POPLENS_TRACE_COLOUR_BALANCE,   /* mean over all tiles ÷ longest tile, in cycles */
  POPLENS_TRACE_COLOUR_CYCLES,    /* relative to the mean of its program's executions on its IPU */
  POPLENS_N_TRACE_COLOURS,
} PoplensTraceColour;

/* Values of the location's key "colour", and their titles. */
extern const char *const poplens_trace_colour_keys[POPLENS_N_TRACE_COLOURS];
extern const char *const poplens_trace_colour_titles[POPLENS_N_TRACE_COLOURS];

/* A colour, and its entry in the legend. */
typedef struct {
  char *key, *name;
  PoplensInk ink;
  guint shade;
  PoplensSeriesKind kind;
} PoplensTraceClass;

/* The colour of each row of steps_by_ipu. All waiting steps share one class, as colours are about
 * work; only time classes tell them apart. Reference counted. */
struct _PoplensTraceColours {
  char *key; /* identifies what it was made from, for the cache */
  PoplensTraceColour by;
  GArray *classes;   /* PoplensTraceClass */
  guint8 *of_row;    /* [n_rows] index in .classes, by row of steps_by_ipu */
  gboolean is_scale; /* the first .n_scale classes are a scale */
  guint n_scale;
  char *note; /* a sentence on how to read the colours */
};

/* Computes the colours. *@colours: (out) (transfer full) (nullable): NULL for step types, or if the
 * report has no data for @by, which is reported if the location asks for it. FALSE with @error only
 * if nothing more can be read. */
gboolean poplens_trace_colours_make (PoplensPage *page, const PoplensPageContext *context,
                                     const PoplensTraceModel *model, PoplensTraceColour by,
                                     gboolean by_height, PoplensTraceColours **colours,
                                     GError **error);
/* Returns the colours by time class, cached in the report. @by_height: include the classes of tiles
 * that wait while others work (poplens_chart_set_lane_parts ()). NULL with @error. (transfer full)
 */
PoplensTraceColours *poplens_trace_colours_of_time (PoplensReport *report,
                                                    const PoplensTraceModel *model,
                                                    gboolean by_height, GCancellable *cancellable,
                                                    GError **error);
/* Returns the index of the time class in @self; POPLENS_LANE_GROUP if it has none. */
guint8 poplens_trace_colours_find (const PoplensTraceColours *self, PoplensTimeClass class);
PoplensTraceColours *poplens_trace_colours_ref (PoplensTraceColours *self);
void poplens_trace_colours_unref (PoplensTraceColours *self);

/* Returns the class of a block that shows @n @rows: that of the first or, on a scale, the mean
 * weighted by cycles, rounded. */
guint8 poplens_trace_colours_of (const PoplensTraceColours *self, const PoplensTraceModel *model,
                                 const guint32 *rows, guint32 n);

/* Adds a view for each colouring. */
void poplens_trace_colour_views (GPtrArray *views);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceColours, poplens_trace_colours_unref)

G_END_DECLS
