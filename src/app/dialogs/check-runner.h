/* PoplensCheckRunner: checks a report in the background, and shows a notice if a check fails.
 *
 * Checking starts after the parts of the report's first page are loaded. It runs on a thread of its
 * own with low priority. A profile larger than POPLENS_CHECK_UNASKED is checked only if the user
 * asks for it. The widget is a row among the notices, hidden while there is nothing to report.
 *
 * Signals: "changed" (): the text or tone of the row has changed; "answer" (char *text): result of
 * checks that the user requested */
#pragma once

#include <adwaita.h>

#include "app/window/session.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_CHECK_RUNNER (poplens_check_runner_get_type ())
G_DECLARE_FINAL_TYPE (PoplensCheckRunner, poplens_check_runner, POPLENS, CHECK_RUNNER, AdwBin)

/* Size of the largest profile, in bytes, that is checked without a request of the user. */
#define POPLENS_CHECK_UNASKED ((guint64) 256 << 20)

/* Starts to check the report of @session. Call again after it was reloaded. */
void poplens_check_runner_begin (PoplensCheckRunner *self, PoplensSession *session);
/* Stops checking. Call before the report is closed. */
void poplens_check_runner_end (PoplensCheckRunner *self);
/* Returns the tone of the row: POPLENS_TONE_WARNING if a check has failed. */
PoplensTone poplens_check_runner_get_tone (PoplensCheckRunner *self);

G_END_DECLS
