/* The list of checks, and which run together. Private to the analysis. */
#pragma once

#include "analysis/check/check-private.h"

G_BEGIN_DECLS

typedef struct {
  PoplensCheckGroupId group;
  const char *key, *title, *exceptions, *none;
} PoplensCheckSpec;

extern const PoplensCheckSpec poplens_check_specs[N_CHECKS];

typedef struct {
  guint32 parts;                      /* all of them are needed */
  guint weight;                       /* of the whole work, for the progress */
  void (*run) (PoplensCheckRun *run); /* NULL: the only check is of .references */
  PoplensReferences references;
} PoplensCheckGroup;

extern const PoplensCheckGroup poplens_check_groups[N_GROUPS];

G_END_DECLS
