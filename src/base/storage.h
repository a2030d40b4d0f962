/* Storages: where files are, on this computer or on another one (src/remote). All readers of
 * reports use this interface, so that a path of one computer is never opened on another. Safe from
 * any thread.
 *
 * Functions that look up names return 0 or an errno instead of a GError, because most of these
 * names do not exist. ENOLINK: the other computer does not answer. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct {
  guint32 mode;                /* type and permissions, as st_mode of struct stat */
  guint64 device, inode;       /* 0 if the computer does not report them */
  guint64 size;                /* bytes */
  gint64 seconds, nanoseconds; /* modification time; nanoseconds may always be 0 */
} PoplensFileInfo;

/* TRUE if @a and @b, taken at different times, are of the same unchanged file. */
gboolean poplens_file_info_equal (const PoplensFileInfo *a, const PoplensFileInfo *b);

/* Range of bytes in a file. */
typedef struct {
  guint64 offset, size;
} PoplensByteRange;

#define POPLENS_TYPE_FILE (poplens_file_get_type ())
G_DECLARE_DERIVABLE_TYPE (PoplensFile, poplens_file, POPLENS, FILE, GObject)

/* ---- where files lie ------------------------------------------------------------------------- */

#define POPLENS_TYPE_STORAGE (poplens_storage_get_type ())
G_DECLARE_DERIVABLE_TYPE (PoplensStorage, poplens_storage, POPLENS, STORAGE, GObject)

/* Functions of a storage. Paths are absolute, as the storage's computer writes them. */
struct _PoplensStorageClass {
  GObjectClass parent_class;
  int (*stat) (PoplensStorage *self, const char *path, PoplensFileInfo *info);
  /* Default implementation: calls refresh (), then stat (). */
  int (*stat_now) (PoplensStorage *self, const char *path, PoplensFileInfo *info);
  char *(*read_link) (PoplensStorage *self, const char *path);
  char *(*real_path) (PoplensStorage *self, const char *path);
  GPtrArray *(*list) (PoplensStorage *self, const char *path, guint most, int *code);
  PoplensFile *(*get_file) (PoplensStorage *self, const char *path);
  char *(*get_name) (PoplensStorage *self, const char *path);
  void (*set_error) (PoplensStorage *self, const char *path, int code, GError **error);
  void (*expect) (PoplensStorage *self, const char *const *paths, guint n);
  void (*refresh) (PoplensStorage *self);
  gboolean (*reach) (PoplensStorage *self, GCancellable *cancellable, GError **error);
  gboolean is_near;
};

/* Returns the storage of this computer. (transfer full) */
PoplensStorage *poplens_storage_new_local (void);
/* Connects to the computer, and asks the user for a password if necessary. Call it before other
 * functions, so that these do not wait for the user. FALSE with LINK, NOT_FOUND or CANCELLED. */
gboolean poplens_storage_reach (PoplensStorage *self, GCancellable *cancellable, GError **error);
/* Describes the file at @path, or the file that a link at @path points to. On another computer, the
 * description can be a second old (poplens_storage_refresh ()). Returns 0 or an errno. */
int poplens_storage_stat (PoplensStorage *self, const char *path, PoplensFileInfo *info);
/* Returns the target of the link at @path. (transfer full) (nullable): NULL if it is not a link */
char *poplens_storage_read_link (PoplensStorage *self, const char *path);
/* Resolves the links in @path. (transfer full) (nullable): NULL if it does not exist */
char *poplens_storage_real_path (PoplensStorage *self, const char *path);
/* Lists at most @most names of a folder, unsorted. (transfer full) (nullable): GPtrArray of char *;
 * NULL with an errno in @code */
GPtrArray *poplens_storage_list (PoplensStorage *self, const char *path, guint most, int *code);
/* Returns the file at @path; it is opened on the first read. (transfer full) */
PoplensFile *poplens_storage_get_file (PoplensStorage *self, const char *path);
/* Returns @path as the user writes it: "/data/run", "gc-01:/data/run". (transfer full) */
char *poplens_storage_get_name (PoplensStorage *self, const char *path);
/* Sets the error for a @code that one of the functions above returned for @path: NOT_FOUND, LINK,
 * READ or CANCELLED. */
void poplens_storage_set_error (PoplensStorage *self, const char *path, int code, GError **error);
/* TRUE if @code is about the connection, a cancelled wait or a failing disk: it then says nothing
 * about the file. */
gboolean poplens_storage_is_lost (int code);
/* Converts an errno to a code of POPLENS_ERROR: LINK, READ or NOT_FOUND. */
int poplens_storage_code (int code);
/* Hint that these paths will be looked up, so that the first look-up requests them all. */
void poplens_storage_expect (PoplensStorage *self, const char *const *paths, guint n);
/* Makes later look-ups ask the computer again: by default answers can be a second old. */
void poplens_storage_refresh (PoplensStorage *self);
/* TRUE if reads are as fast as from a disk of this computer. */
gboolean poplens_storage_is_near (PoplensStorage *self);

/* ---- a file ---------------------------------------------------------------------------------- */

struct _PoplensFileClass {
  GObjectClass parent_class;
  gboolean (*open) (PoplensFile *self, const char *what, guint64 *size, GError **error);
  gssize (*read_at) (PoplensFile *self, gpointer out, gsize n, guint64 offset,
                     GCancellable *cancellable, GError **error);
  void (*will_need) (PoplensFile *self, const PoplensByteRange *ranges, guint n);
  guint64 (*get_ahead) (PoplensFile *self);
  int (*get_descriptor) (PoplensFile *self);
  /* TRUE if no byte arrived since a check found the state @was: all bytes read are then of that
   * state, and the computer need not be asked. FALSE if asking is fast. @since: monotonic time of
   * the check; 0: no check yet. */
  gboolean (*is_known) (PoplensFile *self, const PoplensFileInfo *was, gint64 since);
  void (*accept) (PoplensFile *self);
};

/* Returns a file on this computer. @path may be relative. (transfer full) */
PoplensFile *poplens_file_new_local (const char *path);

/* Opens the file, without blocking on a pipe. @what: kind of file, for messages: "archive". @size:
 * (out) (optional): bytes. FALSE with NOT_FOUND, READ or LINK; NOT_A_REPORT if it is not a regular
 * file. */
gboolean poplens_file_open (PoplensFile *self, const char *what, guint64 *size, GError **error);
/* Reads up to @n bytes at @offset. Reads fewer only at the end of the file. Returns the number of
 * bytes read. −1 with READ, CANCELLED or an error of poplens_file_open (). */
gssize poplens_file_read_at (PoplensFile *self, gpointer out, gsize n, guint64 offset,
                             GCancellable *cancellable, GError **error);
/* Hint that these ranges will be read soon, in this order; opens the file if necessary. Returns at
 * once. */
void poplens_file_will_need (PoplensFile *self, const PoplensByteRange *ranges, guint n);
/* Returns how many bytes to announce in advance (poplens_file_will_need ()) to keep the connection
 * busy; 0 if hints have no use. */
guint64 poplens_file_get_ahead (PoplensFile *self);
/* Marks the file as part of a report. Only then is a file of another computer cached on this
 * computer's disk. */
void poplens_file_accept (PoplensFile *self);
/* Returns the descriptor of the open file, for libraries; −1 if it is not on this computer. Owned
 * by the file. */
int poplens_file_get_descriptor (PoplensFile *self);

PoplensStorage *poplens_file_get_storage (PoplensFile *self); /* (transfer none) */
const char *poplens_file_get_path (PoplensFile *self);        /* path on its computer */
const char *poplens_file_get_name (PoplensFile *self);        /* path as the user writes it */
/* Returns the path for SQLite. (transfer none) (nullable): NULL if the file is not on this
 * computer */
const char *poplens_file_get_local_path (PoplensFile *self);

/* Makes @cancellable (nullable) end the waits of this interface on the calling thread, until
 * poplens_cancellable_pop () is called. */
void poplens_cancellable_push (GCancellable *cancellable);
void poplens_cancellable_pop (GCancellable *cancellable);

/* Describes the file at the path now, without a cache. Returns 0 or an errno. */
int poplens_file_stat (PoplensFile *self, PoplensFileInfo *info);
/* Describes the file. For a file on another computer, the description can be a second old. */
int poplens_file_stat_lately (PoplensFile *self, PoplensFileInfo *info);

typedef enum {
  POPLENS_CHECK_LATELY, /* for a file on another computer, the state of at most a second ago */
  /* the state after the last byte was read; asks the computer only if bytes arrived since the last
   * check */
  POPLENS_CHECK_NOW,
} PoplensFileCheck;

/* Checks that the file still is in the state @was. FALSE with CHANGED if it was replaced, written
 * or deleted. FALSE with LINK, READ or CANCELLED if the state cannot be found out. Overwrites an
 * error that is already set in @error. */
gboolean poplens_file_check (PoplensFile *self, const PoplensFileInfo *was, PoplensFileCheck check,
                             GError **error);
/* Sets the error of a failed check. @code: errno of poplens_file_stat (); 0 if the file exists but
 * has changed */
void poplens_file_set_changed (PoplensFile *self, int code, GError **error);

G_END_DECLS
