/* A computer that does as it is told: a folder of this one as its files, and a plan of how
 * connecting goes. */
#pragma once

#include "app/remote/remote-access.h"

G_BEGIN_DECLS

typedef struct {
  const char *const *steps;    /* (nullable): said one after the other */
  const PoplensPrompt *prompt; /* (nullable): asked then */
  const char *answer;          /* that is accepted; NULL: a notice, which is over by itself */
  gboolean hangs;              /* until it is cancelled */
  const char *error;           /* (nullable): LINK, in the end */
} FakePlan;

#define TYPE_FAKE_HOST (fake_host_get_type ())
G_DECLARE_FINAL_TYPE (FakeHost, fake_host, FAKE, HOST, PoplensStorage)

/* @root: the folder that is its "/". */
FakeHost *fake_host_new (const char *root);
/* @plan: kept; of the next time that somebody connects. */
void fake_host_set_plan (FakeHost *self, const FakePlan *plan);
/* From here on no answer comes: LINK. */
void fake_host_lose (FakeHost *self, gboolean lost);
/* A folder that reading waits for until this is FALSE. */
void fake_host_hold (FakeHost *self, gboolean held);
/* Times that somebody connected. */
int fake_host_n_connected (FakeHost *self);
/* The address that get () was asked for last. */
const char *fake_host_get_asked (FakeHost *self);

/* Of the host that was made last. */
const PoplensRemoteAccess *fake_access (void);

G_END_DECLS
