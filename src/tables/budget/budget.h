/* Budgets: limits on the figures of a report. `poplens-cli budget` and poplens_report_check_budget
 * () judge whether a report keeps them. */
#pragma once

#include "analysis/summary/headline.h"
#include "analysis/time/time.h"
#include "tables/engine/table.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_BUDGET_BYTES,
  POPLENS_BUDGET_CYCLES,
  POPLENS_BUDGET_SHARE /* share of a total; for bytes a share of the capacity */
} PoplensBudgetUnit;

typedef enum {
  POPLENS_BUDGET_PASS,
  POPLENS_BUDGET_FAIL,
  POPLENS_BUDGET_UNKNOWN, /* the report lacks data that could change the verdict */
  POPLENS_N_BUDGET_RESULTS,
} PoplensBudgetResult;

/* How exactly a value is known. If the report lacks some of the data, the value is a bound. */
typedef enum {
  POPLENS_BUDGET_NO_VALUE,
  POPLENS_BUDGET_EXACT,
  POPLENS_BUDGET_AT_LEAST,
  POPLENS_BUDGET_AT_MOST,
} PoplensBudgetBound;

const char *poplens_budget_result_name (PoplensBudgetResult result); /* "pass", "fail", … */
const char *poplens_budget_bound_name (PoplensBudgetBound bound);    /* "exact", "at least", … */

typedef enum {
  /* Figures of the whole report: */
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
  POPLENS_BUDGET_FIGURE_TIME, /* sum of the time classes .first … .last */
  POPLENS_BUDGET_FIGURE_TILE_BALANCE,
  /* Figures of the table rows whose names match the rule's pattern: */
  POPLENS_BUDGET_FIGURE_SUM,
  POPLENS_BUDGET_FIGURE_SHARE,   /* sum of the matching rows ÷ sum of all rows */
  POPLENS_BUDGET_FIGURE_BALANCE, /* 1 − imbalance / cycles */
} PoplensBudgetFigure;

/* A figure that a rule can limit. */
typedef struct {
  const char *kind; /* (nullable): kind of thing that the figure is about, such as "program"; NULL:
                       the whole report */
  const char *name; /* "max-…": values above the limit fail; "min-…": values below */
  PoplensBudgetUnit unit;
  const char *doc;
  PoplensBudgetFigure figure;
  PoplensTimeClass first, last;       /* for FIGURE_TIME: the classes to sum */
  const char *table, *label, *amount; /* for figures of rows: table "trace-costs program", its
                                         column of names, and the column to sum */
} PoplensBudgetMeasure;

typedef struct {
  const PoplensBudgetMeasure *measure;
  char *pattern; /* (nullable): names of the things to limit, with wildcards * and ?; NULL: the
                    whole report */
  char *layer;   /* (nullable): layer of operations; NULL: the first layer that the report shows */
  double limit;  /* bytes, cycles, or a fraction of 1 */
  PoplensBudgetUnit unit; /* unit of .limit and .value; SHARE if the limit is in percent */
  gboolean is_growth; /* TRUE for a limit such as "+5 %": .limit is computed from another report's
                         value */
  double growth; /* allowed growth as a fraction of the other report's value: 0.05 for "+5 %" */
  PoplensBudgetResult result;
  PoplensBudgetBound bound;
  double value;     /* value in the report; not set if .bound is NO_VALUE */
  guint32 n_things; /* number of things whose names the pattern matches */
  char *reason;     /* (nullable): why .bound is not EXACT */
  char *largest; /* (nullable): if the rule fails, what contributes most to the value; NULL: nothing
                    to name */
} PoplensBudgetRule;

/* Returns the text "Rules:" with a line for each limit that exists: "max-tile-bytes   fullest
 * tile". (transfer full) */
char *poplens_budget_list_rules (void);
/* Returns the limit on a whole report whose name is most similar to @name. (static) (nullable):
 * NULL if none is similar */
const char *poplens_budget_near (const char *name);
/* TRUE for a minimum: values below the limit fail. FALSE for a maximum. */
gboolean poplens_budget_is_least (const PoplensBudgetMeasure *measure);
/* Copies rules without their results, to judge another report. (transfer full) */
GPtrArray *poplens_budget_copy (const GPtrArray *rules);
/* Reads the rules in the files @files, then the rules in @texts. @files, @texts: (nullable).
 * @may_grow: allows limits such as "+5 %", which need a base report. NULL with POPLENS_ERROR_USAGE
 * if a rule is invalid. (transfer full) */
GPtrArray *poplens_budget_collect (const char *const *files, const char *const *texts,
                                   gboolean may_grow, GError **error);
/* Computes limits such as "+5 %" from the values of the report @base (nullable). A rule becomes
 * UNKNOWN if @base has no exact value for it. FALSE with POPLENS_ERROR_USAGE if such limits exist
 * without @base, or if @base cannot be read. */
gboolean poplens_budget_set_base (GPtrArray *rules, PoplensReport *base, GCancellable *cancellable,
                                  GError **error);
/* Judges the rules on @report, and stores the result in each. FALSE with @error if the report
 * cannot be read. */
gboolean poplens_budget_judge (GPtrArray *rules, PoplensReport *report, GCancellable *cancellable,
                               GError **error);
/* Counts the rules with each result. */
void poplens_budget_count (const GPtrArray *rules, guint counts[POPLENS_N_BUDGET_RESULTS]);
/* TRUE if all rules pass. An unknown result does not count as a pass. */
gboolean poplens_budget_is_met (const GPtrArray *rules);
/* Summarizes the results: "5 passed, 1 failed, 0 unknown." (transfer full) */
char *poplens_budget_describe (const GPtrArray *rules);
/* Returns a file of rules that @report meets: its values plus a margin. A comment says why a value
 * is not exact. (transfer full) (nullable): NULL with @error if the report cannot be read */
char *poplens_budget_propose (PoplensReport *report, GCancellable *cancellable, GError **error);
/* Makes a table with one row for each judged rule. @rules: (transfer full). (transfer full) */
PoplensTable *poplens_budget_table (GPtrArray *rules, PoplensReport *report);

/* Returns the subject and limit of a rule: "program conv?: max-cycles". (transfer full) */
char *poplens_budget_rule_title (const PoplensBudgetRule *self);
/* Returns "681,766 cycles (median iteration), limit 600,000 cycles; …". The end says what
 * contributes most or, for an unknown result, why. (transfer full) */
char *poplens_budget_rule_sentence (const PoplensBudgetRule *self, PoplensByteUnit unit);

/* ---- JUnit (budget-table.c) ------------------------------------------------------------------ */

/* Writes the results as a JUnit XML file, with a test case for each rule. FALSE with @error. */
gboolean poplens_budget_save_junit (const GPtrArray *rules, PoplensReport *report, const char *path,
                                    GError **error);

/* ---- budget-largest.c ------------------------------------------------------------------------ */

/* Finds what contributes most to the value of a failed rule, and appends it to .largest: "tile 725;
 * its largest variable: weights, 35.4 KiB". After an error, leaves out details. */
void poplens_budget_find_largest (PoplensBudgetRule *rule, PoplensReport *report,
                                  const PoplensHeadline *headline, GCancellable *cancellable);
/* Describes a tile at a liveness step: "tile 725 at step 12; its largest variable: weights, 35.4
 * KiB". (transfer full) */
char *poplens_budget_name_live (PoplensReport *report, gint64 tile, gint64 step,
                                GCancellable *cancellable);
/* Describes the run with the cycles @from … @to − 1: "run 1; its program with most cycles, all IPUs
 * added: conv, 1,234 cycles". (transfer full) */
char *poplens_budget_name_run (PoplensReport *report, gint64 run, guint64 from, guint64 to,
                               GCancellable *cancellable);
/* Returns the texts of columns @label and @amount: "weights, 35.4 KiB". (transfer full) */
char *poplens_budget_row_text (const PoplensTable *table, guint32 row, guint label, guint amount);

G_END_DECLS
