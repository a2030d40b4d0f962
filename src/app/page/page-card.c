#include "app/page/page-card.h"

#include "app/page/page-tables.h"
#include "tables/card/card.h"

static void
open_card (GtkWidget *widget, const char *ref)
{
  if (!ref)
    poplens_page_toast (widget, "No card for this item");
  else
    gtk_widget_activate_action (widget, "report.card", "s", ref);
}

void
poplens_page_open_card (GtkWidget *widget, PoplensReport *report, const PoplensLocation *with,
                        const PoplensLocation *without, const char *label)
{
  g_autofree char *ref = poplens_card_ref_of_selection (report, with, without, label);

  open_card (widget, ref);
}

void
poplens_page_open_card_of_link (GtkWidget *widget, const char *link, const char *label)
{
  g_autofree char *ref = poplens_card_ref_of_link (link, label);

  open_card (widget, ref);
}
