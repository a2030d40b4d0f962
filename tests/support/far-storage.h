/* Simulates another computer with the files of this one. Every request is counted; the connection
 * can be lost at any request, and restored. As with SFTP, stat () has no inodes and whole seconds
 * only. */
#pragma once

#include "base/storage.h"

G_BEGIN_DECLS

#define TEST_TYPE_FAR_STORAGE (far_storage_get_type ())
G_DECLARE_FINAL_TYPE (FarStorage, far_storage, TEST, FAR_STORAGE, PoplensStorage)

#define FAR_BLOCK (64 * 1024)

typedef struct {
  guint stats, lists, reads, hints;
  guint blocks; /* different blocks of FAR_BLOCK bytes that were read */
  guint64 read_bytes, hinted_bytes;
} FarCounts;

/* Creates a storage whose paths are "far:/path". (transfer full) */
FarStorage *far_storage_new (void);
void far_storage_get_counts (FarStorage *self, FarCounts *counts);
void far_storage_reset_counts (FarStorage *self);
/* Makes all requests (stats, lists, reads) fail after @n further ones; -1: never. */
void far_storage_lose_after (FarStorage *self, int n);
/* As far_storage_lose_after (), but after @lasts failed requests all others succeed. */
void far_storage_lose_for (FarStorage *self, int n, guint lasts);
/* Numbers of requests in a row that fail: all of 1 … 3 in slow tests, else one of them. */
typedef struct {
  guint least, most;
} FarGap;
FarGap far_gap (void);
/* Makes reads of files wait until this is reset or they are cancelled. */
void far_storage_hang (FarStorage *self, gboolean hangs);
/* As far_storage_lose_after (), but cancels @cancellable (nullable) instead. */
void far_storage_cancel_after (FarStorage *self, int n, GCancellable *cancellable);

G_END_DECLS
