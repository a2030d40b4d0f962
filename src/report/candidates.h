/* Reports in a folder of several, in the two orders that people look for them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  char *path;   /* what to open: a directory, or a file of another name; as the user writes it */
  char *name;   /* for a list: "training", "tf_report_2024…" */
  char *place;  /* the same as its computer writes it */
  gint64 mtime; /* of its profile */
  gboolean unreadable; /* a folder that cannot be looked into: nobody knows whether it is one */
} PoplensReportCandidate;

void poplens_candidate_free (gpointer candidate);
/* The newest first. */
void poplens_candidates_sort (GPtrArray *candidates);
/* "run-2, run-10 and 3 more": the newest of those that were sorted, by name. (transfer full) */
char *poplens_candidates_list (const GPtrArray *candidates);

G_END_DECLS
