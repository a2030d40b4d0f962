/* A graph whose boxes have places of their own: no graphviz is asked. */
#pragma once

#include "charts/graph/graph.h"

/* Two frames, "IPU 0" and "IPU 1", in the first of which "Fwd/encoder" is open (group 40), and in
 * the second one box that repeats (group 41); a derived line, one with a label, one that returns.
 * Items 0 to 9 are the boxes, 10 to 12 the frames. */
PoplensChart *fixture_graph (void);
/* The same in the inks of four classes: work, two kinds of waiting, and none. */
PoplensChart *fixture_graph_classes (void);

#define FIXTURE_GRAPH_BOXES 10
#define FIXTURE_GRAPH_IPU0 10
#define FIXTURE_GRAPH_ENCODER 11
#define FIXTURE_GRAPH_IPU1 12
#define FIXTURE_GRAPH_ENCODER_GROUP 40
#define FIXTURE_GRAPH_REPEATED_GROUP 41
