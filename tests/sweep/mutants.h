/* Mutants of a report: one file of it damaged, by a number from which the same damage comes again.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _Mutants Mutants;

/* @program: poplens-demo, which writes the reports that are damaged. */
Mutants *mutants_new (const char *program);
void mutants_free (Mutants *self);

typedef struct {
  char *what; /* "profile.pop: DROP TABLE steps", for a person */
  /* Parts (bits) that read a table that was changed by SQL: no others may be refused. All of them
   * where bytes were changed. */
  guint32 may_refuse;
  gboolean sums_hold; /* see visit_tables () */
} Mutant;

/* Writes the mutant @number into the folder @dir, which holds a report then. */
void mutants_write (Mutants *self, guint number, const char *dir, Mutant *mutant);

G_END_DECLS
