/* Result of the command diff; it is written as text, data or Markdown. */
#pragma once

#include "cli/answer.h"
#include "tables/compare/compare-time-answer.h"

G_BEGIN_DECLS

#define POPLENS_DIFF_SECTIONS 15

/* Condition of --fail-if. */
typedef enum {
  POPLENS_DIFF_NO_DEMAND,
  POPLENS_DIFF_NOT_WORSE,
  POPLENS_DIFF_UNCHANGED
} PoplensDiffDemand;

typedef struct {
  const char *name;    /* name of the table: "memory-categories" */
  const char *by;      /* word of --by: "category" */
  PoplensTable *table; /* (nullable): NULL if the reports cannot be compared */
  char *absent;        /* (nullable): why .table is NULL */
  gboolean of_time;    /* needs the cycles of all steps */
  gboolean one_sided;  /* only one of the reports has the data of the section */
  guint32 differences; /* number of changed rows, also below the threshold */
  /* Number of rows that got worse by more than the threshold. Without a threshold, by more than
   * POPLENS_NOISE. */
  guint32 worse;
} PoplensDiffSection;

typedef struct {
  PoplensReport *first, *second;   /* (not owned) */
  const PoplensLocation *location; /* (not owned): location of the tables */
  PoplensDiffSection sections[POPLENS_DIFF_SECTIONS];
  guint n_sections;
  GPtrArray *notices; /* char *: what is missing or damaged in the reports */
  gboolean damaged;   /* compared data is damaged or incomplete */
  /* (nullable): which report does not fit; NULL if both fit, or no section is about memory */
  char *fit;
  char *fullest; /* (nullable): what grew on the fullest tile, or that it is unchanged */
  gboolean fullest_grew;
  guint32 fullest_tile;   /* fullest tile of the second report */
  gboolean over_after;    /* the second report does not fit */
  char *peak;             /* (nullable): how the peak changed, and why */
  PoplensTimeAnswer time; /* how the time changed; without text if no section is about time */
  /* (nullable): .fullest, .peak and the text of .time, in the order of output */
  const char *told[4];
  char *next;         /* (nullable): suggested next command */
  gboolean is_chosen; /* the user named sections, or a range of cycles */
  gboolean is_range;  /* compares ranges of cycles instead of whole reports */
  double threshold;   /* percent: smaller changes are left out; POPLENS_NO_THRESHOLD: shows all */
  PoplensDiffDemand demand;
  const PoplensCliOutput *output; /* (not owned) */
} PoplensDiff;

/* ---- diff-answer.c --------------------------------------------------------------------------- */

/* Adds the notices, the sentences about memory and time, and the next command. Call it after
 * building the sections, whose tables load the necessary data. */
void poplens_diff_answer (PoplensDiff *diff);

G_END_DECLS
