/* Encodes SFTP requests and decodes replies, checking every length. */
#include "remote/sftp-codec.h"

#include "base/visible.h"

#include <errno.h>
#include <string.h>

#define VERSION 3
#define LIMITS "limits@openssh.com"
#define FLAG_READ 1 /* SSH_FXF_READ, the only flag that is ever sent */
#define LONGEST_HANDLE 256
#define MOST_NOISE 1000  /* most bytes of a shell's login text to examine */
#define LONGEST_NOISE 60 /* most characters of a shell's login text in an error message */

/* Flags of attributes. */
enum { HAS_SIZE = 1, HAS_OWNER = 2, HAS_MODE = 4, HAS_TIMES = 8 };
#define HAS_EXTENDED 0x80000000u

/* ---- writing --------------------------------------------------------------------------------- */

static void
put_number (GByteArray *out, guint32 value)
{
  guint32 big = GUINT32_TO_BE (value);

  g_byte_array_append (out, (const guint8 *) &big, sizeof big);
}

static void
put_bytes (GByteArray *out, gconstpointer bytes, gsize n)
{
  put_number (out, (guint32) n);
  g_byte_array_append (out, bytes, (guint) n);
}

static void
put_operands (GByteArray *out, const PoplensSftpRequest *request)
{
  if (request->path)
    put_bytes (out, request->path, strlen (request->path));
  if (request->handle)
    put_bytes (out, g_bytes_get_data (request->handle, NULL), g_bytes_get_size (request->handle));
  if (request->type == POPLENS_SFTP_OPEN) {
    put_number (out, FLAG_READ);
    put_number (out, 0); /* attribute flags: no attributes follow */
  } else if (request->type == POPLENS_SFTP_READ) {
    put_number (out, (guint32) (request->offset >> 32));
    put_number (out, (guint32) request->offset);
    put_number (out, request->length);
  } else if (request->type == POPLENS_SFTP_LIMITS) {
    put_bytes (out, LIMITS, strlen (LIMITS));
  }
}

void
poplens_sftp_encode (GByteArray *out, const PoplensSftpRequest *request)
{
  guint start = out->len;
  guint8 type = (guint8) request->type;

  put_number (out, 0);
  g_byte_array_append (out, &type, 1);
  put_number (out, request->type == POPLENS_SFTP_INIT ? VERSION : request->id);
  put_operands (out, request);
  guint32 length = GUINT32_TO_BE (out->len - start - (guint32) sizeof length);
  memcpy (out->data + start, &length, sizeof length);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* The part of a packet that is not decoded yet. */
typedef struct {
  const guint8 *at;
  gsize left;
} PacketReader;

static gboolean
take_number (PacketReader *reader, guint32 *value)
{
  if (reader->left < sizeof *value)
    return FALSE;
  memcpy (value, reader->at, sizeof *value);
  *value = GUINT32_FROM_BE (*value);
  reader->at += sizeof *value;
  reader->left -= sizeof *value;
  return TRUE;
}

static gboolean
take_wide (PacketReader *reader, guint64 *value)
{
  guint32 high, low;

  if (!take_number (reader, &high) || !take_number (reader, &low))
    return FALSE;
  *value = (guint64) high << 32 | low;
  return TRUE;
}

static gboolean
take_bytes (PacketReader *reader, const guint8 **bytes, gsize *n)
{
  guint32 length;

  if (!take_number (reader, &length) || length > reader->left)
    return FALSE;
  *bytes = reader->at;
  *n = length;
  reader->at += length;
  reader->left -= length;
  return TRUE;
}

/* Reads an extension: a name and its data. */
static gboolean
take_extension (PacketReader *reader, const guint8 **name, gsize *n)
{
  const guint8 *says;
  gsize length;

  return take_bytes (reader, name, n) && take_bytes (reader, &says, &length);
}

static gboolean
take_extended_attributes (PacketReader *reader)
{
  const guint8 *name;
  guint32 count;
  gsize n;

  if (!take_number (reader, &count))
    return FALSE;
  /* If the count is wrong, the loop ends at the end of the packet. */
  for (guint32 i = 0; i < count; i++)
    if (!take_extension (reader, &name, &n))
      return FALSE;
  return TRUE;
}

static gboolean
take_attributes (PacketReader *reader, PoplensFileInfo *info)
{
  guint32 flags, owner, group, accessed, changed = 0;

  *info = (PoplensFileInfo){0};
  if (!take_number (reader, &flags) ||
      flags & ~(HAS_SIZE | HAS_OWNER | HAS_MODE | HAS_TIMES | HAS_EXTENDED))
    return FALSE;
  if (flags & HAS_SIZE && !take_wide (reader, &info->size))
    return FALSE;
  if (flags & HAS_OWNER && !(take_number (reader, &owner) && take_number (reader, &group)))
    return FALSE;
  if (flags & HAS_MODE && !take_number (reader, &info->mode))
    return FALSE;
  if (flags & HAS_TIMES && !(take_number (reader, &accessed) && take_number (reader, &changed)))
    return FALSE;
  info->seconds = changed;
  return !(flags & HAS_EXTENDED) || take_extended_attributes (reader);
}

static gboolean
take_name (PacketReader *reader, const char **name, gsize *length, PoplensFileInfo *info)
{
  const guint8 *bytes, *line;
  gsize n;

  if (!take_bytes (reader, &bytes, length) || !take_bytes (reader, &line, &n) ||
      !take_attributes (reader, info))
    return FALSE;
  *name = (const char *) bytes;
  return TRUE;
}

/* Reads all names once to check them, so that poplens_sftp_next_name () cannot fail later. */
static gboolean
take_names (PacketReader *reader, PoplensSftpAnswer *answer)
{
  PoplensFileInfo info;
  const char *name;
  gsize length;

  if (!take_number (reader, &answer->n_names))
    return FALSE;
  answer->bytes = reader->at;
  answer->length = reader->left;
  for (guint32 i = 0; i < answer->n_names; i++)
    if (!take_name (reader, &name, &length, &info))
      return FALSE;
  return TRUE;
}

static gboolean
take_version (PacketReader *reader, PoplensSftpAnswer *answer)
{
  const guint8 *name;
  gsize n;

  if (!take_number (reader, &answer->code))
    return FALSE;
  while (reader->left) {
    if (!take_extension (reader, &name, &n))
      return FALSE;
    answer->has_limits |= n == strlen (LIMITS) && !memcmp (name, LIMITS, n);
  }
  return TRUE;
}

/* Reads a status. Ignores the message after the code, because old servers send none. */
static gboolean
take_status (PacketReader *reader, PoplensSftpAnswer *answer)
{
  gboolean taken = take_number (reader, &answer->code);

  reader->left = 0;
  return taken;
}

static gboolean
take_body (PacketReader *reader, PoplensSftpAnswer *answer)
{
  switch (answer->type) {
  case POPLENS_SFTP_VERSION:
    return take_version (reader, answer);
  case POPLENS_SFTP_STATUS:
    return take_status (reader, answer);
  case POPLENS_SFTP_HANDLE:
    return take_bytes (reader, &answer->bytes, &answer->length) && answer->length <= LONGEST_HANDLE;
  case POPLENS_SFTP_DATA:
    return take_bytes (reader, &answer->bytes, &answer->length);
  case POPLENS_SFTP_NAME:
    return take_names (reader, answer);
  case POPLENS_SFTP_ATTRS:
    return take_attributes (reader, &answer->info);
  case POPLENS_SFTP_EXTENDED_REPLY:
    answer->bytes = reader->at;
    answer->length = reader->left;
    reader->left = 0;
    return TRUE;
  default:
    return FALSE;
  }
}

gssize
poplens_sftp_measure (const guint8 *bytes, gsize n)
{
  PacketReader reader = {bytes, n};
  guint32 length;

  if (!take_number (&reader, &length))
    return 0;
  return length && length <= POPLENS_SFTP_LONGEST_PACKET ? (gssize) (sizeof length + length) : -1;
}

gboolean
poplens_sftp_decode (const guint8 *packet, gsize n, PoplensSftpAnswer *answer)
{
  gssize measured = poplens_sftp_measure (packet, n);

  *answer = (PoplensSftpAnswer){0};
  if (measured <= 0 || (gsize) measured != n)
    return FALSE;
  PacketReader reader = {packet + sizeof (guint32) + 1, n - sizeof (guint32) - 1};
  answer->type = packet[sizeof (guint32)];
  if (answer->type != POPLENS_SFTP_VERSION && !take_number (&reader, &answer->id))
    return FALSE;
  return take_body (&reader, answer) && !reader.left;
}

gboolean
poplens_sftp_next_name (PoplensSftpAnswer *answer, const char **name, gsize *length,
                        PoplensFileInfo *info)
{
  PacketReader reader = {answer->bytes, answer->length};

  if (!answer->n_names || !take_name (&reader, name, length, info))
    return FALSE;
  answer->n_names--;
  answer->bytes = reader.at;
  answer->length = reader.left;
  return TRUE;
}

gboolean
poplens_sftp_is_entry_name (const char *name, gsize length)
{
  return length && !memchr (name, '/', length) && !memchr (name, '\0', length);
}

/* The reply has four numbers: the longest packet, read and write, and the most open handles. 0
 * means no limit. */
gsize
poplens_sftp_read_limit (const PoplensSftpAnswer *answer)
{
  PacketReader reader = {answer->bytes, answer->length};
  guint64 packet, limit;

  if (!take_wide (&reader, &packet) || !take_wide (&reader, &limit))
    return POPLENS_SFTP_USUAL_READ;
  return limit ? (gsize) CLAMP (limit, 4096, POPLENS_SFTP_LONGEST_READ) : POPLENS_SFTP_LONGEST_READ;
}

static gboolean
is_text (guint8 byte)
{
  return g_ascii_isprint (byte) || g_ascii_isspace (byte) || byte == '\x1b' || byte >= 0x80;
}

char *
poplens_sftp_quote_noise (const guint8 *bytes, gsize n)
{
  /* A packet never begins with a text character: the first byte of its length is 0. Only one byte
   * is checked, because packets may follow a short text. */
  if (!n || !is_text (*bytes))
    return NULL;
  g_autofree char *text = g_strndup ((const char *) bytes, MIN (n, MOST_NOISE));
  g_strstrip (text);
  char *shown = poplens_visible_text (text, (gssize) strcspn (text, "\r\n"));
  if (g_utf8_strlen (shown, -1) > LONGEST_NOISE)
    *g_utf8_offset_to_pointer (shown, LONGEST_NOISE) = '\0';
  if (*shown)
    return shown;
  g_free (shown);
  return NULL;
}

/* OpenSSH uses vague codes: "failure" for almost every error, and "bad message" for READLINK of a
 * file that is not a link. */
int
poplens_sftp_errno (guint32 code)
{
  static const int codes[] = {0, EIO, ENOENT, EACCES, EIO, EINVAL, EIO, EIO, ENOTSUP};

  return code < G_N_ELEMENTS (codes) ? codes[code] : EIO;
}
