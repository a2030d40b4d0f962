/* Limits that a report has to keep, and whether it does: for `poplens-cli budget` and
 * poplens_report_check_budget (). */
#pragma once

#include "analysis/summary/headline.h"
#include "analysis/time/time.h"
#include "tables/engine/table.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_BUDGET_BYTES,
  POPLENS_BUDGET_CYCLES,
  POPLENS_BUDGET_SHARE /* also of bytes: of the memory that holds them */
} PoplensBudgetUnit;

typedef enum {
  POPLENS_BUDGET_PASS,
  POPLENS_BUDGET_FAIL,
  POPLENS_BUDGET_UNKNOWN, /* data that the report lacks could change the verdict */
  POPLENS_N_BUDGET_RESULTS,
} PoplensBudgetResult;

/* How well a value is known. A report that lacks some of the data gives a bound. */
typedef enum {
  POPLENS_BUDGET_NO_VALUE,
  POPLENS_BUDGET_EXACT,
  POPLENS_BUDGET_AT_LEAST,
  POPLENS_BUDGET_AT_MOST,
} PoplensBudgetBound;

const char *poplens_budget_result_name (PoplensBudgetResult result); /* "pass" */
const char *poplens_budget_bound_name (PoplensBudgetBound bound);    /* "at least" */

typedef enum {
  /* Figures of the report: */
  POPLENS_BUDGET_FIGURE_FULLEST_TILE,
  POPLENS_BUDGET_FIGURE_FREE,
  POPLENS_BUDGET_FIGURE_MEMORY,
  POPLENS_BUDGET_FIGURE_MEMORY_BALANCE,
  POPLENS_BUDGET_FIGURE_ALWAYS_LIVE,
  POPLENS_BUDGET_FIGURE_PEAK,
  POPLENS_BUDGET_FIGURE_TILE_PEAK,
  POPLENS_BUDGET_FIGURE_ITERATION,
  POPLENS_BUDGET_FIGURE_PROGRAM,
  POPLENS_BUDGET_FIGURE_RUN,
  POPLENS_BUDGET_FIGURE_TRACE,
  POPLENS_BUDGET_FIGURE_TIME, /* classes of time (.first … .last) */
  POPLENS_BUDGET_FIGURE_TILE_BALANCE,
  /* Figures of the rows of a table: */
  POPLENS_BUDGET_FIGURE_SUM,
  POPLENS_BUDGET_FIGURE_SHARE,   /* of the column's sum */
  POPLENS_BUDGET_FIGURE_BALANCE, /* share of the column that remains without its imbalance */
} PoplensBudgetFigure;

/* A figure that can be limited. */
typedef struct {
  const char
      *kind; /* (nullable): "program": of things of that kind, by name; NULL: of the report */
  const char *name; /* "max-program-cycles": a value below a "min-…", or above a "max-…" fails */
  PoplensBudgetUnit unit;
  const char *doc;
  PoplensBudgetFigure figure;
  PoplensTimeClass first, last; /* TIME: sums these classes */
  const char *table, *label,
      *amount; /* of rows: "trace-costs program", and its columns with names and amounts */
} PoplensBudgetMeasure;

typedef struct {
  const PoplensBudgetMeasure *measure;
  char *pattern; /* (nullable): names of things, with * and ?; NULL: the report */
  char *layer;   /* (nullable): of operations; NULL: the first layer that the report shows */
  double limit;  /* bytes, cycles, or a fraction of 1 */
  PoplensBudgetUnit unit; /* bytes in percent are a share */
  gboolean is_growth;     /* .limit is not known yet: it depends on another report */
  double growth;          /* fraction by which the limit exceeds that report's value */
  PoplensBudgetResult result;
  PoplensBudgetBound bound;
  double value;     /* unless .bound is NO_VALUE */
  guint32 n_things; /* things that the pattern matched */
  char *reason;     /* (nullable): why .bound is not EXACT */
  char
      *largest; /* (nullable): FAIL: name of what has most of the value; NULL: nothing stands out */
} PoplensBudgetRule;

/* Returns "Rules:" and a line for each: "  max-tile-bytes   fullest tile". (transfer full) */
char *poplens_budget_list_rules (void);
/* Returns the rule on a report with the most similar name. (static) (nullable): NULL if none is
 * similar */
const char *poplens_budget_near (const char *name);
/* TRUE if values below the limit fail, not values above. */
gboolean poplens_budget_is_least (const PoplensBudgetMeasure *measure);
/* Copies rules without their results, to judge another report. (transfer full) */
GPtrArray *poplens_budget_copy (const GPtrArray *rules);
/* Reads the rules of @files and then of @texts (both nullable); the list may be empty. @may_grow:
 * there is a report to grow from. NULL with USAGE, also for growth without such a report. (transfer
 * full) */
GPtrArray *poplens_budget_collect (const char *const *files, const char *const *texts,
                                   gboolean may_grow, GError **error);
/* Computes limits that are growth from the values of @base (nullable). If @base lacks an exact
 * value, judging says so. FALSE with USAGE if there is growth but no @base, or @base cannot be
 * read. */
gboolean poplens_budget_set_base (GPtrArray *rules, PoplensReport *base, GCancellable *cancellable,
                                  GError **error);
/* Judges the rules, and sets their results. FALSE if the report cannot be read. */
gboolean poplens_budget_judge (GPtrArray *rules, PoplensReport *report, GCancellable *cancellable,
                               GError **error);
/* Counts the rules with each result. */
void poplens_budget_count (const GPtrArray *rules, guint counts[POPLENS_N_BUDGET_RESULTS]);
/* TRUE if all rules pass. A rule that cannot be judged is not met. */
gboolean poplens_budget_is_met (const GPtrArray *rules);
/* Returns "5 passed, 1 failed, 0 unknown." (transfer full) */
char *poplens_budget_describe (const GPtrArray *rules);
/* Returns a file of rules that @report meets: its values plus a margin. For a value that is not
 * exact a comment says why. (transfer full) (nullable): NULL with @error if the report cannot be
 * read */
char *poplens_budget_propose (PoplensReport *report, GCancellable *cancellable, GError **error);
/* Makes a table with one row for each judged rule. @rules: (transfer full). (transfer full) */
PoplensTable *poplens_budget_table (GPtrArray *rules, PoplensReport *report);

/* Returns "program conv?: max-cycles". (transfer full) */
char *poplens_budget_rule_title (const PoplensBudgetRule *self);
/* Returns "median iteration 681,766 cycles, limit 600,000 cycles; …": what the value is, if several
 * figures have its unit; at the end what exceeds the limit, or why the value is not known.
 * (transfer full) */
char *poplens_budget_rule_sentence (const PoplensBudgetRule *self, PoplensByteUnit unit);

/* ---- JUnit (budget-table.c) ------------------------------------------------------------------ */

/* Writes the results as a JUnit XML file, with a test case for each rule. FALSE with @error. */
gboolean poplens_budget_save_junit (const GPtrArray *rules, PoplensReport *report, const char *path,
                                    GError **error);

/* ---- budget-largest.c ------------------------------------------------------------------------ */

/* Finds what makes a rule fail, and appends it to .largest: "tile 725; its largest variable:
 * weights, 35.4 KiB". Leaves out what cannot be read; the verdict does not depend on it. */
void poplens_budget_find_largest (PoplensBudgetRule *rule, PoplensReport *report,
                                  const PoplensHeadline *headline, GCancellable *cancellable);
/* Returns "tile 725 at step 12; its largest variable: weights, 35.4 KiB". (transfer full) */
char *poplens_budget_name_live (PoplensReport *report, gint64 tile, gint64 step,
                                GCancellable *cancellable);
/* Returns "run 1; its program with most cycles, all IPUs added: conv, 1,234 cycles", for the run
 * with cycles @from … @to − 1. (transfer full) */
char *poplens_budget_name_run (PoplensReport *report, gint64 run, guint64 from, guint64 to,
                               GCancellable *cancellable);
/* Returns a text and a number of a row: "weights, 35.4 KiB". (transfer full) */
char *poplens_budget_row_text (const PoplensTable *table, guint32 row, guint label, guint amount);

G_END_DECLS
