/* Reports that were found in a folder, sorted by time or by name. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  char *path;          /* path or address for poplens_report_open () */
  char *name;          /* name in a list: "training", "tf_report_2024…" */
  char *place;         /* absolute path on the report's own computer */
  gint64 mtime;        /* modification time of the profile, in seconds since the epoch */
  gboolean unreadable; /* the folder or its profile cannot be read */
  char *instead;       /* (nullable): error of the profile: "profile.pop is a pipe, not a file" */
} PoplensReportCandidate;

void poplens_candidate_free (gpointer candidate);

/* A folder that the search skipped. */
typedef struct {
  char *name;      /* name in a list: "a/b/c" */
  const char *why; /* reason: "more than 8 levels down" (static) */
} PoplensUnsearched;

void poplens_unsearched_free (gpointer unsearched);
/* Sorts candidates, the newest first. */
void poplens_candidates_sort (GPtrArray *candidates);
/* Returns the newest candidates of a sorted list, by name: "run-2, run-10 and 3 more". (transfer
 * full) */
char *poplens_candidates_list (const GPtrArray *candidates);

G_END_DECLS
