/* Builds findings from pieces: texts and numbers. */
#include "analysis/insights/insights-finding.h"

#include <stdarg.h>
#include <string.h>

static void
piece_clear (gpointer data)
{
  g_free (((PoplensPiece *) data)->text);
}

static GArray *
pieces_new (void)
{
  GArray *pieces = g_array_new (FALSE, TRUE, sizeof (PoplensPiece));

  g_array_set_clear_func (pieces, piece_clear);
  return pieces;
}

void
poplens_finding_free (PoplensFinding *self)
{
  if (!self)
    return;
  g_array_unref (self->pieces);
  g_array_unref (self->brief);
  g_free (self->subject);
  g_free (self->location);
  g_free (self->table_location);
  g_strfreev (self->table_where);
  g_free (self);
}

PoplensFinding *
poplens_finding_new (void)
{
  PoplensFinding *self = g_new0 (PoplensFinding, 1);

  self->tile = G_MAXUINT32;
  self->pieces = pieces_new ();
  self->brief = pieces_new ();
  return self;
}

PoplensFinding *
poplens_finding_add (GPtrArray *out, const char *key, PoplensFindingKind kind, const char *title,
                     const char *table)
{
  PoplensFinding *self = poplens_finding_new ();

  self->key = key;
  self->kind = kind;
  self->title = title;
  self->table = table;
  g_ptr_array_add (out, self);
  return self;
}

static void
add_text (GArray *pieces, char *text)
{
  PoplensPiece piece = {.kind = POPLENS_PIECE_TEXT, .text = text};

  g_array_append_val (pieces, piece);
}

static PoplensPieceKind
piece_kind (char letter)
{
  switch (letter) {
  case 'b':
    return POPLENS_PIECE_BYTES;
  case 'n':
    return POPLENS_PIECE_COUNT;
  case 'r':
    return POPLENS_PIECE_RATIO;
  default:
    return POPLENS_PIECE_TEXT;
  }
}

static void
append_pieces (GArray *pieces, const char *format, va_list args)
{
  while (*format) {
    const char *next = strchr (format, '{');
    if (next != format)
      add_text (pieces, next ? g_strndup (format, (gsize) (next - format)) : g_strdup (format));
    if (!next)
      break;
    PoplensPiece piece = {.kind = piece_kind (next[1])};
    if (next[1] == 's')
      add_text (pieces, g_strdup (va_arg (args, const char *)));
    else if (next[1] == 'i')
      add_text (pieces, g_strdup_printf ("%" G_GUINT64_FORMAT, va_arg (args, guint64)));
    else if (next[1] == 'r')
      piece.ratio = va_arg (args, double);
    else
      piece.number = va_arg (args, guint64);
    if (piece.kind != POPLENS_PIECE_TEXT)
      g_array_append_val (pieces, piece);
    format = next + 3;
  }
}

void
poplens_finding_say (PoplensFinding *self, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  append_pieces (self->pieces, format, args);
  va_end (args);
}

void
poplens_finding_say_brief (PoplensFinding *self, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  append_pieces (self->brief, format, args);
  va_end (args);
}
