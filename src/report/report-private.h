/* The inside of PoplensReport, for the files of this room. */
#pragma once

#include "profile/profile.h"
#include "report/files.h"
#include "report/slice-cache.h"

#include <pthread.h>

G_BEGIN_DECLS

typedef struct {
  gboolean there;
  guint64 device, inode, size;
  gint64 seconds, nanoseconds;
} FileStamp;

/* A part and how far it is; guarded by the report's lock. */
typedef struct {
  gpointer data;
  GError *error; /* of a failed load, given again to those who ask again */
  gboolean loading;
  gboolean asked; /* absence was looked up */
  char *absence;
} PartSlot;

struct _PoplensReport {
  GObject parent;
  PoplensFiles *files;
  FileStamp stamps[POPLENS_N_FILES];
  PoplensProfile *profile;
  PoplensSliceCache *cache;
  char *name;
  pthread_mutex_t lock; /* pthread's: TSan knows it, GLib's it does not */
  pthread_cond_t loaded;
  PartSlot parts[POPLENS_N_PARTS];
};

G_END_DECLS
