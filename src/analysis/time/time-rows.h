/* Finds the classes of time of each row of the trace, so that a user can get from a class to its
 * steps. */
#pragma once

#include "analysis/time/time.h"

G_BEGIN_DECLS

/* Classes of the rows of steps_by_ipu; immutable. */
typedef struct {
  guint32 n;
  guint8 *main; /* [n] PoplensTimeClass: of a step of work what it does, of a waiting step what it
                 * mostly waits for; POPLENS_N_TIMES: the row is not drawn in a lane */
  guint16 *all; /* [n] POPLENS_TIME_BIT () of all classes that have cycles in the row */
} PoplensTimeRows;

#define POPLENS_TIME_BIT(class) (1u << (class))

/* Classifies all rows. The bits are the main class and, in segments that the row's step limits, the
 * classes of waiting tiles. NULL only if cancelled. @work: (nullable). (transfer full) */
PoplensTimeRows *poplens_time_rows_new (const PoplensTime *time, const PoplensWork *work);
void poplens_time_rows_free (PoplensTimeRows *self);

/* Returns the bits of the classes whose keys are in @text, separated by commas. 0 if a key is
 * unknown, with *@unknown (transfer full) set to it. */
guint poplens_time_classes_parse (const char *text, char **unknown);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeRows, poplens_time_rows_free)

G_END_DECLS
