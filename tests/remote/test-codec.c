/* Tests of encoding and decoding SFTP packets, and of refusing invalid ones. */
#include "remote/sftp-codec.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* ---- what is asked --------------------------------------------------------------------------- */

#define PACKET(bytes) (bytes), sizeof (bytes) - 1

static void
test_requests (void)
{
  g_autoptr (GBytes) handle = g_bytes_new_static ("\0\1\2\3", 4);
  const struct {
    PoplensSftpRequest request;
    const char *bytes;
    gsize n;
  } cases[] = {
      {{POPLENS_SFTP_INIT}, PACKET ("\0\0\0\5\1\0\0\0\3")},
      {{POPLENS_SFTP_OPEN, 7, "/a"}, PACKET ("\0\0\0\x13\3\0\0\0\7\0\0\0\2/a\0\0\0\1\0\0\0\0")},
      {{POPLENS_SFTP_CLOSE, 8, NULL, handle}, PACKET ("\0\0\0\x0d\4\0\0\0\x8\0\0\0\4\0\1\2\3")},
      {{POPLENS_SFTP_READ, 9, NULL, handle, G_GUINT64_CONSTANT (0x123456789a), 65536},
       PACKET ("\0\0\0\x19\5\0\0\0\x9\0\0\0\4\0\1\2\3\0\0\0\x12\x34\x56\x78\x9a\0\1\0\0")},
      {{POPLENS_SFTP_LSTAT, 1, "a"},
       PACKET ("\0\0\0\x0a\7\0\0\0\1\0\0\0\1"
               "a")},
      {{POPLENS_SFTP_FSTAT, 1, NULL, handle}, PACKET ("\0\0\0\x0d\x8\0\0\0\1\0\0\0\4\0\1\2\3")},
      {{POPLENS_SFTP_OPENDIR, 1, "a"},
       PACKET ("\0\0\0\x0a\x0b\0\0\0\1\0\0\0\1"
               "a")},
      {{POPLENS_SFTP_READDIR, 1, NULL, handle}, PACKET ("\0\0\0\x0d\x0c\0\0\0\1\0\0\0\4\0\1\2\3")},
      {{POPLENS_SFTP_REALPATH, 1, "."}, PACKET ("\0\0\0\x0a\x10\0\0\0\1\0\0\0\1.")},
      {{POPLENS_SFTP_STAT, 1, ""}, PACKET ("\0\0\0\x09\x11\0\0\0\1\0\0\0\0")},
      {{POPLENS_SFTP_READLINK, 1, "\xff"}, PACKET ("\0\0\0\x0a\x13\0\0\0\1\0\0\0\1\xff")},
      {{POPLENS_SFTP_LIMITS, 1}, PACKET ("\0\0\0\x1b\xc8\0\0\0\1\0\0\0\x12limits@openssh.com")},
  };
  g_autoptr (GByteArray) out = g_byte_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    guint before = out->len;
    poplens_sftp_encode (out, &cases[i].request);
    g_assert_cmpmem (out->data + before, out->len - before, cases[i].bytes, cases[i].n);
  }
}

/* ---- what is answered ------------------------------------------------------------------------ */

#define ATTRS "\0\0\0\x0f\0\0\0\1\0\0\0\2\0\0\3\xe8\0\0\0\x64\0\0\x81\xa4\1\2\3\4\5\6\7\x08"

static const struct {
  const char *bytes;
  gsize n;
} answers[] = {
    {PACKET ("\0\0\0\5\2\0\0\0\3")},
    {PACKET ("\0\0\0\x2d\2\0\0\0\3"
             "\0\0\0\4a@bc\0\0\0\1"
             "1"
             "\0\0\0\x12limits@openssh.com\0\0\0\1"
             "1")},
    {PACKET ("\0\0\0\x09\x65\0\0\0\7\0\0\0\2")},
    {PACKET ("\0\0\0\x0d\x66\0\0\0\7\0\0\0\4\0\1\2\3")},
    {PACKET ("\0\0\0\x0c\x67\0\0\0\7\0\0\0\3abc")},
    {PACKET ("\0\0\0\x25\x69\0\0\0\7" ATTRS)},
    {PACKET ("\0\0\0\x9\x69\0\0\0\7\0\0\0\0")},
    {PACKET ("\0\0\0\x17\x69\0\0\0\7\x80\0\0\0\0\0\0\1\0\0\0\2nm\0\0\0\0")},
    {PACKET ("\0\0\0\x61\x68\0\0\0\7\0\0\0\2"
             "\0\0\0\1a\0\0\0\4-rw-" ATTRS "\0\0\0\3b\nc\0\0\0\0" ATTRS)},
    {PACKET ("\0\0\0\x25\xc9\0\0\0\7\0\0\0\0\0\4\0\0\0\0\0\0\0\3\xfc\0\0\0\0\0\0\3\xfc\0\0\0\0\0\0"
             "\0\0\0")},
};

static PoplensSftpAnswer
decode_answer (guint i)
{
  PoplensSftpAnswer answer;

  g_assert_cmpint (poplens_sftp_measure ((const guint8 *) answers[i].bytes, answers[i].n), ==,
                   (gssize) answers[i].n);
  g_assert_true (poplens_sftp_decode ((const guint8 *) answers[i].bytes, answers[i].n, &answer));
  return answer;
}

static void
check_info (const PoplensFileInfo *info)
{
  g_assert_cmpuint (info->size, ==, G_GUINT64_CONSTANT (0x100000002));
  g_assert_true (S_ISREG (info->mode));
  g_assert_cmpuint (info->mode & 0777, ==, 0644);
  g_assert_cmpint (info->seconds, ==, 0x05060708);
  g_assert_cmpint (info->nanoseconds, ==, 0);
  g_assert_cmpuint (info->inode, ==, 0);
}

static void
test_answers (void)
{
  g_assert_cmpuint (decode_answer (0).code, ==, 3);
  g_assert_false (decode_answer (0).has_limits);
  g_assert_true (decode_answer (2).type == POPLENS_SFTP_STATUS);
  g_assert_cmpuint (decode_answer (2).id, ==, 7);
  g_assert_cmpuint (decode_answer (2).code, ==, 2);
  g_assert_cmpmem (decode_answer (3).bytes, decode_answer (3).length, "\0\1\2\3", 4);
  g_assert_cmpmem (decode_answer (4).bytes, decode_answer (4).length, "abc", 3);
  PoplensFileInfo info = decode_answer (5).info;
  check_info (&info);
  g_assert_cmpuint (decode_answer (6).info.mode, ==, 0);
  g_assert_cmpuint (decode_answer (7).info.size, ==, 0);
  PoplensSftpAnswer limits = decode_answer (9);
  g_assert_cmpuint (poplens_sftp_read_limit (&limits), ==, 261120);
}

static void
test_version (void)
{
  PoplensSftpAnswer answer = decode_answer (1);

  g_assert_true (answer.type == POPLENS_SFTP_VERSION);
  g_assert_true (answer.has_limits);
}

static void
test_packet_names (void)
{
  PoplensSftpAnswer answer = decode_answer (8);
  PoplensFileInfo info;
  const char *name;
  gsize length;

  g_assert_cmpuint (answer.n_names, ==, 2);
  g_assert_true (poplens_sftp_next_name (&answer, &name, &length, &info));
  g_assert_cmpmem (name, length, "a", 1);
  check_info (&info);
  g_assert_true (poplens_sftp_next_name (&answer, &name, &length, &info));
  g_assert_cmpmem (name, length, "b\nc", 3);
  g_assert_false (poplens_sftp_next_name (&answer, &name, &length, &info));
}

/* ---- what is refused ------------------------------------------------------------------------- */

/* Checks that a packet without its last bytes is incomplete, and with an adapted length is invalid,
 * unless whole extensions of a version were removed. */
static void
check_cut (guint i, gsize n)
{
  g_autofree guint8 *cut = g_memdup2 (answers[i].bytes, n);
  PoplensSftpAnswer answer;

  g_assert_false (poplens_sftp_decode (cut, n, &answer));
  if (n < 4)
    return;
  g_assert_cmpint (poplens_sftp_measure (cut, n), ==, (gssize) answers[i].n);
  cut[2] = (guint8) ((n - 4) >> 8);
  cut[3] = (guint8) (n - 4);
  gboolean taken = poplens_sftp_decode (cut, n, &answer);
  gboolean is_rest = answers[i].bytes[4] == (char) 0xc9 && n >= 9;
  gboolean is_version = answers[i].bytes[4] == 2 && (n == 9 || n == 22);
  g_assert_true (taken == (is_rest || is_version));
}

static void
test_every_cut (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    for (gsize n = 0; n < answers[i].n; n++)
      check_cut (i, n);
}

/* Packets with any byte changed are decoded without reading outside them (ASan), and names are
 * terminated. */
static void
test_every_byte (void)
{
  static const guint8 others[] = {0, 1, 0x7f, 0x80, 0xff};

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    for (gsize at = 0; at < answers[i].n * G_N_ELEMENTS (others); at++) {
      g_autofree guint8 *changed = g_memdup2 (answers[i].bytes, answers[i].n);
      PoplensSftpAnswer answer;
      PoplensFileInfo info;
      const char *name;
      gsize length, total = 0;
      changed[at / G_N_ELEMENTS (others)] = others[at % G_N_ELEMENTS (others)];
      if (!poplens_sftp_decode (changed, answers[i].n, &answer))
        continue;
      while (answer.type == POPLENS_SFTP_NAME &&
             poplens_sftp_next_name (&answer, &name, &length, &info))
        total += length;
      g_assert_cmpuint (total, <=, answers[i].n);
    }
}

static void
test_packet_refused (void)
{
  static const struct {
    const char *bytes;
    gsize n;
  } packets[] = {
      {PACKET ("\0\0\0\0")},                           /* no type */
      {PACKET ("\0\0\0\1\x65")},                       /* no ID */
      {PACKET ("\0\0\0\x0d\x67\0\0\0\7\0\0\0\3abcd")}, /* longer than its length */
      {PACKET ("\0\0\0\x0c\x67\0\0\0\7\xff\xff\xff\xff"
               "abc")},                                              /* data of 4 GiB */
      {PACKET ("\0\0\0\x9\x68\0\0\0\7\xff\xff\xff\xff")},            /* four billion names */
      {PACKET ("\0\0\0\x0d\x69\0\0\0\7\x80\0\0\0\xff\xff\xff\xff")}, /* as many attributes */
      {PACKET ("\0\0\0\x0d\x69\0\0\0\7\0\0\0\x10\0\0\0\0")},         /* unknown attributes */
      {PACKET ("\0\0\0\x0d\6\0\0\0\7\0\0\0\4\0\1\2\3")},             /* a request */
      {PACKET ("\0\0\0\x0d\xff\0\0\0\7\0\0\0\4\0\1\2\3")},           /* unknown type */
  };
  PoplensSftpAnswer answer;

  for (guint i = 0; i < G_N_ELEMENTS (packets); i++)
    g_assert_false (poplens_sftp_decode ((const guint8 *) packets[i].bytes, packets[i].n, &answer));
}

static void
test_long_handle (void)
{
  guint8 packet[4 + 5 + 4 + 257] = {0, 0, 1, 10, 102, 0, 0, 0, 1, 0, 0, 1, 1};
  PoplensSftpAnswer answer;

  g_assert_false (poplens_sftp_decode (packet, sizeof packet, &answer));
  packet[3] = 9;
  packet[12] = 0;
  g_assert_true (poplens_sftp_decode (packet, sizeof packet - 1, &answer));
}

static void
test_measure (void)
{
  g_assert_cmpint (poplens_sftp_measure ((const guint8 *) "\0\0\0", 3), ==, 0);
  g_assert_cmpint (poplens_sftp_measure ((const guint8 *) "\0\0\0\1", 4), ==, 5);
  g_assert_cmpint (poplens_sftp_measure ((const guint8 *) "\0\x8\0\0", 4), ==, 512 * 1024 + 4);
  g_assert_cmpint (poplens_sftp_measure ((const guint8 *) "\0\x8\0\1", 4), ==, -1);
  g_assert_cmpint (poplens_sftp_measure ((const guint8 *) "\0\0\0\0", 4), ==, -1);
  g_assert_cmpint (poplens_sftp_measure ((const guint8 *) "Welc", 4), ==, -1);
}

static void
test_limits (void)
{
  static const struct {
    const char *bytes;
    gsize n, expected;
  } cases[] = {
      {PACKET (""), 32768},
      {PACKET ("\0\0\0\0\0\4\0\0\0\0\0\0\0\0\0"), 32768},
      {PACKET ("\0\0\0\0\0\4\0\0\0\0\0\0\0\0\0\0"), 261120},
      {PACKET ("\0\0\0\0\0\4\0\0\0\0\0\0\0\0\0\1"), 4096},
      {PACKET ("\0\0\0\0\0\4\0\0\0\0\0\0\0\0\x80\0"), 32768},
      {PACKET ("\0\0\0\0\0\4\0\0\xff\0\0\0\0\0\x80\0"), 261120},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    PoplensSftpAnswer answer = {.bytes = (const guint8 *) cases[i].bytes, .length = cases[i].n};
    g_assert_cmpuint (poplens_sftp_read_limit (&answer), ==, cases[i].expected);
  }
}

static void
test_entry_names (void)
{
  g_assert_true (poplens_sftp_is_entry_name ("a b\n", 4));
  g_assert_true (poplens_sftp_is_entry_name ("\xff", 1));
  g_assert_true (poplens_sftp_is_entry_name ("..", 2));
  g_assert_false (poplens_sftp_is_entry_name ("", 0));
  g_assert_false (poplens_sftp_is_entry_name ("a/b", 3));
  g_assert_false (poplens_sftp_is_entry_name ("a\0b", 3));
}

static void
test_packet_noise (void)
{
  static const struct {
    const char *bytes;
    gsize n;
    const char *quoted;
  } cases[] = {
      {PACKET ("Welcome to gc-01\nIt is late"), "Welcome to gc-01"},
      {PACKET ("\r\n\r\n  hi \r\n"), "hi"},
      {PACKET ("\x1b[1mAb\0c"), "\\x1b[1mAb"},
      {PACKET ("1\n"), "1"},
      {PACKET ("\xc3\xbc\xff!"), "\xc3\xbc\xef\xbf\xbd!"},
      {PACKET ("123456789 123456789 123456789 123456789 123456789 123456789 1"),
       "123456789 123456789 123456789 123456789 123456789 123456789 "},
      {PACKET ("\n\n\n\n\n"), NULL},
      {PACKET (""), NULL},
      {PACKET ("\0\0\0\5\2\0\0\0\3"), NULL},
      {PACKET ("\x7f\xff\xff\xff"), NULL},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *quoted =
        poplens_sftp_quote_noise ((const guint8 *) cases[i].bytes, cases[i].n);
    g_assert_cmpstr (quoted, ==, cases[i].quoted);
  }
}

static void
test_errno (void)
{
  g_assert_cmpint (poplens_sftp_errno (0), ==, 0);
  g_assert_cmpint (poplens_sftp_errno (2), ==, ENOENT);
  g_assert_cmpint (poplens_sftp_errno (3), ==, EACCES);
  g_assert_cmpint (poplens_sftp_errno (4), ==, EIO);
  g_assert_cmpint (poplens_sftp_errno (5), ==, EINVAL);
  g_assert_cmpint (poplens_sftp_errno (8), ==, ENOTSUP);
  g_assert_cmpint (poplens_sftp_errno (G_MAXUINT32), ==, EIO);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/remote/codec/requests", test_requests);
  g_test_add_func ("/remote/codec/answers", test_answers);
  g_test_add_func ("/remote/codec/version", test_version);
  g_test_add_func ("/remote/codec/names", test_packet_names);
  g_test_add_func ("/remote/codec/every-cut", test_every_cut);
  g_test_add_func ("/remote/codec/every-byte", test_every_byte);
  g_test_add_func ("/remote/codec/refused", test_packet_refused);
  g_test_add_func ("/remote/codec/long-handle", test_long_handle);
  g_test_add_func ("/remote/codec/measure", test_measure);
  g_test_add_func ("/remote/codec/limits", test_limits);
  g_test_add_func ("/remote/codec/entry-names", test_entry_names);
  g_test_add_func ("/remote/codec/noise", test_packet_noise);
  g_test_add_func ("/remote/codec/errno", test_errno);
  return g_test_run ();
}
