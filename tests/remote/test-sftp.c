/* Tests of SFTP conversations with OpenSSH's server: its answers match the local files. */
#include "remote/sftp.h"

#include "remote/real-server.h"
#include "support/temp-dir.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define SIZE (3 * 1024 * 1024 + 17)

typedef struct {
  char *folder, *file;
  guint8 *bytes; /* contents of .file */
  PoplensSftp *sftp;
  GPid pid;
} SftpFixture;

static void
sftp_set_up (SftpFixture *self, gconstpointer data)
{
  if (!real_server_is_there ())
    return;
  self->folder = temp_dir_new ();
  self->bytes = g_malloc (SIZE);
  for (gsize i = 0; i < SIZE; i++)
    self->bytes[i] = (guint8) (i * 2654435761u >> 13);
  self->file = temp_dir_write (self->folder, "profile.pop", (const char *) self->bytes, SIZE);
  temp_dir_set_mtime (self->file, 1700000000);
  self->sftp = real_server_start (&self->pid);
}

static void
sftp_tear_down (SftpFixture *self, gconstpointer data)
{
  int status;

  if (!self->sftp)
    return;
  poplens_sftp_unref (self->sftp);
  g_assert_cmpint (waitpid (self->pid, &status, 0), ==, self->pid);
  temp_dir_remove (self->folder);
  g_free (self->folder);
  g_free (self->file);
  g_free (self->bytes);
}

static void
test_stat (SftpFixture *self, gconstpointer data)
{
  PoplensFileInfo info;

  if (!self->sftp)
    return;
  g_autofree char *link = g_build_filename (self->folder, "link", NULL);
  g_autofree char *missing = g_build_filename (self->folder, "missing", NULL);
  g_assert_cmpint (symlink ("profile.pop", link), ==, 0);
  g_assert_cmpint (poplens_sftp_stat (self->sftp, self->file, TRUE, &info, NULL), ==, 0);
  g_assert_cmpuint (info.size, ==, SIZE);
  g_assert_cmpint (info.seconds, ==, 1700000000);
  g_assert_true (S_ISREG (info.mode));
  g_assert_cmpint (poplens_sftp_stat (self->sftp, link, FALSE, &info, NULL), ==, 0);
  g_assert_true (S_ISLNK (info.mode));
  g_assert_cmpint (poplens_sftp_stat (self->sftp, link, TRUE, &info, NULL), ==, 0);
  g_assert_true (S_ISREG (info.mode));
  g_assert_cmpint (poplens_sftp_stat (self->sftp, missing, TRUE, &info, NULL), ==, ENOENT);
}

static void
test_stat_many (SftpFixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  PoplensFileInfo infos[500];
  int codes[500];

  if (!self->sftp)
    return;
  for (guint i = 0; i < 500; i++)
    g_ptr_array_add (paths, i % 3 ? g_strdup (self->file)
                                  : g_strdup_printf ("%s/missing-%u", self->folder, i));
  poplens_sftp_stat_many (self->sftp, (const char *const *) paths->pdata, 500, TRUE, infos, codes,
                          NULL);
  for (guint i = 0; i < 500; i++) {
    g_assert_cmpint (codes[i], ==, i % 3 ? 0 : ENOENT);
    g_assert_true (!(i % 3) || infos[i].size == SIZE);
  }
}

static void
test_sftp_paths (SftpFixture *self, gconstpointer data)
{
  g_autofree char *link = NULL, *target = NULL, *real = NULL, *home = NULL, *none = NULL;

  if (!self->sftp)
    return;
  link = g_build_filename (self->folder, "link", NULL);
  g_assert_cmpint (symlink ("../a b\n\xff", link), ==, 0);
  g_assert_cmpint (poplens_sftp_read_link (self->sftp, link, &target, NULL), ==, 0);
  g_assert_cmpstr (target, ==, "../a b\n\xff");
  g_assert_cmpint (poplens_sftp_read_link (self->sftp, self->file, &none, NULL), ==, EINVAL);
  g_assert_null (none);
  g_autofree char *winding = g_strdup_printf ("%s/./x/../profile.pop", self->folder);
  g_autofree char *here = realpath (self->file, NULL);
  g_free (temp_dir_write (self->folder, "x/y", "", 0));
  g_assert_cmpint (poplens_sftp_real_path (self->sftp, winding, &real, NULL), ==, 0);
  g_assert_cmpstr (real, ==, here);
  g_assert_cmpint (poplens_sftp_real_path (self->sftp, ".", &home, NULL), ==, 0);
  g_assert_cmpstr (home, ==, "/");
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const PoplensSftpEntry *const *one = a, *const *other = b;

  return strcmp ((*one)->name, (*other)->name);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Creates a file; temp_dir_write () does not support names of 255 bytes. */
static void
make_file (const char *folder, const char *name, gsize size)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  int fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, "abc", size), ==, (gssize) size);
  close (fd);
}

/* Names are bytes; some hundred names arrive in several answers. */
static void
test_list (SftpFixture *self, gconstpointer data)
{
  static const char *const odd[] = {" ", "-x", "100%", "\"q\"'", "a\nb", "a:b", "\xff\xfe", "ü"};
  g_autoptr (GPtrArray) entries = NULL, expected = g_ptr_array_new_with_free_func (g_free);

  if (!self->sftp)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    g_ptr_array_add (expected, g_strdup (odd[i]));
  for (guint i = 0; i < 400; i++)
    g_ptr_array_add (expected, g_strdup_printf ("file-%03u", i));
  g_ptr_array_add (expected, g_strnfill (255, 'n'));
  g_ptr_array_sort (expected, compare_names);
  g_autofree char *folder = g_build_filename (self->folder, "list", NULL);
  g_assert_cmpint (mkdir (folder, 0700), ==, 0);
  for (guint i = 0; i < expected->len; i++)
    make_file (folder, g_ptr_array_index (expected, i), i % 4);
  g_assert_cmpint (poplens_sftp_list (self->sftp, folder, 1000, &entries, NULL), ==, 0);
  g_assert_cmpuint (entries->len, ==, expected->len);
  g_ptr_array_sort (entries, compare_entries);
  for (guint i = 0; i < entries->len; i++) {
    PoplensSftpEntry *entry = g_ptr_array_index (entries, i);
    g_assert_cmpstr (entry->name, ==, g_ptr_array_index (expected, i));
    g_assert_cmpuint (entry->info.size, ==, i % 4);
  }
}

static void
test_list_bounds (SftpFixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) entries = NULL, none = NULL, empty = NULL;

  if (!self->sftp)
    return;
  g_autofree char *folder = g_build_filename (self->folder, "list", NULL);
  g_assert_cmpint (mkdir (folder, 0700), ==, 0);
  for (guint i = 0; i < 300; i++) {
    g_autofree char *name = g_strdup_printf ("%u", i);
    make_file (folder, name, 0);
  }
  g_autofree char *inside = g_build_filename (self->folder, "empty", NULL);
  g_assert_cmpint (mkdir (inside, 0700), ==, 0);
  g_assert_cmpint (poplens_sftp_list (self->sftp, folder, 7, &entries, NULL), ==, 0);
  g_assert_cmpuint (entries->len, ==, 7);
  g_assert_cmpint (poplens_sftp_list (self->sftp, inside, 7, &empty, NULL), ==, 0);
  g_assert_cmpuint (empty->len, ==, 0);
  g_assert_cmpint (poplens_sftp_list (self->sftp, self->file, 7, &none, NULL), ==, ENOENT);
  g_assert_null (none);
}

/* ---- reads ----------------------------------------------------------------------------------- */

typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  guint left;
} Reads;

typedef struct {
  Reads *reads;
  guint64 offset;
  gsize n, got;
  int code;
  guint8 *bytes;
} SftpRead;

static void
take_piece (gpointer data, const guint8 *bytes, gsize n, int code)
{
  SftpRead *piece = data;

  piece->bytes = g_memdup2 (bytes, n);
  piece->got = n;
  piece->code = code;
  pthread_mutex_lock (&piece->reads->lock);
  piece->reads->left--;
  pthread_cond_broadcast (&piece->reads->changed);
  pthread_mutex_unlock (&piece->reads->lock);
}

static void
wait_for_reads (Reads *reads)
{
  pthread_mutex_lock (&reads->lock);
  while (reads->left)
    pthread_cond_wait (&reads->changed, &reads->lock);
  pthread_mutex_unlock (&reads->lock);
}

static void
check_pieces (SftpFixture *self, GBytes *handle, SftpRead *pieces, guint n)
{
  Reads reads = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, n};

  for (guint i = 0; i < n; i++) {
    pieces[i].reads = &reads;
    poplens_sftp_read (self->sftp, handle, pieces[i].offset, pieces[i].n, take_piece, &pieces[i]);
  }
  wait_for_reads (&reads);
  for (guint i = 0; i < n; i++) {
    gsize left = pieces[i].offset < SIZE ? SIZE - (gsize) pieces[i].offset : 0;
    g_assert_cmpint (pieces[i].code, ==, 0);
    g_assert_cmpuint (pieces[i].got, ==, MIN (pieces[i].n, left));
    g_assert_cmpmem (pieces[i].bytes, pieces[i].got, self->bytes + MIN (SIZE, pieces[i].offset),
                     pieces[i].got);
    g_free (pieces[i].bytes);
  }
}

/* Many reads at once, some beyond the end of the file or longer than an answer can be. */
static void
test_sftp_read (SftpFixture *self, gconstpointer data)
{
  GBytes *handle;
  PoplensFileInfo info;
  g_autofree SftpRead *pieces = g_new0 (SftpRead, 300);

  if (!self->sftp)
    return;
  g_assert_cmpint (poplens_sftp_open (self->sftp, self->file, &handle, NULL), ==, 0);
  g_assert_cmpint (poplens_sftp_fstat (self->sftp, handle, &info, NULL), ==, 0);
  g_assert_cmpuint (info.size, ==, SIZE);
  /* OpenSSH before 8.5 does not announce the limit of answers. */
  g_assert_cmpuint (poplens_sftp_get_most (self->sftp), ==,
                    real_server_knows ("limits@openssh.com") ? 261120 : 32768);
  pieces[0] = (SftpRead){.offset = 0, .n = 1};
  pieces[1] = (SftpRead){.offset = SIZE - 1, .n = 1};
  pieces[2] = (SftpRead){.offset = SIZE - 1, .n = 65536};
  pieces[3] = (SftpRead){.offset = SIZE, .n = 65536};
  pieces[4] = (SftpRead){.offset = G_GUINT64_CONSTANT (1) << 40, .n = 65536};
  pieces[5] = (SftpRead){.offset = 0, .n = SIZE};
  pieces[6] = (SftpRead){.offset = 1, .n = SIZE + 5};
  for (guint i = 7; i < 300; i++) {
    pieces[i].offset = (guint64) g_test_rand_int_range (0, SIZE);
    pieces[i].n = (gsize) g_test_rand_int_range (1, 100000);
  }
  check_pieces (self, handle, pieces, 300);
  poplens_sftp_close_handle (self->sftp, handle);
  g_bytes_unref (handle);
}

static void
test_open_fails (SftpFixture *self, gconstpointer data)
{
  GBytes *handle;
  g_autofree char *missing = NULL;

  if (!self->sftp)
    return;
  missing = g_build_filename (self->folder, "missing", NULL);
  g_assert_cmpint (poplens_sftp_open (self->sftp, missing, &handle, NULL), ==, ENOENT);
  g_assert_null (handle);
}

/* A closed handle fails the read, not the conversation. */
static void
test_read_closed (SftpFixture *self, gconstpointer data)
{
  GBytes *handle;
  PoplensFileInfo info;
  Reads reads = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 1};
  SftpRead piece = {.reads = &reads};

  if (!self->sftp)
    return;
  g_assert_cmpint (poplens_sftp_open (self->sftp, self->file, &handle, NULL), ==, 0);
  poplens_sftp_close_handle (self->sftp, handle);
  poplens_sftp_read (self->sftp, handle, 0, 10, take_piece, &piece);
  wait_for_reads (&reads);
  g_assert_cmpint (piece.code, ==, EIO);
  g_assert_cmpuint (piece.got, ==, 0);
  g_free (piece.bytes);
  g_bytes_unref (handle);
  g_assert_cmpint (poplens_sftp_stat (self->sftp, self->file, TRUE, &info, NULL), ==, 0);
  g_assert_null (poplens_sftp_get_error (self->sftp));
}

static void *
ask_often (void *data)
{
  SftpFixture *self = data;
  PoplensFileInfo info;

  for (guint i = 0; i < 300; i++) {
    g_assert_cmpint (poplens_sftp_stat (self->sftp, self->file, i % 2, &info, NULL), ==, 0);
    g_assert_cmpuint (info.size, ==, SIZE);
  }
  return NULL;
}

static void
test_sftp_threads (SftpFixture *self, gconstpointer data)
{
  pthread_t threads[4];
  PoplensSftpTraffic traffic;

  if (!self->sftp)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_cmpint (pthread_create (&threads[i], NULL, ask_often, self), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    pthread_join (threads[i], NULL);
  poplens_sftp_get_traffic (self->sftp, &traffic);
  g_assert_cmpuint (traffic.requests, >=, 1200);
  g_assert_cmpuint (traffic.sent, >, 1200 * 20);
  g_assert_cmpuint (traffic.received, >, 1200 * 30);
  g_assert_cmpint (traffic.round_trip, >, 0);
}

/* Asks until the conversation ends; all waiting threads must get the error. */
static void *
ask_to_the_end (void *data)
{
  SftpFixture *self = data;
  PoplensFileInfo info;
  int code = 0;

  while (!code)
    code = poplens_sftp_stat (self->sftp, self->file, TRUE, &info, NULL);
  return GINT_TO_POINTER (code);
}

static void
test_close (SftpFixture *self, gconstpointer data)
{
  pthread_t threads[4];
  void *code;

  if (!self->sftp)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_cmpint (pthread_create (&threads[i], NULL, ask_to_the_end, self), ==, 0);
  g_usleep (20000);
  poplens_sftp_close (self->sftp);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++) {
    pthread_join (threads[i], &code);
    g_assert_cmpint (GPOINTER_TO_INT (code), ==, ENOLINK);
  }
  Reads reads = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 1};
  SftpRead piece = {.reads = &reads};
  g_autoptr (GBytes) handle = g_bytes_new_static ("x", 1);
  poplens_sftp_read (self->sftp, handle, 0, 10, take_piece, &piece);
  wait_for_reads (&reads);
  g_assert_cmpint (piece.code, ==, ENOLINK);
  g_free (piece.bytes);
}

#define ADD(name, function)                                                                        \
  g_test_add ("/remote/sftp/" name, SftpFixture, NULL, sftp_set_up, function, sftp_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("stat", test_stat);
  ADD ("stat-many", test_stat_many);
  ADD ("paths", test_sftp_paths);
  ADD ("list", test_list);
  ADD ("list-bounds", test_list_bounds);
  ADD ("read", test_sftp_read);
  ADD ("open-fails", test_open_fails);
  ADD ("read-closed", test_read_closed);
  ADD ("threads", test_sftp_threads);
  ADD ("close", test_close);
  return g_test_run ();
}
