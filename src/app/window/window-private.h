/* Internals of PoplensWindow, for window.c and window-actions.c. */
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
  GMenu *compare_recent; /* recent reports in the menu of .compare_button */
  AdwBin *status;
  AdwToastOverlay *toasts;
  GtkRevealer *drop_highlight;
  GtkStack *stack;
  PoplensStartPage *start_page;
  PoplensBusyPage *busy_page;
  AdwStatusPage *error_page;
  GtkLabel *error_path;
  GtkWidget *error_open, *error_recover;

  char *path;    /* (nullable): NULL: the start page */
  char *first;   /* (nullable): first of two reports, while the second is being chosen */
  GObject *host; /* (nullable): host of the report; connected as long as there is a reference */
  PoplensLocation *location;   /* (nullable): where to go when the report is open */
  PoplensReportView *view;     /* (nullable): NULL: no report is shown */
  PoplensReportsView *reports; /* (nullable): list of the folder from which the report was opened */
  GBindingGroup *of_view, *of_session; /* properties that enable actions */
  GCancellable *busy;                  /* (nullable): of the running work */
};

/* Cancels running work, and shows the start page. */
void poplens_window_show_start (PoplensWindow *self);
/* Returns to the list of reports, if there is one. */
void poplens_window_show_reports (PoplensWindow *self);
gboolean poplens_window_shows_reports (PoplensWindow *self);
/* Opens @path here if nothing is open, else in a new window. */
void poplens_window_request_open (const char *path, gpointer window);
void poplens_window_run_demo (PoplensWindow *self);

/* Adds actions "win.…", keys with other meanings in widgets, mouse buttons, and drag and drop. */
void poplens_window_class_add_keys (GtkWidgetClass *widget_class);
void poplens_window_add_actions (PoplensWindow *self);
void poplens_window_add_controllers (PoplensWindow *self);

G_END_DECLS
