/* Watches the files of an open report, for the Reload bar. */
#pragma once

#include "report/report.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_WATCH_SAME,     /* nothing changed since the report was opened */
  POPLENS_WATCH_GROWING,  /* a file changed recently, and may be incomplete */
  POPLENS_WATCH_CHANGED,  /* a file changed, then stayed the same for two seconds */
  POPLENS_WATCH_VANISHED, /* the profile is gone; loaded parts stay readable */
} PoplensWatchState;

#define POPLENS_TYPE_WATCH (poplens_watch_get_type ())
G_DECLARE_FINAL_TYPE (PoplensWatch, poplens_watch, POPLENS, WATCH, GObject)

/* Emits "changed" on the main context of the caller when state or description change. Uses
 * GFileMonitor on the directories, and checks every 5 s as well, because monitors miss changes on
 * network disks. (transfer full) */
PoplensWatch *poplens_watch_new (PoplensReport *report);
PoplensWatchState poplens_watch_get_state (PoplensWatch *self);
/* Returns "profile.pop was replaced"; "" if nothing changed. */
const char *poplens_watch_get_description (PoplensWatch *self);

G_END_DECLS
