/* The executed steps, as the trace page shows them: their names, how they are drawn, and their
 * blocks in lanes. Made once per report and cached in it; immutable. Used within src/pages only. */
#pragma once

#include "analysis/time/time-levels.h"
#include "analysis/trace/flame.h"
#include "analysis/trace/name-labels.h"
#include "analysis/trace/trace-live.h"
#include "charts/lanes/lanes.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Series of the trace's chart. The type of a step decides its series. The series decides how its
 * blocks are drawn (look.md 6, 8.1). */
typedef enum {
  POPLENS_TRACE_COMPUTE,
  POPLENS_TRACE_EXCHANGE,
  POPLENS_TRACE_LINKS,
  POPLENS_TRACE_HOST,
  POPLENS_TRACE_HOST_BEGIN,
  POPLENS_TRACE_HOST_END,
  POPLENS_TRACE_EXTERNAL_SYNC,
  POPLENS_TRACE_SYNC,
  POPLENS_TRACE_OTHER,
  POPLENS_N_TRACE_SERIES,
} PoplensTraceSeries;

typedef struct {
  const char *key, *name;
  PoplensInk ink;
  PoplensSeriesKind kind;
} PoplensTraceSeriesInfo;

extern const PoplensTraceSeriesInfo poplens_trace_series[POPLENS_N_TRACE_SERIES];

/* ---- steps ----------------------------------------------------------------------------------- */

/* Classification of a step, by its type and sync type. */
typedef struct {
  guint8 kind;   /* PoplensStepKind; the kind of a Sync depends on its sync type */
  guint8 series; /* PoplensTraceSeries */
} PoplensTraceLook;

/* Names and classification of all executed steps. The parts belong to the report, which must
 * outlive the model. Reference counted. */
typedef struct {
  const PoplensExecution *execution;
  const PoplensPrograms *programs; /* (nullable) */
  const PoplensTarget *target;     /* (nullable) */
  PoplensStrings *strings;
  guint32 *name; /* [n_steps] name of the step's program, as an index in .strings; the step type if
                    the step has no program */
  PoplensNameLayers *layers;                  /* model layers that occur in the names */
  PoplensTraceLook *looks;                    /* [type × sync type]; use poplens_trace_look () */
  guint8 chart_index[POPLENS_N_TRACE_SERIES]; /* [PoplensTraceSeries] index of the series in the
                                              chart; only series with steps have one */
  guint n_series;
  PoplensTraceSeries seen[POPLENS_N_TRACE_SERIES]; /* [n_series] series at each chart index */
  PoplensLivePrograms *live; /* (nullable) live bytes of each program, over all tiles */
  guint32 n_undrawn; /* number of steps without a block, because no tile was active on any IPU */
} PoplensTraceModel;

static inline PoplensTraceLook
poplens_trace_look (const PoplensTraceModel *self, guint32 step)
{
  const PoplensExecution *x = self->execution;

  return self->looks[x->step_type[step] * x->n_syncs + x->step_sync[step]];
}

static inline gboolean
poplens_trace_waits (const PoplensTraceModel *self, guint32 step)
{
  return poplens_step_kind_is_waiting (poplens_trace_look (self, step).kind);
}

/* Returns the cycles from begin to end of a row of steps_by_ipu; 0 if the row is not drawn. */
static inline guint64
poplens_trace_row_cycles (const PoplensExecution *x, guint32 row)
{
  return x->row_from[row] == G_MAXUINT64 ? 0 : poplens_execution_row_to (x, row) - x->row_from[row];
}

/* Returns the model of the report, which caches it. NULL with @error. (transfer full) */
PoplensTraceModel *poplens_trace_model_get (PoplensReport *report, GCancellable *cancellable,
                                            GError **error);
PoplensTraceModel *poplens_trace_model_ref (PoplensTraceModel *self);
void poplens_trace_model_unref (PoplensTraceModel *self);
/* Returns a byte for each step: TRUE if it executes program @id, or a program that @id contains or
 * calls. (transfer full) */
guint8 *poplens_trace_steps_of (const PoplensTraceModel *self, guint32 id);

/* ---- lanes ----------------------------------------------------------------------------------- */

/* The lanes of an IPU: items [first_item, first_item + n_items) of the chart, in n_rows rows from
 * first_row on. */
typedef struct {
  guint16 ipu;
  guint first_row, n_rows;
  guint n_level_rows;        /* number of rows at the top with training phases */
  guint n_io_rows;           /* number of rows at the bottom with copies that overlap with work */
  guint64 *row_inside;       /* [n_rows − n_level_rows] cycles of the longest group in the row */
  gsize first_item, n_items; /* items of the IPU; training phases come first */
  PoplensTimeLevels *levels; /* (nullable) training phases above a flame graph */
  PoplensFlame *flame;       /* (nullable) NULL: the view is flat */
  guint32 *rows;             /* flame graph: row of steps_by_ipu for each input step of .flame */
} PoplensTraceGroup;

/* Colours of the steps (pages/trace/trace-colour.h). */
typedef struct _PoplensTraceColours PoplensTraceColours;

/* The blocks of a trace in lanes. Items of the chart are sorted by row, then by begin. Reference
 * counted. */
typedef struct {
  PoplensTraceModel *model;
  PoplensTraceColours *colours; /* (nullable) NULL: steps are coloured by type */
  char *key; /* key of the lanes in the cache of the report; contains the choices that made them */
  gboolean is_flame;
  gboolean *shown; /* [n_ipus] TRUE if the IPU is shown */
  GArray *groups;  /* PoplensTraceGroup: IPUs, from top to bottom */
  PoplensLaneBlocks *blocks;
  gsize n_items;
  guint32 *source; /* [n_items] what the item shows. Flat view: a row of steps_by_ipu. Flame graph:
                      the index of a group, n_nodes + the index of a leaf, or n_nodes + n_leaves +
                      the index of a training phase. */
  guint32 *item_of_row;   /* [n_rows] item that shows the row of steps_by_ipu; G_MAXUINT32: none */
  PoplensLiveTrace *live; /* (nullable): live bytes over time */
} PoplensTraceLanes;

/* Choices from which lanes are made. */
typedef struct {
  PoplensTraceColours *colours; /* (nullable) NULL: steps are coloured by type */
  gboolean is_flame;
  int ipu; /* the only IPU to show; −1: all */
  /* (nullable) times of the training phases above a flame graph; NULL: no phases are shown. Owned
   * by the report. */
  const PoplensTime *time;
  const PoplensTimeIterations *iterations;
} PoplensTraceLanesChoice;

/* Returns the lanes for @choice. The report caches the lanes that were made last. @work:
 * (nullable). NULL with G_IO_ERROR_CANCELLED. (transfer full) */
PoplensTraceLanes *poplens_trace_lanes_get (PoplensReport *report, PoplensTraceModel *model,
                                            const PoplensTraceLanesChoice *choice,
                                            const PoplensWork *work, GError **error);
PoplensTraceLanes *poplens_trace_lanes_ref (PoplensTraceLanes *self);
void poplens_trace_lanes_unref (PoplensTraceLanes *self);

const PoplensTraceGroup *poplens_trace_lanes_group (const PoplensTraceLanes *self, gsize item);
/* Returns the first step that a block shows, as an index into the steps of its IPU. Returns
 * G_MAXUINT32 for groups and training phases. @flame: (nullable): NULL for a flat view. @block: a
 * value of PoplensTraceLanes.source. */
guint32 poplens_trace_first_step (const PoplensFlame *flame, guint32 block);
guint poplens_trace_n_levels (const PoplensTraceGroup *self);
/* Returns the training phase that @item of @group shows; NULL if it shows something else. */
const PoplensLevelSpan *poplens_trace_level_at (const PoplensTraceLanes *self,
                                                const PoplensTraceGroup *group, gsize item);
/* Gives the first step that @item shows, as a row of steps_by_ipu. @row: (out). FALSE for groups
 * and training phases. */
gboolean poplens_trace_lanes_row (const PoplensTraceLanes *self, gsize item, guint32 *row);
/* Returns a byte for each item: 1 if the item shows none of the marked rows, else 0. @rows: [row of
 * steps_by_ipu] 1: the row is marked. (transfer full) */
guint8 *poplens_trace_lanes_others (const PoplensTraceLanes *self, const guint8 *rows);
/* Function for PoplensItemNameFunc: returns the full name of a step or, for a group, its part of
 * the path. (transfer full) */
char *poplens_trace_lanes_name (const PoplensTraceLanes *self, gsize item);
/* Returns details of an item that shows a single step: the slowest tile, the cycles of this tile if
 * they differ from the drawn length, and what an external sync waits for. Leaves out details that
 * are not loaded. (transfer full) (nullable): NULL if there are no details */
char *poplens_trace_lanes_note (PoplensReport *report, const PoplensTraceLanes *self, gsize item);
/* Implements PoplensLaneLabelsFunc: labels each step by what distinguishes its name from the other
 * names in view. In a flame graph, the label leaves out the names of the groups above. */
void poplens_trace_lanes_labels (const PoplensTraceLanes *self, const gsize *items, guint n,
                                 char **labels);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceModel, poplens_trace_model_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceLanes, poplens_trace_lanes_unref)

G_END_DECLS
