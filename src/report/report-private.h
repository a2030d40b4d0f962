/* The inside of PoplensReport, for the files of this room. */
#pragma once

#include "profile/profile.h"
#include "report/files.h"
#include "report/report.h"
#include "report/slice-cache.h"

#include <pthread.h>

G_BEGIN_DECLS

/* A part and how far it is; guarded by the report's lock. */
typedef struct {
  gpointer data;
  GError *error; /* of a failed load, given again to those who ask again */
  gboolean loading;
  gboolean asked; /* absence was looked up */
  char *absence;
} PartSlot;

/* A part in brief; each has a lock of its own, as it is held while reading. */
typedef struct {
  pthread_mutex_t lock;
  gboolean asked;
  gpointer data; /* NULL where it cannot be had in brief */
} BriefSlot;

struct _PoplensReport {
  GObject parent;
  PoplensFiles *files;
  PoplensProfile *profile; /* NULL: a report of archive.a alone */
  char *profile_error;     /* why there is none although there is a file; or NULL */
  PoplensSliceCache *cache;
  BriefSlot briefs[POPLENS_N_PARTS];
  char *name;
  char *origin;         /* of a recovered copy: the path of the report; else NULL */
  pthread_mutex_t lock; /* pthread's: TSan knows it, GLib's it does not */
  pthread_cond_t loaded;
  PartSlot parts[POPLENS_N_PARTS];
  GPtrArray *making;           /* keys of what is being derived, each by one thread */
  PoplensReport *other;        /* to compare with; or NULL */
  GStrv source_map;            /* see report/source-map.h; or NULL */
  gint is_past;                /* atomic: poplens_report_leave_files () */
  char *past_name;             /* set before that */
  guint n_lost;                /* reads that ended with an error that may pass */
  GError *lost;                /* the last of them; or NULL */
  PoplensFigureStore *figures; /* (nullable): poplens_report_set_figures () */
  char *identity;              /* (nullable): identity of its files for .figures */
};

/* What a part or slice of a report lacks that was not loaded in time. */
#define POPLENS_PAST "Not loaded before the files of the report changed."

/* ---- generation.c ---------------------------------------------------------------------------- */

/* poplens_file_check () of a file that there is, since the report was opened. */
gboolean poplens_report_check_file (PoplensReport *self, PoplensFileKind kind,
                                    PoplensFileCheck check, GError **error);

/* The files as they are now, beside those that were opened. */
typedef struct {
  gboolean known;    /* FALSE: nobody answered; all else says nothing then */
  char *change;      /* "profile.pop was replaced"; NULL: nothing changed */
  gboolean vanished; /* the file that makes it a report */
  guint64 stamp;     /* of sizes and times: another one while a file grows */
} PoplensLook;

void poplens_report_look (PoplensReport *self, PoplensLook *look);

/* ---- report.c ---------------------------------------------------------------------------------
 */

/* Why the part is absent, as poplens_report_get_absence (); FALSE with LINK or CANCELLED where that
 * is not known. */
gboolean poplens_report_find_absence (PoplensReport *self, PoplensPart part, const char **absence,
                                      GError **error);

/* Returns the notice that archive.a stands in for a profile that cannot be read. (transfer full)
 * (nullable): NULL if that is not so */
char *poplens_report_describe_profile_error (PoplensReport *self);

/* ---- report-derive.c --------------------------------------------------------------------------
 */

/* TRUE if the same read will fail again: it was not cancelled, out of reach or out of memory, and
 * its file is neither locked nor changed. */
gboolean poplens_report_error_lasts (const GError *error);
/* Counts a read that ended with an error that may pass. @error: (nullable) */
void poplens_report_note_error (PoplensReport *self, const GError *error);

/* ---- report-load.c ----------------------------------------------------------------------------
 */

/* Waits until another thread ends a load, or a moment: then ask whether it is still wanted. The
 * lock is held before and after. */
void poplens_report_wait_a_moment (PoplensReport *self);

/* ---- report-brief.c ---------------------------------------------------------------------------
 */

void poplens_briefs_init (PoplensReport *self);
void poplens_briefs_clear (PoplensReport *self);

/* ---- side-parts.c: what is not read from profile.pop ------------------------------------------
 */

gboolean poplens_side_is_part (PoplensReport *self, PoplensPart part);
char *poplens_side_explain_absence (PoplensReport *self, PoplensPart part);
gpointer poplens_side_read_part (PoplensReport *self, PoplensPart part, GCancellable *cancellable,
                                 GError **error);
gboolean poplens_side_is_slice (PoplensReport *self, PoplensSliceKind kind);
PoplensSlice *poplens_side_read_slice (PoplensReport *self, PoplensSliceKind kind, guint64 key,
                                       GCancellable *cancellable, GError **error);

G_END_DECLS
