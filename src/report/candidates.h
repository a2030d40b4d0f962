/* Reports in a folder of several, in the two orders that people look for them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  char *path;   /* what to open: a directory, or a file of another name; as the user writes it */
  char *name;   /* for a list: "training", "tf_report_2024…" */
  char *place;  /* the same as its computer writes it */
  gint64 mtime; /* of its profile */
  gboolean unreadable; /* a folder that cannot be looked into: nobody knows whether it is one … */
  char *instead; /* … or its profile is no file: "profile.pop is a pipe, not a file"; else NULL */
} PoplensReportCandidate;

void poplens_candidate_free (gpointer candidate);

/* A folder that was not searched. */
typedef struct {
  char *name;      /* for a list: "a/b/c" */
  const char *why; /* "more than 8 levels down" (static) */
} PoplensUnsearched;

void poplens_unsearched_free (gpointer unsearched);
/* The newest first. */
void poplens_candidates_sort (GPtrArray *candidates);
/* "run-2, run-10 and 3 more": the newest of those that were sorted, by name. (transfer full) */
char *poplens_candidates_list (const GPtrArray *candidates);

G_END_DECLS
