/* All reports of a folder: the headline of each, limits that it keeps, and which of them got worse.
 * Each is opened, asked for what its headline needs, and closed again: a list of thousands holds
 * none open. Those whose files did not change are taken from a list that was read before. */
#pragma once

#include "analysis/time/path-items.h"
#include "analysis/reports/levels.h"
#include "analysis/summary/headline.h"
#include "analysis/time/time-costliest.h"
#include "base/format.h"
#include "tables/budget/budget.h"

G_BEGIN_DECLS

/* One of them, which several lists may have. Texts are NULL where they are not known. */
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
  gboolean time_asked, has_time; /* asked for, and recorded */
  guint64 time[POPLENS_N_TIMES]; /* cycles of each class, mean of tiles and IPUs */
  guint64 program;               /* cycles of the program, all without what is outside */
  GArray *items; /* PoplensPathItem of the critical path, outside included; NULL: no .has_time */
  PoplensTimeCostliest costliest;
  GPtrArray *rules; /* PoplensBudgetRule that were judged; NULL: none were asked for, or it cannot
                     * be read */
  char *key;        /* its path in the order in which people count: run-2 before run-10 */
  guint64 stamp;    /* of its files, where it was opened: poplens_report_get_stamp () */
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
/* NaN where it is not known. Beside others that have a time nobody knows where one without it
 * belongs. @any_time: (inout): whether a report of the series before it has one. */
double poplens_listed_report_value (const PoplensListedReport *report, PoplensReportMeasure measure,
                                    gboolean *any_time);

typedef struct {
  guint32 report, previous; /* in the list: the one that began it, and the one before; the last and
                             * the first where it came steadily */
  PoplensReportMeasure measure;
  PoplensLevelChange level; /* of what fits 0, of what does not 1 */
} PoplensReportChange;

/* More than before; FALSE: less. */
gboolean poplens_report_change_is_worse (const PoplensReportChange *self);
/* "+6.1 %", "no longer fits". (transfer full) */
char *poplens_report_change_amount (const PoplensReportChange *self, PoplensByteUnit unit);
/* "cycles +6.1 %", "cycles +6.1 % steadily"; @long_text: "cycles +6.1 % steadily over 12 reports
 * (level 1,204,331 ± 3,100 → 1,277,795)". (transfer full) */
char *poplens_report_change_text (const PoplensReportChange *self, PoplensByteUnit unit,
                                  gboolean long_text);

/* Rises that noise may hide along series that are long enough, as shares of their levels: of all
 * series the largest; 0 without such a series. */
typedef struct {
  double lasting, latest; /* since the middle of the level; of the latest report alone */
  gboolean any;           /* of a series nobody can tell, as too few values are alike */
} PoplensReportHidden;

/* What changed most on the critical path since the report before it in its series, of which both
 * have one: the first that two reports say, or the class of the first ones. */
typedef struct {
  const char *title;  /* "Fwd/…/MatMul (exchange)"; NULL: there is none */
  const char *layers; /* "encoder/layer.4 and 1 more added"; NULL: none were */
  gint64 cycles;
  gint64 all; /* change of all cycles of the path */
} PoplensReportCause;

typedef struct {
  GPtrArray *unsearched; /* PoplensUnsearched: folders that may hold more; NULL: of tests */
  GPtrArray *reports;    /* PoplensListedReport: by compile time, then by path; without time last */
  const char **series;   /* [reports]: see poplens_report_series (); NULL until all are read */
  GArray *changes;       /* PoplensReportChange, by report; NULL until all are read */
  PoplensReportHidden hidden[POPLENS_N_MEASURES]; /* the same; not of what fits */
  PoplensReportCause *causes;                     /* [reports]; NULL until all are read … */
  PoplensReportCause *steady; /* [changes] … of cycles that changed steadily, since the first */
  GStringChunk *names;
} PoplensReportList;

typedef struct {
  gboolean time;          /* asks for classes of time and the critical path, too, which takes all
                           * executed steps */
  gboolean recover;       /* opens recovered copies where files of this computer need that */
  const GPtrArray *rules; /* (nullable): limits that each is held against */
  /* (nullable): of the same folder and rules: what did not change since is taken from there.
   */
  const PoplensReportList *before;
} PoplensReportListOptions;

/* One more report was read: the last of @so_far, which has @all in the end. On the thread that
 * asked, which may sort those that there are. */
typedef void (*PoplensListedFunc) (PoplensReportList *so_far, guint all, gpointer user_data);

/* What poplens_report_discover_below () finds in @folder, read by several threads. One that cannot
 * be read has an error; the whole fails where none is found, where the computer that has them does
 * not answer, and where it is cancelled. @func: (nullable). (transfer full) */
PoplensReportList *poplens_report_list_read (const char *folder,
                                             const PoplensReportListOptions *options,
                                             PoplensListedFunc func, gpointer user_data,
                                             GCancellable *cancellable, GError **error);
/* It does not change once it is read. */
PoplensReportList *poplens_report_list_ref (PoplensReportList *self);
void poplens_report_list_unref (PoplensReportList *self);

/* Puts reports in their order. Part of reading. */
void poplens_report_list_sort (PoplensReportList *self);
/* Of reports in their order: fills in series, changes and what noise hides. Part of reading; for
 * tests. */
void poplens_report_list_find_changes (PoplensReportList *self);
/* After that: fills in causes. Part of reading. */
void poplens_report_list_find_causes (PoplensReportList *self);

/* A figure along a series: of those reports that have it. */
typedef struct {
  guint n;
  guint32 *reports; /* [n]: in the list, rising */
  double *values;   /* [n] */
  double *levels;   /* [n]: median of the level that the report is of, or its place on the line */
} PoplensReportSeries;

/* @series: as the list names it. (transfer full) */
PoplensReportSeries *poplens_report_list_series (const PoplensReportList *self, const char *series,
                                                 PoplensReportMeasure measure);
void poplens_report_series_free (PoplensReportSeries *self);

/* A row each. With columns of what @options asked for, and of limits that reports were held
 * against.
 */
PoplensTable *poplens_report_list_table (const PoplensReportList *self,
                                         const PoplensReportListOptions *options,
                                         PoplensByteUnit unit);
PoplensTable *poplens_report_changes_table (const PoplensReportList *self);
/* Folders that were not searched. */
PoplensTable *poplens_report_unsearched_table (const PoplensReportList *self);

/* The report of a series that is too short to tell noise from change, or whose first report alone
 * is better, that has most more than the one before it: of cycles, fullest tile or peak, by share.
 */
typedef struct {
  guint32 report, previous; /* in the list */
  PoplensReportMeasure measure;
  double before, after;
  gboolean alone; /* .previous is the first of its series, and unlike all others */
} PoplensReportRise;

/* FALSE: there is none. */
gboolean poplens_report_list_find_rise (const PoplensReportList *self, PoplensReportRise *rise);

/* The change that took back most of the one for the worse at @c of .changes, in the same measure
 * and series; NULL: none did. */
const PoplensReportChange *poplens_report_list_find_mend (const PoplensReportList *self, guint c);

/* Where the answer names a report. */
typedef struct {
  gsize from, to; /* bytes of the text */
  guint32 report; /* in the list */
} PoplensAnswerLink;

/* What happened, in a few lines: how many, which got worse, and which cannot be read; @most reports
 * of each sort. @links: (out) (transfer full) (nullable): PoplensAnswerLink, in the order of the
 * text. (transfer full) */
char *poplens_report_list_answer (const PoplensReportList *self, PoplensByteUnit unit, guint most,
                                  GArray **links);
/* Two reports to compare next: what got worse and still is, or was, or rose most where reports are
 * too few to tell. */
typedef struct {
  guint32 before, after; /* in the list */
  PoplensReportMeasure measure;
} PoplensReportPair;

/* FALSE: there are none. */
gboolean poplens_report_list_next (const PoplensReportList *self, PoplensReportPair *next);
/* The command that says why, or NULL. (transfer full) */
char *poplens_report_list_command (const PoplensReportList *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensReportList, poplens_report_list_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensReportSeries, poplens_report_series_free)

G_END_DECLS
