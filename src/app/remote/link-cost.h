/* Estimates how much data an operation will transfer from a remote host, and how long that will
 * take. */
#pragma once

#include "report/report.h"

#include <adwaita.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/* Up to this number of bytes, data is transferred without asking the user. */
#define POPLENS_COST_UNASKED (32 * 1024 * 1024)

/* Estimates how many bytes of @parts (bits) remain to be read from remote hosts, on a worker
 * thread. Counts @report and the report that it is compared with. */
void poplens_cost_async (PoplensReport *report, guint32 parts, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer user_data);
/* Returns the estimate (bytes); 0 if unknown. */
guint64 poplens_cost_finish (GAsyncResult *result);

/* Describes the cost of reading @bytes: "509 MiB, about 50 seconds over this connection". If the
 * speed is unknown, only "509 MiB". (transfer full) */
char *poplens_cost_describe (PoplensReport *report, guint64 bytes);
/* Returns the host of @report, such as "kim@gc-01". If @report is local, returns the host of the
 * report that it is compared with. (transfer full) (nullable): NULL if both are local. */
char *poplens_cost_destination (PoplensReport *report);
/* Returns how many bytes were received from the hosts of @report and of the report that it is
 * compared with, since the program started. */
guint64 poplens_cost_received (PoplensReport *report);

/* ---- question shown in place of an expensive page -------------------------------------------- */

/* PoplensPageQuestion: is shown instead of a page that would transfer much data. Says how much and
 * how long that would take; a button loads the page. */

#define POPLENS_TYPE_PAGE_QUESTION (poplens_page_question_get_type ())
/* Signal "accepted" (): the user wants to load the page. */
G_DECLARE_FINAL_TYPE (PoplensPageQuestion, poplens_page_question, POPLENS, PAGE_QUESTION, AdwBin)

/* Sets the texts. @title: title of the page. @bytes: estimate; 0: unknown. */
void poplens_page_question_set (PoplensPageQuestion *self, PoplensReport *report, const char *title,
                                guint64 bytes);
/* Uses the compact style, without an icon, for a tab with little space. */
void poplens_page_question_set_small (PoplensPageQuestion *self);

G_END_DECLS
