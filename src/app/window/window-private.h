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
  GMenu *compare_recent; /* recent reports in the menu of the Compare button */
  AdwBin *status;
  AdwToastOverlay *toasts;
  GtkRevealer *drop_highlight;
  GtkStack *stack;
  PoplensStartPage *start_page;
  PoplensBusyPage *busy_page;
  AdwStatusPage *error_page;
  GtkLabel *error_path;
  GtkWidget *error_open, *error_recover;

  char *path;  /* (nullable): path that is shown or being opened; NULL on the start page */
  char *first; /* (nullable): first of two reports to compare, while the user chooses the second one
                */
  GObject *host; /* (nullable): computer of the report; this reference keeps it connected */
  PoplensLocation *location;   /* (nullable): location to go to when the report has been opened */
  PoplensReportView *view;     /* (nullable): view of the open report; NULL if none is shown */
  PoplensReportsView *reports; /* (nullable): list of reports from which the report was opened */
  GBindingGroup *of_view, *of_session; /* bind the state "enabled" of actions to properties of .view
                                          and of its session */
  GCancellable *busy; /* (nullable): cancels opening a report or writing the demo */
};

/* Cancels running work, and shows the start page. */
void poplens_window_show_start (PoplensWindow *self);
/* Goes back to the list of reports from which the report was opened, if there is one. */
void poplens_window_show_reports (PoplensWindow *self);
gboolean poplens_window_shows_reports (PoplensWindow *self);
/* Opens the report at @path in the window that already shows it. If there is none, uses @window if
 * it shows nothing, else a new window. */
void poplens_window_request_open (const char *path, gpointer window);
void poplens_window_run_demo (PoplensWindow *self);

/* Adds the shortcuts "/", "?" and F5. The focused widget gets these keys first. */
void poplens_window_class_add_keys (GtkWidgetClass *widget_class);
void poplens_window_add_actions (PoplensWindow *self);
void poplens_window_add_controllers (PoplensWindow *self);

G_END_DECLS
