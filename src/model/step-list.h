/* List of program steps in the order in which the user writes them: "34,14,40-42". The first step
 * is the one with which the others are compared. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define POPLENS_MOST_STEPS 16 /* steps shown side by side, at most */
#define POPLENS_KEPT_STEPS 64 /* steps stored, at most; further ones are only counted */

typedef struct {
  guint n;
  guint32 step[POPLENS_KEPT_STEPS]; /* without duplicates */
  guint64 named;                    /* steps in the text, including those that were not stored */
  guint32 highest;                  /* highest step number in the text, stored or not */
} PoplensStepList;

/* Parses steps and ranges ("a-b", in either direction), separated by commas, blanks or semicolons.
 * FALSE with an empty list if @text has other characters, or separators without a step. @text:
 * (nullable): NULL gives an empty list */
gboolean poplens_step_list_parse (PoplensStepList *self, const char *text);
gboolean poplens_step_list_contains (const PoplensStepList *self, guint32 step);
/* Appends @step unless it is in the list. */
void poplens_step_list_add (PoplensStepList *self, guint32 step);
void poplens_step_list_remove (PoplensStepList *self, guint32 step);
/* Writes the stored steps: "34,14". (transfer full) (nullable): NULL if there are none */
char *poplens_step_list_to_string (const PoplensStepList *self);

G_END_DECLS
