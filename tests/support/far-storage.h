/* Another computer that is this one: files lie where they do here, nothing is near, and all that is
 * asked is counted. The connection can be lost at any question, and come back. What stat () says is
 * as poor as SFTP's: whole seconds, no inodes. */
#pragma once

#include "base/storage.h"

G_BEGIN_DECLS

#define TEST_TYPE_FAR_STORAGE (far_storage_get_type ())
G_DECLARE_FINAL_TYPE (FarStorage, far_storage, TEST, FAR_STORAGE, PoplensStorage)

#define FAR_BLOCK (64 * 1024)

typedef struct {
  guint stats, lists, reads, hints;
  guint blocks; /* of FAR_BLOCK bytes that were read, none of them twice */
  guint64 read_bytes, hinted_bytes;
} FarCounts;

/* Names are "far:/path". */
FarStorage *far_storage_new (void);
void far_storage_get_counts (FarStorage *self, FarCounts *counts);
void far_storage_reset_counts (FarStorage *self);
/* After so many further questions (stats, lists, reads) nobody answers any more; -1: never. */
void far_storage_lose_after (FarStorage *self, int n);
/* As lose_after (), but after @lasts questions without an answer all are answered again. */
void far_storage_lose_for (FarStorage *self, int n, guint lasts);
/* How many questions in a row are to be without an answer: all of 1 … 3 in slow tests, else one of
 * them. */
typedef struct {
  guint least, most;
} FarGap;
FarGap far_gap (void);
/* Reads of files wait until this is taken back, or they are cancelled. */
void far_storage_hang (FarStorage *self, gboolean hangs);
/* As lose_after (), but @cancellable (nullable) is cancelled at that moment. */
void far_storage_cancel_after (FarStorage *self, int n, GCancellable *cancellable);

G_END_DECLS
