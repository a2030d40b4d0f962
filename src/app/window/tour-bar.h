/* PoplensTourBar: a tour of eight steps over the demo report. Each step is a location and a
 * sentence about what is seen there. It is hidden until it starts.
 *
 * Signal "step" (char *location): the step is shown; the window goes there. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_TOUR_BAR (poplens_tour_bar_get_type ())
G_DECLARE_FINAL_TYPE (PoplensTourBar, poplens_tour_bar, POPLENS, TOUR_BAR, AdwBin)

/* From the first step on. */
void poplens_tour_bar_start (PoplensTourBar *self);
void poplens_tour_bar_stop (PoplensTourBar *self);
/* The location of the present step; NULL: nobody is on a tour. */
const char *poplens_tour_bar_get_location (PoplensTourBar *self);

guint poplens_tour_n_steps (void);
const char *poplens_tour_get_location (guint step);

G_END_DECLS
