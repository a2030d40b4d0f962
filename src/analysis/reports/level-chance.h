/* How likely chance alone gives what a series shows. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* That two means of normal values differ by @t standard errors or more, whichever is larger;
 * @degrees: of freedom, 1 or more. By Wallace, "Bounds on normal approximations to Student's and
 * the chi-square distributions", 1959: below 0.01 at most half as much again as it is, never less.
 */
double poplens_chance_of_t (double t, guint degrees);
/* That @a and @b values of two kinds have @runs or fewer runs of one kind. Wald and Wolfowitz, "On
 * a test whether two samples are from the same population", 1940. */
double poplens_chance_of_runs (guint runs, guint a, guint b);

G_END_DECLS
