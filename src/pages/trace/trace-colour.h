/* Colours of the steps of a trace: by which property steps are coloured, and the colour of each
 * step. Used within src/pages only. */
#pragma once

#include "pages/core/page-private.h"
#include "pages/trace/trace-model.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_TRACE_COLOUR_CLASS, /* time class: what the step does, or waits for */
  POPLENS_TRACE_COLOUR_TYPE,
  POPLENS_TRACE_COLOUR_NAME,      /* one of a few colours, by the hash of the step's name */
  POPLENS_TRACE_COLOUR_LAYER,     /* model layer in the step's name */
  POPLENS_TRACE_COLOUR_KIND,      /* kind of operation in the step's name ("MatMul") */
  POPLENS_TRACE_COLOUR_OPERATION, /* operation to which the step belongs, from debug.cbor */
  POPLENS_TRACE_COLOUR_BALANCE, /* tile balance: mean cycles of all tiles ÷ cycles of the longest */
  POPLENS_TRACE_COLOUR_CYCLES,  /* cycles relative to the mean of all executions of the program on
                                   the IPU */
  POPLENS_N_TRACE_COLOURS,
} PoplensTraceColour;

/* Values of the location's key "colour", and their titles. */
extern const char *const poplens_trace_colour_keys[POPLENS_N_TRACE_COLOURS];
extern const char *const poplens_trace_colour_titles[POPLENS_N_TRACE_COLOURS];

/* A class of steps with the same colour, and its entry in the legend. */
typedef struct {
  char *key, *name;
  PoplensInk ink;
  guint shade;
  PoplensSeriesKind kind;
} PoplensTraceClass;

/* The colour of each row of steps_by_ipu. Waiting is one class, or several classes if steps are
 * coloured by time class. Reference counted. */
struct _PoplensTraceColours {
  char *key; /* key in the cache of the report; says how the colours were made */
  PoplensTraceColour by;
  GArray *classes;   /* PoplensTraceClass: colours and legend entries */
  guint8 *of_row;    /* [row of steps_by_ipu] index in .classes */
  gboolean is_scale; /* classes 0 … .n_scale − 1 are a colour scale, from low to high */
  guint n_scale;
  char *note; /* (nullable) sentence on what the colours mean */
};

/* Makes the colours of the steps. *@colours: (out) (transfer full) (nullable): NULL: steps are
 * coloured by type. Adds a notice if the location asks for colours whose data are missing. FALSE
 * with @error if reading is interrupted. */
gboolean poplens_trace_colours_make (PoplensPage *page, const PoplensPageContext *context,
                                     const PoplensTraceModel *model, PoplensTraceColour by,
                                     gboolean by_height, PoplensTraceColours **colours,
                                     GError **error);
/* Returns the colours by time class, cached in the report. @by_height: TRUE if blocks are divided
 * by height: tiles that wait while others work then have classes of their own. NULL with @error.
 * (transfer full) */
PoplensTraceColours *poplens_trace_colours_of_time (PoplensReport *report,
                                                    const PoplensTraceModel *model,
                                                    gboolean by_height, GCancellable *cancellable,
                                                    GError **error);
/* Returns the index of the time class @class in .classes; POPLENS_LANE_GROUP if .classes lacks
 * it. */
guint8 poplens_trace_colours_find (const PoplensTraceColours *self, PoplensTimeClass class);
PoplensTraceColours *poplens_trace_colours_ref (PoplensTraceColours *self);
void poplens_trace_colours_unref (PoplensTraceColours *self);

/* Returns the class of a block that shows the steps @rows: the class of the first step. On a scale:
 * the mean class of the steps, weighted by cycles. */
guint8 poplens_trace_colours_of (const PoplensTraceColours *self, const PoplensTraceModel *model,
                                 const guint32 *rows, guint32 n);

/* Adds each choice of step colours to the views that the finder (Ctrl+K) lists. */
void poplens_trace_colour_views (GPtrArray *views);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceColours, poplens_trace_colours_unref)

G_END_DECLS
