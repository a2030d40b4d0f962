/* The list of checks, and which run together. Private to the analysis. */
#pragma once

#include "analysis/check/check-private.h"

G_BEGIN_DECLS

typedef struct {
  const char *key, *title, *exceptions;
} PoplensCheckSpec;

extern const PoplensCheckSpec poplens_check_specs[N_CHECKS];

/* Checks that one pass answers. */
typedef struct {
  guint32 parts;                      /* all of them are needed */
  guint weight;                       /* of the whole work, for the progress */
  void (*run) (PoplensCheckRun *run); /* NULL: the first check is of .references */
  PoplensCheckId checks[9];           /* ended by 0, which is in no group */
  PoplensReferences references;
} PoplensCheckGroup;

extern const PoplensCheckGroup poplens_check_groups[];
extern const guint poplens_n_check_groups;

G_END_DECLS
