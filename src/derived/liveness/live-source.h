/* The source of liveness that a location asks for: what its "scope" names; without a scope, the
 * tiles of its "tile" key, else an IPU by "ipu", else a replica by "replica", else all tiles.
 * The steps: its "step" key, else the step with the most live bytes in that source. A location with
 * an operation (derived/operations/operations-source.h) lists the variables of that operation; the
 * step with the most is still worked out from all variables. */
#pragma once

#include "analysis/liveness/lifetimes.h"
#include "analysis/liveness/live-step.h"
#include "analysis/liveness/peaks.h"
#include "derived/operations/operations-source.h"
#include "model/location.h"
#include "model/step-list.h"
#include "model/variables.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Values of the location's "scope". */
typedef enum {
  POPLENS_SOURCE_ALL,     /* "all" */
  POPLENS_SOURCE_IPU,     /* "ipu": that of "ipu" */
  POPLENS_SOURCE_REPLICA, /* "replica": that of "replica"; one that the file does not list is taken
                             to be like the one it lists */
  POPLENS_SOURCE_TILES,   /* "tile": those of "tile" */
  POPLENS_SOURCE_FULLEST, /* "fullest": the tile with the most bytes, gaps included */
  POPLENS_N_SOURCES,
} PoplensSourceKind;

const char *poplens_source_kind_name (PoplensSourceKind kind);
gboolean poplens_source_kind_parse (const char *name, PoplensSourceKind *kind);

typedef struct {
  PoplensReport *report;           /* not owned, as are the parts */
  const PoplensLocation *location; /* nullable, not owned: what was asked */
  const PoplensLiveness *liveness;
  const PoplensVariables
      *variables;                  /* nullable: there where tiles are chosen, and behind bytes () */
  const PoplensPrograms *programs; /* nullable */
  PoplensSourceKind kind;
  guint32 number;        /* of the IPU, the replica, the fullest tile */
  PoplensTileSet *tiles; /* NULL: all */
  char *label;           /* "all tiles", "IPU 1", "tile 5", "7 tiles", "tile 812, the fullest" */
  gboolean has_step;     /* the location names one or more */
  guint32 step;          /* the first; where it names none: POPLENS_NO_STEP */
  PoplensStepList steps; /* all of them */
  PoplensOperationFilter only;
} PoplensLiveSource;

/* Errors: ABSENT; USAGE where the location names a tile, an IPU or a step that is not there. */
gboolean poplens_live_source_init (PoplensLiveSource *self, PoplensReport *report,
                                   const PoplensLocation *location, GCancellable *cancellable,
                                   GError **error);
void poplens_live_source_clear (PoplensLiveSource *self);

/* Whether that jump leads to another step than the one at which the source is: "peak" does where
 * the program has steps. FALSE for what cannot be. */
gboolean poplens_live_source_leads (PoplensLiveSource *self, const char *jump,
                                    GCancellable *cancellable);
/* (transfer full); NULL with @error */
PoplensLiveCurve *poplens_live_source_curve (PoplensLiveSource *self, GCancellable *cancellable,
                                             GError **error);
/* Of the operation that is asked for, where one is: the whole curve stands beside it. */
PoplensLiveCurve *poplens_live_source_own_curve (PoplensLiveSource *self, GCancellable *cancellable,
                                                 GError **error);
PoplensClassBytes *poplens_live_source_bytes (PoplensLiveSource *self, GCancellable *cancellable,
                                              GError **error);
/* Whichever operation is asked for: for variables that are named. */
PoplensClassBytes *poplens_live_source_all_bytes (PoplensLiveSource *self,
                                                  GCancellable *cancellable, GError **error);
/* The steps asked for that are shown, the first POPLENS_MOST_STEPS: each below the number of steps;
 * without any the peak. */
gboolean poplens_live_source_steps (PoplensLiveSource *self, PoplensStepList *steps,
                                    GCancellable *cancellable, GError **error);
/* "DoExchange copy/ExchangePre": of the program at @step. (transfer full) */
char *poplens_live_source_program (const PoplensLiveSource *self, guint32 step);
/* "Step 34, StreamCopyMid, tile 5": for notes and titles. (transfer full) */
char *poplens_live_source_describe (const PoplensLiveSource *self, guint32 step);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensLiveSource, poplens_live_source_clear)

/* ---- cache ----------------------------------------------------------------------------------- */

/* Curves and class bytes of the tiles that were asked for last, kept with the report: a page has
 * several tables of the same tiles, and to add up those of an IPU is a walk over all its variables.
 * Private to the tables. */

PoplensClassBytes *poplens_live_cache_bytes (PoplensReport *report, const PoplensLiveness *liveness,
                                             const PoplensVariables *variables,
                                             const PoplensTileSet *tiles, GCancellable *cancellable,
                                             GError **error);

/* ---- lifetimes ------------------------------------------------------------------------------- */

/* Lifetimes of the variables of whatever a location asks for, as they are at the step with the
 * most. */

typedef struct {
  PoplensLiveSource source; /* without a step */
  PoplensLifetimes *lifetimes;
} PoplensLifetimesSource;

/* Returns the lifetimes of the variables of @source, whatever its steps. Those of all tiles are
 * made once a report. NULL with @error as poplens_live_source_bytes(). (transfer full) */
PoplensLifetimes *poplens_live_source_lifetimes (PoplensLiveSource *source,
                                                 GCancellable *cancellable, GError **error);

/* FALSE with @error as above. Clear it in either case. */
gboolean poplens_lifetimes_source_init (PoplensLifetimesSource *self, PoplensReport *report,
                                        const PoplensLocation *location, GCancellable *cancellable,
                                        GError **error);
void poplens_lifetimes_source_clear (PoplensLifetimesSource *self);

/* What the variable of @row is called: its name, or "variable 7"; where the file knows neither, so.
 * (transfer full) */
char *poplens_lifetimes_source_name (const PoplensLifetimesSource *self, guint32 row);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensLifetimesSource, poplens_lifetimes_source_clear)

/* ---- ids of variables ------------------------------------------------------------------------ */

/* Which unlowered variables a location's "variable" names. @text: an id, as var_bytes_by_eq_class
 * numbers them, or a whole name, which several may have. NULL with POPLENS_ERROR_USAGE where there
 * is none. (transfer full) GArray of guint32 */
GArray *poplens_variable_ids (const PoplensVariables *variables, const char *text, GError **error);

G_END_DECLS
