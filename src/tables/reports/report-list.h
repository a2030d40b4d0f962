/* List of all reports in a folder: their figures, whether they keep the limits, and which reports
 * got worse. Each report is closed after it is read, so that a list of thousands keeps no files
 * open. Reports whose files did not change are taken from an earlier list or the disk cache. */
#pragma once

#include "analysis/reports/change-points.h"
#include "base/format.h"
#include "tables/reports/listed-report.h"

G_BEGIN_DECLS

/* Figures that are compared along a series of reports; a larger value is worse. ITERATION is
 * compared if all reports have iterations. PROGRAM is compared if all have the same number of
 * iterations, or some have none. */
typedef enum {
  POPLENS_MEASURE_FITS,
  POPLENS_MEASURE_ITERATION,
  POPLENS_MEASURE_PROGRAM,
  POPLENS_MEASURE_FULLEST,
  POPLENS_MEASURE_PEAK,
  POPLENS_N_MEASURES,
} PoplensReportMeasure;

const char *poplens_report_measure_key (PoplensReportMeasure measure); /* "tile_bytes", … */
gboolean poplens_report_measure_is_time (PoplensReportMeasure measure);

typedef struct {
  guint32 report, previous; /* indices in the list: report with the change, and report before the
                               change; for a trend, its last and its first report */
  PoplensReportMeasure measure;
  PoplensChangePoint level; /* values before and after; for FITS 0 means fits, 1 does not fit */
  guint later;              /* number of later reports that stay at the new level */
} PoplensReportChange;

/* TRUE if the figure rose, which is always worse. */
gboolean poplens_report_change_is_worse (const PoplensReportChange *self);
/* Returns the amount of a change: "+6.1 %", "no longer fits". (transfer full) */
char *poplens_report_change_amount (const PoplensReportChange *self, PoplensByteUnit unit);
/* Returns figure and amount of a change: "iteration +6.1 %", "iteration +6.1 % steadily". (transfer
 * full) */
char *poplens_report_change_text (const PoplensReportChange *self, PoplensByteUnit unit);

/* Noise of a figure as a fraction of its level: the maximum over all series that are long enough; 0
 * if all series are too short. */
typedef struct {
  double differ;     /* mean difference between adjacent reports */
  double latest;     /* smallest rise of the latest report that exceeds the noise */
  const char *turns; /* (nullable): name of a series whose values alternate between two clusters */
} PoplensReportNoise;

/* The largest rise between the last two reports of a series that is too short to distinguish noise
 * from changes. */
typedef struct {
  guint32 report, previous; /* indices in the list */
  PoplensReportMeasure measure;
  double before, after;
} PoplensReportRise;

/* Largest change on the critical path, compared with an earlier report of the series. It is a
 * change of an operation, a stream or a class of time. */
typedef struct {
  const char *title; /* (nullable): "Fwd/…/MatMul (exchange)"; NULL: nothing changed, or unknown */
  const char *layers; /* (nullable): layers that only one of the reports has: "encoder/layer.4 and 1
                         more added" */
  gint64 cycles;
  gint64 all; /* cycles by which the critical path changed inside the program */
} PoplensReportCause;

typedef struct {
  GPtrArray *unsearched; /* (nullable): PoplensUnsearched: folders that may contain more reports */
  GPtrArray *reports;    /* PoplensListedReport, sorted by compile time, then path; those without a
                            time are last */
  const char **series; /* (nullable) [reports]: name of the series, one pointer for all its reports;
                          NULL: unreadable report. The array is NULL until all reports are read */
  guint n_series;
  GArray *changes; /* (nullable): PoplensReportChange, sorted by report; NULL until all reports are
                      read. If iteration and program changed together, .repeats has one of the two
                      changes */
  GArray *repeats; /* PoplensReportChange: the changes that .changes leaves out, because iteration
                      and program changed together */
  PoplensReportNoise noise[POPLENS_N_MEASURES]; /* by measure; unused for FITS */
  gboolean few;               /* a series was too short: only its last two reports were compared */
  PoplensReportRise rise;     /* largest rise in too short series; .after is 0 if nothing rose */
  PoplensReportCause *causes; /* (nullable) [reports]: what changed since an earlier report of the
                                 series; NULL until all reports are read */
  PoplensReportCause *steady; /* (nullable) [changes]: cause of each trend; else empty */
  GStringChunk *names;
} PoplensReportList;

typedef struct {
  gboolean time;    /* also read time classes and the critical path, from all executed steps */
  gboolean recover; /* read a recovered copy of a local report that needs recovery */
  const GPtrArray *rules; /* (nullable): limits by which each report is judged */
  /* (nullable): an earlier list for the same folder and rules; its reports are reused if their
   * files did not change */
  const PoplensReportList *before;
  PoplensFigureStore *figures; /* (nullable): disk cache of figures */
} PoplensReportListOptions;

/* Called on the thread that reads the list, after each report. @so_far: the list, with that report
 * last; the function may sort it. @all: number of reports to read. */
typedef void (*PoplensListedFunc) (PoplensReportList *so_far, guint all, gpointer user_data);

/* Reads the reports that poplens_report_discover_below () finds in @folder, with several threads. A
 * report that cannot be read has an error text. @func: (nullable). (transfer full) (nullable): NULL
 * with @error if there are no reports, if the link to the folder's computer is lost, or if
 * cancelled */
PoplensReportList *poplens_report_list_read (const char *folder,
                                             const PoplensReportListOptions *options,
                                             PoplensListedFunc func, gpointer user_data,
                                             GCancellable *cancellable, GError **error);
/* Adds a reference. A list that was read is immutable. */
PoplensReportList *poplens_report_list_ref (PoplensReportList *self);
void poplens_report_list_unref (PoplensReportList *self);

/* TRUE if all reports of the folder were found and read, and all keep the limits. */
gboolean poplens_report_list_is_met (const PoplensReportList *self);

/* Sorts the reports. poplens_report_list_read () calls this function. */
void poplens_report_list_sort (PoplensReportList *self);
/* Finds series, changes and noise. The reports must be sorted. poplens_report_list_read () calls
 * this function. */
void poplens_report_list_find_changes (PoplensReportList *self);
/* Sets causes, after poplens_report_list_find_changes (). poplens_report_list_read () calls this
 * function. */
void poplens_report_list_find_causes (PoplensReportList *self);

/* Values of a figure in the reports of a series, without reports that lack it. */
typedef struct {
  guint n;
  guint32 *reports; /* [n]: indices in the list, ascending */
  double *values;   /* [n] */
  double *levels;   /* [n]: median of the value's segment, or value of the trend line */
} PoplensReportSeries;

/* Returns the values of @measure in a series. @series: pointer from .series of the list. .n is 0 if
 * changes of @measure are not searched in this series. (transfer full) */
PoplensReportSeries *poplens_report_list_series (const PoplensReportList *self, const char *series,
                                                 PoplensReportMeasure measure);
void poplens_report_series_free (PoplensReportSeries *self);

/* Makes a table with a row for each report. @options: the options with which the list was read;
 * they select the columns. (transfer full) */
PoplensTable *poplens_report_list_table (const PoplensReportList *self,
                                         const PoplensReportListOptions *options,
                                         PoplensByteUnit unit);
PoplensTable *poplens_report_changes_table (const PoplensReportList *self);
/* Makes a table of the folders that were not searched. (transfer full) */
PoplensTable *poplens_report_unsearched_table (const PoplensReportList *self);

/* Returns the later change, of the same figure and series, that reversed most of change @c. @c:
 * index in .changes of a change for the worse. (transfer none) (nullable): NULL if there is none */
const PoplensReportChange *poplens_report_list_find_mend (const PoplensReportList *self, guint c);

/* Describes the list in a few lines: how many reports there are, which ones got worse and by how
 * much, and which could not be read. @most: maximum number of lines for each of these groups.
 * (transfer full) */
char *poplens_report_list_answer (const PoplensReportList *self, PoplensByteUnit unit, guint most);

/* Returns the change for the worse that users should examine first: a lasting change, else an
 * outlier at the latest report, else a change that a later report reversed. Among lasting changes,
 * fit comes before time, and time before memory. @mended: (out): TRUE if later reports reversed all
 * such changes. (transfer none) (nullable): NULL if there is none */
const PoplensReportChange *poplens_report_list_worst (const PoplensReportList *self,
                                                      gboolean *mended);

/* Summary of the reports in a folder: how good they are, a title, and a few sentences. */
typedef enum {
  POPLENS_REPORTS_GOOD,
  POPLENS_REPORTS_WORSE,
  POPLENS_REPORTS_OVER, /* a report's program does not fit in memory */
} PoplensReportsTone;

typedef struct {
  PoplensReportsTone tone;
  char *title;     /* "run-7 got slower by 18.7 %, because of inter-IPU exchange" */
  char *text;      /* further sentences, such as how many cycles the change costs; may be "" */
  gboolean marked; /* .report is set */
  guint32 report;  /* report to look at: index in the list */
  gboolean worse;  /* .report got worse, compared with .before */
  guint32 before;  /* report before .report: index in the list */
  PoplensReportMeasure measure; /* figure that got worse */
} PoplensReportsHeadline;

void poplens_report_list_headline (const PoplensReportList *self, PoplensByteUnit unit,
                                   PoplensReportsHeadline *headline);
void poplens_reports_headline_clear (PoplensReportsHeadline *self);
/* Describes one report: "got slower by 18.7 %", "12 tiles over", "as slow as run-7", or why it
 * could not be read. (transfer full) (nullable): NULL if it did not change */
char *poplens_report_list_verdict (const PoplensReportList *self, guint32 report,
                                   PoplensByteUnit unit);

/* Two reports that users should compare next: those before and after the worst change or, if there
 * are too few to detect changes, the last two. */
typedef struct {
  guint32 before, after; /* indices in the list */
  PoplensReportMeasure measure;
} PoplensReportPair;

/* Finds the two reports that users should compare next. FALSE if there are none. */
gboolean poplens_report_list_next (const PoplensReportList *self, PoplensReportPair *next);
/* Returns the command line that compares the reports of the worst change. (transfer full)
 * (nullable): NULL if no report got worse */
char *poplens_report_list_command (const PoplensReportList *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensReportList, poplens_report_list_unref)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensReportsHeadline, poplens_reports_headline_clear)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensReportSeries, poplens_report_series_free)

G_END_DECLS
