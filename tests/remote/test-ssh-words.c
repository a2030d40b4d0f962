/* Tests of explaining ssh's messages. Messages marked 9.2 were printed by OpenSSH 9.2 of Debian 12
 * in this situation; the others are from its sources and documents. */
#include "remote/ssh-words.h"

#include <string.h>

typedef struct {
  const char *words, *text;
  PoplensSshAsked asked;
} SshMessage;

#define CHANGED                                                                                    \
  "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@\r\n"                                \
  "@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @\r\n"                                \
  "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@\r\n"                                \
  "IT IS POSSIBLE THAT SOMEONE IS DOING SOMETHING NASTY!\r\n"                                      \
  "Someone could be eavesdropping on you right now (man-in-the-middle attack)!\r\n"                \
  "It is also possible that a host key has just been changed.\r\n"                                 \
  "The fingerprint for the ED25519 key sent by the remote host is\n"                               \
  "SHA256:nGftwxVA6fxpBZDTq0x//30mL3US/0SJd4tmW3QIux4.\r\n"                                        \
  "Please contact your system administrator.\r\n"                                                  \
  "Add correct host key in /home/kim/.ssh/known_hosts to get rid of this message.\r\n"

static const SshMessage cases[] = {
    /* printed by OpenSSH 9.2 */
    {CHANGED "Offending ED25519 key in /home/kim/.ssh/known_hosts:12\r\n"
             "  remove with:\r\n"
             "  ssh-keygen -f \"/home/kim/.ssh/known_hosts\" -R \"[10.1.2.3]:2222\"\r\n"
             "Host key for [10.1.2.3]:2222 has changed and you have requested strict checking.\r\n"
             "Host key verification failed.\r\n",
     "The key of kim@gc-01:2222 is not the one in /home/kim/.ssh/known_hosts, line 12. Nothing was "
     "sent. Only if you know why it changed, run “ssh-keygen -f '/home/kim/.ssh/known_hosts' -R "
     "'[10.1.2.3]:2222'”"},
    /* Quoted as in newer versions, with a banner that suggests another command */
    {CHANGED "Offending RSA key in /home/kim/.ssh/known_hosts:3\r\n"
             "  ssh-keygen -f '/home/kim/.ssh/known_hosts' -R 'gc-01'\r\n"
             "Host key verification failed.\r\n",
     "The key of kim@gc-01:2222 is not the one in /home/kim/.ssh/known_hosts, line 3. Nothing was "
     "sent. Only if you know why it changed, run “ssh-keygen -f '/home/kim/.ssh/known_hosts' -R "
     "'gc-01'”"},
    {CHANGED "Offending RSA key in /x:3\r\n"
             "  ssh-keygen -f \"/x\" -R \"gc-01\"; touch /tmp/x\r\n"
             "Host key verification failed.\r\n",
     "The key of kim@gc-01:2222 is not the one in /x, line 3. Nothing was sent. Only if you know "
     "why it changed, run “ssh-keygen -R '[gc-01]:2222'”"},
    /* A file of the system, which a user cannot change: the suggested command does not name it */
    {CHANGED "Offending ED25519 key in /etc/ssh/ssh_known_hosts:3\r\n"
             "Host key for gc-01 has changed and you have requested strict checking.\r\n"
             "Host key verification failed.\r\n",
     "The key of kim@gc-01:2222 is not the one in /etc/ssh/ssh_known_hosts, line 3. Nothing was "
     "sent. Only if you know why it changed, run “ssh-keygen -R '[gc-01]:2222'”"},
    {CHANGED "Host key for gc-01 has changed and you have requested strict checking.\r\n"
             "Host key verification failed.\r\n",
     "The key of kim@gc-01:2222 is not the one in known_hosts. Nothing was sent. Only if you know "
     "why it changed, run “ssh-keygen -R '[gc-01]:2222'”"},
    /* printed by OpenSSH 9.2 */
    {"Host key verification failed.\r\n",
     "The key of kim@gc-01:2222 was not accepted; connect again, or run “ssh -p 2222 kim@gc-01” in "
     "a terminal"},
    {"Host key verification failed.\r\n",
     "kim@gc-01:2222 is missing in known_hosts, and nobody could be asked about its key; connect "
     "once with “ssh -p 2222 kim@gc-01” in a terminal",
     POPLENS_SSH_UNASKED},
    {"@       WARNING: REVOKED HOST KEY DETECTED!               @\r\nHost key verification failed.",
     "The key of kim@gc-01:2222 was revoked. Nothing was sent"},
    {"No ED25519 host key is known for gc-01 and you have requested strict checking.\r\n"
     "Host key verification failed.\r\n",
     "kim@gc-01:2222 is missing in known_hosts, and ssh_config refuses such hosts "
     "(StrictHostKeyChecking); add its key"},
    /* printed by OpenSSH 9.2 */
    {"ssh: connect to host 10.1.2.3 port 2222: Connection refused\r\n",
     "Cannot connect to kim@gc-01:2222: 10.1.2.3 refused the connection at port 2222; check the "
     "port"},
    /* Through a jump host, printed by OpenSSH 9.2 */
    {"ssh: connect to host bastion port 22: Connection refused\r\n"
     "Connection closed by UNKNOWN port 65535\r\n",
     "Cannot connect to kim@gc-01:2222: bastion refused the connection at port 22; check the port"},
    {"ssh: connect to host gc-01 port 22: No route to host\r\n",
     "Cannot connect to kim@gc-01:2222: no route to gc-01; check the network or the VPN"},
    {"ssh: connect to host gc-01 port 22: Network is unreachable\r\n",
     "Cannot connect to kim@gc-01:2222: no route to gc-01; check the network or the VPN"},
    {"ssh: connect to host gc-01 port 22: Connection timed out\r\n",
     "Cannot connect to kim@gc-01:2222: gc-01 does not answer at port 22; check name, port and "
     "network"},
    {"ssh: connect to host gc-01 port 22: Operation timed out\r\n",
     "Cannot connect to kim@gc-01:2222: gc-01 does not answer at port 22; check name, port and "
     "network"},
    /* printed by OpenSSH 9.2 */
    {"Connection timed out during banner exchange\r\nConnection to 10.255.255.1 port 22 timed "
     "out\r\n",
     "Cannot connect to kim@gc-01:2222: 10.255.255.1 does not answer at port 22; check name, port "
     "and network"},
    /* printed by OpenSSH 9.2 */
    {"ssh: Could not resolve hostname gc-01.invalid: Name or service not known\r\n",
     "Cannot connect to kim@gc-01:2222: unknown host name “gc-01.invalid”; check the name, or add "
     "it to ssh_config"},
    {"ssh: Could not resolve hostname gc-01: nodename nor servname provided, or not known\r\n",
     "Cannot connect to kim@gc-01:2222: unknown host name “gc-01”; check the name, or add it to "
     "ssh_config"},
    {"ssh: Could not resolve hostname gc-01: Temporary failure in name resolution\r\n",
     "Cannot connect to kim@gc-01:2222: names cannot be looked up; check the network"},
    /* printed by OpenSSH 9.2 */
    {"root@127.0.0.1: Permission denied (publickey).\r\n",
     "kim@gc-01:2222 refused the login: no key, passphrase or password was accepted (publickey); "
     "try “ssh -p 2222 kim@gc-01” in a terminal"},
    {"root@127.0.0.1: Permission denied (publickey).\r\n",
     "kim@gc-01:2222 refused the login (publickey): the passphrase or password was not accepted; "
     "connect again",
     POPLENS_SSH_IN_VAIN},
    {"root@127.0.0.1: Permission denied (publickey).\r\n",
     "kim@gc-01:2222 needs the passphrase or login again (publickey); press Reconnect",
     POPLENS_SSH_HELD_BACK},
    {"Host key verification failed.\r\n",
     "kim@gc-01:2222 is missing in known_hosts; press Reconnect to accept its key again",
     POPLENS_SSH_HELD_BACK},
    /* printed by OpenSSH 9.2 with DISPLAY set and without an askpass program */
    {"ssh_askpass: exec(/usr/bin/ssh-askpass): No such file or directory\r\n"
     "root@127.0.0.1: Permission denied (publickey).\r\n",
     "kim@gc-01:2222 refused the login with the keys at hand (publickey), and nobody could be "
     "asked "
     "for a passphrase or password; add a locked key with “ssh-add”, or try “ssh -p 2222 "
     "kim@gc-01” in a terminal"},
    {"root@127.0.0.1: Permission denied (publickey).\r\n",
     "kim@gc-01:2222 refused the login with the keys at hand (publickey), and nobody could be "
     "asked "
     "for a passphrase or password; add a locked key with “ssh-add”, or try “ssh -p 2222 "
     "kim@gc-01” in a terminal",
     POPLENS_SSH_UNASKED},
    {"Permission denied, please try again.\r\nPermission denied (publickey,password).\r\n",
     "kim@gc-01:2222 refused the login: no key, passphrase or password was accepted "
     "(publickey,password); try “ssh -p 2222 kim@gc-01” in a terminal"},
    {"Received disconnect from 10.1.2.3 port 22:2: Too many authentication failures\r\n"
     "Disconnected from 10.1.2.3 port 22\r\n",
     "kim@gc-01:2222 refused the login after too many keys; set “IdentitiesOnly yes” for it in "
     "ssh_config"},
    /* printed by OpenSSH 9.2 */
    {"subsystem request failed on channel 0\r\n",
     "kim@gc-01:2222 offers no SFTP; enable “Subsystem sftp” in its sshd_config, or copy the "
     "report"},
    {"kex_exchange_identification: Connection closed by remote host\r\n"
     "Connection closed by 10.1.2.3 port 22\r\n",
     "kim@gc-01:2222 closed the connection before the login; it may be overloaded, or block this "
     "computer"},
    {"kex_exchange_identification: read: Connection reset by peer\r\n",
     "kim@gc-01:2222 closed the connection before the login; it may be overloaded, or block this "
     "computer"},
    {"ssh_exchange_identification: Connection closed by remote host\r\n",
     "kim@gc-01:2222 closed the connection before the login; it may be overloaded, or block this "
     "computer"},
    {"Timeout, server gc-01 not responding.\r\n",
     "The connection to kim@gc-01:2222 was lost (timed out)"},
    {"Connection to gc-01 closed by remote host.\r\n",
     "The connection to kim@gc-01:2222 was lost (closed by the host)"},
    {"client_loop: send disconnect: Broken pipe\r\n",
     "The connection to kim@gc-01:2222 was lost (Broken pipe)"},
    {"packet_write_wait: Connection to 10.1.2.3 port 22: Broken pipe\r\n",
     "The connection to kim@gc-01:2222 was lost (Broken pipe)"},
    /* Unknown messages; the first is of OpenSSH 9.2 */
    {"/home/kim/.ssh/config: line 3: Bad configuration option: foo\r\n"
     "/home/kim/.ssh/config: terminating, 1 bad configuration options\r\n",
     "Cannot connect to kim@gc-01:2222: ssh says “/home/kim/.ssh/config: line 3: Bad configuration "
     "option: foo; /home/kim/.ssh/config: terminating, 1 bad configuration options”"},
    {"Welcome\n\nto\x1b[2J \xe2\x80\xae gc-01\xff\n\n",
     "Cannot connect to kim@gc-01:2222: ssh says “Welcome; to\\x1b[2J \\u202e gc-01�”"},
};

static PoplensAddress *
address_new (void)
{
  return poplens_address_parse ("ssh://kim@gc-01:2222/data", NULL);
}

static void
test_table (void)
{
  g_autoptr (PoplensAddress) address = address_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = poplens_ssh_words_explain (cases[i].words, address, cases[i].asked);
    g_assert_cmpstr (text, ==, cases[i].text);
  }
}

static void
test_no_words (void)
{
  g_autoptr (PoplensAddress) address = address_new ();

  g_assert_null (poplens_ssh_words_explain ("", address, POPLENS_SSH_ASKED));
  g_assert_null (poplens_ssh_words_explain ("\r\n \r\n", address, POPLENS_SSH_ASKED));
}

/* A server writes its banner to stderr too: long text, control characters, and text that imitates
 * ssh's messages. */
static void
test_hostile (void)
{
  g_autoptr (PoplensAddress) address = address_new ();
  g_autofree char *long_line = g_strnfill (8000, 'w');
  g_autofree char *many = poplens_ssh_words_explain (long_line, address, POPLENS_SSH_ASKED);
  g_autofree char *quoted = poplens_ssh_words_explain (
      "ssh: Could not resolve hostname a\x1b[31m{ssh}{2}: no", address, POPLENS_SSH_ASKED);
  g_autofree char *signs = g_strnfill (8000, '@');
  g_autofree char *offending = g_strconcat ("REMOTE HOST IDENTIFICATION HAS CHANGED", signs, NULL);
  g_autofree char *none = poplens_ssh_words_explain (offending, address, POPLENS_SSH_ASKED);

  g_assert_cmpint (g_utf8_strlen (many, -1), <, 400);
  g_assert_null (strchr (quoted, '\x1b'));
  g_assert_nonnull (strstr (quoted, "“a\\x1b[31m{ssh}"));
  g_assert_nonnull (strstr (none, "ssh says"));
}

static void
test_visible (void)
{
  g_autofree char *text = poplens_ssh_words_visible ("one\r\n\x1b[2Jtwo\n\n\xff");

  g_assert_cmpstr (text, ==, "one\n\\x1b[2Jtwo\n\n\xef\xbf\xbd");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/remote/ssh-words/table", test_table);
  g_test_add_func ("/remote/ssh-words/no-words", test_no_words);
  g_test_add_func ("/remote/ssh-words/hostile", test_hostile);
  g_test_add_func ("/remote/ssh-words/visible", test_visible);
  return g_test_run ();
}
