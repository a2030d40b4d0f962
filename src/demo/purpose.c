/* Maps purposes of variables to kinds, and computes their bytes after changes. */
#include "demo/purpose.h"

#include <string.h>

/* Bytes of temporary data that vertices need for any batch, however small. */
#define FIXED_BYTES 32

static const char *
kind_of_category (const char *category)
{
  static const struct {
    const char *category, *kind;
  } known[] = {
      {"controlId", "control"},
      {"multiple", "control"},
      {"hostExchangePacketHeader", "control"},
      {"globalExchangePacketHeader", "control"},
      {"message", "exchange"},
      {"globalMessage", "exchange"},
      {"rearrangement", "exchange"},
      {"outputEdge", "exchange"},
      {"hostMessage", "io"},
      {"vertexInstanceState", "vertex-state"},
      {"copyDescriptor", "vertex-state"},
      {"vectorListDescriptor", "vertex-state"},
      {"vertexFieldData", "vertex-state"},
      {"controlCode", "code-control"},
      {"vertexCode", "code-vertex"},
      {"internalExchangeCode", "code-exchange"},
      {"hostExchangeCode", "code-host"},
      {"globalExchangeCode", "code-ipu"},
      {"instrumentationResults", "profiler"},
      {"dwarf", "debug"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strcmp (known[i].category, category) == 0)
      return known[i].kind;
  return category; /* the kinds of the categories constant and stack have the same names */
}

const char *
demo_purpose_kind (DemoPurpose purpose, const char *category)
{
  if (strcmp (category, "variable") != 0 && purpose != DEMO_FOR_PROFILER)
    return kind_of_category (category);
  switch (purpose) {
  case DEMO_FOR_WEIGHTS:
  case DEMO_FOR_TABLE:
    return "weights";
  case DEMO_FOR_OPTIMISER:
  case DEMO_FOR_SETTING:
    return "optimiser";
  case DEMO_FOR_WEIGHT_GRADIENT:
    return "weight-gradient";
  case DEMO_FOR_ACTIVATION:
    return "activation";
  case DEMO_FOR_RECOMPUTED:
    return "recomputed";
  case DEMO_FOR_PASSING:
    return "passing";
  case DEMO_FOR_GRADIENT:
    return "gradient";
  case DEMO_FOR_TEMPORARY:
  case DEMO_FOR_WEIGHT_TEMPORARY:
    return "temporary";
  case DEMO_FOR_IO:
    return "io";
  case DEMO_FOR_PROFILER:
    return "profiler";
  case DEMO_FOR_CATEGORY:
  case DEMO_FOR_MESSAGE:
  case DEMO_FOR_WEIGHT_MESSAGE:
  default:
    return kind_of_category (category);
  }
}

static guint
share (guint bytes, guint n)
{
  return (bytes / n + 3) / 4 * 4;
}

/* Returns the bytes that a variable of @bytes needs after the micro-batch was divided by @n. */
static guint
of_batch (DemoPurpose purpose, guint bytes, guint n)
{
  switch (purpose) {
  case DEMO_FOR_ACTIVATION:
  case DEMO_FOR_RECOMPUTED:
  case DEMO_FOR_PASSING:
  case DEMO_FOR_GRADIENT:
  case DEMO_FOR_IO:
  case DEMO_FOR_MESSAGE:
    return MIN (bytes, share (bytes, n));
  case DEMO_FOR_TEMPORARY:
    return MIN (bytes, share (bytes, n) + FIXED_BYTES);
  case DEMO_FOR_WEIGHT_MESSAGE:
    return MIN (bytes, share (bytes / 2, n) + bytes / 2);
  case DEMO_FOR_CATEGORY:
  case DEMO_FOR_WEIGHTS:
  case DEMO_FOR_TABLE:
  case DEMO_FOR_OPTIMISER:
  case DEMO_FOR_SETTING:
  case DEMO_FOR_WEIGHT_GRADIENT:
  case DEMO_FOR_WEIGHT_TEMPORARY:
  case DEMO_FOR_PROFILER:
  default:
    return bytes;
  }
}

/* Returns the factor by which @cause multiplies the bytes of variables of @purpose, in addition to
 * DemoOom.factor; 0: @cause does not change the bytes. */
static guint
cause_factor (DemoOomCause cause, DemoPurpose purpose)
{
  switch (cause) {
  case DEMO_OOM_OPTIMISER:
    return purpose == DEMO_FOR_OPTIMISER ? 2 : 0;
  case DEMO_OOM_ACTIVATIONS:
    return purpose == DEMO_FOR_ACTIVATION || purpose == DEMO_FOR_RECOMPUTED ? 1 : 0;
  case DEMO_OOM_EMBEDDING:
  case DEMO_OOM_IMBALANCE:
    return purpose == DEMO_FOR_TABLE ? 4 : 0;
  case DEMO_OOM_EXCHANGE:
    return purpose == DEMO_FOR_MESSAGE || purpose == DEMO_FOR_WEIGHT_MESSAGE ? 30 : 0;
  case DEMO_OOM_INSTRUMENTATION:
    return purpose == DEMO_FOR_PROFILER ? 64 : 0;
  case DEMO_OOM_NONE:
  case DEMO_OOM_CODE:
  case DEMO_OOM_GAPS:
  case DEMO_OOM_CAUSES:
  default:
    return 0;
  }
}

guint
demo_purpose_bytes (const DemoPlan *plan, DemoPurpose purpose, guint bytes)
{
  guint n = plan->change.micro_batch, more = cause_factor (plan->oom.cause, purpose);
  guint now = n > 1 ? of_batch (purpose, bytes, n) : bytes;

  return more ? (guint) (now * more * plan->oom.factor) / 4 * 4 : now;
}
