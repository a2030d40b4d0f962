/* Causes of lost time that are planted in a report, each alone and of known size, to test analysis.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define DEMO_MOST_PLANTS 16

/* In the order of application: scaling of cycles comes before additions. */
typedef enum {
  DEMO_PLANT_UNUSED,    /* an operation runs on fewer tiles of each IPU */
  DEMO_PLANT_IMBALANCE, /* work from 1 − factor to 1 + factor over the tiles, with the same mean */
  DEMO_PLANT_BUBBLE,    /* one IPU has more work by this factor, the others less */
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
  const char *subject; /* (nullable): interned: operation or stream */
  guint number;        /* tile, IPU, number of tiles, or iteration from 1 */
  guint cycles;
  double factor;
} DemoPlant;

/* Parses "KIND=VALUE". FALSE with POPLENS_ERROR_USAGE, which names the expected form. */
gboolean demo_plant_parse (const char *text, DemoPlant *plant, GError **error);
/* Returns a line for each kind, with form and effect, for the help. (transfer full) */
char *demo_plant_help (void);
/* Returns the key of the finding that should report it first. (static) */
const char *demo_plant_finding (DemoPlantKind kind);

G_END_DECLS
