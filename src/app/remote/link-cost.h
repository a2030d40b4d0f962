/* What would come over a link, and how long that takes: before it does. */
#pragma once

#include "report/report.h"

#include <adwaita.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/* Bytes that come without a question. */
#define POPLENS_COST_UNASKED (32 * 1024 * 1024)

/* Estimates the bytes that loading @parts (bits) of @report, and of the one that it is compared
 * with, brings over a link, on a worker. */
void poplens_cost_async (PoplensReport *report, guint32 parts, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer user_data);
/* 0 where it is not known. */
guint64 poplens_cost_finish (GAsyncResult *result);

/* "509 MiB, about 50 seconds over this connection"; the time only where it is known. (transfer
 * full) */
char *poplens_cost_describe (PoplensReport *report, guint64 bytes);
/* Where @report, or else the one that it is compared with, comes from over a link: "kim@gc-01".
 * NULL: both are of this computer. (transfer full) (nullable) */
char *poplens_cost_destination (PoplensReport *report);
/* Bytes that came from the computers of both since the program started. */
guint64 poplens_cost_received (PoplensReport *report);

/* ---- the question in place of what would cost much ------------------------------------------- */

/* In place of a page that would bring much over a link: how much, how long that takes, and a button
 * that loads it. */

#define POPLENS_TYPE_PAGE_QUESTION (poplens_page_question_get_type ())
/* Signal "accepted" (). */
G_DECLARE_FINAL_TYPE (PoplensPageQuestion, poplens_page_question, POPLENS, PAGE_QUESTION, AdwBin)

/* @title: of the page. @bytes: 0: not known. */
void poplens_page_question_set (PoplensPageQuestion *self, PoplensReport *report, const char *title,
                                guint64 bytes);
/* In a tab there is little room. */
void poplens_page_question_set_small (PoplensPageQuestion *self);

G_END_DECLS
