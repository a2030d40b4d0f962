#include "app/page/page-offer.h"

#include "app/remote/link-cost.h"
#include "app/window/info-bar.h"

struct _PoplensPageOffer {
  AdwBin parent;
  GtkInfoBar *bar;
  GtkLabel *text;
};

G_DEFINE_FINAL_TYPE (PoplensPageOffer, poplens_page_offer, ADW_TYPE_BIN)

static const struct {
  PoplensPart part;
  PoplensFileKind file;
} files[] = {
    {POPLENS_PART_ARCHIVE, POPLENS_FILE_ARCHIVE},
    {POPLENS_PART_DEBUG, POPLENS_FILE_DEBUG},
};

static void
on_response (PoplensPageOffer *self, int response)
{
  poplens_page_offer_hide (self);
  if (response == GTK_RESPONSE_ACCEPT)
    g_signal_emit_by_name (self, "accepted");
}

static void
poplens_page_offer_class_init (PoplensPageOfferClass *klass)
{
  g_signal_new ("accepted", POPLENS_TYPE_PAGE_OFFER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
poplens_page_offer_init (PoplensPageOffer *self)
{
  self->bar = GTK_INFO_BAR (gtk_info_bar_new ());
  self->text = GTK_LABEL (gtk_label_new (NULL));
  poplens_info_bar_come_at_once (self->bar);
  gtk_info_bar_set_message_type (self->bar, GTK_MESSAGE_OTHER);
  gtk_info_bar_set_revealed (self->bar, FALSE);
  gtk_info_bar_set_show_close_button (self->bar, TRUE);
  gtk_info_bar_add_button (self->bar, "_Load", GTK_RESPONSE_ACCEPT);
  gtk_widget_add_css_class (GTK_WIDGET (self->bar), "report-bar");
  gtk_label_set_wrap (self->text, TRUE);
  gtk_label_set_xalign (self->text, 0);
  gtk_widget_set_hexpand (GTK_WIDGET (self->text), TRUE);
  gtk_info_bar_add_child (self->bar, GTK_WIDGET (self->text));
  g_signal_connect_swapped (self->bar, "response", G_CALLBACK (on_response), self);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->bar));
}

gboolean
poplens_page_offer_applies (PoplensReport *report, guint32 parts)
{
  guint32 sides = 0;

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    sides |= POPLENS_PART_BIT (files[i].part);
  return parts && !(parts & ~sides) && !poplens_report_is_near (report);
}

void
poplens_page_offer_show (PoplensPageOffer *self, PoplensReport *report, guint32 parts)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint64 bytes = 0;

  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    const PoplensReportFile *file = poplens_report_get_file (report, files[i].file);
    if (!(parts & POPLENS_PART_BIT (files[i].part)) || poplens_report_peek (report, files[i].part))
      continue;
    g_string_append_printf (text, bytes ? " and %s" : "%s", file->name);
    bytes += file->size;
  }
  g_autofree char *cost = poplens_cost_describe (report, bytes);
  g_string_append_printf (text, " not loaded: %s", cost);
  gtk_label_set_text (self->text, text->str);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text->str, -1);
  gtk_info_bar_set_revealed (self->bar, TRUE);
}

void
poplens_page_offer_hide (PoplensPageOffer *self)
{
  gtk_info_bar_set_revealed (self->bar, FALSE);
}
