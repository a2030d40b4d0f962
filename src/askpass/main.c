/* poplens-askpass QUESTION: the program that ssh runs to ask the user. Sends the question to the
 * Poplens that started ssh, over the socket POPLENS_ASKPASS_SOCKET. Prints the answer, or exits
 * with 1 if there is none. See src/remote/askpass.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define LONGEST_ANSWER 4096

/* Sends @text with its NUL as terminator. Returns 0 on failure. */
static int
send_text (int fd, const char *text)
{
  size_t left = strlen (text) + 1;

  while (left) {
    ssize_t n = send (fd, text, left, MSG_NOSIGNAL);
    if (n <= 0)
      return 0;
    text += n;
    left -= (size_t) n;
  }
  return 1;
}

static int
connect_to (const char *path)
{
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

  if (!path || strlen (path) >= sizeof address.sun_path)
    return -1;
  strcpy (address.sun_path, path);
  return connect (fd, (struct sockaddr *) &address, sizeof address) < 0 ? -1 : fd;
}

int
main (int argc, char **argv)
{
  char answer[LONGEST_ANSWER];
  size_t length = 0;
  ssize_t n;
  const char *hint = getenv ("SSH_ASKPASS_PROMPT");
  int fd = connect_to (getenv ("POPLENS_ASKPASS_SOCKET"));

  if (fd < 0 || !send_text (fd, hint ? hint : "") || !send_text (fd, argc > 1 ? argv[1] : ""))
    return 1;
  while (length < sizeof answer && (n = read (fd, answer + length, sizeof answer - length)) > 0)
    length += (size_t) n;
  /* answer[0] only tells that there is an answer. The text begins at answer[1]. */
  if (length)
    n = write (STDOUT_FILENO, answer + 1, length - 1) == (ssize_t) length - 1 &&
        write (STDOUT_FILENO, "\n", 1) == 1;
  explicit_bzero (answer, sizeof answer);
  return length && n == 1 ? 0 : 1;
}
