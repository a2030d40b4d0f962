/* Tiles and steps that a location selects for liveness. The key "scope" says which of the keys
 * "tile", "ipu" and "replica" selects the tiles. Without "scope", the first of these keys that is
 * set counts; without any, all tiles. The key "step" selects the steps; without it, the step with
 * most live bytes. The keys of an operation (operations-source.h) limit the listed variables, but
 * not the search for that step. */
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
  POPLENS_SOURCE_ALL, /* "all" */
  POPLENS_SOURCE_IPU, /* "ipu": the IPU of key "ipu" */
  /* "replica": the replica of key "replica"; if the file lists one replica only, others are assumed
   * to be equal */
  POPLENS_SOURCE_REPLICA,
  POPLENS_SOURCE_TILES,   /* "tile": the tiles of key "tile" */
  POPLENS_SOURCE_FULLEST, /* "fullest": the tile with the most bytes, gaps included */
  POPLENS_N_SOURCES,
} PoplensSourceKind;

const char *poplens_source_kind_name (PoplensSourceKind kind);
gboolean poplens_source_kind_parse (const char *name, PoplensSourceKind *kind);

typedef struct {
  PoplensReport *report;           /* (not owned); the report owns the parts below */
  const PoplensLocation *location; /* (nullable) (not owned) */
  const PoplensLiveness *liveness;
  /* (nullable): set if tiles are selected, and after poplens_live_source_bytes () */
  const PoplensVariables *variables;
  const PoplensPrograms *programs; /* (nullable): NULL if absent or damaged */
  PoplensSourceKind kind;
  guint32 number;        /* number of the IPU, the replica or the fullest tile */
  PoplensTileSet *tiles; /* (nullable): NULL: all tiles */
  char *label;           /* "all tiles", "IPU 1", "tile 5", "7 tiles", "tile 812, the fullest" */
  gboolean has_step;     /* the location names at least one step */
  guint32 step;          /* the first named step, or POPLENS_NO_STEP */
  PoplensStepList steps; /* all named steps */
  /* The operation whose variables are listed, if any. */
  PoplensOperationFilter only;
} PoplensLiveSource;

/* Initialises the source from @location (nullable). FALSE with ABSENT, or USAGE if the location
 * names a tile, an IPU or a step that does not exist. */
gboolean poplens_live_source_init (PoplensLiveSource *self, PoplensReport *report,
                                   const PoplensLocation *location, GCancellable *cancellable,
                                   GError **error);
void poplens_live_source_clear (PoplensLiveSource *self);

/* TRUE if @jump ("next-peak") leads to another step than the selected one. Always TRUE for "peak"
 * if the program has steps. FALSE also on errors. */
gboolean poplens_live_source_leads (PoplensLiveSource *self, const char *jump,
                                    GCancellable *cancellable);
/* Returns the live bytes by step of the selected tiles. NULL with @error. (transfer full) */
PoplensLiveCurve *poplens_live_source_curve (PoplensLiveSource *self, GCancellable *cancellable,
                                             GError **error);
/* Returns the live bytes by step of the selected operation. If no operation is selected, all
 * variables count. NULL with @error. (transfer full) */
PoplensLiveCurve *poplens_live_source_own_curve (PoplensLiveSource *self, GCancellable *cancellable,
                                                 GError **error);
/* Returns the bytes by equivalence class of the selected tiles and operation. NULL with @error.
 * (transfer full) */
PoplensClassBytes *poplens_live_source_bytes (PoplensLiveSource *self, GCancellable *cancellable,
                                              GError **error);
/* Returns the bytes by equivalence class of the selected tiles, without filtering by the selected
 * operation. NULL with @error. (transfer full) */
PoplensClassBytes *poplens_live_source_all_bytes (PoplensLiveSource *self,
                                                  GCancellable *cancellable, GError **error);
/* Returns the steps to show: the first POPLENS_MOST_STEPS selected steps or, without any, the step
 * with most live bytes. @steps: (out): empty if the program has no steps. FALSE with @error. */
gboolean poplens_live_source_steps (PoplensLiveSource *self, PoplensStepList *steps,
                                    GCancellable *cancellable, GError **error);
/* Returns the title of the program at @step: "DoExchange copy/ExchangePre". (transfer full) */
char *poplens_live_source_program (const PoplensLiveSource *self, guint32 step);
/* Returns "Step 34, StreamCopyMid, tile 5", for notes and titles. (transfer full) */
char *poplens_live_source_describe (const PoplensLiveSource *self, guint32 step);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensLiveSource, poplens_live_source_clear)

/* ---- cache ----------------------------------------------------------------------------------- */

/* Returns the bytes by equivalence class of @tiles. The report caches results for the last few sets
 * of tiles, because several tables of a page need the same set. NULL with @error. (transfer full)
 */

PoplensClassBytes *poplens_live_cache_bytes (PoplensReport *report, const PoplensLiveness *liveness,
                                             const PoplensVariables *variables,
                                             const PoplensTileSet *tiles, GCancellable *cancellable,
                                             GError **error);

/* ---- lifetimes ------------------------------------------------------------------------------- */

/* Lifetimes of the variables on the tiles that a location selects. */

typedef struct {
  PoplensLiveSource source; /* without the steps of the location */
  PoplensLifetimes *lifetimes;
} PoplensLifetimesSource;

/* Returns the lifetimes of the variables of @source; its steps do not matter. Lifetimes on all
 * tiles are cached in the report. NULL with the errors of poplens_live_source_bytes (). (transfer
 * full) */
PoplensLifetimes *poplens_live_source_lifetimes (PoplensLiveSource *source,
                                                 GCancellable *cancellable, GError **error);

/* Initialises source and lifetimes. FALSE with @error; @self must be cleared even then. */
gboolean poplens_lifetimes_source_init (PoplensLifetimesSource *self, PoplensReport *report,
                                        const PoplensLocation *location, GCancellable *cancellable,
                                        GError **error);
void poplens_lifetimes_source_clear (PoplensLifetimesSource *self);

/* Returns the name of the variable in @row; "variable 7" if it has no name; "(name not recorded)"
 * if its id is unknown, too. (transfer full) */
char *poplens_lifetimes_source_name (const PoplensLifetimesSource *self, guint32 row);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensLifetimesSource, poplens_lifetimes_source_clear)

/* ---- ids of variables ------------------------------------------------------------------------ */

/* Returns the ids of the unlowered variables that @text names: an id, as in var_bytes_by_eq_class,
 * or a whole name, which several variables may have. NULL with POPLENS_ERROR_USAGE if there is
 * none. (transfer full): GArray of guint32 */
GArray *poplens_variable_ids (const PoplensVariables *variables, const char *text, GError **error);

G_END_DECLS
