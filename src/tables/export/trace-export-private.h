/* Code that the writers of a trace share. Private to them. */
#pragma once

#include "analysis/trace/light.h"
#include "analysis/trace/trace-events.h"
#include "model/exchanges.h"
#include "model/target.h"
#include "tables/export/trace-export.h"

G_BEGIN_DECLS

/* A run, from the first begin to the last end of its steps. */
typedef struct {
  const char *name;
  guint64 from, to; /* cycles, cut at the ends of the range */
  guint32 lane;     /* row of bars, as runs may overlap */
} PoplensTraceRunBar;

typedef struct _PoplensTraceLight PoplensTraceLight;

typedef struct {
  PoplensReport *report;
  const PoplensExecution *execution;
  const PoplensPrograms *programs;   /* (nullable) */
  const PoplensExchanges *exchanges; /* (nullable) */
  PoplensTraceEvents *events;        /* (nullable): steps */
  PoplensTraceLight *light; /* (nullable): blocks of lightweight profiling, if .events is NULL */
  PoplensTraceFormat format;
  guint64 clock_hz; /* for time axes; 0: cycles */
  PoplensTextSink *sink;
  PoplensWork work;
  GArray *runs;        /* PoplensTraceRunBar, by begin */
  PoplensSlice *slice; /* (nullable): slice of the last row that was read */
  GError *error;       /* (nullable): the first error */
} PoplensTraceExport;

/* Write the trace. Errors are in .error or in the sink. */
void poplens_trace_write_chrome (PoplensTraceExport *self);
void poplens_trace_write_perfetto (PoplensTraceExport *self);

/* FALSE after an error. Writers return it from their visitors. */
gboolean poplens_trace_export_go_on (const PoplensTraceExport *self);
/* Converts cycles to the unit of the export: cycles, or whole nanoseconds, which are monotonic. */
guint64 poplens_trace_export_tick (const PoplensTraceExport *self, guint64 cycles);
/* Returns "IPU 0 · 1 µs = 1 cycle". (transfer full) */
char *poplens_trace_export_ipu_name (const PoplensTraceExport *self, guint16 ipu);
/* Returns the names of steps, by frame number. */
const PoplensStrings *poplens_trace_export_frames (const PoplensTraceExport *self);
guint32 poplens_trace_export_n_tracks (const PoplensTraceExport *self);
/* Returns "Steps", "Steps, overlapping 1". (transfer full) */
char *poplens_trace_export_track_name (const char *what, guint32 lane);

/* ---- arguments of a step (trace-export-chrome.c) --------------------------------------------- */

typedef struct {
  guint32 step;    /* ID */
  guint32 program; /* ID, or POPLENS_NO_PROGRAM */
  guint64 cycles;  /* cycles of the longest tile; may exceed the length of the block */
  guint64 active_tiles;
  double tile_balance;    /* NaN: unknown */
  gboolean has_bytes;     /* the program is an exchange */
  guint64 received, sent; /* bytes of the IPU's tiles */
} PoplensTraceArgs;

/* Reads the arguments of a row. FALSE with .error if it cannot be read. */
gboolean poplens_trace_export_args (PoplensTraceExport *self, guint32 row, PoplensTraceArgs *args);

/* ---- blocks of lightweight profiling (trace-export.c) ---------------------------------------- */

/* A block, cut at the ends of the range. */
typedef struct {
  guint32 track, row;
  guint16 ipu;
  guint32 tile;
  PoplensLightType type;
  gint64 id; /* −1: none */
  guint32 frame;
  guint64 from, to;
  guint64 cycles; /* of the whole block */
} PoplensTraceBlock;

/* Returns the IPU of @track. */
guint16 poplens_trace_light_ipu (const PoplensTraceLight *self, guint32 track);
/* Returns "Tile 5", "Tile 5, overlapping 1". (transfer full) */
char *poplens_trace_light_track_name (const PoplensTraceLight *self, guint32 track);
/* Visits all blocks, track by track. @visit: returns FALSE to stop. */
void poplens_trace_light_walk (PoplensTraceExport *export,
                               gboolean (*visit) (const PoplensTraceBlock *block, gpointer data),
                               gpointer data);

G_END_DECLS
