/* The editable list of changes on the page What If: which variables are scaled and by how much, and
 * which other changes are made. The keys of the location are "scale" and "change"
 * (derived/insights/insights-source.h). */
#pragma once

#include "analysis/insights/what-if.h"
#include "base/format.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* A filter for variables, and the factor by which their sizes are multiplied. */
typedef struct {
  char *filter;  /* "weights", "category:message", "weights@0-99" (on tiles); "": all variables */
  gint64 factor; /* factor in millionths */
  guint32 variables; /* number of matching variables; compiler variables with the same name count
                        once */
  guint64 bytes; /* sum of these variables' sizes on the tiles of the filter, whether or not they
                    are live at the same time */
} PoplensScale;

/* A change with a switch. Its key is read by poplens_change_parse (). */
typedef struct {
  char *key, *title;
  gboolean is_on;
  char *why_not; /* (nullable) sentence that says why the user cannot choose the change */
} PoplensToggle;

typedef struct _PoplensChanges {
  GPtrArray *scales;  /* PoplensScale */
  GPtrArray *toggles; /* PoplensToggle */
  char *command;      /* command that prints the result in a terminal */
} PoplensChanges;

/* Creates a list without changes. (transfer full) */
PoplensChanges *poplens_changes_new_empty (void);
void poplens_changes_free (PoplensChanges *self);

/* Reads the changes of @location, skipping invalid ones. (transfer full) */
PoplensChanges *poplens_changes_new (PoplensReport *report, const PoplensWhatIf *what,
                                     const PoplensLocation *location);
/* Returns @location with its changes replaced by those of @self. (transfer full) */
PoplensLocation *poplens_changes_to_location (const PoplensChanges *self,
                                              const PoplensLocation *location);
PoplensScale *poplens_scale_new (const char *filter, gint64 factor);
PoplensToggle *poplens_toggle_new (const char *key, const char *title, gboolean is_on);
/* Describes the variables that the filter matches: "3 variables, 12.5 MiB"; says so if it matches
 * none. (transfer full) */
char *poplens_scale_describe (const PoplensScale *self, PoplensByteUnit unit);

/* Suggests filters: the @most largest variables and categories whose names contain @text, ignoring
 * case. May load the baseline of What If: call it on a worker thread. NULL with @error. (transfer
 * full): GArray of PoplensScale */
GPtrArray *poplens_changes_suggest (PoplensReport *report, const char *text, guint most,
                                    GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensChanges, poplens_changes_free)

G_END_DECLS
