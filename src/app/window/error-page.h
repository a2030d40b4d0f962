/* The page that says why a report cannot be opened, and what can be done. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Its parts, of the window's template. */
typedef struct {
  AdwStatusPage *status;
  GtkLabel *path;
  GtkWidget *open, *recover;
} PoplensErrorPage;

/* @can_recover: a recovered copy can be tried, which is then the first thing offered. */
void poplens_error_page_show (const PoplensErrorPage *page, const char *path, const char *title,
                              const GError *error, gboolean can_recover);

G_END_DECLS
