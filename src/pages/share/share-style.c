/* How a shared report looks, and the little that it can do. */
#include "pages/picture/chart-paint.h"
#include "pages/core/page-table.h"
#include "pages/share/share-private.h"

/* Measures are those of look.md 3: a 6 px grid, margins of 18. Colours by name come before it. */
static const char style[] =
    "*{box-sizing:border-box}\n"
    "body{margin:0;background:var(--page);color:var(--text);font:14px/1.45 system-ui,sans-serif;"
    "font-feature-settings:\"tnum\"}\n"
    "main,header,footer{max-width:1136px;margin:0 auto;padding:0 18px}\n"
    "header{padding-top:24px}\n"
    "h1{font-size:24px;margin:0;overflow-wrap:anywhere}\n"
    "h2{font-size:19px;margin:36px 0 6px}\n"
    "h3{font-size:15px;margin:18px 0 6px}\n"
    "p{margin:6px 0}\n"
    "a{color:var(--link)}\n"
    "code{font:12px/1.4 ui-monospace,monospace;background:var(--shade);border-radius:4px;"
    "padding:1px 4px;overflow-wrap:anywhere}\n"
    "nav{display:flex;flex-wrap:wrap;gap:6px 18px;margin:12px 0}\n"
    ".dim,.detail,figcaption{color:var(--dim);font-size:13px}\n"
    ".good{color:var(--good)}.warning{color:var(--warning)}.bad{color:var(--bad)}\n"
    ".less{color:var(--less)}.more{color:var(--more)}\n"
    ".facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(250px,1fr));gap:12px;"
    "margin:12px 0}\n"
    ".facts>div{background:var(--card);border:1px solid var(--rule);border-radius:9px;"
    "padding:9px 12px}\n"
    ".facts dt{color:var(--dim);font-size:13px}\n"
    ".facts dd{margin:0;font-size:17px;font-weight:600;overflow-wrap:anywhere}\n"
    ".facts dd.detail{font-size:13px;font-weight:400}\n"
    ".facts dd.fill{height:4px;background:var(--track);border-radius:2px;margin:6px 0}\n"
    ".fill i{display:block;height:4px;border-radius:2px;background:currentColor}\n"
    "p.good,p.warning,p.bad,.absent{border-left:3px solid currentColor;background:var(--shade);"
    "border-radius:6px;padding:6px 12px}\n"
    ".findings{list-style:none;margin:0;padding:0}\n"
    ".findings li{display:flex;gap:12px;padding:9px 0;border-top:1px solid var(--rule)}\n"
    ".findings b{flex:0 0 84px;text-align:right}\n"
    ".findings div{min-width:0}\n"
    ".findings p{margin:0;overflow-wrap:anywhere}\n"
    "figure{margin:12px 0}\n"
    ".scroll{overflow-x:auto;background:var(--card);border:1px solid var(--rule);"
    "border-radius:9px}\n"
    "figure .scroll{padding:12px}\n"
    "svg{display:block;width:100%;height:auto;min-width:720px}\n"
    ".dark{display:none}\n"
    "table{border-collapse:collapse;width:100%;font-size:13px}\n"
    "th,td{padding:4px 9px;text-align:left;vertical-align:top}\n"
    "th{font-weight:600;white-space:nowrap;border-bottom:1px solid var(--rule)}\n"
    "td{overflow-wrap:break-word;max-width:480px}\n"
    "tbody tr:nth-child(even){background:var(--shade)}\n"
    "tfoot td{font-weight:600;border-top:1px solid var(--rule)}\n"
    ".n{text-align:right;white-space:nowrap}\n"
    ".strong td{font-weight:600}\n"
    ".mark{display:inline-block;width:4px;height:13px;margin-right:6px;vertical-align:-2px;"
    "background:var(--ink)}\n"
    ".mark.waits{background:none;border:1px solid var(--ink)}\n"
    ".bar{display:inline-block;height:9px;margin-right:6px;border-radius:2px;"
    "background:var(--s1);opacity:.5}\n"
    "th button{all:unset;cursor:pointer}\n"
    "th button:focus-visible{outline:2px solid var(--link)}\n"
    "details{margin:18px 0}summary{font-size:15px;font-weight:600;cursor:pointer}\n"
    "footer{margin:36px auto 24px;border-top:1px solid var(--rule);padding-top:12px}\n"
    "@media screen and (prefers-color-scheme:dark){.light{display:none}.dark{display:block}}\n"
    /* Browsers print no backgrounds unless they are what is to be seen. */
    ".mark,.bar,.fill,.fill i{-webkit-print-color-adjust:exact;print-color-adjust:exact}\n"
    "@media "
    "print{nav{display:none}.scroll{overflow:visible}svg{min-width:0}tr,figure{break-inside:avoid}}"
    "\n";

/* Sorts a table by the column whose header is pressed; who has no script reads the order that each
 * table comes in. What has no value goes last whatever the direction. */
static const char script[] =
    "'use strict';\n"
    "document.querySelectorAll('table.sorts').forEach(function(table){\n"
    "  const body=table.tBodies[0],heads=Array.from(table.tHead.rows[0].cells);\n"
    "  heads.forEach(function(head,at){\n"
    "    const button=document.createElement('button');\n"
    "    button.append(...head.childNodes);head.append(button);\n"
    "    button.addEventListener('click',function(){\n"
    "      const numbers=head.classList.contains('n');\n"
    "      const down=head.ariaSort?head.ariaSort!=='descending':numbers;\n"
    "      const way=down?-1:1;\n"
    "      heads.forEach(function(h){h.removeAttribute('aria-sort')});\n"
    "      head.setAttribute('aria-sort',down?'descending':'ascending');\n"
    "      const rows=Array.from(body.rows,function(row){\n"
    "        const v=row.cells[at].dataset.v;\n"
    "        return [row,v===undefined?row.cells[at].textContent:Number(v),\n"
    "                numbers&&v===undefined];\n"
    "      });\n"
    "      rows.sort(function(a,b){\n"
    "        if(a[2]||b[2])return a[2]-b[2];\n"
    "        return way*(a[1]<b[1]?-1:a[1]>b[1]?1:0);\n"
    "      });\n"
    "      body.append(...rows.map(function(r){return r[0]}));\n"
    "    });\n"
    "  });\n"
    "});\n";

static void
write_color (PoplensShare *self, const char *name, PoplensColor color)
{
  poplens_text_sink_printf (self->out, "--%s:#%02x%02x%02x;", name, (guint) (color.red * 255 + 0.5),
                            (guint) (color.green * 255 + 0.5), (guint) (color.blue * 255 + 0.5));
}

static void
write_colors (PoplensShare *self, gboolean dark)
{
  PoplensTheme theme = {.dark = dark};
  static const struct {
    const char *name;
    PoplensInk ink;
  } inks[] = {{"text", POPLENS_INK_FOREGROUND}, {"dim", POPLENS_INK_DIM},
              {"rule", POPLENS_INK_GRID},       {"link", POPLENS_INK_SELECTION},
              {"less", POPLENS_INK_LESS},       {"more", POPLENS_INK_MORE}};
  /* At least 4.5 : 1 on the page and on cards. */
  static const struct {
    const char *name;
    PoplensColor color[2]; /* light, dark */
  } others[] = {{"good", {{0.10, 0.47, 0.30, 1}, {0.56, 0.94, 0.64, 1}}},
                {"warning", {{0.55, 0.36, 0.00, 1}, {0.97, 0.83, 0.38, 1}}},
                {"card", {{1, 1, 1, 1}, {0.21, 0.21, 0.21, 1}}}};

  poplens_text_sink_write (self->out, ":root{", -1);
  for (guint i = 0; i < G_N_ELEMENTS (inks); i++)
    write_color (self, inks[i].name, poplens_ink (inks[i].ink, theme));
  write_color (self, "bad", poplens_ink (POPLENS_INK_LIMIT, theme));
  write_color (self, "page", poplens_page_ground (theme));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    write_color (self, others[i].name, others[i].color[dark]);
  for (PoplensSwatch s = POPLENS_SWATCH_COMPUTE; s <= POPLENS_SWATCH_CONTROL; s++) {
    char name[] = {'s', (char) ('0' + s), '\0'};
    write_color (self, name, poplens_ink (poplens_swatch_ink (s), theme));
  }
  poplens_text_sink_printf (self->out, "--shade:%s;--track:%s}\n", dark ? "#ffffff0d" : "#0000000a",
                            dark ? "#ffffff2a" : "#0000001c");
}

/* Nothing may come from elsewhere, and no script but the one that is here. */
static void
write_policy (PoplensShare *self)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize n = sizeof digest;

  g_checksum_update (sum, (const guchar *) script, (gssize) sizeof script - 1);
  g_checksum_get_digest (sum, digest, &n);
  g_autofree char *base64 = g_base64_encode (digest, n);
  poplens_text_sink_printf (self->out,
                            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
                            "'none'; style-src 'unsafe-inline'; img-src data:; script-src "
                            "'sha256-%s'; base-uri 'none'; form-action 'none'\">\n",
                            base64);
}

void
poplens_share_begin (PoplensShare *self, const char *title)
{
  poplens_text_sink_write (
      self->out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", -1);
  write_policy (self);
  poplens_text_sink_write (
      self->out,
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"",
      -1);
  poplens_share_text (self, self->spec->program);
  poplens_text_sink_write (self->out, "\">\n<title>", -1);
  poplens_share_text (self, title);
  poplens_text_sink_write (self->out, "</title>\n<style>\n", -1);
  write_colors (self, FALSE);
  poplens_text_sink_write (self->out, "@media screen and (prefers-color-scheme:dark){", -1);
  write_colors (self, TRUE);
  poplens_text_sink_write (self->out, "}\n", -1);
  for (PoplensSwatch s = POPLENS_SWATCH_COMPUTE; s <= POPLENS_SWATCH_CONTROL; s++)
    poplens_text_sink_printf (self->out, ".s%d{--ink:var(--s%d)}\n", (int) s, (int) s);
  poplens_text_sink_write (self->out, style, -1);
  poplens_text_sink_write (self->out, "</style>\n</head>\n<body>\n", -1);
}

void
poplens_share_end (PoplensShare *self)
{
  poplens_text_sink_write (self->out, "<script>", -1);
  poplens_text_sink_write (self->out, script, -1);
  poplens_text_sink_write (self->out, "</script>\n</body>\n</html>\n", -1);
}
