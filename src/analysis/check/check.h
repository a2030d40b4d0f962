/* Checks a report against the invariants of every profile that Poplar writes (formats.md 7):
 * numbers that must agree within a part or between parts. Loading a part finds structural damage
 * before. Each check takes linear time, or n log n. */
#pragma once

#include "model/part.h"
#include "model/slices.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  POPLENS_CHECK_PASS,
  POPLENS_CHECK_FAIL,
  POPLENS_CHECK_NOT_APPLICABLE, /* the check has no cases: .reason says why */
  POPLENS_N_CHECK_RESULTS,
} PoplensCheckResult;

/* A case in which an invariant does not hold. */
typedef struct {
  char *where; /* "tile 7, category stack" */
  char *expected, *found;
  char *location; /* (nullable): location, as text, of a page that shows the case */
} PoplensCheckFailure;

/* Limit of recorded failures of a check; further ones are only counted. Checks of tile images have
 * no limit. */
#define POPLENS_CHECK_MOST_FAILURES 5

typedef struct {
  const char *key;   /* "memory-total": does not change between versions, for scripts; static */
  const char *title; /* the invariant as a sentence, without a full stop; static */
  char *exceptions;  /* (nullable): what is valid although it looks wrong */
  PoplensCheckResult result;
  char *reason;        /* (nullable): why the check is not applicable */
  guint64 cases;       /* number of cases that were checked */
  guint64 failed;      /* number of cases that failed */
  GPtrArray *failures; /* PoplensCheckFailure: the first failures */
} PoplensCheck;

/* Reports progress. @fraction: 0 … 1. @what: what is being checked. Called on the threads that run
 * checks, never on two at once. */
typedef void (*PoplensCheckProgressFunc) (double fraction, const char *what, gpointer user_data);

/* A path that should be a file of the report, but is a directory, a pipe or something else. */
typedef struct {
  const char *name;    /* "archive.a" */
  const char *instead; /* text for a failure: "is a pipe, not a file" */
} PoplensCheckNoFile;

typedef struct {
  gconstpointer parts[POPLENS_N_PARTS]; /* by PoplensPart; NULL: absent or refused */
  const char *reasons[POPLENS_N_PARTS]; /* why a part is NULL */
  guint32 refused;                      /* POPLENS_PART_BIT()s of parts that cannot be read */
  const char *profile_error;          /* (nullable): why profile.pop exists but cannot be opened */
  const PoplensCheckNoFile *no_files; /* [n_no_files] paths without a regular file */
  guint n_no_files;
  /* (nullable): describes damaged values that were read so far and count as unknown. Returns NULL
   * if there are none. (transfer full) */
  char *(*describe_damage) (gpointer slice_data);
  gboolean unfinished; /* TRUE: the recorded program has not ended, so files other than the profile
                          may be truncated */
  PoplensSliceFunc get_slice;
  gpointer slice_data;
  PoplensCheckProgressFunc progress; /* (nullable) */
  gpointer progress_data;
  GCancellable *cancellable; /* (nullable) */
} PoplensCheckInput;

/* Returns the parts that the checks use, as a bit set. */
guint32 poplens_check_parts (void);

/* Runs all checks, always in the same order. NULL with @error if cancelled, or if the file cannot
 * be read, for example because it changed. Damaged and absent slices are not errors. (transfer
 * full): GPtrArray of PoplensCheck */
GPtrArray *poplens_check_run (const PoplensCheckInput *input, GError **error);

/* Returns how many of @checks have @result. */
guint poplens_checks_tally (const GPtrArray *checks, PoplensCheckResult result);
/* Returns "pass", "fail" or "not-applicable". Static. */
const char *poplens_check_result_name (PoplensCheckResult result);

G_END_DECLS
