/* Causes of lost time that are planted in a report to test analysis. The cost of each cause is
 * known. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define DEMO_MOST_PLANTS 16

/* Kinds of planted causes, in the order in which they are applied. */
typedef enum {
  DEMO_PLANT_UNUSED,    /* an operation runs on fewer tiles of each IPU */
  DEMO_PLANT_IMBALANCE, /* cycles of the tiles are scaled by 1 − .factor to 1 + .factor; the mean
                           stays */
  DEMO_PLANT_BUBBLE, /* the work of one IPU is multiplied by 1 + .factor; the other IPUs have less
                      */
  DEMO_PLANT_STRAGGLER, /* one tile takes longer in all its compute sets */
  DEMO_PLANT_EXCHANGE,  /* all exchanges of an operation take longer */
  DEMO_PLANT_INTER_IPU, /* all exchanges between IPUs take longer */
  DEMO_PLANT_HOST_WAIT, /* the host is late with a stream, every time */
  DEMO_PLANT_LATE_HOST, /* the host starts the first run late */
  DEMO_PLANT_BETWEEN,   /* the host starts all later runs late */
  DEMO_PLANT_ITERATION, /* an iteration of the first run takes longer */
  DEMO_PLANTS,
} DemoPlantKind;

typedef struct {
  DemoPlantKind kind;
  const char *subject; /* (nullable) (interned): name of an operation or stream */
  guint number;        /* tile, IPU, number of tiles, or iteration from 1 */
  guint cycles;
  double factor;
} DemoPlant;

/* Parses "KIND=VALUE". FALSE with POPLENS_ERROR_USAGE, which names the expected form. */
gboolean demo_plant_parse (const char *text, DemoPlant *plant, GError **error);
/* Returns a line for each kind, with form and effect, for the help. (transfer full) */
char *demo_plant_help (void);
/* Returns the key of the finding that should rank first in a report with a planted cause of @kind.
 * (static) */
const char *demo_plant_finding (DemoPlantKind kind);

G_END_DECLS
