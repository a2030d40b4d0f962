#include "archive/ar-walk.h"

#include "base/error.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define MAGIC_SIZE 8
#define HEADER_SIZE 60
#define NAME_SIZE 16
#define SIZE_AT 48
#define SIZE_SIZE 10
#define END_AT 58

gboolean
ar_read (int fd, guint64 position, gpointer out, gsize size)
{
  guint8 *to = out;

  while (size) {
    ssize_t got = pread (fd, to, size, (off_t) position);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return FALSE;
    to += got;
    position += (guint64) got;
    size -= (gsize) got;
  }
  return TRUE;
}

gboolean
ar_walk_start (ArWalk *self, int fd, guint64 size, const char *path, GError **error)
{
  char magic[MAGIC_SIZE] = {0};

  *self = (ArWalk){.fd = fd, .size = size, .next = MAGIC_SIZE};
  if (!size) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s is empty: the run ended before it was written; run the program again", path);
    return FALSE;
  }
  if (size >= MAGIC_SIZE && ar_read (fd, 0, magic, MAGIC_SIZE) &&
      !memcmp (magic, "!<arch>\n", MAGIC_SIZE))
    return TRUE;
  if (!memcmp (magic, "!<thin>\n", MAGIC_SIZE))
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED,
                 "%s is a thin archive without contents; copy the archive that Poplar wrote", path);
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s is not a Unix archive: “!<arch>” is missing at its start; copy the file again",
                 path);
  return FALSE;
}

static gboolean
end_early (ArWalk *self, guint64 at, const char *what)
{
  self->reason = g_strdup_printf ("%s at byte %" G_GUINT64_FORMAT, what, at);
  return FALSE;
}

/* Digits, then blanks: as ar writes them and as libelf reads them. */
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

/* Names as libelf compares them, blanks included: it must find the table that was found here. */
static void
judge_name (ArWalk *self, ArMember *member, const char *name)
{
  gboolean names = !memcmp (name, "//              ", NAME_SIZE);

  member->special = name[0] == '/' && !g_ascii_isdigit (name[1]);
  member->bsd = !memcmp (name, "#1/", 3);
  member->nameless = name[0] == '/' && g_ascii_isdigit (name[1]) && !self->has_names;
  self->has_names |= names;
}

gboolean
ar_walk_next (ArWalk *self, ArMember *member)
{
  char header[HEADER_SIZE];
  guint64 at = self->next;

  if (self->reason || at >= self->size)
    return FALSE;
  if (self->size - at < HEADER_SIZE)
    return end_early (self, at, "the file ends inside a member header");
  if (!ar_read (self->fd, at, header, HEADER_SIZE))
    return end_early (self, at, "a member header is not readable");
  if (memcmp (header + END_AT, "`\n", 2))
    return end_early (self, at, "a member header is missing");
  *member = (ArMember){.header = at, .data = at + HEADER_SIZE};
  if (!parse_size (header + SIZE_AT, &member->size))
    return end_early (self, at, "a member has an invalid size");
  if (member->size > self->size - member->data)
    return end_early (self, at, "the file ends inside a member, which starts");
  self->next = member->data + member->size + (member->size & 1);
  judge_name (self, member, header);
  return TRUE;
}

void
ar_walk_clear (ArWalk *self)
{
  g_clear_pointer (&self->reason, g_free);
}
