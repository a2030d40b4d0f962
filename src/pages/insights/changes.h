/* The changes of What If as a page shows them, to be edited: which variables are scaled by how much
 * and which are removed. In a location they are "scale" and "change"
 * (derived/insights/insights-ground.h). */
#pragma once

#include "analysis/insights/what-if.h"
#include "base/format.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Variables that are scaled, or could be. */
typedef struct {
  char *filter;      /* "weights", "category:message", "weights@0-99"; "": everything */
  gint64 factor;     /* millionths */
  guint32 variables; /* that it matches: unlowered ones, and each name of the compiler's own */
  guint64 bytes;     /* their sizes over its tiles, live at one time or not */
} PoplensScale;

/* A change by key (poplens_change_parse()) that is made or not. */
typedef struct {
  char *key, *title;
  gboolean is_on;
  char *why_not; /* NULL, or why nobody can choose it: a sentence */
} PoplensToggle;

typedef struct _PoplensChanges {
  GPtrArray *scales;  /* PoplensScale */
  GPtrArray *toggles; /* PoplensToggle */
  char *command;      /* what prints the result in a terminal */
} PoplensChanges;

/* Without any. (transfer full) */
PoplensChanges *poplens_changes_new_empty (void);
void poplens_changes_free (PoplensChanges *self);

/* What @location asks for. A change that cannot be read is not there. NULL with an error.
 * @what: (transfer none). (transfer full) */
PoplensChanges *poplens_changes_new (PoplensReport *report, const PoplensWhatIf *what,
                                     const PoplensLocation *location);
/* @location with these instead. (transfer full) */
PoplensLocation *poplens_changes_to_location (const PoplensChanges *self,
                                              const PoplensLocation *location);
PoplensScale *poplens_scale_new (const char *filter, gint64 factor);
PoplensToggle *poplens_toggle_new (const char *key, const char *title, gboolean is_on);
/* "3 variables, 12.5 MiB", or that there is none. (transfer full) */
char *poplens_scale_describe (const PoplensScale *self, PoplensByteUnit unit);

/* The @most largest variables and categories that have @text in their name, whatever its case; with
 * "@" in it none. Reads the ground of what-if where that is not read yet: for a worker. NULL with
 * an error. (transfer full) GPtrArray of PoplensScale */
GPtrArray *poplens_changes_suggest (PoplensReport *report, const char *text, guint most,
                                    GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensChanges, poplens_changes_free)

G_END_DECLS
