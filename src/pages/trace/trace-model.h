/* The executed steps as the page of the trace shows them: names, looks, and blocks in lanes. Made
 * once per report and cached in it; immutable. Used within src/pages only. */
#pragma once

#include "analysis/time/time-levels.h"
#include "analysis/trace/flame.h"
#include "analysis/trace/name-labels.h"
#include "analysis/trace/trace-live.h"
#include "charts/lanes/lanes.h"
#include "report/report.h"

G_BEGIN_DECLS

/* How a block is drawn (look.md 6, 8.1), by type of step. */
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

/* Classification of a step by its type and sync type. */
typedef struct {
  guint8 kind;   /* PoplensStepKind; of a Sync by its sync type */
  guint8 series; /* PoplensTraceSeries */
} PoplensTraceLook;

/* Names and looks of all executed steps. The parts belong to the report, which must outlive this.
 * Reference counted. */
typedef struct {
  const PoplensExecution *execution;
  const PoplensPrograms *programs; /* (nullable) */
  const PoplensTarget *target;     /* (nullable) */
  PoplensStrings *strings;
  guint32 *name;             /* [n_steps] string number: the program's name, or the type of step */
  PoplensNameLayers *layers; /* model layers found in .strings */
  PoplensTraceLook *looks;   /* by type and sync type; see poplens_trace_look() */
  guint8 location[POPLENS_N_TRACE_SERIES]; /* position of each series among those that occur */
  guint n_series;
  PoplensTraceSeries seen[POPLENS_N_TRACE_SERIES]; /* [n_series] the series that occur */
  PoplensLivePrograms *live;                       /* (nullable): live bytes of all tiles */
  guint32 n_undrawn; /* steps without a block: no tile was active on any IPU */
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

/* Returns the cycles of a row of steps_by_ipu, as drawn; 0 if it is not drawn. */
static inline guint64
poplens_trace_row_cycles (const PoplensExecution *x, guint32 row)
{
  return x->row_from[row] == G_MAXUINT64 ? 0 : poplens_execution_row_to (x, row) - x->row_from[row];
}

/* Returns the model of the report, which is cached in it. NULL with @error. (transfer full) */
PoplensTraceModel *poplens_trace_model_get (PoplensReport *report, GCancellable *cancellable,
                                            GError **error);
PoplensTraceModel *poplens_trace_model_ref (PoplensTraceModel *self);
void poplens_trace_model_unref (PoplensTraceModel *self);
/* Marks the steps of program @id, or of any program that it contains or calls: a byte for each
 * step. (transfer full) */
guint8 *poplens_trace_steps_of (const PoplensTraceModel *self, guint32 id);

/* ---- lanes ----------------------------------------------------------------------------------- */

/* Blocks of an IPU: items [first_item, first_item + n_items) in the rows from first_row on. */
typedef struct {
  guint16 ipu;
  guint first_row, n_rows;
  guint n_level_rows;        /* number of rows at the top with training phases */
  guint n_io_rows;           /* number of rows at the bottom with copies beside work */
  guint64 *row_inside;       /* [n_rows − n_level_rows] as in lanes.h */
  gsize first_item, n_items; /* training phases, then the other blocks */
  PoplensTimeLevels *levels; /* (nullable): training phases of a flame graph */
  PoplensFlame *flame;       /* (nullable): NULL in the flat view */
  guint32 *rows;             /* flame graph: [n inputs of .flame] row of steps_by_ipu */
} PoplensTraceGroup;

/* Defined in pages/trace/trace-colour.h. */
typedef struct _PoplensTraceColours PoplensTraceColours;

/* The blocks of a trace in lanes. Items of the chart are sorted by row, then by begin. Reference
 * counted. */
typedef struct {
  PoplensTraceModel *model;
  PoplensTraceColours *colours; /* (nullable): NULL: coloured by step type */
  char *key;                    /* identifies what it was made from, for the cache */
  gboolean is_flame;
  gboolean *shown; /* [n_ipus] whether the IPU is shown */
  GArray *groups;  /* PoplensTraceGroup */
  PoplensLaneBlocks *blocks;
  gsize n_items;
  guint32 *source; /* [n_items] row of steps_by_ipu; in a flame graph a node, n_nodes + leaf, or
                      n_nodes + n_leaves + level of its group */
  guint32 *item_of_row;   /* [n_rows] item; G_MAXUINT32: not drawn */
  PoplensLiveTrace *live; /* (nullable): live bytes over time */
} PoplensTraceLanes;

/* Parameters of lanes. */
typedef struct {
  PoplensTraceColours *colours; /* (nullable): NULL: by step type */
  gboolean is_flame;
  int ipu; /* the only IPU to show; −1: all */
  /* (nullable) for the training phases above the paths of a flame graph; owned by the report */
  const PoplensTime *time;
  const PoplensTimeIterations *iterations;
} PoplensTraceLanesChoice;

/* Returns the lanes of the report for @choice. The last ones made are cached. @work: (nullable).
 * NULL with G_IO_ERROR_CANCELLED. (transfer full) */
PoplensTraceLanes *poplens_trace_lanes_get (PoplensReport *report, PoplensTraceModel *model,
                                            const PoplensTraceLanesChoice *choice,
                                            const PoplensWork *work, GError **error);
PoplensTraceLanes *poplens_trace_lanes_ref (PoplensTraceLanes *self);
void poplens_trace_lanes_unref (PoplensTraceLanes *self);

const PoplensTraceGroup *poplens_trace_lanes_group (const PoplensTraceLanes *self, gsize item);
/* Returns the first step that @block (a value of .source) of a group shows, as an index into the
 * group's steps; G_MAXUINT32 for groups of blocks and training phases. @flame: (nullable): NULL:
 * @block itself. */
guint32 poplens_trace_first_step (const PoplensFlame *flame, guint32 block);
guint poplens_trace_n_levels (const PoplensTraceGroup *self);
/* Returns the training phase that @item of @group shows; NULL if it shows something else. */
const PoplensLevelSpan *poplens_trace_level_at (const PoplensTraceLanes *self,
                                                const PoplensTraceGroup *group, gsize item);
/* Gives the first step that @item shows, as a row of steps_by_ipu. @row: (out). FALSE for groups of
 * blocks. */
gboolean poplens_trace_lanes_row (const PoplensTraceLanes *self, gsize item, guint32 *row);
/* Marks blocks that show none of @rows, and groups that contain none. @rows: [n_rows] 1 for the
 * rows asked for. Returns: [n_items] 0 or 1. (transfer full) */
guint8 *poplens_trace_lanes_others (const PoplensTraceLanes *self, const guint8 *rows);
/* PoplensItemNameFunc of the chart: the full name of a step, or a group's part of the path.
 * (transfer full) */
char *poplens_trace_lanes_name (const PoplensTraceLanes *self, gsize item);
/* Returns details of a single step: the cycles of the longest tile if they differ from the drawn
 * length, the slowest tile, and what an external sync waits for. Cycles and tile only if they are
 * loaded. (transfer full) (nullable): NULL if there is nothing to add */
char *poplens_trace_lanes_note (PoplensReport *report, const PoplensTraceLanes *self, gsize item);
/* PoplensLaneLabelsFunc of the chart: labels a step by what tells it from others in view, and in a
 * flame graph by what the groups around it do not say (trace-labels.c). */
void poplens_trace_lanes_labels (const PoplensTraceLanes *self, const gsize *items, guint n,
                                 char **labels);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceModel, poplens_trace_model_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceLanes, poplens_trace_lanes_unref)

G_END_DECLS
