/* Draws texts and reports them to a callback. Cairo writes texts of an SVG as outlines, which
 * cannot be selected or searched; the callback can add real texts. */
#pragma once

#include <glib.h>
#include <pango/pangocairo.h>

G_BEGIN_DECLS

/* A line of a Pango layout. .text is not NUL-terminated. .x, .y: start of the baseline; .width: of
 * the line; .size: of the font; all in user space. */
typedef struct {
  const char *text;
  int length;
  double x, y, width; /* user space */
  double size;
  const char *family;
  cairo_matrix_t matrix; /* user space → device */
} PoplensTextNote;

typedef void (*PoplensTextNoteFunc) (const PoplensTextNote *note, gpointer user_data);

/* Reports texts that are drawn on @cr from now on. @user_data must live as long as @cr. */
void poplens_text_note_attach (cairo_t *cr, PoplensTextNoteFunc note, gpointer user_data);
/* Draws @layout with its upper left corner at the current point, like pango_cairo_show_layout ().
 */
void poplens_text_show (cairo_t *cr, PangoLayout *layout);

G_END_DECLS
