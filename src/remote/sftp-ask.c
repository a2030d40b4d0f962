/* SFTP requests and the checks of their replies: names, attributes, folders, and reads of files. */
#include "remote/sftp-private.h"

#include <errno.h>
#include <string.h>

/* Most bytes of names in a folder listing. */
#define MOST_NAME_BYTES (8 * 1024 * 1024)
/* Most READDIR requests in flight. Each reply has about a hundred names; without parallel requests,
 * each would cost a round trip. */
#define MOST_READS_AHEAD 32
/* Smallest average reply, in bytes, that is accepted from a server that splits a read. */
#define LEAST_PIECE 1024

static const char other_kind[] = "an answer of another kind than requested";

/* ---- replies --------------------------------------------------------------------------------- */

static void
sftp_entry_free (gpointer data)
{
  PoplensSftpEntry *self = data;

  g_free (self->name);
  g_free (self);
}

static const char *
take_entries (PoplensSftpQuestion *self, PoplensSftpAnswer *answer)
{
  const char *name;
  gsize length;
  PoplensFileInfo info;

  if (!answer->n_names)
    return "an empty list of names";
  self->entries = g_ptr_array_new_with_free_func (sftp_entry_free);
  while (poplens_sftp_next_name (answer, &name, &length, &info)) {
    if (!poplens_sftp_is_entry_name (name, length))
      return "an invalid file name";
    PoplensSftpEntry *entry = g_new (PoplensSftpEntry, 1);
    *entry = (PoplensSftpEntry){g_strndup (name, length), info};
    g_ptr_array_add (self->entries, entry);
  }
  return NULL;
}

static const char *
take_path (PoplensSftpQuestion *self, PoplensSftpAnswer *answer)
{
  const char *name;
  gsize length;

  if (answer->n_names != 1)
    return "several answers to one request";
  poplens_sftp_next_name (answer, &name, &length, &self->info);
  if (!length || memchr (name, '\0', length) ||
      (self->request.type == POPLENS_SFTP_REALPATH && *name != '/'))
    return "an invalid path";
  self->path = g_strndup (name, length);
  return NULL;
}

static const char *
take_status (PoplensSftpQuestion *self, guint32 code)
{
  PoplensSftpType type = self->request.type;

  self->at_end =
      code == POPLENS_SFTP_EOF && (type == POPLENS_SFTP_READ || type == POPLENS_SFTP_READDIR);
  if (code == POPLENS_SFTP_OK && type != POPLENS_SFTP_CLOSE)
    return "success without an answer";
  self->code = self->at_end ? 0 : poplens_sftp_errno (code);
  return NULL;
}

/* Returns the type of the reply that carries the data of @request; 0 if the only reply is a status.
 */
static PoplensSftpType
expected_answer (PoplensSftpType request)
{
  switch (request) {
  case POPLENS_SFTP_OPEN:
  case POPLENS_SFTP_OPENDIR:
    return POPLENS_SFTP_HANDLE;
  case POPLENS_SFTP_READ:
    return POPLENS_SFTP_DATA;
  case POPLENS_SFTP_LSTAT:
  case POPLENS_SFTP_FSTAT:
  case POPLENS_SFTP_STAT:
    return POPLENS_SFTP_ATTRS;
  case POPLENS_SFTP_READDIR:
  case POPLENS_SFTP_REALPATH:
  case POPLENS_SFTP_READLINK:
    return POPLENS_SFTP_NAME;
  case POPLENS_SFTP_LIMITS:
    return POPLENS_SFTP_EXTENDED_REPLY;
  default:
    return 0;
  }
}

const char *
poplens_sftp_question_take (PoplensSftpQuestion *self, PoplensSftpAnswer *answer)
{
  if (answer->type == POPLENS_SFTP_STATUS)
    return take_status (self, answer->code);
  if (answer->type != expected_answer (self->request.type))
    return other_kind;
  if (self->request.type == POPLENS_SFTP_READDIR)
    return take_entries (self, answer);
  if (answer->type == POPLENS_SFTP_NAME)
    return take_path (self, answer);
  if (answer->type == POPLENS_SFTP_HANDLE)
    self->handle = g_bytes_new (answer->bytes, answer->length);
  self->info = answer->info;
  return NULL;
}

void
poplens_sftp_question_free (PoplensSftpQuestion *self)
{
  g_clear_pointer (&self->handle, g_bytes_unref);
  g_clear_pointer (&self->file, g_bytes_unref);
  g_clear_pointer (&self->entries, g_ptr_array_unref);
  g_clear_pointer (&self->came, g_byte_array_unref);
  g_free (self->path);
  g_free (self);
}

/* ---- reads ----------------------------------------------------------------------------------- */

static void
end_read (PoplensSftpQuestion *self, const guint8 *bytes, gsize n, int code)
{
  self->done (self->user_data, bytes, n, code);
  poplens_sftp_question_free (self);
}

void
poplens_sftp_read_fail (PoplensSftpQuestion *self, int code)
{
  end_read (self, NULL, 0, code);
}

static void
end_with_what_came (PoplensSftpQuestion *self)
{
  end_read (self, self->came ? self->came->data : NULL, self->came ? self->came->len : 0, 0);
}

void
poplens_sftp_read_continue (PoplensSftpQuestion *self, gsize most)
{
  gsize came = self->came ? self->came->len : 0;

  self->request = (PoplensSftpRequest){.type = POPLENS_SFTP_READ,
                                       .handle = self->file,
                                       .offset = self->offset + came,
                                       .length = (guint32) MIN (self->wanted - came, most)};
}

static const char *
take_data (PoplensSftpQuestion *self, const guint8 *bytes, gsize n, gboolean *more)
{
  if (!n)
    return "an empty piece of a file";
  if (n > self->request.length)
    return "more data than requested";
  if (!self->came && n == self->wanted) {
    end_read (self, bytes, n, 0);
    return NULL;
  }
  if (!self->came)
    self->came = g_byte_array_new ();
  g_byte_array_append (self->came, bytes, (guint) n);
  if (self->came->len == self->wanted) {
    end_with_what_came (self);
    return NULL;
  }
  if (++self->n_answers > 16 + self->wanted / LEAST_PIECE)
    return "data in pieces that are too small";
  *more = TRUE;
  return NULL;
}

const char *
poplens_sftp_read_take (PoplensSftpQuestion *self, PoplensSftpAnswer *answer, gboolean *more)
{
  if (answer->type == POPLENS_SFTP_DATA)
    return take_data (self, answer->bytes, answer->length, more);
  const char *wrong = poplens_sftp_question_take (self, answer);
  if (wrong)
    return wrong;
  if (self->at_end)
    end_with_what_came (self);
  else
    poplens_sftp_read_fail (self, self->code);
  return NULL;
}

void
poplens_sftp_read (PoplensSftp *self, GBytes *handle, guint64 offset, gsize n, PoplensSftpDone done,
                   gpointer user_data)
{
  PoplensSftpQuestion *question = g_new0 (PoplensSftpQuestion, 1);

  question->done = done;
  question->user_data = user_data;
  question->file = g_bytes_ref (handle);
  question->offset = offset;
  question->wanted = n;
  poplens_sftp_read_continue (question, poplens_sftp_get_most (self));
  poplens_sftp_send (self, &question, 1);
}

/* ---- one question ---------------------------------------------------------------------------- */

static PoplensSftpQuestion *
question_new (PoplensSftpType type, const char *path, GBytes *handle)
{
  PoplensSftpQuestion *self = g_new0 (PoplensSftpQuestion, 1);

  self->request = (PoplensSftpRequest){.type = type, .path = path, .handle = handle};
  return self;
}

/* Sends a request and waits for its reply. (transfer full) (nullable): NULL on failure, with an
 * errno in *@code */
static PoplensSftpQuestion *
ask_and_wait (PoplensSftp *self, PoplensSftpType type, const char *path, GBytes *handle, int *code,
              GCancellable *cancellable)
{
  PoplensSftpQuestion *question = question_new (type, path, handle);

  poplens_sftp_send (self, &question, 1);
  if (!poplens_sftp_wait (self, question, cancellable)) {
    *code = ECANCELED;
    return NULL;
  }
  *code = question->code;
  if (!question->code)
    return question;
  poplens_sftp_question_free (question);
  return NULL;
}

static int
ask_info (PoplensSftp *self, PoplensSftpType type, const char *path, GBytes *handle,
          PoplensFileInfo *info, GCancellable *cancellable)
{
  int code;
  PoplensSftpQuestion *answer = ask_and_wait (self, type, path, handle, &code, cancellable);

  if (answer) {
    *info = answer->info;
    poplens_sftp_question_free (answer);
  }
  return code;
}

static int
ask_path (PoplensSftp *self, PoplensSftpType type, const char *path, char **answered,
          GCancellable *cancellable)
{
  int code;
  PoplensSftpQuestion *answer = ask_and_wait (self, type, path, NULL, &code, cancellable);

  *answered = NULL;
  if (answer) {
    *answered = g_steal_pointer (&answer->path);
    poplens_sftp_question_free (answer);
  }
  return code;
}

static int
ask_handle (PoplensSftp *self, PoplensSftpType type, const char *path, GBytes **handle,
            GCancellable *cancellable)
{
  int code;
  PoplensSftpQuestion *answer = ask_and_wait (self, type, path, NULL, &code, cancellable);

  *handle = NULL;
  if (answer) {
    *handle = g_steal_pointer (&answer->handle);
    poplens_sftp_question_free (answer);
  }
  return code;
}

int
poplens_sftp_stat (PoplensSftp *self, const char *path, gboolean follow, PoplensFileInfo *info,
                   GCancellable *cancellable)
{
  return ask_info (self, follow ? POPLENS_SFTP_STAT : POPLENS_SFTP_LSTAT, path, NULL, info,
                   cancellable);
}

void
poplens_sftp_stat_many (PoplensSftp *self, const char *const *paths, guint n, gboolean follow,
                        PoplensFileInfo *infos, int *codes, GCancellable *cancellable)
{
  g_autofree PoplensSftpQuestion **questions = g_new (PoplensSftpQuestion *, n);

  for (guint i = 0; i < n; i++)
    questions[i] = question_new (follow ? POPLENS_SFTP_STAT : POPLENS_SFTP_LSTAT, paths[i], NULL);
  poplens_sftp_send (self, questions, n);
  for (guint i = 0; i < n; i++) {
    if (!poplens_sftp_wait (self, questions[i], cancellable)) {
      codes[i] = ECANCELED;
      continue;
    }
    codes[i] = questions[i]->code;
    infos[i] = questions[i]->info;
    poplens_sftp_question_free (questions[i]);
  }
}

int
poplens_sftp_read_link (PoplensSftp *self, const char *path, char **target,
                        GCancellable *cancellable)
{
  return ask_path (self, POPLENS_SFTP_READLINK, path, target, cancellable);
}

int
poplens_sftp_real_path (PoplensSftp *self, const char *path, char **real, GCancellable *cancellable)
{
  return ask_path (self, POPLENS_SFTP_REALPATH, path, real, cancellable);
}

int
poplens_sftp_open (PoplensSftp *self, const char *path, GBytes **handle, GCancellable *cancellable)
{
  return ask_handle (self, POPLENS_SFTP_OPEN, path, handle, cancellable);
}

int
poplens_sftp_fstat (PoplensSftp *self, GBytes *handle, PoplensFileInfo *info,
                    GCancellable *cancellable)
{
  return ask_info (self, POPLENS_SFTP_FSTAT, NULL, handle, info, cancellable);
}

void
poplens_sftp_close_handle (PoplensSftp *self, GBytes *handle)
{
  PoplensSftpQuestion *question = question_new (POPLENS_SFTP_CLOSE, NULL, handle);

  question->unwanted = TRUE;
  poplens_sftp_send (self, &question, 1);
}

/* ---- a folder -------------------------------------------------------------------------------- */

typedef struct {
  PoplensSftp *sftp;
  GBytes *handle;
  GPtrArray *entries;
  guint most;
  gsize bytes;    /* bytes of the names so far */
  guint n_itself; /* number of entries "." and ".." */
  gboolean at_end;
} Listing;

static void
listing_add (Listing *self, PoplensSftpEntry *entry)
{
  gboolean is_itself = !strcmp (entry->name, ".") || !strcmp (entry->name, "..");

  /* "." and ".." come once; a third means that the server repeats the list forever. */
  self->n_itself += is_itself;
  self->bytes += strlen (entry->name) + 1;
  self->at_end |=
      self->entries->len >= self->most || self->bytes > MOST_NAME_BYTES || self->n_itself > 2;
  if (is_itself || self->at_end)
    sftp_entry_free (entry);
  else
    g_ptr_array_add (self->entries, entry);
}

/* Adds the entries of a reply to the listing. @answer: (transfer full). Returns 0 or an errno. */
static int
listing_take (Listing *self, PoplensSftpQuestion *answer)
{
  int code = answer->code;

  self->at_end |= answer->at_end;
  if (answer->entries) {
    g_ptr_array_set_free_func (answer->entries, NULL);
    for (guint i = 0; i < answer->entries->len; i++)
      listing_add (self, g_ptr_array_index (answer->entries, i));
  }
  poplens_sftp_question_free (answer);
  return code;
}

/* Sends @n READDIR requests in one round trip. Returns 0 or the first error. */
static int
listing_read (Listing *self, guint n, GCancellable *cancellable)
{
  PoplensSftpQuestion *questions[MOST_READS_AHEAD];
  int first = 0;

  for (guint i = 0; i < n; i++)
    questions[i] = question_new (POPLENS_SFTP_READDIR, NULL, self->handle);
  poplens_sftp_send (self->sftp, questions, n);
  for (guint i = 0; i < n; i++) {
    gboolean answered = poplens_sftp_wait (self->sftp, questions[i], cancellable);
    int code = answered ? listing_take (self, questions[i]) : ECANCELED;
    first = first ? first : code;
  }
  return first;
}

int
poplens_sftp_list (PoplensSftp *self, const char *path, guint most, GPtrArray **entries,
                   GCancellable *cancellable)
{
  Listing listing = {.sftp = self, .most = most};
  int code = ask_handle (self, POPLENS_SFTP_OPENDIR, path, &listing.handle, cancellable);

  *entries = NULL;
  if (code)
    return code;
  listing.entries = g_ptr_array_new_with_free_func (sftp_entry_free);
  for (guint n = 2; !code && !listing.at_end; n = MIN (2 * n, MOST_READS_AHEAD))
    code = listing_read (&listing, n, cancellable);
  poplens_sftp_close_handle (self, listing.handle);
  g_bytes_unref (listing.handle);
  if (code)
    g_ptr_array_unref (listing.entries);
  else
    *entries = listing.entries;
  return code;
}
