/* Walk over the members of a Unix archive, with every header checked. */
#include "archive/ar-walk.h"

#include "base/error.h"

#include <string.h>

#define MAGIC_SIZE (sizeof AR_MAGIC - 1)
#define NAME_SIZE 16
#define SIZE_AT 48
#define SIZE_SIZE 10
#define END_AT 58

gboolean
ar_read (ArWalk *self, guint64 position, gpointer out, gsize size)
{
  g_autoptr (GError) wrong = NULL;
  gssize got = self->error ? -1
                           : poplens_file_read_at (self->file, out, size, position,
                                                   self->cancellable, &wrong);

  if (poplens_error_is_interruption (wrong))
    self->error = g_steal_pointer (&wrong);
  return got >= 0 && (gsize) got == size;
}

gboolean
ar_walk_start (ArWalk *self, PoplensFile *file, GCancellable *cancellable, GError **error)
{
  const char *path = poplens_file_get_name (file);
  char magic[MAGIC_SIZE] = {0};

  *self = (ArWalk){.file = file, .cancellable = cancellable, .next = MAGIC_SIZE};
  if (!poplens_file_open (file, "archive", &self->size, error))
    return FALSE;
  if (!self->size) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s is empty: the run ended before it was written; run the program again", path);
    return FALSE;
  }
  if (self->size >= MAGIC_SIZE && ar_read (self, 0, magic, MAGIC_SIZE) &&
      !memcmp (magic, AR_MAGIC, MAGIC_SIZE)) {
    poplens_file_accept (file);
    return TRUE;
  }
  if (self->error)
    g_propagate_error (error, g_steal_pointer (&self->error));
  else if (!memcmp (magic, "!<thin>\n", MAGIC_SIZE))
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED,
                 "%s is a thin archive without contents; copy the archive that Poplar wrote", path);
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s is not a Unix archive: “!<arch>” is missing at its start; copy the file again",
                 path);
  return FALSE;
}

static gboolean
walk_end_early (ArWalk *self, guint64 at, const char *what)
{
  self->reason = g_strdup_printf ("%s at byte %" G_GUINT64_FORMAT
                                  "; tile images are missing. Let the run finish and record again",
                                  what, at);
  return FALSE;
}

/* Parses a decimal number, which ar pads with spaces to SIZE_SIZE characters. */
static gboolean
parse_size (const char *text, guint64 *size)
{
  gsize i = 0;

  for (*size = 0; i < SIZE_SIZE && g_ascii_isdigit (text[i]); i++)
    *size = *size * 10 + (guint64) (text[i] - '0');
  if (!i)
    return FALSE;
  while (i < SIZE_SIZE && text[i] == ' ')
    i++;
  return i == SIZE_SIZE;
}

/* Sets the flags of a member by its name. Compares all 16 characters of "//" as libelf does, so
 * that both use the same table. */
static void
classify_name (ArWalk *self, ArMember *member, const char *name)
{
  member->special = name[0] == '/' && !g_ascii_isdigit (name[1]);
  member->bsd = !memcmp (name, "#1/", 3);
  member->nameless = name[0] == '/' && g_ascii_isdigit (name[1]) && !self->names.header;
  if (!memcmp (name, "//              ", NAME_SIZE))
    self->names = *member;
}

gboolean
ar_walk_next (ArWalk *self, ArMember *member)
{
  char header[AR_HEADER_SIZE];
  guint64 at = self->next;

  if (self->reason || self->error || at >= self->size)
    return FALSE;
  if (self->size - at < AR_HEADER_SIZE)
    return walk_end_early (self, at, "the file ends inside a member header");
  if (!ar_read (self, at, header, AR_HEADER_SIZE))
    return walk_end_early (self, at, "a member header is not readable");
  if (memcmp (header + END_AT, "`\n", 2))
    return walk_end_early (self, at, "a member header is missing");
  *member = (ArMember){.header = at, .data = at + AR_HEADER_SIZE};
  if (!parse_size (header + SIZE_AT, &member->size))
    return walk_end_early (self, at, "a member has an invalid size");
  if (member->size > self->size - member->data)
    return walk_end_early (self, at, "the file ends inside a member, which starts");
  self->next = member->data + member->size + (member->size & 1);
  classify_name (self, member, header);
  return TRUE;
}

void
ar_walk_clear (ArWalk *self)
{
  g_clear_pointer (&self->reason, g_free);
  g_clear_error (&self->error);
}
