/* What `poplens-cli diff` has found, for the ways in which it is written. */
#pragma once

#include "cli/answer.h"
#include "tables/compare/compare-time-answer.h"

G_BEGIN_DECLS

#define POPLENS_DIFF_SECTIONS 15

/* --fail-if */
typedef enum {
  POPLENS_DIFF_NO_DEMAND,
  POPLENS_DIFF_NOT_WORSE,
  POPLENS_DIFF_UNCHANGED
} PoplensDiffDemand;

typedef struct {
  const char *name;    /* "memory-categories": the table */
  const char *by;      /* "category": as --by takes it */
  PoplensTable *table; /* NULL: it cannot be compared */
  char *absent;        /* then: why not */
  gboolean of_time;    /* it needs the cycles of all steps */
  gboolean one_sided;  /* then: one of the reports has it */
  guint32 differences; /* rows before those were taken out that changed by no more than allowed */
  guint32 worse;       /* rows that got worse by more than that, or than noise */
} PoplensDiffSection;

typedef struct {
  PoplensReport *first, *second;   /* (not owned) */
  const PoplensLocation *location; /* what the tables are of (not owned) */
  PoplensDiffSection sections[POPLENS_DIFF_SECTIONS];
  guint n_sections;
  GPtrArray *notices; /* char *: what the reports lack or is damaged of them */
  gboolean damaged;   /* what was compared of one is damaged or incomplete */
  char *fit;          /* whether it fits; NULL: both do, or no section is of memory */
  char *fullest;      /* what grew on the fullest tile, likewise, or that it is unchanged */
  gboolean fullest_grew;
  guint32 fullest_tile;   /* of the second */
  gboolean over_after;    /* the second does not fit */
  char *peak;             /* why the peak changed, likewise */
  PoplensTimeAnswer time; /* what became of the time; no text: no section says it */
  const char *told[4];    /* .fullest, .peak and the text of .time in the order to show them */
  char *next;             /* the command that goes on; NULL: there is none */
  gboolean is_chosen;     /* they were asked for, by name or as those of a range */
  gboolean is_range;      /* cycles of both are compared, and not the whole reports */
  double threshold;       /* percent that rows changed by more; POPLENS_NO_THRESHOLD: all of them */
  PoplensDiffDemand demand;
  const PoplensCliOutput *output; /* (not owned) */
} PoplensDiff;

/* ---- diff-answer.c -----------------------------------------------------------------------------
 */

/* Notices, and what becomes of memory, behind the sections, which made the kinds of variables and
 * the answer on the time; and what to do next. */
void poplens_diff_answer (PoplensDiff *diff);

G_END_DECLS
