/* All reports of a folder: the headline of each, whether it keeps limits, and which of them got
 * worse. Each report is opened, its headline read, and closed again, so that a list of thousands
 * holds none open. Reports whose files did not change come from an earlier list or the disk cache.
 */
#pragma once

#include "analysis/reports/change-points.h"
#include "base/format.h"
#include "tables/reports/listed-report.h"

G_BEGIN_DECLS

/* Figures that are compared along a series. More is worse, and so is not fitting. Time means the
 * median iteration, if all reports of the series have iterations, and the program, unless reports
 * have different numbers of iterations. */
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
  guint32 report, previous; /* indices in the list: report of the change, and the report before. Of
                               a trend the last and the first */
  PoplensReportMeasure measure;
  PoplensChangePoint level; /* of FITS: 0 fits, 1 does not */
  guint later;              /* later reports with the same level */
} PoplensReportChange;

/* TRUE if the figure increased. */
gboolean poplens_report_change_is_worse (const PoplensReportChange *self);
/* Returns "+6.1 %", "no longer fits". (transfer full) */
char *poplens_report_change_amount (const PoplensReportChange *self, PoplensByteUnit unit);
/* Returns "iteration +6.1 %", "iteration +6.1 % steadily". (transfer full) */
char *poplens_report_change_text (const PoplensReportChange *self, PoplensByteUnit unit);

/* Largest change that noise may hide, as a fraction of the level, over all series that are long
 * enough; 0 if there are none. */
typedef struct {
  double differ;     /* mean difference of adjacent reports */
  double latest;     /* a smaller rise of the latest report is not detected */
  const char *turns; /* (nullable): name of a series whose values alternate between two clusters */
} PoplensReportNoise;

/* The largest rise between the last two reports of a series that is too short to distinguish noise
 * from changes. */
typedef struct {
  guint32 report, previous; /* indices in the list */
  PoplensReportMeasure measure;
  double before, after;
} PoplensReportRise;

/* The largest change on the critical path since the previous report of the series, if both have
 * one: the first cause in the comparison of the two, or its class. */
typedef struct {
  const char *title;  /* (nullable): "Fwd/…/MatMul (exchange)"; NULL: there is none */
  const char *layers; /* (nullable): "encoder/layer.4 and 1 more added" */
  gint64 cycles;
  gint64 all; /* change of all cycles on the path */
} PoplensReportCause;

typedef struct {
  GPtrArray *unsearched; /* (nullable): PoplensUnsearched: folders that may contain more reports */
  GPtrArray
      *reports; /* PoplensListedReport: by compile time, then path; reports without time last */
  const char *
      *series; /* [reports] (nullable): name of the series, the same pointer for all its reports;
                  NULL: the report cannot be read. The array is NULL until all are read */
  guint n_series;
  GArray *changes; /* (nullable): PoplensReportChange, by report; NULL until all are read. A change
                      of iteration and program is listed once, as that of the program only if it
                      changed clearly more */
  GArray *repeats; /* PoplensReportChange: the same changes in the other of these two figures */
  PoplensReportNoise noise[POPLENS_N_MEASURES]; /* not of FITS */
  gboolean few;               /* of some series only the last two reports were compared */
  PoplensReportRise rise;     /* .after is 0 if nothing rose */
  PoplensReportCause *causes; /* (nullable) [reports]: NULL until all are read */
  PoplensReportCause *steady; /* (nullable) [changes]: causes of trends, since their first report */
  GStringChunk *names;
} PoplensReportList;

typedef struct {
  gboolean
      time; /* also reads classes of time and the critical path, which needs all executed steps */
  gboolean recover; /* opens recovered copies of reports on this computer that need recovery */
  const GPtrArray *rules; /* (nullable): limits to judge each report by */
  /* (nullable): an earlier list of the same folder and rules, from which reports are reused if
   * their files did not change. */
  const PoplensReportList *before;
  PoplensFigureStore *figures; /* (nullable): disk cache of figures */
} PoplensReportListOptions;

/* Called when a report was read: it is the last one in @so_far. @all: number of reports in the end.
 * Called on the thread that reads the list; it may sort the reports. */
typedef void (*PoplensListedFunc) (PoplensReportList *so_far, guint all, gpointer user_data);

/* Reads the reports that poplens_report_discover_below () finds in @folder, with several threads. A
 * report that cannot be read has an error. Fails if there are no reports, if the folder's computer
 * does not answer, or if cancelled. @func: (nullable). (transfer full) (nullable): NULL with @error
 */
PoplensReportList *poplens_report_list_read (const char *folder,
                                             const PoplensReportListOptions *options,
                                             PoplensListedFunc func, gpointer user_data,
                                             GCancellable *cancellable, GError **error);
/* Adds a reference. A list that was read is immutable. */
PoplensReportList *poplens_report_list_ref (PoplensReportList *self);
void poplens_report_list_unref (PoplensReportList *self);

/* TRUE if all reports of the folder were found and read, and keep the limits of the options. */
gboolean poplens_report_list_is_met (const PoplensReportList *self);

/* Sorts the reports. Part of reading. */
void poplens_report_list_sort (PoplensReportList *self);
/* Sets series, changes and noise of sorted reports. Part of reading; for tests. */
void poplens_report_list_find_changes (PoplensReportList *self);
/* Sets causes, after poplens_report_list_find_changes (). Part of reading. */
void poplens_report_list_find_causes (PoplensReportList *self);

/* A figure along a series, without reports that lack it. */
typedef struct {
  guint n;
  guint32 *reports; /* [n]: indices in the list, ascending */
  double *values;   /* [n] */
  double *levels;   /* [n]: median of the report's segment, or its value on the trend line */
} PoplensReportSeries;

/* @series: the pointer in the list's .series. .n is 0 for a time by which the series is not judged.
 * (transfer full) */
PoplensReportSeries *poplens_report_list_series (const PoplensReportList *self, const char *series,
                                                 PoplensReportMeasure measure);
void poplens_report_series_free (PoplensReportSeries *self);

/* Makes a table with one row for each report, and columns for what @options asked for and for
 * judged limits. (transfer full) */
PoplensTable *poplens_report_list_table (const PoplensReportList *self,
                                         const PoplensReportListOptions *options,
                                         PoplensByteUnit unit);
PoplensTable *poplens_report_changes_table (const PoplensReportList *self);
/* Makes a table of the folders that were not searched. (transfer full) */
PoplensTable *poplens_report_unsearched_table (const PoplensReportList *self);

/* Returns the change that took back most of the change for the worse at @c of .changes, in the same
 * measure and series. (transfer none) (nullable) */
const PoplensReportChange *poplens_report_list_find_mend (const PoplensReportList *self, guint c);

/* Describes the list in a few lines: number of reports, those that got worse and by how much, and
 * those that cannot be read. @most: maximum number of reports of each group. (transfer full) */
char *poplens_report_list_answer (const PoplensReportList *self, PoplensByteUnit unit, guint most);

/* Returns the change for the worse to examine: a lasting one that was not fixed, else one of the
 * latest report, else a fixed one. Changes of fit come first, then time, then memory, and the
 * earliest of these. @mended: (out): TRUE if all were fixed. (transfer none) (nullable) */
const PoplensReportChange *poplens_report_list_worst (const PoplensReportList *self,
                                                      gboolean *mended);

/* Summary of the reports of a folder, in a sentence or two. */
typedef enum {
  POPLENS_REPORTS_GOOD,
  POPLENS_REPORTS_WORSE,
  POPLENS_REPORTS_OVER, /* a report does not fit */
} PoplensReportsTone;

typedef struct {
  PoplensReportsTone tone;
  char *title;                  /* "run-7 got slower by 18.7 %, because of inter-IPU exchange" */
  char *text;                   /* costs, later reports, and what did not change; may be "" */
  gboolean marked;              /* .report is set */
  guint32 report;               /* the report in question, by index in the list */
  gboolean worse;               /* it got worse than .before */
  guint32 before;               /* index in the list */
  PoplensReportMeasure measure; /* by which it got worse */
} PoplensReportsHeadline;

void poplens_report_list_headline (const PoplensReportList *self, PoplensByteUnit unit,
                                   PoplensReportsHeadline *headline);
void poplens_reports_headline_clear (PoplensReportsHeadline *self);
/* Describes one report: "got slower by 18.7 %", "12 tiles over", "as slow as run-7", or why it
 * cannot be read. (transfer full) (nullable): NULL if it is as those before it */
char *poplens_report_list_verdict (const PoplensReportList *self, guint32 report,
                                   PoplensByteUnit unit);

/* Two reports to compare next: before and after the worst change or, if reports are too few to
 * detect changes, the last two. */
typedef struct {
  guint32 before, after; /* indices in the list */
  PoplensReportMeasure measure;
} PoplensReportPair;

/* FALSE if there are none. */
gboolean poplens_report_list_next (const PoplensReportList *self, PoplensReportPair *next);
/* Returns the command that explains the worst change. (transfer full) (nullable) */
char *poplens_report_list_command (const PoplensReportList *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensReportList, poplens_report_list_unref)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensReportsHeadline, poplens_reports_headline_clear)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensReportSeries, poplens_report_series_free)

G_END_DECLS
