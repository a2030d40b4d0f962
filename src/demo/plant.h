/* Causes of lost time that are put into a report on purpose, each alone and of known size. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define DEMO_MOST_PLANTS 16

/* In the order in which they are applied: what scales cycles comes before what adds to them. */
typedef enum {
  DEMO_PLANT_UNUSED,    /* an operation's work on so many tiles of each IPU */
  DEMO_PLANT_IMBALANCE, /* from 1 − factor to 1 + factor over the tiles, with the same mean */
  DEMO_PLANT_BUBBLE,    /* one IPU has factor more work, the others less */
  DEMO_PLANT_STRAGGLER, /* one tile takes longer in all compute sets that it is part of */
  DEMO_PLANT_EXCHANGE,  /* all exchanges of an operation take longer */
  DEMO_PLANT_INTER_IPU, /* all exchanges between IPUs do */
  DEMO_PLANT_HOST_WAIT, /* the host is late with a stream, each time */
  DEMO_PLANT_LATE_HOST, /* it starts the first run late */
  DEMO_PLANT_BETWEEN,   /* it starts all later runs late */
  DEMO_PLANT_ITERATION, /* an iteration of the first run takes longer */
  DEMO_PLANTS,
} DemoPlantKind;

typedef struct {
  DemoPlantKind kind;
  const char *subject; /* interned: operation or stream, else NULL */
  guint number;        /* tile, IPU, tiles, or iteration from 1 */
  guint cycles;
  double factor;
} DemoPlant;

/* Of "KIND=VALUE"; POPLENS_ERROR_USAGE with the form that is expected. */
gboolean demo_plant_parse (const char *text, DemoPlant *plant, GError **error);
/* A line each for the help: form and effect. (transfer full) */
char *demo_plant_help (void);
/* The key of the finding that should name it first. */
const char *demo_plant_finding (DemoPlantKind kind);

G_END_DECLS
