/* State and helpers of the functions that write a trace. Private to them. */
#pragma once

#include "analysis/trace/light.h"
#include "analysis/trace/trace-events.h"
#include "model/exchanges.h"
#include "model/target.h"
#include "tables/export/trace-export.h"

G_BEGIN_DECLS

/* A run, drawn from the first begin to the last end of its steps. */
typedef struct {
  const char *name;
  guint64 from, to; /* cycles; begin and end are cut at the exported range */
  guint32 lane;     /* track on which it is drawn, as runs may overlap */
} PoplensTraceRunBar;

typedef struct _PoplensTraceLight PoplensTraceLight;

typedef struct {
  PoplensReport *report;
  const PoplensExecution *execution;
  const PoplensPrograms *programs;   /* (nullable) */
  const PoplensExchanges *exchanges; /* (nullable) */
  PoplensTraceEvents *events;        /* (nullable): ordered steps; NULL if the export has blocks */
  PoplensTraceLight *light;          /* (nullable): blocks; NULL if the export has steps */
  PoplensTraceFormat format;
  guint64 clock_hz; /* clock in Hz that converts cycles to time; 0: timestamps are cycles */
  PoplensTextSink *sink;
  PoplensWork work;
  GArray *runs;        /* PoplensTraceRunBar, sorted by begin */
  PoplensSlice *slice; /* (nullable): slice of the last row that was read */
  GError *error;       /* (nullable): the first error */
} PoplensTraceExport;

/* Writes the trace to .sink. On failure, .error or the error of .sink is set. */
void poplens_trace_write_chrome (PoplensTraceExport *self);
void poplens_trace_write_perfetto (PoplensTraceExport *self);

/* TRUE if the export has no error so far. Functions that visit steps return this value, to stop
 * after an error. */
gboolean poplens_trace_export_go_on (const PoplensTraceExport *self);
/* Converts a time in cycles to the unit of the export: cycles, or whole nanoseconds. The result
 * never decreases if @cycles increases. */
guint64 poplens_trace_export_tick (const PoplensTraceExport *self, guint64 cycles);
/* Returns the name of an IPU's process, with the unit: "IPU 0 · 1 µs = 1 cycle". (transfer full) */
char *poplens_trace_export_ipu_name (const PoplensTraceExport *self, guint16 ipu);
/* Returns the names of frames (steps and groups), by frame number. */
const PoplensStrings *poplens_trace_export_frames (const PoplensTraceExport *self);
guint32 poplens_trace_export_n_tracks (const PoplensTraceExport *self);
/* Returns the name of a track: "Steps" for @lane 0, "Steps, overlapping 1" for @lane 1. (transfer
 * full) */
char *poplens_trace_export_track_name (const char *what, guint32 lane);

/* ---- arguments of a step (trace-export-chrome.c) --------------------------------------------- */

typedef struct {
  guint32 step;    /* ID */
  guint32 program; /* ID; POPLENS_NO_PROGRAM: none */
  guint64 cycles;  /* cycles of the longest tile; may exceed the drawn length */
  guint64 active_tiles;
  double tile_balance;    /* NaN: unknown */
  gboolean has_bytes;     /* .received and .sent are set, because the program is an exchange */
  guint64 received, sent; /* bytes that the tiles of the IPU receive and send */
} PoplensTraceArgs;

/* Reads the arguments of the step in @row. FALSE with .error if they cannot be read. */
gboolean poplens_trace_export_args (PoplensTraceExport *self, guint32 row, PoplensTraceArgs *args);

/* ---- blocks of lightweight profiling (trace-export.c) ---------------------------------------- */

/* A block of lightweight profiling, cut at the ends of the exported range. */
typedef struct {
  guint32 track, row;
  guint16 ipu;
  guint32 tile;
  PoplensLightType type;
  gint64 id; /* ID recorded in the block; −1: none */
  guint32 frame;
  guint64 from, to;
  guint64 cycles; /* length of the whole block, even if it is cut */
} PoplensTraceBlock;

/* Returns the number of the IPU to which @track belongs. */
guint16 poplens_trace_light_ipu (const PoplensTraceLight *self, guint32 track);
/* Returns the name of a tile's track: "Tile 5", "Tile 5, overlapping 1". (transfer full) */
char *poplens_trace_light_track_name (const PoplensTraceLight *self, guint32 track);
/* Calls @visit for all blocks, track by track. @visit: returns FALSE to stop. */
void poplens_trace_light_walk (PoplensTraceExport *export,
                               gboolean (*visit) (const PoplensTraceBlock *block, gpointer data),
                               gpointer data);

G_END_DECLS
