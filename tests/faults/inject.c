/* Preloaded into a program (LD_PRELOAD), makes one of its calls fail: calls on files below one
 * folder, and allocations of the libraries that read them. It counts these calls.
 *
 *   POPLENS_FAULT_FOLDER  the folder: an absolute path without links
 *   POPLENS_FAULT         "KIND N": call N fails, or "KIND N+": N and all later ones
 *   POPLENS_FAULT_LOG     a file that gets a line for each call: the kind of call, its number,
 *                         function and call site; at the end, how many blocks the libraries hold
 *
 * Kinds: EIO, ENOSPC, EINTR, SHORT (half of the bytes), NOMEM (an allocation); of locks only
 * ENOLCK, ENOSYS, EOPNOTSUPP and EINVAL; of taking a lock, but not of querying it, EACCES.
 *
 * glibc's internal calls (of fopen (), of readdir ()) are not intercepted; those of GLib, SQLite,
 * libelf, libcbor and the program are. */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SITE __builtin_return_address (0)

enum { SHORT = -1, NOMEM = -2 }; /* kinds of faults other than errno */

/* Kinds of calls, as bits: a fault meets only calls that can fail in that way. */
enum { READS = 1, WRITES = 2, OPENS = 4, MAKES = 8, LOOKS = 16, LOCKS = 32, ASKS = 64 };

static struct {
  char folder[PATH_MAX];
  size_t length;
  int kind; /* errno, SHORT, NOMEM; 0: none */
  long at;
  bool stays;
  int log;
  bool ready;
  atomic_long calls, allocations;
} state = {.log = -1};

/* ---- counted calls ---- */

static void
write_log (const char *what, long number, const char *function, void *site)
{
  char line[512];
  Dl_info info = {0};
  int n;

  if (state.log < 0)
    return;
  if (!dladdr (site, &info) || !info.dli_fname)
    info = (Dl_info){.dli_fname = "?", .dli_fbase = NULL};
  const char *slash = strrchr (info.dli_fname, '/');
  n = snprintf (line, sizeof line, "%s %ld %s %s+%#lx\n", what, number, function,
                slash ? slash + 1 : info.dli_fname,
                (unsigned long) ((char *) site - (char *) info.dli_fbase));
  syscall (SYS_write, state.log, line, (size_t) n);
}

static bool
is_in_folder (const char *path)
{
  return path && state.length && !strncmp (path, state.folder, state.length) &&
         (path[state.length] == '/' || !path[state.length]);
}

static bool
is_file_in_folder (int fd)
{
  char name[64], path[PATH_MAX];

  if (fd < 0 || !state.ready)
    return false;
  snprintf (name, sizeof name, "/proc/self/fd/%d", fd);
  long n = syscall (SYS_readlink, name, path, sizeof path - 1);
  path[n < 0 ? 0 : n] = '\0';
  return is_in_folder (path);
}

static bool
counts_at (int folder, const char *path)
{
  return state.ready && (is_in_folder (path) || (path && *path != '/' && folder != AT_FDCWD &&
                                                 is_file_in_folder (folder)));
}

static bool
can_fail (int does)
{
  switch (state.kind) {
  case EIO:
    return true;
  case ENOSPC:
    return does & (WRITES | MAKES);
  case EINTR:
    return does & (READS | WRITES | OPENS);
  case SHORT:
    return does & (READS | WRITES);
  case EACCES:
    return does & LOCKS;
  case ENOLCK:
  case ENOSYS:
  case EOPNOTSUPP:
  case EINVAL:
    return does & (LOCKS | ASKS);
  default:
    return false;
  }
}

static bool
is_its_turn (long number)
{
  return state.stays ? number >= state.at : number == state.at;
}

/* Returns errno or SHORT, or 0 if the call is to be made. */
static int
fault_of (int does, const char *function, void *site)
{
  static const char *const names[] = {
      [READS] = "read", [WRITES] = "write",         [OPENS] = "open", [MAKES] = "make",
      [LOOKS] = "look", [OPENS | MAKES] = "create", [LOCKS] = "look", [ASKS] = "look"};
  long number = atomic_fetch_add (&state.calls, 1) + 1;

  write_log (names[does], number, function, site);
  return state.kind && state.kind != NOMEM && is_its_turn (number) && can_fail (does) ? state.kind
                                                                                      : 0;
}

/* ---- calls ---- */

#define REAL(name)                                                                                 \
  static __typeof__ (name) *real;                                                                  \
  if (!real)                                                                                       \
  real = (__typeof__ (name) *) dlsym (RTLD_NEXT, #name)

#define FAIL_IF(does, counts, failed)                                                              \
  if (counts) {                                                                                    \
    int fault = fault_of (does, __func__, SITE);                                                   \
    if (fault > 0)                                                                                 \
      return errno = fault, failed;                                                                \
  }

/* Defines a function that transfers bytes through a descriptor; a short transfer transfers half of
 * them. */
#define TRANSFER(name, does, parameters, arguments)                                                \
  ssize_t name parameters                                                                          \
  {                                                                                                \
    REAL (name);                                                                                   \
    if (is_file_in_folder (fd)) {                                                                  \
      int fault = fault_of (does, __func__, SITE);                                                 \
      if (fault > 0)                                                                               \
        return errno = fault, -1;                                                                  \
      if (fault == SHORT && n > 1)                                                                 \
        n /= 2;                                                                                    \
    }                                                                                              \
    return real arguments;                                                                         \
  }

TRANSFER (read, READS, (int fd, void *out, size_t n), (fd, out, n))
TRANSFER (pread, READS, (int fd, void *out, size_t n, off_t at), (fd, out, n, at))
TRANSFER (pread64, READS, (int fd, void *out, size_t n, off64_t at), (fd, out, n, at))
TRANSFER (write, WRITES, (int fd, const void *in, size_t n), (fd, in, n))
TRANSFER (pwrite, WRITES, (int fd, const void *in, size_t n, off_t at), (fd, in, n, at))
TRANSFER (pwrite64, WRITES, (int fd, const void *in, size_t n, off64_t at), (fd, in, n, at))

#define OF_FILE(name, does, parameters, arguments)                                                 \
  int name parameters                                                                              \
  {                                                                                                \
    REAL (name);                                                                                   \
    FAIL_IF (does, is_file_in_folder (fd), -1);                                                    \
    return real arguments;                                                                         \
  }

OF_FILE (fstat, LOOKS, (int fd, struct stat *out), (fd, out))
OF_FILE (fstat64, LOOKS, (int fd, struct stat64 *out), (fd, out))
OF_FILE (fsync, WRITES, (int fd), (fd))
OF_FILE (fdatasync, WRITES, (int fd), (fd))
OF_FILE (ftruncate, WRITES, (int fd, off_t size), (fd, size))
OF_FILE (ftruncate64, WRITES, (int fd, off64_t size), (fd, size))
OF_FILE (fchmod, LOOKS, (int fd, mode_t mode), (fd, mode))
OF_FILE (futimens, LOOKS, (int fd, const struct timespec times[2]), (fd, times))

#define OF_PATH(type, failed, name, does, parameters, arguments)                                   \
  type name parameters                                                                             \
  {                                                                                                \
    REAL (name);                                                                                   \
    FAIL_IF (does, counts_at (AT_FDCWD, path), failed);                                            \
    return real arguments;                                                                         \
  }

OF_PATH (int, -1, stat, LOOKS, (const char *path, struct stat *out), (path, out))
OF_PATH (int, -1, stat64, LOOKS, (const char *path, struct stat64 *out), (path, out))
OF_PATH (int, -1, lstat, LOOKS, (const char *path, struct stat *out), (path, out))
OF_PATH (int, -1, lstat64, LOOKS, (const char *path, struct stat64 *out), (path, out))
OF_PATH (int, -1, access, LOOKS, (const char *path, int how), (path, how))
OF_PATH (int, -1, unlink, LOOKS, (const char *path), (path))
OF_PATH (int, -1, remove, LOOKS, (const char *path), (path))
OF_PATH (int, -1, rmdir, LOOKS, (const char *path), (path))
OF_PATH (int, -1, mkdir, MAKES, (const char *path, mode_t mode), (path, mode))
OF_PATH (int, -1, rename, MAKES, (const char *old, const char *path), (old, path))
OF_PATH (int, -1, symlink, MAKES, (const char *to, const char *path), (to, path))
OF_PATH (DIR *, NULL, opendir, OPENS, (const char *path), (path))
OF_PATH (FILE *, NULL, fopen, OPENS, (const char *path, const char *mode), (path, mode))

int
linkat (int from, const char *old, int folder, const char *path, int flags)
{
  REAL (linkat);
  FAIL_IF (MAKES, counts_at (folder, path), -1);
  return real (from, old, folder, path, flags);
}

int
renameat2 (int from, const char *old, int folder, const char *path, unsigned int flags)
{
  REAL (renameat2);
  FAIL_IF (MAKES, counts_at (folder, path), -1);
  return real (from, old, folder, path, flags);
}

int
fstatat (int folder, const char *restrict path, struct stat *restrict out, int flags)
{
  REAL (fstatat);
  FAIL_IF (LOOKS, counts_at (folder, path), -1);
  return real (folder, path, out, flags);
}

int
statx (int folder, const char *restrict path, int flags, unsigned int mask,
       struct statx *restrict out)
{
  REAL (statx);
  FAIL_IF (LOOKS, counts_at (folder, path), -1);
  return real (folder, path, flags, mask, out);
}

struct dirent *
readdir (DIR *dir)
{
  REAL (readdir);
  FAIL_IF (LOOKS, is_file_in_folder (dirfd (dir)), NULL);
  return real (dir);
}

void *
mmap (void *at, size_t n, int protection, int flags, int fd, off_t offset)
{
  REAL (mmap);
  FAIL_IF (LOOKS, is_file_in_folder (fd), MAP_FAILED);
  return real (at, n, protection, flags, fd, offset);
}

/* Closes the descriptor even if the call fails, as Linux does. */
int
close (int fd)
{
  REAL (close);
  int fault = is_file_in_folder (fd) ? fault_of (LOOKS, __func__, SITE) : 0;
  int code = real (fd);
  return fault > 0 ? (errno = fault, -1) : code;
}

#define HAS_MODE(flags) ((flags) &O_CREAT || ((flags) &O_TMPFILE) == O_TMPFILE)
#define TAKE_MODE                                                                                  \
  mode_t mode = 0;                                                                                 \
  if (HAS_MODE (flags)) {                                                                          \
    va_list rest;                                                                                  \
    va_start (rest, flags);                                                                        \
    mode = va_arg (rest, mode_t);                                                                  \
    va_end (rest);                                                                                 \
  }

#define OPEN(name, at, parameters, arguments)                                                      \
  int name parameters                                                                              \
  {                                                                                                \
    REAL (name);                                                                                   \
    TAKE_MODE                                                                                      \
    FAIL_IF (HAS_MODE (flags) ? OPENS | MAKES : OPENS, counts_at (at, path), -1);                  \
    return real arguments;                                                                         \
  }

OPEN (open, AT_FDCWD, (const char *path, int flags, ...), (path, flags, mode))
OPEN (open64, AT_FDCWD, (const char *path, int flags, ...), (path, flags, mode))
OPEN (openat, folder, (int folder, const char *path, int flags, ...), (folder, path, flags, mode))
OPEN (openat64, folder, (int folder, const char *path, int flags, ...), (folder, path, flags, mode))

/* Defines fcntl (), of which only locks can fail. */
#define LOCK(name)                                                                                 \
  int name (int fd, int command, ...)                                                              \
  {                                                                                                \
    REAL (name);                                                                                   \
    va_list rest;                                                                                  \
    va_start (rest, command);                                                                      \
    void *argument = va_arg (rest, void *);                                                        \
    va_end (rest);                                                                                 \
    FAIL_IF (command == F_SETLK ? LOCKS : ASKS,                                                    \
             (command == F_SETLK || command == F_GETLK) && is_file_in_folder (fd), -1);            \
    return real (fd, command, argument);                                                           \
  }

LOCK (fcntl)
LOCK (fcntl64)

/* ---- allocations of the libraries that read files ----
 * GLib aborts the program if it gets no memory, so its own allocations are not counted. Under
 * AddressSanitizer allocations are not intercepted. */

#define MOST_LIBRARIES 8
#define SLOTS (1 << 20)

static struct {
  uintptr_t from, to;
} libraries[MOST_LIBRARIES];
static int n_libraries;

/* Unfreed blocks of the libraries: a hash set with open addressing; 1: deleted entry. */
static uintptr_t blocks[SLOTS];
static long n_blocks;
static pthread_mutex_t latch = PTHREAD_MUTEX_INITIALIZER;

static int
note_library (struct dl_phdr_info *info, size_t size, void *data)
{
  static const char *const names[] = {"/libsqlite3.", "/libelf.", "/libelf-", "/libcbor."};

  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    for (int s = 0; strstr (info->dlpi_name, names[i]) && s < info->dlpi_phnum; s++) {
      const ElfW (Phdr) *segment = &info->dlpi_phdr[s];
      if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X) || n_libraries == MOST_LIBRARIES)
        continue;
      uintptr_t from = info->dlpi_addr + segment->p_vaddr;
      libraries[n_libraries].from = from;
      libraries[n_libraries++].to = from + segment->p_memsz;
    }
  return 0;
}

static bool
is_of_library (void *site)
{
  for (int i = 0; i < n_libraries; i++)
    if ((uintptr_t) site >= libraries[i].from && (uintptr_t) site < libraries[i].to)
      return true;
  return false;
}

static void
remember (void *block)
{
  uintptr_t key = (uintptr_t) block;

  pthread_mutex_lock (&latch);
  for (size_t i = (key >> 4) * 0x9e3779b1u % SLOTS; n_blocks < SLOTS / 2; i = (i + 1) % SLOTS)
    if (blocks[i] <= 1) {
      blocks[i] = key;
      n_blocks++;
      break;
    }
  pthread_mutex_unlock (&latch);
}

static bool
forget (void *block)
{
  uintptr_t key = (uintptr_t) block;
  bool known = false;

  if (!block || !n_libraries)
    return false;
  pthread_mutex_lock (&latch);
  for (size_t i = (key >> 4) * 0x9e3779b1u % SLOTS; blocks[i] && !known; i = (i + 1) % SLOTS)
    if (blocks[i] == key) {
      blocks[i] = 1;
      n_blocks--;
      known = true;
    }
  pthread_mutex_unlock (&latch);
  return known;
}

static bool
fails (const char *function, void *site)
{
  long number = atomic_fetch_add (&state.allocations, 1) + 1;

  write_log ("memory", number, function, site);
  return state.kind == NOMEM && is_its_turn (number);
}

void *__libc_malloc (size_t n);
void *__libc_calloc (size_t n, size_t size);
void *__libc_realloc (void *block, size_t n);
void __libc_free (void *block);

void *
malloc (size_t n)
{
  bool counts = is_of_library (SITE);
  void *block = counts && fails (__func__, SITE) ? NULL : __libc_malloc (n);

  if (counts && block)
    remember (block);
  return block ? block : (errno = ENOMEM, NULL);
}

void *
calloc (size_t n, size_t size)
{
  bool counts = is_of_library (SITE);
  void *block = counts && fails (__func__, SITE) ? NULL : __libc_calloc (n, size);

  if (counts && block)
    remember (block);
  return block ? block : (errno = ENOMEM, NULL);
}

void *
realloc (void *old, size_t n)
{
  bool counts = is_of_library (SITE);
  void *block;

  if (counts && n && fails (__func__, SITE))
    return errno = ENOMEM, NULL;
  bool known = forget (old);
  block = __libc_realloc (old, n);
  if (counts && block)
    remember (block);
  else if (known && !block && n)
    remember (old);
  return block;
}

void
free (void *block)
{
  forget (block);
  __libc_free (block);
}

/* ---- begin and end ---- */

static int
kind_of (const char *name)
{
  return !strncmp (name, "EIO ", 4)           ? EIO
         : !strncmp (name, "ENOSPC ", 7)      ? ENOSPC
         : !strncmp (name, "EINTR ", 6)       ? EINTR
         : !strncmp (name, "SHORT ", 6)       ? SHORT
         : !strncmp (name, "NOMEM ", 6)       ? NOMEM
         : !strncmp (name, "ENOLCK ", 7)      ? ENOLCK
         : !strncmp (name, "ENOSYS ", 7)      ? ENOSYS
         : !strncmp (name, "EOPNOTSUPP ", 11) ? EOPNOTSUPP
         : !strncmp (name, "EINVAL ", 7)      ? EINVAL
         : !strncmp (name, "EACCES ", 7)      ? EACCES
                                              : 0;
}

__attribute__ ((constructor)) static void
begin (void)
{
  const char *folder = getenv ("POPLENS_FAULT_FOLDER");
  const char *fault = getenv ("POPLENS_FAULT");
  const char *log = getenv ("POPLENS_FAULT_LOG");
  char *end = NULL;

  if (folder)
    state.length = (size_t) snprintf (state.folder, sizeof state.folder, "%s", folder);
  if (log)
    state.log =
        (int) syscall (SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (fault) {
    state.kind = kind_of (fault);
    state.at = strtol (strchr (fault, ' '), &end, 10);
    state.stays = *end == '+';
  }
  dl_iterate_phdr (note_library, NULL);
  /* Child processes run without faults. */
  unsetenv ("LD_PRELOAD");
  state.ready = true;
}

__attribute__ ((destructor)) static void
end (void)
{
  write_log ("held", n_blocks, "-", (void *) begin);
}
