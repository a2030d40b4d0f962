/* Steps of the program tree as a user writes them: "34,14,40-42", in that order. The first is the
 * one that the others are compared with. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define POPLENS_MOST_STEPS 16 /* so many are shown beside each other */
#define POPLENS_KEPT_STEPS 64 /* of a longer list the rest is only counted */

typedef struct {
  guint n;
  guint32 step[POPLENS_KEPT_STEPS]; /* each once */
  guint64 named;                    /* `n`, and those that were not kept */
  guint32 highest;                  /* of all that were named */
} PoplensStepList;

/* Commas, blanks and semicolons divide; "a-b" is a range, also from high to low. FALSE, and the
 * list is empty, if @text (nullable: empty) is anything else, or dividers alone. */
gboolean poplens_step_list_parse (PoplensStepList *self, const char *text);
gboolean poplens_step_list_contains (const PoplensStepList *self, guint32 step);
/* At the end; one that is there stays where it is. */
void poplens_step_list_add (PoplensStepList *self, guint32 step);
void poplens_step_list_remove (PoplensStepList *self, guint32 step);
/* "34,14": those that are kept; NULL for none. (transfer full) */
char *poplens_step_list_to_string (const PoplensStepList *self);

G_END_DECLS
