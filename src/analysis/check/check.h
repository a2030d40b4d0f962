/* Invariants: what holds in every profile that Poplar wrote (formats.md 7), held against a report.
 *
 * Each check is linear in what it looks at, or n log n; tables that no part keeps come piece by
 * piece as slices. Damage of the structure refuses a part when it is loaded; what is found here is
 * a part that can be read and does not agree with another, or with itself. */
#pragma once

#include "model/part.h"
#include "model/slices.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  POPLENS_CHECK_PASS,
  POPLENS_CHECK_FAIL,
  POPLENS_CHECK_NOT_APPLICABLE, /* nothing to look at: `reason` says why */
  POPLENS_N_CHECK_RESULTS,
} PoplensCheckResult;

/* One case that does not hold. */
typedef struct {
  char *where; /* "tile 7, category stack" */
  char *expected, *found;
  char *location; /* a location as text that shows it, or NULL */
} PoplensCheckFailure;

/* Failures that are kept for each check; of tile images all are. All failures are counted. */
#define POPLENS_CHECK_MOST_FAILURES 5

typedef struct {
  const char *key;   /* "memory-total": stable, for scripts (static) */
  const char *title; /* the invariant in a sentence, without a full stop (static) */
  char *exceptions;  /* what is legal although it looks wrong, or NULL */
  PoplensCheckResult result;
  char *reason;        /* why it is not applicable, else NULL */
  guint64 cases;       /* looked at */
  guint64 failed;      /* of the cases */
  GPtrArray *failures; /* PoplensCheckFailure: the first */
} PoplensCheck;

/* @fraction: 0 … 1; @what: the part at hand. On the thread that checks. */
typedef void (*PoplensCheckProgressFunc) (double fraction, const char *what, gpointer user_data);

/* Something else under the name of one of the report's files. */
typedef struct {
  const char *name;    /* "archive.a" */
  const char *instead; /* "is a pipe, not a file" */
} PoplensCheckNoFile;

typedef struct {
  gconstpointer parts[POPLENS_N_PARTS]; /* NULL: absent or refused */
  const char *reasons[POPLENS_N_PARTS]; /* why a part is NULL */
  guint32 refused;                      /* POPLENS_PART_BIT()s of parts that cannot be read */
  const char *profile_error;            /* why a profile that is there cannot be opened, or NULL */
  const PoplensCheckNoFile *no_files;   /* @n_no_files */
  guint n_no_files;
  /* Names the values that count as unknown, in all that was read. (nullable)
   * Returns: (transfer full) (nullable) */
  char *(*describe_damage) (gpointer slice_data);
  gboolean unfinished; /* the run had not ended: files beside the profile may stop anywhere */
  PoplensSliceFunc get_slice;
  gpointer slice_data;
  PoplensCheckProgressFunc progress; /* nullable */
  gpointer progress_data;
  GCancellable *cancellable; /* nullable */
} PoplensCheckInput;

/* The parts that checks look at, as a bit set. */
guint32 poplens_check_parts (void);

/* All checks, always the same ones in the same order. NULL with @error where it was cancelled, or
 * where a slice failed for another reason than damage or absence (the file changed).
 * (transfer full): GPtrArray of PoplensCheck */
GPtrArray *poplens_check_run (const PoplensCheckInput *input, GError **error);

/* Returns how many of @checks have @result. */
guint poplens_checks_tally (const GPtrArray *checks, PoplensCheckResult result);
/* "pass", "fail", "not-applicable" */
const char *poplens_check_result_name (PoplensCheckResult result);

G_END_DECLS
