/* PoplensCheckRunner: checks a report in the background, and says quietly when something fails.
 *
 * It begins two seconds after the report's first page has its parts, on a thread of its own at low
 * priority, and only where the profile is small enough to be done in a few seconds; of a larger one
 * it offers to. It is a row of the report's notices, hidden as long as there is nothing to say.
 *
 * Signals: "changed": it says something else; "answer" (char *text): of checks that the user asked
 * for. */
#pragma once

#include <adwaita.h>

#include "app/window/session.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_CHECK_RUNNER (poplens_check_runner_get_type ())
G_DECLARE_FINAL_TYPE (PoplensCheckRunner, poplens_check_runner, POPLENS, CHECK_RUNNER, AdwBin)

/* Profiles up to this size are checked without being asked: 256 MiB. */
#define POPLENS_CHECK_UNASKED ((guint64) 256 << 20)

/* Starts over with the report that @session has now; call it again after a reload. */
void poplens_check_runner_begin (PoplensCheckRunner *self, PoplensSession *session);
/* Checks no more: nobody is there to be told. */
void poplens_check_runner_end (PoplensCheckRunner *self);
/* WARNING where something fails. */
PoplensTone poplens_check_runner_get_tone (PoplensCheckRunner *self);

G_END_DECLS
