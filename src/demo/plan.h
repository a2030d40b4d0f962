/* What is to be written: the options, with what they leave open filled in by the preset. */
#pragma once

#include "demo/change.h"
#include "demo/demo.h"
#include "demo/oom.h"
#include "demo/plant.h"

G_BEGIN_DECLS

typedef enum {
  DEMO_NET_ENCODER,
  DEMO_NET_MNIST,
  DEMO_NET_RESNET50,
  DEMO_NET_BERT,
  DEMO_NET_PLAIN
} DemoNet;
typedef enum { DEMO_TENSORFLOW, DEMO_POPTORCH } DemoFramework;

typedef struct {
  const char *preset; /* its name, static; "" for the small encoder */
  DemoNet net;
  DemoFramework framework;
  guint64 seed;
  gboolean overflow; /* one tile, or with @bytes the whole model, needs more than there is */
  guint ipus, tiles, replicas, runs;
  guint io_tiles;    /* the last of each IPU serve streams while the others compute */
  gboolean alike;    /* many tiles of a kind, else each is its own */
  gboolean flat;     /* all tiles have the same load */
  guint layers;      /* of the encoder or of residual blocks */
  guint pieces;      /* into which large operations are split */
  guint spread;      /* percent of the usual tiles for each operation */
  guint percent;     /* of the tensors' usual bytes */
  guint work;        /* percent of the usual cycles */
  guint input;       /* bytes a step on each tile that serves streams, and half as much of labels */
  guint repeats;     /* of the training step in a run, unless steps says it */
  guint64 steps;     /* executed on each IPU, about; 0: as repeats says */
  guint64 variables; /* at least so many, lowered; 0: as they come */
  guint contexts;    /* debug contexts of each call of a library, about */
  DemoLevel level;
  DemoParts without;
  DemoArchive archive;
  gboolean cut_debug; /* debug.cbor as a killed run leaves it */
  gboolean skip_idle; /* no ELF for idle tiles */
  DemoPlant plants[DEMO_MOST_PLANTS];
  guint n_plants;
  DemoChange change;
  DemoOom oom;
} DemoPlan;

/* Whether the model is run. */
gboolean demo_runs (const DemoPlan *plan);
/* Whether it is compiled with what measures a run. */
gboolean demo_is_instrumented (const DemoPlan *plan);

/* FALSE with POPLENS_ERROR_USAGE and @error where options contradict each other or the preset. */
gboolean demo_plan_resolve (const DemoOptions *options, DemoPlan *plan, GError **error);

G_END_DECLS
