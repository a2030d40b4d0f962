/* PoplensTourBar: a tour of eight steps over the demo report. Each step is a location and a
 * sentence about what is seen there. It is hidden until it starts.
 *
 * Signals:
 *   "step"  (char *location): the step is shown; the window goes there
 *   "ended" (): by its last button or its cross, and whoever had the focus there needs another */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_TOUR_BAR (poplens_tour_bar_get_type ())
G_DECLARE_FINAL_TYPE (PoplensTourBar, poplens_tour_bar, POPLENS, TOUR_BAR, AdwBin)

/* From the first step on, with the focus on *Next*. */
void poplens_tour_bar_start (PoplensTourBar *self);
void poplens_tour_bar_stop (PoplensTourBar *self);
/* Puts the focus on *Next*; FALSE where nobody is on a tour. */
gboolean poplens_tour_bar_take_focus (PoplensTourBar *self);
/* The location of the present step; NULL: nobody is on a tour. */
const char *poplens_tour_bar_get_location (PoplensTourBar *self);

guint poplens_tour_n_steps (void);
const char *poplens_tour_get_location (guint step);

G_END_DECLS
