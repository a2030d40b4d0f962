/* The internals of PoplensReport, for the files of this room. */
#pragma once

#include "profile/profile.h"
#include "report/files.h"
#include "report/report.h"
#include "report/slice-cache.h"

#include <pthread.h>

G_BEGIN_DECLS

/* A part and its state, guarded by the report's lock. */
typedef struct {
  gpointer data;
  GError *error; /* (nullable): error of a failed load, which later loads return */
  gboolean loading;
  gboolean asked; /* TRUE if .absence was determined */
  char *absence;  /* (nullable): why the part is absent */
} PartSlot;

/* A part in brief. .lock is held while the part is read. */
typedef struct {
  pthread_mutex_t lock;
  gboolean asked;
  gpointer data; /* (nullable): NULL if not read yet, or not readable in brief */
} BriefSlot;

struct _PoplensReport {
  GObject parent;
  PoplensFiles *files;
  PoplensProfile *profile; /* (nullable): NULL if the report consists of archive.a only */
  char *profile_error;     /* (nullable): why a profile that exists cannot be opened */
  PoplensSliceCache *cache;
  BriefSlot briefs[POPLENS_N_PARTS];
  char *name;
  char *origin;         /* (nullable): path of the original report, if this is a recovered copy */
  pthread_mutex_t lock; /* not a GMutex: TSan does not know it */
  pthread_cond_t loaded;
  PartSlot parts[POPLENS_N_PARTS];
  GPtrArray *making;           /* keys of derived values that a thread is computing now */
  PoplensReport *other;        /* (nullable): the report to compare with */
  GStrv source_map;            /* (nullable): see report/source-map.h */
  gint is_past;                /* atomic: set by poplens_report_leave_files () */
  char *past_name;             /* name of the report once .is_past is set */
  guint n_lost;                /* reads that failed with a temporary error */
  GError *lost;                /* (nullable): last temporary error of a read */
  PoplensFigureStore *figures; /* (nullable): cache set by poplens_report_set_figures () */
  char *identity;              /* (nullable): identity of the report's files in .figures */
};

/* Reason for the absence of parts and slices after poplens_report_leave_files (). */
#define POPLENS_PAST "Not loaded before the files of the report changed."

/* ---- generation.c ---------------------------------------------------------------------------- */

/* Calls poplens_file_check () for an existing file of the report. FALSE with @error if the file
 * changed since the report was opened. */
gboolean poplens_report_check_file (PoplensReport *self, PoplensFileKind kind,
                                    PoplensFileCheck check, GError **error);

/* How the files differ now from those that were opened. */
typedef struct {
  gboolean known;    /* FALSE if the computer did not answer: ignore the other fields */
  char *change;      /* (transfer full) (nullable): "profile.pop was replaced"; NULL: no change */
  gboolean vanished; /* the profile is gone, or archive.a if there is no profile */
  guint64 stamp;     /* hash of sizes and times: differs while a file grows */
} PoplensLook;

void poplens_report_look (PoplensReport *self, PoplensLook *look);

/* ---- report.c -------------------------------------------------------------------------------- */

/* Stores the result of poplens_report_get_absence () in @absence. FALSE with LINK or CANCELLED if
 * the reason cannot be determined. */
gboolean poplens_report_find_absence (PoplensReport *self, PoplensPart part, const char **absence,
                                      GError **error);

/* Returns a notice that archive.a replaces an unreadable profile. (transfer full) (nullable): NULL
 * if there is no such profile */
char *poplens_report_describe_profile_error (PoplensReport *self);

/* ---- report-derive.c ------------------------------------------------------------------------- */

/* TRUE if reading again would give the same @error. FALSE for temporary errors: cancelled, computer
 * unreachable, out of memory, file locked or changed. */
gboolean poplens_report_error_lasts (const GError *error);
/* Counts a read that failed with a temporary error. @error: (nullable): permanent errors are not
 * counted */
void poplens_report_note_error (PoplensReport *self, const GError *error);

/* ---- report-load.c --------------------------------------------------------------------------- */

/* Waits up to POLL_MILLISECONDS, or until another thread has finished loading. The caller holds the
 * lock, and checks its condition again afterwards. */
void poplens_report_wait_a_moment (PoplensReport *self);

/* ---- report-brief.c -------------------------------------------------------------------------- */

void poplens_briefs_init (PoplensReport *self);
void poplens_briefs_clear (PoplensReport *self);

/* ---- side-parts.c: parts and slices of files other than profile.pop -------------------------- */

gboolean poplens_side_is_part (PoplensReport *self, PoplensPart part);
char *poplens_side_explain_absence (PoplensReport *self, PoplensPart part);
gpointer poplens_side_read_part (PoplensReport *self, PoplensPart part, GCancellable *cancellable,
                                 GError **error);
gboolean poplens_side_is_slice (PoplensReport *self, PoplensSliceKind kind);
PoplensSlice *poplens_side_read_slice (PoplensReport *self, PoplensSliceKind kind, guint64 key,
                                       GCancellable *cancellable, GError **error);

G_END_DECLS
