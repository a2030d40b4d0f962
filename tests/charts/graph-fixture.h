/* A graph whose boxes have fixed positions, so that tests need no graphviz. */
#pragma once

#include "charts/graph/graph.h"

/* Returns a graph with two frames, "IPU 0" and "IPU 1". In the first, "Fwd/encoder" is open (group
 * 40); in the second, one box repeats (group 41). One line is derived, one has a label, and one
 * goes back. Items 0 to 9 are the boxes, 10 to 12 the frames. */
PoplensChart *fixture_graph (void);
/* Returns the same graph with the inks of four classes: work, two kinds of waiting, and none. */
PoplensChart *fixture_graph_classes (void);

#define FIXTURE_GRAPH_BOXES 10
#define FIXTURE_GRAPH_IPU0 10
#define FIXTURE_GRAPH_ENCODER 11
#define FIXTURE_GRAPH_IPU1 12
#define FIXTURE_GRAPH_ENCODER_GROUP 40
#define FIXTURE_GRAPH_REPEATED_GROUP 41
