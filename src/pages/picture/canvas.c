/* Canvas over a PNG, SVG or PDF surface of cairo. As cairo draws the text of an SVG as outlines,
 * the canvas adds selectable text. */
#include "pages/picture/canvas.h"

#include "base/error.h"
#include "base/format.h"
#include "base/visible.h"
#include "charts/core/text-note.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

/* ---- SVG with text as text ------------------------------------------------------------------- */

/* Functions that complete the SVG of cairo. They add a title, and texts that the user can select
 * and search. */

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

/* Appends @note as an SVG text element to @texts, a GString. */
static void
svg_note_text (const PoplensTextNote *note, gpointer texts)
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

/* Returns the position of the ">" that ends the first <svg> tag; 0 if there is none. */
static gsize
find_first_end (const char *svg, gsize n)
{
  const char *open = g_strstr_len (svg, (gssize) n, "<svg");
  const char *end = open ? memchr (open, '>', n - (gsize) (open - svg)) : NULL;

  return end ? (gsize) (end - svg) : 0;
}

/* Returns @svg, as cairo wrote it, with title, description and @texts inserted. (transfer full) */
static GBytes *
svg_complete (const GByteArray *svg, const char *title, const char *description,
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
    /* Set role="img": screen readers then present the SVG as one image with a name. */
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

/* ---- canvas ---------------------------------------------------------------------------------- */

/* PDF measures in points: one pixel at 96 per inch is 0.75 points. */
#define POINTS 0.75

struct _PoplensCanvas {
  PoplensChartStyle style;
  PoplensPictureFormat format;
  char *font;
  char *title, *subject;   /* (nullable) */
  GByteArray *bytes;       /* output that cairo has written so far */
  GString *texts;          /* <text> elements of an SVG */
  const PoplensWork *work; /* (nullable) */
  cairo_surface_t *surface;
  cairo_t *cr;
  PangoLayout *layout; /* reused for all texts */
};

/* Receives the bytes of the image from cairo. Fails if the work was cancelled, which makes cairo
 * stop. */
static cairo_status_t
append_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  PoplensCanvas *self = closure;

  g_byte_array_append (self->bytes, data, length);
  return poplens_work_go_on (self->work, "Writing", 0, 0) ? CAIRO_STATUS_SUCCESS
                                                          : CAIRO_STATUS_WRITE_ERROR;
}

static cairo_surface_t *
make_surface (PoplensCanvas *self, double width, double height)
{
  cairo_surface_t *surface;

  if (self->format == POPLENS_PICTURE_PDF) {
    surface =
        cairo_pdf_surface_create_for_stream (append_bytes, self, width * POINTS, height * POINTS);
    /* Write PDF 1.4. In later versions, cairo 1.18 compresses the title, so that other programs do
     * not find it. */
    cairo_pdf_surface_restrict_to_version (surface, CAIRO_PDF_VERSION_1_4);
    return surface;
  }
  if (self->format == POPLENS_PICTURE_SVG) {
    surface = cairo_svg_surface_create_for_stream (append_bytes, self, width, height);
    cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PX);
    return surface;
  }
  return cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) MAX (round (width), 1),
                                     (int) MAX (round (height), 1));
}

PoplensCanvas *
poplens_canvas_new (const PoplensChartStyle *style, PoplensPictureFormat format, int width,
                    int height, double scale)
{
  PoplensCanvas *self = g_new0 (PoplensCanvas, 1);
  double factor = format == POPLENS_PICTURE_PDF ? scale * POINTS : scale;
  PangoContext *context;

  self->font = g_strdup (style->font ? style->font : "Sans");
  self->style = (PoplensChartStyle){style->dark, self->font, style->palette};
  self->format = format;
  self->bytes = g_byte_array_new ();
  self->texts = g_string_new (NULL);
  self->surface = make_surface (self, CLAMP (width, 1, POPLENS_CANVAS_MAX) * scale,
                                CLAMP (height, 1, POPLENS_CANVAS_MAX) * scale);
  self->cr = cairo_create (self->surface);
  cairo_scale (self->cr, factor, factor);
  if (format == POPLENS_PICTURE_SVG)
    poplens_text_note_attach (self->cr, svg_note_text, self->texts);
  context = pango_cairo_create_context (self->cr);
  pango_context_set_round_glyph_positions (context, FALSE);
  self->layout = pango_layout_new (context);
  g_object_unref (context);
  PangoAttrList *tabular = pango_attr_list_new ();
  pango_attr_list_insert (tabular, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (self->layout, tabular);
  pango_attr_list_unref (tabular);
  return self;
}

void
poplens_canvas_free (PoplensCanvas *self)
{
  if (!self)
    return;
  g_object_unref (self->layout);
  cairo_destroy (self->cr);
  cairo_surface_destroy (self->surface);
  g_byte_array_unref (self->bytes);
  g_string_free (self->texts, TRUE);
  g_free (self->title);
  g_free (self->subject);
  g_free (self->font);
  g_free (self);
}

void
poplens_canvas_set_work (PoplensCanvas *self, const PoplensWork *work)
{
  self->work = work;
}

cairo_t *
poplens_canvas_get_cairo (PoplensCanvas *self)
{
  return self->cr;
}

const PoplensChartStyle *
poplens_canvas_get_style (PoplensCanvas *self)
{
  return &self->style;
}

void
poplens_canvas_set_title (PoplensCanvas *self, const char *title, const char *subject)
{
  g_free (self->title);
  g_free (self->subject);
  self->title = g_strdup (title);
  self->subject = g_strdup (subject);
  if (self->format != POPLENS_PICTURE_PDF)
    return;
  cairo_pdf_surface_set_metadata (self->surface, CAIRO_PDF_METADATA_TITLE, title);
  cairo_pdf_surface_set_metadata (self->surface, CAIRO_PDF_METADATA_SUBJECT, subject);
  cairo_pdf_surface_set_metadata (self->surface, CAIRO_PDF_METADATA_CREATOR, "Poplens");
}

GBytes *
poplens_canvas_finish (PoplensCanvas *self, GError **error)
{
  cairo_status_t status;

  if (self->format == POPLENS_PICTURE_PNG) {
    status = cairo_surface_write_to_png_stream (self->surface, append_bytes, self);
  } else {
    cairo_destroy (self->cr);
    cairo_surface_finish (self->surface);
    status = cairo_surface_status (self->surface);
    /* Replace the destroyed context, so that later calls do not crash. */
    self->cr = cairo_create (self->surface);
  }
  if (self->work && g_cancellable_set_error_if_cancelled (self->work->cancellable, error))
    return NULL;
  if (status != CAIRO_STATUS_SUCCESS) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND, "cannot make the image: %s",
                 cairo_status_to_string (status));
    return NULL;
  }
  if (self->format == POPLENS_PICTURE_SVG)
    return svg_complete (self->bytes, self->title, self->subject, self->texts);
  return g_bytes_new (self->bytes->data, self->bytes->len);
}

static void
canvas_prepare_text (PoplensCanvas *self, const char *text, const PoplensTextStyle *style)
{
  PangoFontDescription *font = pango_font_description_new ();
  g_autofree char *cut = NULL;

  pango_font_description_set_family (font, self->font);
  pango_font_description_set_absolute_size (font, style->size * PANGO_SCALE);
  if (style->bold)
    pango_font_description_set_weight (font, PANGO_WEIGHT_SEMIBOLD);
  pango_layout_set_font_description (self->layout, font);
  pango_font_description_free (font);
  pango_layout_set_width (self->layout, -1);
  pango_layout_set_height (self->layout, -1);
  pango_layout_set_single_paragraph_mode (self->layout, TRUE);
  pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_NONE);
  pango_layout_set_text (self->layout, poplens_shorten (text, POPLENS_LINE_BYTES, &cut), -1);
}

static void
set_color (PoplensCanvas *self, PoplensColor color)
{
  cairo_set_source_rgba (self->cr, color.red, color.green, color.blue, color.alpha);
}

static double
layout_width (PoplensCanvas *self)
{
  int width;

  pango_layout_get_size (self->layout, &width, NULL);
  return (double) width / PANGO_SCALE;
}

double
poplens_canvas_measure (PoplensCanvas *self, const char *text, const PoplensTextStyle *style)
{
  canvas_prepare_text (self, text, style);
  return layout_width (self);
}

void
poplens_canvas_text (PoplensCanvas *self, const char *text, const PoplensTextStyle *style, double x,
                     double y, double width, double height)
{
  int text_height;

  canvas_prepare_text (self, text, style);
  if (layout_width (self) > width + 0.5) {
    pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_END);
    pango_layout_set_width (self->layout, (int) (MAX (width, 1) * PANGO_SCALE));
  }
  pango_layout_get_size (self->layout, NULL, &text_height);
  double baseline = (double) pango_layout_get_baseline (self->layout) / PANGO_SCALE;
  double top = y + (height - (double) text_height / PANGO_SCALE) / 2;
  set_color (self, style->color);
  /* Put the baseline on a whole pixel, to keep the text sharp. */
  cairo_move_to (self->cr, x, round (top + baseline) - baseline);
  poplens_text_show (self->cr, self->layout);
}

void
poplens_canvas_fill (PoplensCanvas *self, PoplensColor color, double x, double y, double width,
                     double height)
{
  cairo_rectangle (self->cr, x, y, width, height);
  set_color (self, color);
  cairo_fill (self->cr);
}
