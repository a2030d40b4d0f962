/* PoplensRemoteDialog: asks for a computer, connects to it, with the questions that ssh has on the
 * way, and shows its folders, in which a report is chosen. Whatever takes time is on workers;
 * closing it ends that. */
#pragma once

#include <adwaita.h>

#include "remote/address.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_REMOTE_DIALOG (poplens_remote_dialog_get_type ())
/* Signals: "chosen" (char *address): of a report, whose computer is connected; "given-up" (): it
 * was closed without. The dialog goes with either. */
G_DECLARE_FINAL_TYPE (PoplensRemoteDialog, poplens_remote_dialog, POPLENS, REMOTE_DIALOG, AdwWindow)

/* Not shown yet. @parent: (nullable) */
PoplensRemoteDialog *poplens_remote_dialog_new (GtkWindow *parent);
/* Connects to where @address is, which is "chosen" then. The dialog shows only where that takes
 * more than a moment, asks something, or fails. */
void poplens_remote_dialog_connect (PoplensRemoteDialog *self, const PoplensAddress *address);

G_END_DECLS
