/* Files wherever they lie: on this computer, or on another one (src/remote). Whatever reads a
 * report asks here, so that a path of one computer can never be opened on another. For any thread.
 *
 * Functions that look at names return 0 or an errno: most names that are asked for are not there,
 * and that is no error. ENOLINK: the other computer does not answer. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct {
  guint32 mode;                /* as stat() has it */
  guint64 device, inode;       /* 0 where the computer does not tell */
  guint64 size;                /* bytes */
  gint64 seconds, nanoseconds; /* of the last change; nanoseconds may always be 0 */
} PoplensFileInfo;

/* Whether a file that is @a at one time and @b at another is the same, and unchanged. */
gboolean poplens_file_info_equal (const PoplensFileInfo *a, const PoplensFileInfo *b);

/* Bytes of a file. */
typedef struct {
  guint64 offset, size;
} PoplensByteRange;

#define POPLENS_TYPE_FILE (poplens_file_get_type ())
G_DECLARE_DERIVABLE_TYPE (PoplensFile, poplens_file, POPLENS, FILE, GObject)

/* ---- where files lie ---------------------------------------------------------------------------
 */

#define POPLENS_TYPE_STORAGE (poplens_storage_get_type ())
G_DECLARE_DERIVABLE_TYPE (PoplensStorage, poplens_storage, POPLENS, STORAGE, GObject)

/* @path: always absolute, as that computer writes it. */
struct _PoplensStorageClass {
  GObjectClass parent_class;
  int (*stat) (PoplensStorage *self, const char *path, PoplensFileInfo *info);
  /* By default refresh () and stat (). */
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

/* This computer. (transfer full) */
PoplensStorage *poplens_storage_new_local (void);
/* Makes sure that it answers, asking whoever has to be asked: before what the user wants now. FALSE
 * with LINK, NOT_FOUND or CANCELLED. */
gboolean poplens_storage_reach (PoplensStorage *self, GCancellable *cancellable, GError **error);
/* Of what is at @path, or of what it links to; over a link it may be as it was a second ago
 * (refresh ()). 0, or an errno. */
int poplens_storage_stat (PoplensStorage *self, const char *path, PoplensFileInfo *info);
/* What the link at @path says; NULL where it is none. (transfer full) (nullable) */
char *poplens_storage_read_link (PoplensStorage *self, const char *path);
/* @path without links; NULL where it is not there. (transfer full) (nullable) */
char *poplens_storage_real_path (PoplensStorage *self, const char *path);
/* Names in the folder, @most of them, in no order; NULL with @code. GPtrArray of char *.
 * (transfer full) (nullable) */
GPtrArray *poplens_storage_list (PoplensStorage *self, const char *path, guint most, int *code);
/* The file of that name; nothing is opened before it is read. (transfer full) */
PoplensFile *poplens_storage_get_file (PoplensStorage *self, const char *path);
/* As the user writes it: "/data/run", "gc-01:/data/run". (transfer full) */
char *poplens_storage_get_name (PoplensStorage *self, const char *path);
/* @code, which one of the functions above gave for @path: NOT_FOUND, LINK, READ or CANCELLED. */
void poplens_storage_set_error (PoplensStorage *self, const char *path, int code, GError **error);
/* Whether @code says nothing of what was asked for: nobody answered, or was waited for, or the disk
 * failed. */
gboolean poplens_storage_is_lost (int code);
/* What an errno is as a code of POPLENS_ERROR: LINK, READ or NOT_FOUND. */
int poplens_storage_code (int code);
/* A hint: these will be asked for, so that the first question asks for all of them. */
void poplens_storage_expect (PoplensStorage *self, const char *const *paths, guint n);
/* Answers may be a second old; from here on they are not older than this call. */
void poplens_storage_refresh (PoplensStorage *self);
/* TRUE where reading costs no more than reading a disk. */
gboolean poplens_storage_is_near (PoplensStorage *self);

/* ---- a file ------------------------------------------------------------------------------------
 */

struct _PoplensFileClass {
  GObjectClass parent_class;
  gboolean (*open) (PoplensFile *self, const char *what, guint64 *size, GError **error);
  gssize (*read_at) (PoplensFile *self, gpointer out, gsize n, guint64 offset,
                     GCancellable *cancellable, GError **error);
  void (*will_need) (PoplensFile *self, const PoplensByteRange *ranges, guint n);
  guint64 (*get_ahead) (PoplensFile *self);
  int (*get_descriptor) (PoplensFile *self);
  /* Whether it is known without a question that all that was read is of the state @was. That is so
   * where no byte came since its state was asked for, at monotonic @since, and was that (0: it was
   * not asked for yet). Never where asking is cheap. */
  gboolean (*is_known) (PoplensFile *self, const PoplensFileInfo *was, gint64 since);
  void (*accept) (PoplensFile *self);
};

/* A file of this computer, by any path. (transfer full) */
PoplensFile *poplens_file_new_local (const char *path);

/* Opens it, without waiting for anybody (a pipe of that name has no writer). @what: what belongs
 * there, for the message: "archive". @size: (out): bytes. FALSE with NOT_FOUND, NOT_A_REPORT (no
 * regular file) or LINK. */
gboolean poplens_file_open (PoplensFile *self, const char *what, guint64 *size, GError **error);
/* Up to @n bytes at @offset; fewer at the end of the file alone. -1 with an error: of open (), or
 * CANCELLED. */
gssize poplens_file_read_at (PoplensFile *self, gpointer out, gsize n, guint64 offset,
                             GCancellable *cancellable, GError **error);
/* A hint: these will be read soon, in this order; one that is not open yet is opened. Returns at
 * once. */
void poplens_file_will_need (PoplensFile *self, const PoplensByteRange *ranges, guint n);
/* How far ahead of what is read it pays to tell of what comes next: bytes that fill the link; 0
 * where nothing is gained. */
guint64 poplens_file_get_ahead (PoplensFile *self);
/* It is what it was taken for, a part of a report. Of no other file of another computer anything
 * stays on this one's disk. */
void poplens_file_accept (PoplensFile *self);
/* Of the file that is open, for libraries that want one; -1 where it is not of this computer. It
 * stays the file's. */
int poplens_file_get_descriptor (PoplensFile *self);

PoplensStorage *poplens_file_get_storage (PoplensFile *self); /* (transfer none) */
const char *poplens_file_get_path (PoplensFile *self);        /* on its computer */
const char *poplens_file_get_name (PoplensFile *self);        /* as the user writes it */
/* For SQLite: NULL where the file is not of this computer. */
const char *poplens_file_get_local_path (PoplensFile *self);

/* What the calling thread waits for here is no longer waited for once @cancellable (nullable) is
 * cancelled, until pop (). */
void poplens_cancellable_push (GCancellable *cancellable);
void poplens_cancellable_pop (GCancellable *cancellable);

/* What is at its path at this moment, never before. 0, or an errno. */
int poplens_file_stat (PoplensFile *self, PoplensFileInfo *info);
/* The same as poplens_storage_stat () has it: of a file on another computer a question a second,
 * however many ask. */
int poplens_file_stat_lately (PoplensFile *self, PoplensFileInfo *info);

typedef enum {
  POPLENS_CHECK_LATELY, /* as of a second ago, where to ask is dear */
  /* What was read until now: not asked where nothing came over the link since it was asked last. */
  POPLENS_CHECK_NOW,
} PoplensFileCheck;

/* FALSE with CHANGED where it is no longer as it @was: replaced, written or deleted; with LINK or
 * CANCELLED where that is not known. @error may be set before, and no longer counts then. */
gboolean poplens_file_check (PoplensFile *self, const PoplensFileInfo *was, PoplensFileCheck check,
                             GError **error);
/* That, for who found it out. @code: of a stat (): 0: it is there, as another one. */
void poplens_file_set_changed (PoplensFile *self, int code, GError **error);

G_END_DECLS
