/* Reports that were found in a folder, sorted by time or by name. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  char *path;   /* to open: a directory, or a file with another name; as the user writes it */
  char *name;   /* for a list: "training", "tf_report_2024…" */
  char *place;  /* .path as its computer writes it */
  gint64 mtime; /* seconds since the epoch, of the profile */
  gboolean unreadable; /* the folder cannot be read, so it is not known to be a report … */
  char *
      instead; /* (nullable): … or its profile is not a file: "profile.pop is a pipe, not a file" */
} PoplensReportCandidate;

void poplens_candidate_free (gpointer candidate);

/* A folder that was not searched. */
typedef struct {
  char *name;      /* for a list: "a/b/c" */
  const char *why; /* "more than 8 levels down" (static) */
} PoplensUnsearched;

void poplens_unsearched_free (gpointer unsearched);
/* Sorts candidates, the newest first. */
void poplens_candidates_sort (GPtrArray *candidates);
/* Returns the newest candidates of a sorted list, by name: "run-2, run-10 and 3 more". (transfer
 * full) */
char *poplens_candidates_list (const GPtrArray *candidates);

G_END_DECLS
