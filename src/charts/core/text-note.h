/* Draws texts and reports them to a callback, which can add selectable text to an SVG. Cairo itself
 * writes the texts of an SVG as outlines. */
#pragma once

#include <glib.h>
#include <pango/pangocairo.h>

G_BEGIN_DECLS

/* A line of text that was drawn. .text has .length bytes, and is not NUL-terminated. .size is the
 * font size in user space. */
typedef struct {
  const char *text;
  int length;
  double x, y, width; /* start of the baseline, and width of the line, in user space */
  double size;
  const char *family;
  cairo_matrix_t matrix; /* maps user space to device space */
} PoplensTextNote;

typedef void (*PoplensTextNoteFunc) (const PoplensTextNote *note, gpointer user_data);

/* Reports texts that are drawn on @cr from now on. @user_data must live as long as @cr. */
void poplens_text_note_attach (cairo_t *cr, PoplensTextNoteFunc note, gpointer user_data);
/* Draws @layout with its upper left corner at the current point, like pango_cairo_show_layout ().
 */
void poplens_text_show (cairo_t *cr, PangoLayout *layout);

G_END_DECLS
