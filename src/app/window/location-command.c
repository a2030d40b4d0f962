#include "app/window/location-command.h"

/* For names that the clipboard cannot carry as they are: $'…' with octal escapes. */
static char *
quote_bytes (const char *text)
{
  GString *out = g_string_new ("$'");

  for (const guchar *c = (const guchar *) text; *c; c++)
    if (g_ascii_isprint (*c) && *c != '\'' && *c != '\\')
      g_string_append_c (out, (char) *c);
    else
      g_string_append_printf (out, "\\%03o", *c);
  g_string_append_c (out, '\'');
  return g_string_free (out, FALSE);
}

char *
poplens_location_command (const char *path, const PoplensLocation *location)
{
  g_autofree char *text = poplens_location_to_string (location);
  g_autofree char *quoted_location = g_shell_quote (text);
  g_autofree char *quoted_path =
      g_utf8_validate (path, -1, NULL) ? g_shell_quote (path) : quote_bytes (path);

  return g_strdup_printf ("poplens %s --location %s", quoted_path, quoted_location);
}
