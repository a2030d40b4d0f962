/* Parts that may be absent, as those need them who can do without. */
#pragma once

#include "report/report.h"

G_BEGIN_DECLS

/* Loads @part; *@data is NULL, and the result TRUE, if the report lacks it, or if it is a file
 * beside the profile that cannot be read (poplens_report_list_damage () then says so). FALSE with
 * @error if loading failed otherwise. */
gboolean poplens_load_optional (PoplensReport *report, PoplensPart part, gconstpointer *data,
                                GCancellable *cancellable, GError **error);

/* Returns the variables if the report has the lowered ones, else NULL with ABSENT. A profile
 * without autoReport.outputLoweredVars has the part, with unlowered variables only, and sums over
 * no lowered ones would be taken for 0 bytes. */
const PoplensVariables *poplens_load_lowered (PoplensReport *report, GCancellable *cancellable,
                                              GError **error);

G_END_DECLS
