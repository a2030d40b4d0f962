/* A cause why a model does not fit, planted to test analysis (--plant oom=CAUSE). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  DEMO_OOM_NONE,
  DEMO_OOM_OPTIMISER,       /* two 32-bit moments for each 16-bit weight */
  DEMO_OOM_ACTIVATIONS,     /* every output is kept until the backward pass */
  DEMO_OOM_EMBEDDING,       /* a large embedding table */
  DEMO_OOM_CODE,            /* every layer has vertex types of its own, and calls no functions */
  DEMO_OOM_EXCHANGE,        /* large messages between tiles */
  DEMO_OOM_GAPS,            /* variables of every layer must not share memory elements */
  DEMO_OOM_IMBALANCE,       /* a variable is on 1 % of the tiles */
  DEMO_OOM_INSTRUMENTATION, /* a large profiling buffer */
  DEMO_OOM_CAUSES,
} DemoOomCause;

typedef struct {
  DemoOomCause cause;
  double factor; /* factor of the cause's size */
} DemoOom;

/* Parses "oom=CAUSE". FALSE with POPLENS_ERROR_USAGE, which lists the causes. */
gboolean demo_oom_parse (const char *text, DemoOom *oom, GError **error);
/* TRUE if @text begins with "oom=". */
gboolean demo_oom_is (const char *text);
/* Returns the name of the cause, as in the option. (static) */
const char *demo_oom_name (DemoOomCause cause);
/* demo_oom_kind () returns the kind of variables that analysis should report first.
 * demo_oom_variable () returns the variable's name; NULL if there is no single variable. (static)
 */
const char *demo_oom_kind (DemoOomCause cause);
const char *demo_oom_variable (DemoOomCause cause);
/* Returns a line for each cause, with form and effect, for the help. (transfer full) */
char *demo_oom_help (void);

G_END_DECLS
