/* Tests of addresses: parsing, refused texts, and writing them again. */
#include "remote/address.h"

#include "base/error.h"
#include "support/temp-dir.h"

#include <string.h>
#include <unistd.h>

typedef struct {
  const char *text;
  const char *user, *host;
  guint port;
  const char *path;
  const char *again; /* the address as text; NULL: equal to .text */
} Good;

static const Good good[] = {
    {"gc-01:/data/run", NULL, "gc-01", 0, "/data/run"},
    {"kim@gc-01:/data/run", "kim", "gc-01", 0, "/data/run"},
    {"gc-01:runs/a", NULL, "gc-01", 0, "runs/a"},
    {"gc-01:", NULL, "gc-01", 0, ""},
    {"gc-01:~", NULL, "gc-01", 0, "", "gc-01:"},
    {"gc-01:~/runs", NULL, "gc-01", 0, "runs", "gc-01:runs"},
    {"gc-01:~kim/runs", NULL, "gc-01", 0, "~kim/runs"},
    {"gc-01:/data/100%25/a b", NULL, "gc-01", 0, "/data/100%25/a b"},
    {"gc-01:a:b", NULL, "gc-01", 0, "a:b"},
    {"[fe80::1]:/data", NULL, "fe80::1", 0, "/data"},
    {"kim@[::1]:/data", "kim", "::1", 0, "/data"},
    {"a@b@gc-01:x", "a@b", "gc-01", 0, "x"},
    {"ssh://gc-01/data/run", NULL, "gc-01", 0, "/data/run", "gc-01:/data/run"},
    {"SSH://gc-01/data", NULL, "gc-01", 0, "/data", "gc-01:/data"},
    {"sftp://gc-01/data", NULL, "gc-01", 0, "/data", "gc-01:/data"},
    {"scp://kim@gc-01:2222/data", "kim", "gc-01", 2222, "/data", "ssh://kim@gc-01:2222/data"},
    {"ssh://kim@gc-01:2222/data/run", "kim", "gc-01", 2222, "/data/run"},
    {"ssh://gc-01", NULL, "gc-01", 0, "", "gc-01:"},
    {"ssh://gc-01/", NULL, "gc-01", 0, "/", "gc-01:/"},
    {"ssh://gc-01/~", NULL, "gc-01", 0, "", "gc-01:"},
    {"ssh://gc-01/~/", NULL, "gc-01", 0, "", "gc-01:"},
    {"ssh://gc-01:22/~/runs/a", NULL, "gc-01", 22, "runs/a"},
    {"ssh://gc-01/%7E/a", NULL, "gc-01", 0, "/~/a", "gc-01:/~/a"},
    {"ssh://gc-01/a%20b%25", NULL, "gc-01", 0, "/a b%", "gc-01:/a b%"},
    {"ssh://gc-01/a%0Ab", NULL, "gc-01", 0, "/a\nb"},
    {"ssh://gc-01/a%FFb", NULL, "gc-01", 0,
     "/a\xff"
     "b"},
    {"ssh://[::1]:2222/data", NULL, "::1", 2222, "/data"},
    {"ssh://[fe80::1%25eth0]/data", NULL, "fe80::1%eth0", 0, "/data", "[fe80::1%eth0]:/data"},
    {"ssh://kim%40work@gc-01/data", "kim@work", "gc-01", 0, "/data", "kim@work@gc-01:/data"},
    {"ssh://gc-01//data", NULL, "gc-01", 0, "//data"},
    {"ssh://gc-01/~/~/a", NULL, "gc-01", 0, "~/a"},
};

static void
test_address_good (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (good); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensAddress) address = poplens_address_parse (good[i].text, &error);
    g_assert_no_error (error);
    g_assert_cmpstr (address->user, ==, good[i].user);
    g_assert_cmpstr (address->host, ==, good[i].host);
    g_assert_cmpuint (address->port, ==, good[i].port);
    g_assert_cmpstr (address->path, ==, good[i].path);
    g_autofree char *again = poplens_address_to_string (address);
    g_assert_cmpstr (again, ==, good[i].again ? good[i].again : good[i].text);
    g_assert_true (poplens_address_is_remote (good[i].text));
  }
}

static const struct {
  const char *text, *why;
} refused[] = {
    {"", "host is missing"},
    {":/data", "host is missing"},
    {"/data/run", "host is missing"},
    {"kim@:/data", "host is missing"},
    {"@gc-01:/data", "user name"},
    {"-oProxyCommand=touch x:/data", "host name"},
    {"kim@-oProxyCommand=x:/data", "host name"},
    {"-l@gc-01:/data", "user name"},
    {"gc;01:/data", "host name"},
    {"gc`id`:/data", "host name"},
    {"gc\n01:/data", "host name"},
    {"gc 01:/data", "host name"},
    {"gc\x1b[2J:/data", "host name"},
    {"ssh:///data", "host is missing"},
    {"ssh://", "host is missing"},
    {"ssh://:22/data", "host is missing"},
    {"ssh://-oProxyCommand=touch/data", "host name"},
    {"ssh://%2DoProxyCommand=touch/data", "host name"},
    {"ssh://gc%0A01/data", "host name"},
    {"ssh://gc%2F01/data", "host name"},
    {"ssh://gc%00/data", "percent-encoding in the host"},
    {"ssh://%24(id)@gc-01/data", "user name"},
    {"ssh://kim%@gc-01/data", "percent-encoding in the user"},
    {"ssh://gc-01/%zz", "percent-encoding in the path"},
    {"ssh://gc-01/a%", "percent-encoding in the path"},
    {"ssh://gc-01/a%00b", "percent-encoding in the path"},
    {"ssh://gc-01:0/data", "the port"},
    {"ssh://gc-01:65536/data", "the port"},
    {"ssh://gc-01:-1/data", "the port"},
    {"ssh://gc-01:+22/data", "the port"},
    {"ssh://gc-01:22x/data", "the port"},
    {"ssh://gc-01:/data", "the port"},
    {"ssh://[::1]x/data", "the port"},
    {"ssh://[::1/data", "the port"},
    {"http://gc-01/data", "unknown scheme"},
    {"file:///data", "unknown scheme"},
};

static void
test_address_refused (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++) {
    g_autoptr (GError) error = NULL;
    g_assert_null (poplens_address_parse (refused[i].text, &error));
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
    if (!strstr (error->message, refused[i].why))
      g_error ("%s: %s", refused[i].text, error->message);
    g_assert_null (strpbrk (error->message, "\n\x1b"));
  }
}

/* A password in an address is refused, and not repeated in the error. */
static void
test_password (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (poplens_address_parse ("ssh://kim:hunter2@gc-01/data", &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  g_assert_null (strstr (error->message, "hunter2"));
  g_assert_nonnull (strstr (error->message, "password"));
}

static void
check_round_trip (const char *user, const char *host, guint port, const char *path)
{
  PoplensAddress address = {(char *) user, (char *) host, port, (char *) path};
  g_autofree char *text = poplens_address_to_string (&address);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensAddress) read = poplens_address_parse (text, &error);

  g_assert_no_error (error);
  g_assert_true (g_utf8_validate (text, -1, NULL));
  g_assert_null (strpbrk (text, "\n\x1b"));
  g_assert_cmpstr (read->user, ==, user);
  g_assert_cmpstr (read->host, ==, host);
  g_assert_cmpuint (read->port, ==, port);
  g_assert_cmpstr (read->path, ==, path);
}

static const char *const odd_paths[] = {"",          "/",
                                        "~",         "~/a",
                                        "/~",        "/~/a",
                                        "/~a",       "~a/b",
                                        "//",        "//a",
                                        "a b",       "/a\nb",
                                        "\"q\"'s",   "a:b/c:d",
                                        ":",         "100%",
                                        "%41",       "/%7E/%",
                                        "-x",        "/-x",
                                        "a?b#c",     "a@b",
                                        "[a]:b",     "\xff\xfe",
                                        "/\xc3\x28", "é/\xe2\x80\xae",
                                        "/a\\b",     "\x01\x7f",
                                        " ",         "/\t",
                                        "ssh://a/b", "a//b/../c/."};

static void
test_address_round_trip (void)
{
  static const char *const hosts[] = {"gc-01", "::1", "fe80::1%eth0", "h%41", "ssh", "ü.example"};
  static const char *const users[] = {NULL, "kim", "a@b", "DOM\\kim", "k:m", "ü%"};

  for (guint h = 0; h < G_N_ELEMENTS (hosts); h++)
    for (guint u = 0; u < G_N_ELEMENTS (users); u++)
      for (guint p = 0; p < G_N_ELEMENTS (odd_paths); p++)
        for (guint port = 0; port < 2; port++)
          check_round_trip (users[u], hosts[h], port * 2222, odd_paths[p]);
}

/* Paths of up to 255 bytes, with any byte but 0. */
static void
test_random_paths (void)
{
  for (guint i = 0; i < 2000; i++) {
    char path[257] = {g_test_rand_bit () ? '/' : 'a'};
    gsize n = (gsize) g_test_rand_int_range (1, 256);
    for (gsize k = 1; k < n; k++)
      path[k] = (char) (g_test_rand_bit () ? g_test_rand_int_range (1, 256)
                                           : "~/%:@ "[g_test_rand_int_range (0, 6)]);
    check_round_trip (NULL, "gc-01", 0, path);
    check_round_trip ("kim", "::1", 22, path);
  }
}

/* An existing local file has precedence, and a slash before the colon makes it a local path. */
static void
test_local (void)
{
  g_autofree char *folder = temp_dir_new ();
  g_autofree char *before = g_get_current_dir ();
  g_autofree char *file = temp_dir_write (folder, "gc-01:run", "", 0);

  g_assert_cmpint (chdir (folder), ==, 0);
  g_assert_false (poplens_address_is_remote ("gc-01:run"));
  g_assert_true (poplens_address_is_remote ("gc-01:other"));
  g_assert_false (poplens_address_is_remote ("./gc-01:other"));
  g_assert_false (poplens_address_is_remote ("/gc-01:other"));
  g_assert_false (poplens_address_is_remote (":other"));
  g_assert_false (poplens_address_is_remote ("other"));
  g_assert_false (poplens_address_is_remote (""));
  g_assert_false (poplens_address_is_remote ("http://gc-01/x"));
  g_assert_cmpint (chdir (before), ==, 0);
  temp_dir_remove (folder);
}

static void
test_destination (void)
{
  static const char *const cases[][2] = {{"gc-01:x", "gc-01"},
                                         {"kim@gc-01:x", "kim@gc-01"},
                                         {"ssh://kim@gc-01:2222/x", "kim@gc-01:2222"},
                                         {"ssh://[::1]/x", "::1"},
                                         {"ssh://[::1]:22/x", "[::1]:22"}};

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PoplensAddress) address = poplens_address_parse (cases[i][0], NULL);
    g_autoptr (PoplensAddress) other = poplens_address_with_path (address, "/other");
    g_autofree char *destination = poplens_address_get_destination (other);
    g_assert_cmpstr (destination, ==, cases[i][1]);
    g_assert_cmpstr (other->path, ==, "/other");
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/remote/address/good", test_address_good);
  g_test_add_func ("/remote/address/refused", test_address_refused);
  g_test_add_func ("/remote/address/password", test_password);
  g_test_add_func ("/remote/address/round-trip", test_address_round_trip);
  g_test_add_func ("/remote/address/random-paths", test_random_paths);
  g_test_add_func ("/remote/address/local", test_local);
  g_test_add_func ("/remote/address/destination", test_destination);
  return g_test_run ();
}
