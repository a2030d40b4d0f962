/* In place of a page that would bring much over a link: how much, how long that takes, and a button
 * that loads it. */
#pragma once

#include <adwaita.h>

#include "report/report.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_QUESTION (poplens_page_question_get_type ())
/* Signal "accepted" (). */
G_DECLARE_FINAL_TYPE (PoplensPageQuestion, poplens_page_question, POPLENS, PAGE_QUESTION, AdwBin)

/* @title: of the page. @bytes: 0: not known. */
void poplens_page_question_set (PoplensPageQuestion *self, PoplensReport *report, const char *title,
                                guint64 bytes);
/* In a tab there is little room. */
void poplens_page_question_set_small (PoplensPageQuestion *self);

G_END_DECLS
