/* What the writers of a trace share. Private to them. */
#pragma once

#include "analysis/trace-events.h"
#include "model/exchanges.h"
#include "model/target.h"
#include "tables/trace-export.h"

G_BEGIN_DECLS

/* From the first begin to the last end of a run's steps. */
typedef struct {
  const char *name;
  guint64 from, to; /* cycles, cut at the ends of the range */
  guint32 lane;     /* runs may overlap, too */
} PoplensTraceRunBar;

typedef struct {
  PoplensReport *report;
  const PoplensExecution *execution;
  const PoplensPrograms *programs;   /* (nullable) */
  const PoplensExchanges *exchanges; /* (nullable) */
  PoplensTraceEvents *events;
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
void poplens_trace_write_speedscope (PoplensTraceExport *self);
void poplens_trace_write_folded (PoplensTraceExport *self);

/* What every writer asks in its visitor's go_on: whether writing on makes sense. */
gboolean poplens_trace_export_go_on (const PoplensTraceExport *self);
/* Cycles as they are, or nanoseconds: whole ones, which never fall where cycles rise. */
guint64 poplens_trace_export_tick (const PoplensTraceExport *self, guint64 cycles);
/* "IPU 0 · 1 µs = 1 cycle" (transfer full) */
char *poplens_trace_export_ipu_name (const PoplensTraceExport *self, guint16 ipu);
/* "Steps", "Steps, overlapping 1" (transfer full) */
char *poplens_trace_export_track_name (const char *what, guint32 lane);

/* ---- what a step is (trace-export-args.c) ------------------------------------------------------
 */

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

G_END_DECLS
