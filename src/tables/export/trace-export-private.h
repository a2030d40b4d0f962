/* What the writers of a trace share. Private to them. */
#pragma once

#include "analysis/trace/light.h"
#include "analysis/trace/trace-events.h"
#include "model/exchanges.h"
#include "model/target.h"
#include "tables/export/trace-export.h"

G_BEGIN_DECLS

/* From the first begin to the last end of a run's steps. */
typedef struct {
  const char *name;
  guint64 from, to; /* cycles, cut at the ends of the range */
  guint32 lane;     /* runs may overlap, too */
} PoplensTraceRunBar;

typedef struct _PoplensTraceLight PoplensTraceLight;

typedef struct {
  PoplensReport *report;
  const PoplensExecution *execution;
  const PoplensPrograms *programs;   /* (nullable) */
  const PoplensExchanges *exchanges; /* (nullable) */
  PoplensTraceEvents *events;        /* steps; or NULL, and … */
  PoplensTraceLight *light;          /* … blocks of lightweight profiling */
  PoplensTraceFormat format;
  guint64 clock_hz; /* of time; 0: cycles */
  PoplensTextSink *sink;
  PoplensWork work;
  GArray *runs;        /* of PoplensTraceRunBar, by begin */
  PoplensSlice *slice; /* of the last row */
  GError *error;       /* the first that came up */
} PoplensTraceExport;

/* The writers: what failed is in .error or the sink. */
void poplens_trace_write_chrome (PoplensTraceExport *self);
void poplens_trace_write_perfetto (PoplensTraceExport *self);

/* What every writer asks in its visitor's go_on: whether writing on makes sense. */
gboolean poplens_trace_export_go_on (const PoplensTraceExport *self);
/* Cycles as they are, or nanoseconds: whole ones, which never fall where cycles rise. */
guint64 poplens_trace_export_tick (const PoplensTraceExport *self, guint64 cycles);
/* "IPU 0 · 1 µs = 1 cycle" (transfer full) */
char *poplens_trace_export_ipu_name (const PoplensTraceExport *self, guint16 ipu);
/* Names of what is written, by the number of a frame. */
const PoplensStrings *poplens_trace_export_frames (const PoplensTraceExport *self);
guint32 poplens_trace_export_n_tracks (const PoplensTraceExport *self);
/* "Steps", "Steps, overlapping 1" (transfer full) */
char *poplens_trace_export_track_name (const char *what, guint32 lane);

/* ---- what a step is (trace-export-chrome.c) -------------------------------------------------- */

typedef struct {
  guint32 step;    /* id */
  guint32 program; /* id, or POPLENS_NO_PROGRAM */
  guint64 cycles;  /* of the longest tile: may be more than the block is long */
  guint64 active_tiles;
  double tile_balance;    /* not a number: not known */
  gboolean has_bytes;     /* its program is an exchange */
  guint64 received, sent; /* bytes of the IPU's tiles */
} PoplensTraceArgs;

/* FALSE with .error set where the row cannot be read any more. */
gboolean poplens_trace_export_args (PoplensTraceExport *self, guint32 row, PoplensTraceArgs *args);

/* ---- blocks of lightweight profiling (trace-export.c) ---------------------------------------- */

/* One block, cut at the ends of the range. */
typedef struct {
  guint32 track, row;
  guint16 ipu;
  guint32 tile;
  PoplensLightType type;
  gint64 id; /* −1: none */
  guint32 frame;
  guint64 from, to;
  guint64 cycles; /* whole */
} PoplensTraceBlock;

/* Whose @track is. */
guint16 poplens_trace_light_ipu (const PoplensTraceLight *self, guint32 track);
/* "Tile 5", "Tile 5, overlapping 1" (transfer full) */
char *poplens_trace_light_track_name (const PoplensTraceLight *self, guint32 track);
/* Track by track. @visit: FALSE: stop. */
void poplens_trace_light_walk (PoplensTraceExport *export,
                               gboolean (*visit) (const PoplensTraceBlock *block, gpointer data),
                               gpointer data);

G_END_DECLS
