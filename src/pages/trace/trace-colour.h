/* What the blocks of a trace are coloured by, where that is not what they use. For the files of
 * this room only. */
#pragma once

#include "pages/core/page-private.h"
#include "pages/trace/trace-model.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_TRACE_COLOUR_CLASS, /* what the step does, or waits for */
  POPLENS_TRACE_COLOUR_TYPE,
  POPLENS_TRACE_COLOUR_NAME,      /* a few inks, by a hash of the name */
  POPLENS_TRACE_COLOUR_LAYER,     /* of the model, as names tell it */
  POPLENS_TRACE_COLOUR_KIND,      /* of operation: the last part of the name without role */
  POPLENS_TRACE_COLOUR_OPERATION, /* of a layer of debug.cbor */
  POPLENS_TRACE_COLOUR_BALANCE,   /* mean over all tiles, of the longest's cycles */
  POPLENS_TRACE_COLOUR_CYCLES,    /* beside the mean of its program's executions on its IPU */
  POPLENS_N_TRACE_COLOURS,
} PoplensTraceColour;

/* Keys of the location's "colour", and what they are called. */
extern const char *const poplens_trace_colour_keys[POPLENS_N_TRACE_COLOURS];
extern const char *const poplens_trace_colour_titles[POPLENS_N_TRACE_COLOURS];

/* An entry of the legend. */
typedef struct {
  char *key, *name;
  PoplensInk ink;
  guint shade;
  PoplensSeriesKind kind;
} PoplensTraceClass;

/* Steps that wait are one class in each, as what is worked at is what colours tell; but for time
 * classes. */
struct _PoplensTraceColours {
  char *key; /* names what it was made from */
  PoplensTraceColour by;
  GArray *classes;   /* of PoplensTraceClass */
  guint8 *of_row;    /* [n_rows] */
  gboolean is_scale; /* classes from 0 on are a scale, the first .n_scale of them */
  guint n_scale;
  char *note; /* a sentence: how to read them */
};

/* *@colours: NULL for types, or where @context's report cannot tell, which @page then says, if its
 * location asks for it. FALSE only where nothing more can be read. (transfer full) */
gboolean poplens_trace_colours_make (PoplensPage *page, const PoplensPageContext *context,
                                     const PoplensTraceModel *model, PoplensTraceColour by,
                                     gboolean by_height, PoplensTraceColours **colours,
                                     GError **error);
/* By time class, with the names that those have everywhere; kept with the report. @by_height: with
 * the classes of tiles that wait while others work (poplens_chart_set_lane_parts ()). NULL with an
 * error. (transfer full) */
PoplensTraceColours *poplens_trace_colours_of_time (PoplensReport *report,
                                                    const PoplensTraceModel *model,
                                                    gboolean by_height, GCancellable *cancellable,
                                                    GError **error);
/* Which class @self has for the time class; POPLENS_LANE_GROUP: none. */
guint8 poplens_trace_colours_find (const PoplensTraceColours *self, PoplensTimeClass class);
PoplensTraceColours *poplens_trace_colours_ref (PoplensTraceColours *self);
void poplens_trace_colours_unref (PoplensTraceColours *self);

/* The class of a block that shows @rows, @n of them: that of the first, or on a scale the middle of
 * theirs, weighted by their cycles. */
guint8 poplens_trace_colours_of (const PoplensTraceColours *self, const PoplensTraceModel *model,
                                 const guint32 *rows, guint32 n);

/* The colours that the page has. */
void poplens_trace_colour_views (GPtrArray *views);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceColours, poplens_trace_colours_unref)

G_END_DECLS
