/* Tests of suggested host names, from configuration files of ssh. */
#include "remote/ssh-words.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "support/temp-dir.h"

/* Checks the names that are found in @folder. @expected: separated by spaces */
static void
check_hosts (const char *folder, const char *expected)
{
  g_auto (GStrv) hosts = poplens_ssh_config_list_hosts (folder);
  g_autofree char *found = g_strjoinv (" ", hosts);

  g_assert_cmpstr (found, ==, expected);
}

static void
write_file (const char *folder, const char *name, const char *text)
{
  g_free (temp_dir_write (folder, name, text, -1));
}

static void
test_config (void)
{
  g_autofree char *folder = temp_dir_new ();

  check_hosts (folder, "");
  write_file (folder, "config",
              "# Host commented\n"
              "Host gc-02 gc-01 *.example !gc-03 gc-?\n"
              "  HostName 10.1.2.3\n"
              "\thost=Bastion \"with quotes\" \"quoted\" # Host behind\r\n"
              "HOST = equal\n"
              "Host gc-01\n"
              "Host -oProxyCommand=x\n"
              "Match host gc-09 exec \"touch /tmp/x\"\n"
              "HostKeyAlias no\nHost\nHost \"");
  check_hosts (folder, "Bastion equal gc-01 gc-02 quoted");
}

static void
test_include (void)
{
  g_autofree char *folder = temp_dir_new ();
  g_autofree char *other = temp_dir_new ();
  g_autofree char *text = g_strdup_printf (
      "Include conf.d/*.conf \"conf.d/one more\"\nInclude %s/absolute\nInclude missing\n"
      "Include config\nHost own\n",
      other);

  write_file (folder, "config", text);
  write_file (folder, "conf.d/a.conf", "Host a\nInclude b.conf\n");
  /* Relative to the folder itself, not to the including file. */
  write_file (folder, "b.conf", "Host b\nInclude conf.d/a.conf\n");
  write_file (folder, "conf.d/c.other", "Host c\n");
  write_file (folder, "conf.d/one more", "Host more\n");
  write_file (other, "absolute", "Host absolute\n");
  check_hosts (folder, "a absolute b more own");
}

static void
test_known_hosts (void)
{
  g_autofree char *folder = temp_dir_new ();

  write_file (folder, "known_hosts",
              "# a comment\n"
              "gc-01,10.1.2.3 ssh-ed25519 AAAA\n"
              "10.1.2.4 ssh-ed25519 AAAA\n"
              "[gc-02]:2222,[10.1.2.5]:2222 ssh-ed25519 AAAA a comment\n"
              "|1|abc=|def= ssh-ed25519 AAAA\n"
              "@cert-authority *.example ssh-ed25519 AAAA\n"
              "@revoked gone ssh-ed25519 AAAA\n"
              "*.pattern,!no ssh-ed25519 AAAA\n"
              "cut\n"
              "[ ssh-ed25519 AAAA\n[]:22 ssh-rsa AAAA\n"
              "gc-\xff ssh-rsa AAAA\n");
  write_file (folder, "config", "Host gc-01\n");
  check_hosts (folder, "10.1.2.4 gc-01 ssh://gc-02:2222");
}

/* Pipes and endless files are skipped without waiting. */
static void
test_bounds (void)
{
  g_autofree char *folder = temp_dir_new ();
  g_autofree char *pipe = g_build_filename (folder, "known_hosts", NULL);
  g_autofree char *config = g_build_filename (folder, "config", NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  write_file (folder, "config", "Host a\nInclude config\nInclude config\nInclude known_hosts\n");
  check_hosts (folder, "a");
  for (guint i = 0; text->len < 1 << 20; i++)
    g_string_append_printf (text, "Host h%u\n", i);
  write_file (folder, "config", text->str);
  check_hosts (folder, "");
  g_assert_cmpint (g_unlink (config), ==, 0);
  g_assert_cmpint (g_mkdir (config, 0700), ==, 0);
  check_hosts (folder, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/remote/ssh-config/config", test_config);
  g_test_add_func ("/remote/ssh-config/include", test_include);
  g_test_add_func ("/remote/ssh-config/known-hosts", test_known_hosts);
  g_test_add_func ("/remote/ssh-config/bounds", test_bounds);
  return g_test_run ();
}
