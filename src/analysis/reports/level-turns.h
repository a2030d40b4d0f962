/* Values of a series that take turns: levels.h. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Standard deviation of normal noise by what four of five differences of neighbours are below: a
 * few changes do not alter it. */
double poplens_level_noise_of_most (const double *values, guint n);
/* A kind that takes turns with others that are more: values in [*@from, *@to). @noise: standard
 * deviation; @errors: how many of those a gap between the kinds has to be. */
gboolean poplens_level_turns_find (const double *values, guint n, double noise, double errors,
                                   double *from, double *to);

G_END_DECLS
