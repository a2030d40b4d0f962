/* Where the mean of values with independent noise changes, for good or until it is mended. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  guint at;   /* the first value of the other level; 0: all values may be of one */
  guint back; /* the first value that is as those before it again; 0: none */
} PoplensLevelStep;

/* The clearest change, if noise alone has one as clear in less than one of 500 series. No level is
 * one value alone, but the last of @values may be the first of many where @is_last. */
PoplensLevelStep poplens_level_step_find (const double *values, guint n, gboolean is_last);
/* How large a step of the last @after of @values would have to be to be found in all but one of
 * twenty series with their noise; @n: 4 or more. */
double poplens_level_step_seen (const double *values, guint n, guint after);

G_END_DECLS
