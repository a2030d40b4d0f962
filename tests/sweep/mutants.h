/* Mutants of a report: one of its files is damaged, reproducibly by number. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _Mutants Mutants;

/* Creates the reports that are damaged. @program: path of poplens-demo. (transfer full) */
Mutants *mutants_new (const char *program);
void mutants_free (Mutants *self);

typedef struct {
  char *what; /* description: "profile.pop: DROP TABLE steps" */
  /* Bits of the parts that may fail: those that read a table changed by SQL, or all if bytes were
   * changed. */
  guint32 may_refuse;
  gboolean sums_hold; /* see visit_tables () */
} Mutant;

/* Writes mutant @number to the folder @dir, which then contains a report. @mutant: (out) */
void mutants_write (Mutants *self, guint number, const char *dir, Mutant *mutant);

G_END_DECLS
