/* Tooltips whose text is object data of the widget, and is passed to GTK when the tooltip is about
 * to be shown. */
#include "app/widgets/tooltip.h"

#define KEY "poplens-tooltip"

/* Maximum number of characters per line: GTK does not wrap tooltips. */
#define LINE_CHARS 90

/* Returns @text with line breaks instead of some blanks, so that no line is longer than LINE_CHARS.
 * (transfer full) */
static char *
break_lines (const char *text)
{
  GString *lines = g_string_new (NULL);
  gsize blank = 0;
  guint n = 0,
        since = 0; /* .n: characters in the current line; .since: characters after its last blank */

  for (; *text; text = g_utf8_next_char (text)) {
    if (*text == ' ') {
      blank = lines->len + 1;
      since = 0;
    }
    g_string_append_unichar (lines, g_utf8_get_char (text));
    n++;
    since += *text != ' ';
    if (*text == '\n')
      n = blank = since = 0;
    if (n > LINE_CHARS && blank) {
      lines->str[blank - 1] = '\n';
      n = since;
      blank = 0;
    }
  }
  return g_string_free (lines, FALSE);
}

static gboolean
on_query (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  /* Show no tooltip while a menu is open, which has the focus: it would cover the menu. */
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;
  GtkNative *native = focus ? gtk_widget_get_native (focus) : NULL;
  const char *text =
      (native && GTK_IS_POPOVER (native) && gtk_widget_get_visible (GTK_WIDGET (native)) &&
       native != gtk_widget_get_native (widget))
          ? NULL
          : poplens_tooltip_get (widget);

  g_autofree char *lines = text ? break_lines (text) : NULL;
  if (lines)
    gtk_tooltip_set_text (tooltip, lines);
  return text != NULL;
}

void
poplens_tooltip_set (GtkWidget *widget, const char *text)
{
  if (!g_object_get_data (G_OBJECT (widget), KEY "-connected")) {
    g_object_set_data (G_OBJECT (widget), KEY "-connected", widget);
    g_signal_connect (widget, "query-tooltip", G_CALLBACK (on_query), NULL);
  }
  g_object_set_data_full (G_OBJECT (widget), KEY, g_strdup (text), g_free);
  gtk_widget_set_has_tooltip (widget, text != NULL);
  /* Set the accessible description too, as GTK's own tooltips do. */
  if (text)
    gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    text, -1);
  else
    gtk_accessible_reset_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}

const char *
poplens_tooltip_get (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), KEY);
}
