/* A sum that changes at steps, followed from change to change. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  guint32 step;
  gint64 change;
} PoplensSweepEvent;

/* The highest the sum gets, and the first step where it does; 0 and G_MAXUINT32 where it never
 * rises above 0. Sorts @events by step; what changes at one step counts together. */
guint64 poplens_sweep_highest (GArray *events, guint32 *step);

G_END_DECLS
