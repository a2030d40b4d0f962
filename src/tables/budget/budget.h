/* Limits on what a report may say, and whether it keeps them: `poplens-cli budget`,
 * poplens_report_check_budget (). */
#pragma once

#include "analysis/summary/headline.h"
#include "analysis/time/time.h"
#include "tables/engine/table.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_BUDGET_BYTES,
  POPLENS_BUDGET_CYCLES,
  POPLENS_BUDGET_SHARE /* of bytes too: of the memory that holds them */
} PoplensBudgetUnit;

typedef enum {
  POPLENS_BUDGET_PASS,
  POPLENS_BUDGET_FAIL,
  POPLENS_BUDGET_UNKNOWN, /* what is missing in the report could change the verdict */
  POPLENS_N_BUDGET_RESULTS,
} PoplensBudgetResult;

/* How well a value is known. A bound comes from a report that lacks some of the data. */
typedef enum {
  POPLENS_BUDGET_NO_VALUE,
  POPLENS_BUDGET_EXACT,
  POPLENS_BUDGET_AT_LEAST,
  POPLENS_BUDGET_AT_MOST,
} PoplensBudgetBound;

const char *poplens_budget_result_name (PoplensBudgetResult result); /* "pass" */
const char *poplens_budget_bound_name (PoplensBudgetBound bound);    /* "at least" */

typedef enum {
  /* Of the report. */
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
  POPLENS_BUDGET_FIGURE_TIME, /* classes of time */
  POPLENS_BUDGET_FIGURE_TILE_BALANCE,
  /* Of the rows of a table. */
  POPLENS_BUDGET_FIGURE_SUM,
  POPLENS_BUDGET_FIGURE_SHARE,   /* of the column's sum */
  POPLENS_BUDGET_FIGURE_BALANCE, /* what is left of the column without the imbalance */
} PoplensBudgetFigure;

/* What can be limited. */
typedef struct {
  const char *kind; /* "program": of the things of that kind with a name; NULL: of the report */
  const char *name; /* "max-program-cycles": a value below "min-…", or above "max-…", fails */
  PoplensBudgetUnit unit;
  const char *doc;
  PoplensBudgetFigure figure;
  PoplensTimeClass first, last;       /* TIME: the classes that it adds up */
  const char *table, *label, *amount; /* of rows: "trace-costs program", and the columns there */
} PoplensBudgetMeasure;

typedef struct {
  const PoplensBudgetMeasure *measure;
  char *pattern;          /* names of things, with * and ?; NULL: of the report */
  char *layer;            /* of operations; NULL: the one that the report begins with */
  double limit;           /* bytes, cycles, or a share of 1 */
  PoplensBudgetUnit unit; /* bytes in percent are a share */
  gboolean is_growth;     /* .limit is not known yet: the value of another report … */
  double growth;          /* … and this share of it more */
  PoplensBudgetResult result;
  PoplensBudgetBound bound;
  double value;     /* unless NO_VALUE */
  guint32 n_things; /* that the pattern matched */
  char *reason;     /* why .bound is not EXACT; else NULL */
  char *largest;    /* FAIL: what has most of the value, by name; NULL: nothing is to blame alone */
} PoplensBudgetRule;

/* "Rules:", and a line for each: "  max-tile-bytes   fullest tile". (transfer full) */
char *poplens_budget_list_rules (void);
/* The rule on a report whose name is nearest to @name; NULL: none is near. Static. */
const char *poplens_budget_near (const char *name);
/* Less than the limit fails, not more. */
gboolean poplens_budget_is_least (const PoplensBudgetMeasure *measure);
/* The same rules without results, to be judged for another report. (transfer full) */
GPtrArray *poplens_budget_copy (const GPtrArray *rules);
/* Collects the rules of @files and of @texts (both nullable), in that order; none where neither is
 * given. @may_grow: there is a report to grow from. NULL with USAGE, also of growth without one.
 * (transfer full) */
GPtrArray *poplens_budget_collect (const char *const *files, const char *const *texts,
                                   gboolean may_grow, GError **error);
/* Sets the limits that are growth by what @base says; of a value that it does not have exactly
 * judging says so. @base: (nullable): none is given. FALSE with USAGE where there is growth and no
 * report, or where @base cannot be read. */
gboolean poplens_budget_set_base (GPtrArray *rules, PoplensReport *base, GCancellable *cancellable,
                                  GError **error);
/* Sets results; FALSE where the report cannot be read. */
gboolean poplens_budget_judge (GPtrArray *rules, PoplensReport *report, GCancellable *cancellable,
                               GError **error);
/* How many rules have each result. */
void poplens_budget_count (const GPtrArray *rules, guint counts[POPLENS_N_BUDGET_RESULTS]);
/* TRUE if all rules pass. A rule that cannot be judged is not met. */
gboolean poplens_budget_is_met (const GPtrArray *rules);
/* "5 passed, 1 failed, 0 unknown." (transfer full) */
char *poplens_budget_describe (const GPtrArray *rules);
/* A file of rules that @report keeps, to begin with: its values now and a margin. Of what it does
 * not have exactly a comment says why. NULL with an error where it cannot be read. (transfer full)
 */
char *poplens_budget_propose (PoplensReport *report, GCancellable *cancellable, GError **error);
/* Rules that were judged (taken), a row each. */
PoplensTable *poplens_budget_table (GPtrArray *rules, PoplensReport *report);

/* "program conv?: max-cycles". (transfer full) */
char *poplens_budget_rule_title (const PoplensBudgetRule *self);
/* "median iteration 681,766 cycles, limit 600,000 cycles; …": what the value is of where several
 * are counted in its unit, and what is to blame, or why it is not known. (transfer full) */
char *poplens_budget_rule_sentence (const PoplensBudgetRule *self, PoplensByteUnit unit);

/* ---- JUnit (budget-table.c) ------------------------------------------------------------------ */

/* Writes the results as a JUnit XML file, with a test case for each rule. */
gboolean poplens_budget_save_junit (const GPtrArray *rules, PoplensReport *report, const char *path,
                                    GError **error);

/* ---- budget-largest.c ------------------------------------------------------------------------ */

/* Says of a rule that fails what is to blame, behind what judging it said already: "tile 725; its
 * largest variable: weights, 35.4 KiB". What cannot be read is left out: the value stands without
 * it. */
void poplens_budget_find_largest (PoplensBudgetRule *rule, PoplensReport *report,
                                  const PoplensHeadline *headline, GCancellable *cancellable);
/* "tile 725 at step 12; its largest variable: weights, 35.4 KiB". (transfer full) */
char *poplens_budget_name_live (PoplensReport *report, gint64 tile, gint64 step,
                                GCancellable *cancellable);
/* "run 1; its program with most cycles, all IPUs added: conv, 1,234 cycles": of the run in
 * [from, to). (transfer full) */
char *poplens_budget_name_run (PoplensReport *report, gint64 run, guint64 from, guint64 to,
                               GCancellable *cancellable);
/* "weights, 35.4 KiB": a text and a number of a row. (transfer full) */
char *poplens_budget_row_text (const PoplensTable *table, guint32 row, guint label, guint amount);

G_END_DECLS
