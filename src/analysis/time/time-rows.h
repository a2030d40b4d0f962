/* Finds the classes of time (compute, host wait …) of each row of the trace, so that a user can go
 * from a class to its steps. */
#pragma once

#include "analysis/time/time.h"

G_BEGIN_DECLS

/* Classes of time of the rows of steps_by_ipu; immutable. */
typedef struct {
  guint32 n;
  /* [n] main PoplensTimeClass of a row: the work of its step or, if the step only waits, its
   * longest wait. POPLENS_N_TIMES: the row is not drawn in a lane. */
  guint8 *main;
  guint16 *all; /* [n] POPLENS_TIME_BIT () of all classes of a row, see poplens_time_rows_new () */
} PoplensTimeRows;

#define POPLENS_TIME_BIT(class) (1u << (class))

/* Classifies all rows. .all of a row: its main class, and the classes of waiting in the segments
 * that its step limits. NULL only if cancelled. @work: (nullable). (transfer full) (nullable) */
PoplensTimeRows *poplens_time_rows_new (const PoplensTime *time, const PoplensWork *work);
void poplens_time_rows_free (PoplensTimeRows *self);

/* Parses a list of keys of classes, separated by commas. Returns POPLENS_TIME_BIT () of each. 0 if
 * a key is unknown; *@unknown (transfer full) is then that key. */
guint poplens_time_classes_parse (const char *text, char **unknown);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeRows, poplens_time_rows_free)

G_END_DECLS
