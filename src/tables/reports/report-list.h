/* All reports of a folder: the headline of each, limits that it keeps, and which of them got worse.
 * Each is opened, asked for what its headline needs, and closed again: a list of thousands holds
 * none open. */
#pragma once

#include "analysis/reports/levels.h"
#include "analysis/summary/headline.h"
#include "analysis/time/time.h"
#include "base/format.h"
#include "tables/budget/budget.h"

G_BEGIN_DECLS

/* One of them. Texts are NULL where they are not known. */
typedef struct {
  char *path;     /* below the folder: "nightly/run-7"; "." for the folder itself */
  char *address;  /* to open it: the folder as it was given, and the path */
  char *error;    /* why it, or a part of it, cannot be read; what could be read is set */
  char *compiled; /* "YYYY-MM-DD HH:MM:SS", as the compiler wrote it */
  char *poplar_version, *architecture;
  guint32 ipus, replicas; /* 0: not known */
  gboolean opened;
  gboolean unfinished; /* the profile has the name of one whose run had not ended */
  PoplensHeadline headline;
  gboolean has_time;             /* asked for, and recorded */
  guint64 time[POPLENS_N_TIMES]; /* cycles of each class, mean of tiles and IPUs */
  GPtrArray *rules; /* PoplensBudgetRule that were judged; NULL: none were asked for, or it cannot
                     * be read */
  char *key;        /* its path in the order in which people count: run-2 before run-10 */
} PoplensListedReport;

/* What is compared along a series. More is worse, and so is what does not fit. */
typedef enum {
  POPLENS_MEASURE_FITS,
  POPLENS_MEASURE_CYCLES,
  POPLENS_MEASURE_FULLEST,
  POPLENS_MEASURE_PEAK,
  POPLENS_N_MEASURES,
} PoplensReportMeasure;

const char *poplens_report_measure_key (PoplensReportMeasure measure); /* "fullest_bytes" */

typedef struct {
  guint32 report, previous; /* in the list: the one that began it, and the one before */
  PoplensReportMeasure measure;
  PoplensLevelChange level; /* of what fits 0, of what does not 1 */
} PoplensReportChange;

/* More than before; FALSE: less. */
gboolean poplens_report_change_is_worse (const PoplensReportChange *self);
/* "cycles +6.1 %"; @long_text: "cycles +6.1 % (was 1,204,331 ± 3,100)". (transfer full) */
char *poplens_report_change_text (const PoplensReportChange *self, PoplensByteUnit unit,
                                  gboolean long_text);

typedef struct {
  GPtrArray *reports;  /* PoplensListedReport: by compile time, then by path; without time last */
  const char **series; /* [reports]: see poplens_report_series () */
  GArray *changes;     /* PoplensReportChange, by report */
  GStringChunk *names;
} PoplensReportList;

typedef struct {
  gboolean time;          /* asks for classes of time, too, which takes all executed steps */
  const GPtrArray *rules; /* (nullable): limits that each is held against */
} PoplensReportListOptions;

/* Each report as it was read, @done of @all: in the order in which they come. On the thread that
 * asked. */
typedef void (*PoplensListedFunc) (const PoplensListedReport *report, guint done, guint all,
                                   gpointer user_data);

/* What poplens_report_discover_below () finds in @folder, read by several threads. One that cannot
 * be read has an error; the whole fails where none is found, where the computer that has them does
 * not answer, and where it is cancelled. @func: (nullable). (transfer full) */
PoplensReportList *poplens_report_list_read (const char *folder,
                                             const PoplensReportListOptions *options,
                                             PoplensListedFunc func, gpointer user_data,
                                             GCancellable *cancellable, GError **error);
void poplens_report_list_free (PoplensReportList *self);

/* Of reports in their order: fills in series and changes. Part of reading; for tests. */
void poplens_report_list_find_changes (PoplensReportList *self);

/* A row each. With columns of what @options asked for. */
PoplensTable *poplens_report_list_table (const PoplensReportList *self,
                                         const PoplensReportListOptions *options,
                                         PoplensByteUnit unit);
PoplensTable *poplens_report_changes_table (const PoplensReportList *self);

/* What happened, in a few lines: how many, which got worse, and the command that says why.
 * (transfer full) */
char *poplens_report_list_answer (const PoplensReportList *self, PoplensByteUnit unit);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensReportList, poplens_report_list_free)

G_END_DECLS
