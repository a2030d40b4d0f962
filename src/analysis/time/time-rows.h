/* Which classes of time a block of the trace is of: the way back from the answer to the steps. */
#pragma once

#include "analysis/time/time.h"

G_BEGIN_DECLS

/* Classes of rows of steps_by_ipu; immutable. */
typedef struct {
  guint32 n;
  guint8 *main; /* [n] PoplensTimeClass: of work what the step does, of waiting what most of it
                 * waits for; POPLENS_N_TIMES: a row that is in no lane */
  guint16 *all; /* [n] bits of PoplensTimeClass that have cycles in the row */
} PoplensTimeRows;

#define POPLENS_TIME_BIT(class) (1u << (class))

/* Of work the classes of what binds the IPU while the step does, with what its tiles wait for
 * meanwhile; of waiting that of what binds the IPU meanwhile. NULL only where cancelled. @work:
 * (nullable). (transfer full) */
PoplensTimeRows *poplens_time_rows_new (const PoplensTime *time, const PoplensWork *work);
void poplens_time_rows_free (PoplensTimeRows *self);

/* Bits of the classes that @text names by their keys, with commas; 0 where one is unknown, and
 * *@unknown (transfer full) is that. */
guint poplens_time_classes_parse (const char *text, char **unknown);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeRows, poplens_time_rows_free)

G_END_DECLS
