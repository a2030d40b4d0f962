/* A random walk of the real window. All that is random comes from g_test_rand_int (), and every
 * action is printed before it is done. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* An own folder with two reports, the second as @other, and a second state of the first. */
typedef struct {
  char *folder, *report, *other;
  char *states[2]; /* what may stand as its profile */
  char *xdotool;
  GtkApplication *application;
  guint n_actions;
} Walk;

/* 0 … @n - 1. */
guint walk_below (guint n);
/* Prints what is done next. */
void walk_say (Walk *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* ---- walk-input.c: keys and mouse, as the X server has them from a user ---- */

void walk_click (Walk *self);
void walk_drag (Walk *self);
void walk_wheel (Walk *self);
void walk_key (Walk *self);
void walk_page (Walk *self);
void walk_type (Walk *self);
void walk_find (Walk *self);

/* ---- walk-locations.c ---- */

/* Keys of the register with values that fit, and some that do not. (transfer full) */
char *walk_location (void);

G_END_DECLS
