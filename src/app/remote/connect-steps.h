/* PoplensConnectSteps: how far connecting is: the steps that are done, and the one under way. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_CONNECT_STEPS (poplens_connect_steps_get_type ())
G_DECLARE_FINAL_TYPE (PoplensConnectSteps, poplens_connect_steps, POPLENS, CONNECT_STEPS, AdwBin)

/* No step yet; @destination: "kim@gc-01". */
void poplens_connect_steps_begin (PoplensConnectSteps *self, const char *destination);
/* The step before is done; the one that is under way already stays. */
void poplens_connect_steps_add (PoplensConnectSteps *self, const char *step);

G_END_DECLS
