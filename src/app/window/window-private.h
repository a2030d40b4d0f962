/* PoplensWindow from the inside; for window.c and window-actions.c. */
#pragma once

#include "app/reports/reports-view.h"
#include "app/window/report-view.h"
#include "app/window/start-page.h"
#include "app/window/window.h"

G_BEGIN_DECLS

struct _PoplensWindow {
  AdwApplicationWindow parent;
  GtkLabel *title;
  GtkLabel *subtitle;
  GtkWidget *sidebar_button;
  GtkWidget *history_buttons;
  GtkWidget *reload_button;
  GtkWidget *find_button;
  GtkWidget *reports_button;
  GtkWidget *compare_button;
  GMenu *compare_recent; /* recent reports in its menu */
  AdwBin *status;
  AdwToastOverlay *toasts;
  GtkRevealer *drop_highlight;
  GtkStack *stack;
  PoplensStartPage *start_page;
  PoplensBusyPage *busy_page;
  AdwStatusPage *error_page;
  GtkLabel *error_path;
  GtkWidget *error_open, *error_recover;

  char *path;                          /* NULL: the start page */
  char *first;                         /* of two reports, while the second is asked for; or NULL */
  GObject *host;                       /* (nullable): its computer, connected while it is kept */
  PoplensLocation *location;           /* where to go once it is open, or NULL */
  PoplensReportView *view;             /* NULL: no report is shown */
  PoplensReportsView *reports;         /* of the folder that the report was opened from; or NULL */
  GBindingGroup *of_view, *of_session; /* which of its actions can be chosen */
  GCancellable *busy;                  /* of what is under way, or NULL */
};

/* What is under way stops, and the start page is shown. */
void poplens_window_show_start (PoplensWindow *self);
/* Back to the reports of the folder, where there are such. */
void poplens_window_show_reports (PoplensWindow *self);
gboolean poplens_window_shows_reports (PoplensWindow *self);
/* Opens @path here where nothing is open, else in a window of its own. */
void poplens_window_request_open (const char *path, gpointer window);
void poplens_window_run_demo (PoplensWindow *self);

/* Actions "win.…", keys that are not theirs alone, mouse buttons, and what is dropped. */
void poplens_window_class_add_keys (GtkWidgetClass *widget_class);
void poplens_window_add_actions (PoplensWindow *self);
void poplens_window_add_controllers (PoplensWindow *self);

G_END_DECLS
