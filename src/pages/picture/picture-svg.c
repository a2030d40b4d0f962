#include "pages/picture/picture-svg.h"

#include "base/format.h"
#include "base/visible.h"

#include <string.h>

static void
append_number (GString *out, const char *name, double value)
{
  PoplensNumber buffer;

  g_string_append_printf (out, " %s=\"%s\"", name, poplens_format_fixed (buffer, value, 2));
}

static void
append_matrix (GString *out, const cairo_matrix_t *m)
{
  const double values[] = {m->xx, m->yx, m->xy, m->yy, m->x0, m->y0};
  PoplensNumber buffer;

  g_string_append (out, " transform=\"matrix(");
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    g_string_append_printf (out, "%s%s", i ? "," : "",
                            poplens_format_digits (buffer, values[i], 5));
  g_string_append (out, ")\"");
}

void
poplens_svg_note_text (const PoplensTextNote *note, gpointer texts)
{
  GString *out = texts;
  cairo_matrix_t plain;
  g_autofree char *text = poplens_visible_markup (note->text, note->length);
  g_autofree char *family = poplens_visible_markup (note->family ? note->family : "sans-serif", -1);

  cairo_matrix_init_identity (&plain);
  g_string_append (out, "<text");
  append_number (out, "x", note->x);
  append_number (out, "y", note->y);
  append_number (out, "font-size", note->size);
  append_number (out, "textLength", note->width);
  g_string_append_printf (out, " lengthAdjust=\"spacingAndGlyphs\" font-family=\"%s\"", family);
  if (memcmp (&plain, &note->matrix, sizeof plain) != 0)
    append_matrix (out, &note->matrix);
  g_string_append_printf (out, ">%s</text>\n", text);
}

/* Where the outermost element's first tag ends, at its ">"; 0 where there is none. */
static gsize
find_first_end (const char *svg, gsize n)
{
  const char *open = g_strstr_len (svg, (gssize) n, "<svg");
  const char *end = open ? memchr (open, '>', n - (gsize) (open - svg)) : NULL;

  return end ? (gsize) (end - svg) : 0;
}

GBytes *
poplens_svg_complete (const GByteArray *svg, const char *title, const char *description,
                      const GString *texts)
{
  const char *data = (const char *) svg->data;
  const char *close = g_strrstr_len (data, (gssize) svg->len, "</svg>");
  gsize begin = find_first_end (data, svg->len), end = close ? (gsize) (close - data) : svg->len;
  GString *out = g_string_sized_new (svg->len + texts->len + 512);
  g_autofree char *name = poplens_visible_markup (title ? title : "", -1);
  g_autofree char *words = poplens_visible_markup (description ? description : "", -1);

  g_string_append_len (out, data, (gssize) begin);
  if (begin) {
    /* One picture with a name, to those who hear it. */
    g_string_append_printf (out, " role=\"img\">\n<title>%s</title>\n<desc>%s</desc>", name, words);
    begin++;
  }
  g_string_append_len (out, data + begin, (gssize) (end - begin));
  if (texts->len)
    g_string_append_printf (out, "<g fill-opacity=\"0\" xml:space=\"preserve\">\n%s</g>\n",
                            texts->str);
  g_string_append_len (out, data + end, (gssize) (svg->len - end));
  return g_string_free_to_bytes (out);
}
