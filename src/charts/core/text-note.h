/* Drawing texts so that somebody else can note them: cairo writes the texts of an SVG as outlines,
 * which nobody can select or search. */
#pragma once

#include <glib.h>
#include <pango/pangocairo.h>

G_BEGIN_DECLS

/* One line of @layout: @text begins at (x, y), which is on its baseline, and is so wide, in the
 * device's coordinates; @matrix turns and scales it there. @size: of its font, in user space.
 * @text is not terminated. */
typedef struct {
  const char *text;
  int length;
  double x, y, width; /* user space */
  double size;
  const char *family;
  cairo_matrix_t matrix; /* user space → device */
} PoplensTextNote;

typedef void (*PoplensTextNoteFunc) (const PoplensTextNote *note, gpointer user_data);

/* From now on texts drawn on @cr are noted. @user_data lives as long as @cr. */
void poplens_text_note_attach (cairo_t *cr, PoplensTextNoteFunc note, gpointer user_data);
/* Draws @layout with its corner at the current point, as pango_cairo_show_layout() does. */
void poplens_text_show (cairo_t *cr, PangoLayout *layout);

G_END_DECLS
