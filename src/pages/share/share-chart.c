/* Charts of a shared report, as SVG. Each is written twice, in light and in dark colours; the style
 * sheet shows the one that the reader's system prefers. */
#include "charts/lanes/lanes.h"
#include "pages/picture/picture.h"
#include "pages/share/share-private.h"

#include <math.h>
#include <string.h>

/* ---- SVG ------------------------------------------------------------------------------------- */

/* State of rewriting an SVG that cairo wrote. Afterwards one HTML document can contain several such
 * SVGs. */

typedef struct {
  const char *prefix;
  GString *out;
} SvgWriter;

/* Number of decimals of coordinates in pixels: more would be invisible, and would double the size
 * of the file. */
#define FINEST 2

/* Writes the value of a path's attribute "d", with numbers rounded to FINEST decimals. */
static void
write_path (const SvgWriter *self, const char *value, gsize n)
{
  PoplensNumber buffer;

  for (const char *at = value; at < value + n;) {
    gsize length = strspn (at, "0123456789.-");
    const char *dot = memchr (at, '.', length);
    /* Copy a number with an exponent unchanged: such a number is almost 0. */
    if (length > 1 && dot && (gsize) (at + length - dot) > 3 && at[length] != 'e') {
      poplens_format_fixed (buffer, g_ascii_strtod (at, NULL), FINEST);
      gsize end = strlen (buffer);
      while (buffer[end - 1] == '0')
        end--;
      g_string_append_len (self->out, buffer, (gssize) (end - (buffer[end - 1] == '.')));
      at += length;
    } else {
      g_string_append_len (self->out, at, (gssize) MAX (length, 1));
      at += MAX (length, 1);
    }
  }
}

/* Writes an attribute's value. Inserts the prefix in references: url(#NAME) becomes
 * url(#PREFIXNAME). */
static void
write_references (const SvgWriter *self, const char *value, gsize n)
{
  const char *end = value + n;

  for (const char *at = value; at < end;) {
    const char *found = g_strstr_len (at, end - at, "url(#");
    const char *stop = found ? found + strlen ("url(#") : end;
    g_string_append_len (self->out, at, stop - at);
    if (found)
      g_string_append (self->out, self->prefix);
    at = stop;
  }
}

static void
write_value (const SvgWriter *self, const char *name, gsize n_name, const char *value, gsize n)
{
  gboolean names = n_name == 2 && !strncmp (name, "id", 2);
  gboolean links = n_name >= 4 && !strncmp (name + n_name - 4, "href", 4) && n && *value == '#';

  if (names)
    g_string_append (self->out, self->prefix);
  if (links)
    g_string_append_printf (self->out, "#%s", self->prefix);
  if (n_name == 1 && *name == 'd')
    write_path (self, value, n);
  else
    write_references (self, value + links, n - links);
}

/* Writes the tag at @tag, from "<" to ">", with the prefix before each id and reference. Returns
 * the end of the tag. */
static const char *
write_tag (const SvgWriter *self, const char *tag, const char *end)
{
  const char *at = tag;

  while (at < end && *at != '>') {
    const char *name = at, *quote, *close;
    while (at < end && *at != '=' && *at != '>')
      at++;
    if (at >= end || *at == '>' || at + 1 >= end || (at[1] != '"' && at[1] != '\''))
      break;
    quote = at + 1;
    close = memchr (quote + 1, *quote, (gsize) (end - quote - 1));
    if (!close)
      break;
    const char *word = at;
    while (word > name && !g_ascii_isspace (word[-1]) && word[-1] != '<')
      word--;
    g_string_append_len (self->out, name, quote + 1 - name);
    write_value (self, word, (gsize) (at - word), quote + 1, (gsize) (close - quote - 1));
    g_string_append_c (self->out, *quote);
    at = close + 1;
    tag = at;
  }
  const char *stop = memchr (tag, '>', (gsize) (end - tag));
  stop = stop ? stop + 1 : end;
  g_string_append_len (self->out, tag, stop - tag);
  return stop;
}

void
poplens_share_svg (const char *svg, gsize length, const char *prefix, GString *out)
{
  SvgWriter writer = {prefix, out};
  const char *end = svg + length, *begin = g_strstr_len (svg, (gssize) length, "<svg");

  for (const char *at = begin ? begin : end; at < end;) {
    const char *open = memchr (at, '<', (gsize) (end - at));
    const char *stop = open ? open : end;
    g_string_append_len (out, at, stop - at);
    at = open ? write_tag (&writer, open, end) : end;
  }
}

/* ---- a chart --------------------------------------------------------------------------------- */

#define WIDTH 1064
#define HEIGHT 380.0 /* height of charts that can have any height (px) */
#define LEAST 120.0  /* smallest height of charts whose height depends on their rows (px) */
#define MOST 1600.0  /* largest height of charts (px), enough to read many IPUs */

static GBytes *
share_draw_chart (PoplensShare *self, const PoplensPage *page, const char *key, int height,
                  gboolean dark, GError **error)
{
  PoplensWork work = poplens_work_of (self->cancellable);
  PoplensPictureSpec spec = {.format = POPLENS_PICTURE_SVG,
                             .width = WIDTH,
                             .height = height,
                             .scale = 1,
                             .dark = dark,
                             .report_name = self->name,
                             .chart = key,
                             .bare = TRUE,
                             .work = &work};

  return poplens_page_draw_picture (page, page->location, &spec, error);
}

static gboolean
write_palette (PoplensShare *self, const PoplensPage *page, const char *key, int height,
               gboolean dark, GError **error)
{
  g_autoptr (GBytes) svg = share_draw_chart (self, page, key, height, dark, error);
  g_autofree char *prefix = g_strdup_printf ("c%u%c-", self->n_charts, dark ? 'd' : 'l');
  g_autoptr (GString) out = g_string_new (NULL);

  if (!svg)
    return FALSE;
  gsize n;
  const char *data = g_bytes_get_data (svg, &n);
  poplens_share_svg (data, n, prefix, out);
  poplens_text_sink_printf (self->out, "<div class=\"%s\">", dark ? "dark" : "light");
  poplens_text_sink_write (self->out, out->str, (gssize) out->len);
  poplens_text_sink_write (self->out, "</div>\n", -1);
  return TRUE;
}

/* Writes a caption if the chart shows only a part of its data. @lacking: pixels by which the chart
 * is too low to show all rows */
static void
write_caption (PoplensShare *self, const PoplensPage *page, const PoplensSection *section,
               double lacking)
{
  PoplensChartView view = poplens_page_section_view (page, section, page->location);
  PoplensChartView all = poplens_chart_view_all (section->chart);
  gboolean part = view.from > all.from || view.to < all.to;
  g_autofree char *span =
      part ? poplens_chart_describe_span (section->chart, view.from, view.to) : NULL;
  g_autofree char *whole =
      part ? poplens_chart_describe_span (section->chart, all.from, all.to) : NULL;

  if (!part && lacking <= 0)
    return;
  poplens_text_sink_write (self->out, "<figcaption>", -1);
  if (part) {
    poplens_text_sink_write (self->out, "Shown: ", -1);
    poplens_share_text (self, span);
    poplens_text_sink_write (self->out, ", of ", -1);
    poplens_share_text (self, whole);
    poplens_text_sink_write (self->out, ". ", -1);
  }
  if (lacking > 0)
    poplens_text_sink_write (self->out, "More rows are not shown.", -1);
  poplens_text_sink_write (self->out, "</figcaption>\n", -1);
}

gboolean
poplens_share_chart (PoplensShare *self, const PoplensPage *page, const char *key,
                     const char *title, GError **error)
{
  const PoplensSection *section = poplens_page_find_section (page, key);

  if (!section || !section->chart)
    return TRUE;
  if (!title)
    title = section->title ? section->title : poplens_chart_get_title (section->chart);
  double needs = poplens_page_chart_height (page, section, WIDTH);
  int height = (int) (needs > 0 ? CLAMP (ceil (needs), LEAST, MOST) : HEIGHT);
  poplens_text_sink_write (self->out, "<figure>", -1);
  g_autofree char *heading = poplens_page_heading (title);
  g_autofree char *said =
      section->answer ? g_strdup_printf ("%s: %s", heading, section->answer) : g_strdup (heading);
  poplens_share_element (self, "h3", NULL, said);
  poplens_text_sink_write (self->out,
                           "\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
                           "aria-label=\"",
                           -1);
  poplens_share_text (self, title);
  poplens_text_sink_write (self->out, "\">\n", -1);
  if (!write_palette (self, page, key, height, FALSE, error) ||
      !write_palette (self, page, key, height, TRUE, error))
    return FALSE;
  poplens_text_sink_write (self->out, "</div>\n", -1);
  write_caption (self, page, section, needs - height);
  poplens_text_sink_write (self->out, "</figure>\n", -1);
  self->n_charts++;
  return TRUE;
}
