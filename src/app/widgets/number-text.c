/* Adds a left-to-right mark to the text of a number. */
#include "app/widgets/number-text.h"

#include <gtk/gtk.h>

#define LEFT_TO_RIGHT_MARK "\xe2\x80\x8e"

static gboolean
has_letters (const char *text)
{
  for (; *text; text = g_utf8_next_char (text))
    if (g_unichar_isalpha (g_utf8_get_char (text)))
      return TRUE;
  return FALSE;
}

char *
poplens_number_text (const char *text)
{
  if (gtk_widget_get_default_direction () != GTK_TEXT_DIR_RTL || has_letters (text))
    return g_strdup (text);
  return g_strconcat (LEFT_TO_RIGHT_MARK, text, NULL);
}
