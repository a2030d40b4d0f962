/* A random walk of the real window. All randomness comes from g_test_rand_int (), and every action
 * is printed before it is run. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* A walk in a folder of its own, with two reports (.report, .other) and two states of the first. */
typedef struct {
  char *folder, *report, *other;
  char *states[2]; /* paths of files that can replace the profile */
  char *xdotool;
  GtkApplication *application;
  guint n_actions;
} Walk;

/* Returns a random number from 0 to @n − 1. */
guint walk_below (guint n);
/* Prints the next action. */
void walk_say (Walk *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* ---- walk-input.c: keys and mouse, sent to the X server ---- */

void walk_click (Walk *self);
void walk_drag (Walk *self);
void walk_wheel (Walk *self);
void walk_key (Walk *self);
void walk_page (Walk *self);
void walk_type (Walk *self);
void walk_find (Walk *self);

/* ---- walk-locations.c ---- */

/* Returns a location with known keys and values, not all of which are valid. (transfer full) */
char *walk_location (void);

G_END_DECLS
