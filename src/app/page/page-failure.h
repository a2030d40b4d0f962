/* In place of a page that cannot be shown: why, and a button that tries again. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

GtkWidget *poplens_page_failure_new (void);
/* @title: of the page. */
void poplens_page_failure_set (GtkWidget *failure, const char *title, const GError *error);

G_END_DECLS
