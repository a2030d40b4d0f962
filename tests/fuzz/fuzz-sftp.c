/* Fuzz target for the replies of an SFTP server. The input is a stream of packets: parsing ends
 * within it, names and bytes are inside a packet, and a truncated packet is rejected. */
#include "fuzz.h"

#include "remote/sftp-codec.h"

#include <string.h>

static void
check_inside (const guint8 *packet, gsize n, const guint8 *bytes, gsize length)
{
  fuzz_check (!length || (bytes >= packet && length <= n && bytes + length <= packet + n));
}

static void
check_names (const guint8 *packet, gsize n, PoplensSftpAnswer answer)
{
  guint32 promised = answer.n_names, given = 0;
  PoplensFileInfo info;
  const char *name;
  gsize length;

  while (poplens_sftp_next_name (&answer, &name, &length, &info)) {
    check_inside (packet, n, (const guint8 *) name, length);
    if (poplens_sftp_is_entry_name (name, length))
      fuzz_check (length && !memchr (name, '/', length));
    given++;
  }
  fuzz_check (given == promised);
}

static void
check_packet (const guint8 *packet, gsize n)
{
  PoplensSftpAnswer answer;

  if (!poplens_sftp_decode (packet, n, &answer))
    return;
  fuzz_check (answer.type == packet[4]);
  check_inside (packet, n, answer.bytes, answer.length);
  if (answer.type == POPLENS_SFTP_NAME)
    check_names (packet, n, answer);
  if (answer.type == POPLENS_SFTP_EXTENDED_REPLY) {
    gsize most = poplens_sftp_read_limit (&answer);
    fuzz_check (most >= 4096 && most <= POPLENS_SFTP_LONGEST_READ);
  }
  if (answer.type == POPLENS_SFTP_STATUS)
    fuzz_check ((poplens_sftp_errno (answer.code) == 0) == (answer.code == POPLENS_SFTP_OK));
  fuzz_check (!poplens_sftp_decode (packet, n - 1, &answer));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *noise = poplens_sftp_quote_noise (data, size);

  fuzz_check (!noise || (*noise && g_utf8_validate (noise, -1, NULL)));
  while (size) {
    gssize n = poplens_sftp_measure (data, size);
    if (n <= 0 || (gsize) n > size)
      break;
    /* In a block of its own, so that the sanitizer detects each byte read beyond it. */
    g_autofree guint8 *packet = g_memdup2 (data, (gsize) n);
    check_packet (packet, (gsize) n);
    data += n;
    size -= (gsize) n;
  }
  return 0;
}
