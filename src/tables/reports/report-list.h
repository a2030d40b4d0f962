/* All reports of a folder: the headline of each, limits that it keeps, and which of them got worse.
 * Each is opened, asked for what its headline needs, and closed again: a list of thousands holds
 * none open. Reports whose files did not change are taken from an earlier list, or from the disk
 * cache. */
#pragma once

#include "analysis/reports/change-points.h"
#include "base/format.h"
#include "tables/reports/listed-report.h"

G_BEGIN_DECLS

/* What is compared along a series. More is worse, and so is what does not fit. Of the time that is
 * the median iteration, if all reports of the series have one; and the program, unless they have
 * other numbers of iterations. */
typedef enum {
  POPLENS_MEASURE_FITS,
  POPLENS_MEASURE_ITERATION,
  POPLENS_MEASURE_PROGRAM,
  POPLENS_MEASURE_FULLEST,
  POPLENS_MEASURE_PEAK,
  POPLENS_N_MEASURES,
} PoplensReportMeasure;

const char *poplens_report_measure_key (PoplensReportMeasure measure); /* "tile_bytes" */
gboolean poplens_report_measure_is_time (PoplensReportMeasure measure);

typedef struct {
  guint32 report, previous; /* in the list: the one that began it, and the one before; the last and
                             * the first where it came steadily */
  PoplensReportMeasure measure;
  PoplensChangePoint level; /* of what fits 0, of what does not 1 */
  guint later;              /* reports after it that are of its level */
} PoplensReportChange;

/* More than before; FALSE: less. */
gboolean poplens_report_change_is_worse (const PoplensReportChange *self);
/* "+6.1 %", "no longer fits". (transfer full) */
char *poplens_report_change_amount (const PoplensReportChange *self, PoplensByteUnit unit);
/* "iteration +6.1 %", "iteration +6.1 % steadily". (transfer full) */
char *poplens_report_change_text (const PoplensReportChange *self, PoplensByteUnit unit);

/* What noise may hide of a measure along series that are long enough, as shares of their levels: of
 * all series the largest; 0 without such a series. */
typedef struct {
  double differ;     /* of neighbours, mean */
  double latest;     /* a smaller rise of the latest report is not found */
  const char *turns; /* a series of which two kinds of values take turns, or NULL */
} PoplensReportNoise;

/* The largest rise between the last two reports of a series that is too short to tell noise from
 * change. */
typedef struct {
  guint32 report, previous; /* in the list */
  PoplensReportMeasure measure;
  double before, after;
} PoplensReportRise;

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
  const char **series;   /* [reports]: name of the series, the same pointer for the same one; NULL:
                          * of none, as it cannot be read. NULL until all are read … */
  guint n_series;
  GArray *changes; /* PoplensReportChange, by report; NULL until all are read. A change that the
                    * iteration and the program show is told once, by the program if that
                    * changed clearly more */
  GArray *repeats; /* PoplensReportChange: the same changes by the other of these two figures */
  PoplensReportNoise noise[POPLENS_N_MEASURES]; /* not of what fits … */
  gboolean few;               /* of a series only the last two were compared … */
  PoplensReportRise rise;     /* … .after 0: nothing rose */
  PoplensReportCause *causes; /* [reports]; NULL until all are read … */
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
  PoplensFigureStore *figures; /* (nullable): disk cache of figures */
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

/* TRUE if all reports of the folder were found and read, and keep the limits of the options. */
gboolean poplens_report_list_is_met (const PoplensReportList *self);

/* Puts reports in their order. Part of reading. */
void poplens_report_list_sort (PoplensReportList *self);
/* Fills in series, changes and noise of reports in their order. Part of reading; for tests. */
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

/* @series: as the list names it. Of a time by which the series is not judged .n is 0. (transfer
 * full) */
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

/* The change that took back most of the one for the worse at @c of .changes, in the same measure
 * and series; NULL: none did. */
const PoplensReportChange *poplens_report_list_find_mend (const PoplensReportList *self, guint c);

/* What happened, in a few lines: how many, which got worse by which levels, and which cannot be
 * read;
 * @most reports of each sort. (transfer full) */
char *poplens_report_list_answer (const PoplensReportList *self, PoplensByteUnit unit, guint most);

/* The change for the worse to look into: of those that last and were not mended, if there are any,
 * else of the latest report; what does not fit first, then time, then memory, and the earliest of
 * these. @mended: (out): TRUE: all were. (transfer none) (nullable) */
const PoplensReportChange *poplens_report_list_worst (const PoplensReportList *self,
                                                      gboolean *mended);

/* How the reports of a folder are, in a sentence or two. */
typedef enum {
  POPLENS_REPORTS_GOOD,
  POPLENS_REPORTS_WORSE,
  POPLENS_REPORTS_OVER, /* one does not fit */
} PoplensReportsTone;

typedef struct {
  PoplensReportsTone tone;
  char *title;     /* "run-7 got slower by 18.7 %, because of inter-IPU exchange" */
  char *text;      /* what it costs, what later reports did, what did not change; "" for nothing */
  gboolean marked; /* it speaks of … */
  guint32 report;  /* … this one of the list */
  gboolean worse;  /* which got worse than … */
  guint32 before;  /* … this one */
  PoplensReportMeasure measure; /* by that */
} PoplensReportsHeadline;

void poplens_report_list_headline (const PoplensReportList *self, PoplensByteUnit unit,
                                   PoplensReportsHeadline *headline);
void poplens_reports_headline_clear (PoplensReportsHeadline *self);
/* How one of them is: "got slower by 18.7 %", "12 tiles over", "as slow as run-7", why it cannot be
 * read. (nullable): as those before it. (transfer full) */
char *poplens_report_list_verdict (const PoplensReportList *self, guint32 report,
                                   PoplensByteUnit unit);

/* Two reports to compare next: what got worse and still is, or was, or the last two where reports
 * are too few to tell. */
typedef struct {
  guint32 before, after; /* in the list */
  PoplensReportMeasure measure;
} PoplensReportPair;

/* FALSE: there are none. */
gboolean poplens_report_list_next (const PoplensReportList *self, PoplensReportPair *next);
/* The command that says why, or NULL. (transfer full) */
char *poplens_report_list_command (const PoplensReportList *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensReportList, poplens_report_list_unref)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensReportsHeadline, poplens_reports_headline_clear)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensReportSeries, poplens_report_series_free)

G_END_DECLS
