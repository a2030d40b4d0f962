/* A cause for which a model does not fit, put into it on purpose (--plant oom=CAUSE). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  DEMO_OOM_NONE,
  DEMO_OOM_OPTIMISER,       /* two moments of 32 bits beside weights of 16 */
  DEMO_OOM_ACTIVATIONS,     /* every output is kept until the backward pass */
  DEMO_OOM_EMBEDDING,       /* a large table */
  DEMO_OOM_CODE,            /* every layer has vertex types of its own, and nothing is called */
  DEMO_OOM_EXCHANGE,        /* large messages */
  DEMO_OOM_GAPS,            /* variables of every layer may not share memory elements */
  DEMO_OOM_IMBALANCE,       /* a variable lies on 1 % of the tiles */
  DEMO_OOM_INSTRUMENTATION, /* a large buffer of the profiler's */
  DEMO_OOM_CAUSES,
} DemoOomCause;

typedef struct {
  DemoOomCause cause;
  double factor; /* by which the cause is enlarged */
} DemoOom;

/* Of "oom=CAUSE"; POPLENS_ERROR_USAGE with the causes that there are. */
gboolean demo_oom_parse (const char *text, DemoOom *oom, GError **error);
/* Whether @text is of that form. */
gboolean demo_oom_is (const char *text);
/* As the option says it. */
const char *demo_oom_name (DemoOomCause cause);
/* The kind that should be found first, and the variable, NULL where no single one is to blame. */
const char *demo_oom_kind (DemoOomCause cause);
const char *demo_oom_variable (DemoOomCause cause);
/* A line each for the help: form and effect. (transfer full) */
char *demo_oom_help (void);

G_END_DECLS
