/* The executed steps as the page of the trace shows them: named, drawn and placed in lanes. Made
 * once a report, and kept with it; immutable. For the files of this room only. */
#pragma once

#include "analysis/time/time-levels.h"
#include "analysis/trace/flame.h"
#include "analysis/trace/name-labels.h"
#include "analysis/trace/trace-live.h"
#include "charts/lanes/lanes.h"
#include "report/report.h"

G_BEGIN_DECLS

/* How a block is drawn (look.md 6, 8.1). */
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

/* What a step's type and sync type make of it. */
typedef struct {
  guint8 kind;   /* PoplensStepKind; of a Sync what its sync type says */
  guint8 series; /* PoplensTraceSeries */
} PoplensTraceLook;

/* Parts belong to the report, which must outlive this. Reference counted. */
typedef struct {
  const PoplensExecution *execution;
  const PoplensPrograms *programs; /* nullable */
  const PoplensTarget *target;     /* nullable */
  PoplensStrings *strings;
  guint32 *name;             /* [n_steps] string: the program's, or what the step is */
  PoplensNameLayers *layers; /* of these */
  PoplensTraceLook *looks;   /* by type and sync type; see poplens_trace_look() */
  guint8 location[POPLENS_N_TRACE_SERIES]; /* among those of the chart, which are there at all … */
  guint n_series;
  PoplensTraceSeries seen[POPLENS_N_TRACE_SERIES]; /* … and which these are */
  PoplensLivePrograms *live;                       /* (nullable): bytes on all tiles */
  guint32 n_undrawn; /* steps without a block on any IPU: no tile was active */
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

/* Cycles of a row of steps_by_ipu, as drawn. */
static inline guint64
poplens_trace_row_cycles (const PoplensExecution *x, guint32 row)
{
  return x->row_from[row] == G_MAXUINT64 ? 0 : poplens_execution_row_to (x, row) - x->row_from[row];
}

/* From the report where it is there. NULL with an error. (transfer full) */
PoplensTraceModel *poplens_trace_model_get (PoplensReport *report, GCancellable *cancellable,
                                            GError **error);
PoplensTraceModel *poplens_trace_model_ref (PoplensTraceModel *self);
void poplens_trace_model_unref (PoplensTraceModel *self);
/* Which steps are of the program @id or of anything that it holds or calls. (transfer full) a byte
 * a step */
guint8 *poplens_trace_steps_of (const PoplensTraceModel *self, guint32 id);

/* ---- lanes ----------------------------------------------------------------------------------- */

/* An IPU's blocks: items [first_item, first_item + n_items) in rows from first_row on. */
typedef struct {
  guint16 ipu;
  guint first_row, n_rows;
  guint n_level_rows;        /* the first of these: levels of the model */
  guint n_io_rows;           /* the last of these: copies beside work */
  guint64 *row_inside;       /* [n_rows − n_level_rows] as in lanes.h */
  gsize first_item, n_items; /* levels, then the others */
  PoplensTimeLevels *levels; /* (nullable): a flame's */
  PoplensFlame *flame;       /* (nullable) */
  guint32 *rows;             /* flame: its input's entries as rows of steps_by_ipu */
} PoplensTraceGroup;

/* pages/trace/trace-colour.h */
typedef struct _PoplensTraceColours PoplensTraceColours;

/* Blocks in lanes; items of the chart are in order of row and begin. Reference counted. */
typedef struct {
  PoplensTraceModel *model;
  PoplensTraceColours *colours; /* (nullable): then by type */
  char *key;                    /* names what it was made from */
  gboolean is_flame;
  gboolean *shown; /* [n_ipus] */
  GArray *groups;  /* of PoplensTraceGroup */
  PoplensLaneBlocks *blocks;
  gsize n_items;
  guint32 *source; /* [n_items] row of steps_by_ipu; of a flame a node, n_nodes + leaf, or n_nodes +
                      n_leaves + level, of its group */
  guint32 *item_of_row;   /* [n_rows] G_MAXUINT32: not drawn */
  PoplensLiveTrace *live; /* (nullable) */
} PoplensTraceLanes;

/* What lanes are made of. */
typedef struct {
  PoplensTraceColours *colours; /* (nullable): by type */
  gboolean is_flame;
  int ipu; /* the only one that is shown, or −1: all */
  /* (nullable): levels of the model above a flame's paths; both are the report's. */
  const PoplensTime *time;
  const PoplensTimeIterations *iterations;
} PoplensTraceLanesChoice;

/* @work: (nullable). The last that was made for the report, where it is the same. NULL with
 * G_IO_ERROR_CANCELLED. (transfer full) */
PoplensTraceLanes *poplens_trace_lanes_get (PoplensReport *report, PoplensTraceModel *model,
                                            const PoplensTraceLanesChoice *choice,
                                            const PoplensWork *work, GError **error);
PoplensTraceLanes *poplens_trace_lanes_ref (PoplensTraceLanes *self);
void poplens_trace_lanes_unref (PoplensTraceLanes *self);

const PoplensTraceGroup *poplens_trace_lanes_group (const PoplensTraceLanes *self, gsize item);
/* The entry of the steps that the .source @block of a group shows first; G_MAXUINT32 for a group of
 * others, and for a level. Without @flame (nullable) @block itself. */
guint32 poplens_trace_first_step (const PoplensFlame *flame, guint32 block);
guint poplens_trace_n_levels (const PoplensTraceGroup *self);
/* NULL where @item of @group is no level. */
const PoplensLevelSpan *poplens_trace_level_at (const PoplensTraceLanes *self,
                                                const PoplensTraceGroup *group, gsize item);
/* First of the steps that @item shows, as a row of steps_by_ipu; FALSE for a group of others. */
gboolean poplens_trace_lanes_row (const PoplensTraceLanes *self, gsize item, guint32 *row);
/* @rows: [n_rows] 1 for those that are asked for. [n_items] 1 for blocks that show none of them,
 * and for groups in which none is. (transfer full) */
guint8 *poplens_trace_lanes_others (const PoplensTraceLanes *self, const guint8 *rows);
/* A chart's PoplensItemNameFunc's answer: a step's whole name, a group's part of it. (transfer
 * full)
 */
char *poplens_trace_lanes_name (const PoplensTraceLanes *self, gsize item);
/* What differs of a step from how it is drawn: cycles of the longest tile, as tables have them.
 * NULL for what is no step alone, and as long as nobody read these cycles. (transfer full)
 * (nullable) */
char *poplens_trace_lanes_note (PoplensReport *report, const PoplensTraceLanes *self, gsize item);
/* Its PoplensLaneLabelsFunc's: on a step of its own what tells it from others that are seen with
 * it, in a flame what the groups around it do not say (trace-labels.c). */
void poplens_trace_lanes_labels (const PoplensTraceLanes *self, const gsize *items, guint n,
                                 char **labels);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceModel, poplens_trace_model_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceLanes, poplens_trace_lanes_unref)

G_END_DECLS
