/**
 * Constructable style sheets: adopted by shadow roots, so that they hold under a strict `style-src`.
 * @module
 */

const CSS = `
:host {
  --_text: var(--verdict-color-text, light-dark(#1b1f24, #e8eaed));
  --_muted: var(--verdict-color-muted, light-dark(#57606a, #a3abb5));
  --_surface: var(--verdict-color-surface, light-dark(#ffffff, #1a1d23));
  --_raised: var(--verdict-color-raised, light-dark(#f4f5f7, #23272f));
  --_border: var(--verdict-color-border, light-dark(#d5d9df, #383e48));
  --_control: var(--verdict-color-control, light-dark(#7b838e, #6d7682));
  --_pass: var(--verdict-color-pass, light-dark(#116b34, #5fd38a));
  --_fail: var(--verdict-color-fail, light-dark(#b3261e, #ff8f86));
  --_warn: var(--verdict-color-warn, light-dark(#7a4d00, #f2b84b));
  --_active: var(--verdict-color-active, light-dark(#1258b8, #7db4ff));
  --_focus: var(--verdict-color-focus, light-dark(#1258b8, #9cc6ff));
  --_space: var(--verdict-space, 0.75rem);
  --_radius: var(--verdict-radius, 0.5rem);
  --_mono: var(--verdict-font-mono, ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace);
  display: block;
  min-inline-size: 0;
  color: var(--_text);
  font: var(--verdict-font, 0.875rem/1.45 system-ui, sans-serif);
}
:host([hidden]) { display: none; }
*, *::before, *::after { box-sizing: border-box; }

.base {
  display: grid;
  gap: var(--_space);
  container-type: inline-size;
  padding: var(--_space);
  border: 1px solid var(--_border);
  border-radius: var(--_radius);
  background: var(--_surface);
}
.header { display: flex; flex-wrap: wrap; align-items: center; gap: 0.35rem 0.5rem; }
.icon { font-weight: 700; }
.icon[data-outcome=none] { color: var(--_muted); }
.icon[data-outcome=passed] { color: var(--_pass); }
.icon[data-outcome=failed] { color: var(--_warn); }
.icon[data-outcome=error] { color: var(--_fail); }
.title { font-weight: 650; margin-inline-end: auto; }

.state {
  display: inline-flex;
  align-items: center;
  gap: 0.4em;
  padding: 0.05rem 0.55rem;
  border: 1px solid currentColor;
  border-radius: 999px;
  font-size: 0.8125rem;
  white-space: nowrap;
}
.state[data-state=idle] { color: var(--_muted); }
.state[data-state=active] { color: var(--_active); }
.state[data-state=warning] { color: var(--_warn); }
.state[data-state=error] { color: var(--_fail); }
.state[data-state=disabled] { color: var(--_muted); border-style: dashed; }
.state[data-state=active] .glyph { animation: breathe 1.2s ease-in-out infinite alternate; }
@keyframes breathe { from { opacity: 1; } to { opacity: 0.35; } }

.status { margin: 0; color: var(--_muted); overflow-wrap: anywhere; }

.stats {
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: 0.5rem;
  margin: 0;
}
@container (max-width: 17rem) { .stats { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
.stat {
  padding: 0.45rem 0.4rem 0.45rem 0.5rem; border-radius: calc(var(--_radius) * 0.75);
  background: var(--_raised); min-inline-size: 0;
}
.stat dt { color: var(--_muted); font-size: 0.75rem; white-space: nowrap; }
.stat dd {
  margin: 0; font-size: 1.25rem; font-weight: 650; line-height: 1.25;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
.stat[data-tone=pass] dd { color: var(--_pass); }
.stat[data-tone=fail] dd { color: var(--_fail); }
.stat[data-tone=active] dd { color: var(--_active); }
.stat[data-zero] dd { color: var(--_text); }

.rate { display: grid; grid-template-columns: auto minmax(3rem, 1fr) auto; align-items: center; gap: 0.6rem; }
.far { display: grid; grid-template-columns: auto minmax(3rem, 1fr); align-items: center; gap: 0.1rem 0.6rem; }
.far .count { grid-column: 2; }
.rate .value { font-variant-numeric: tabular-nums; font-weight: 600; }
progress {
  appearance: none;
  inline-size: 100%;
  block-size: 0.5rem;
  border: 0;
  border-radius: 999px;
  overflow: hidden;
  background: var(--_border);
  color: var(--_pass);
}
progress::-webkit-progress-bar { background: var(--_border); }
progress::-webkit-progress-value { background: var(--_pass); transition: inline-size 0.2s ease-out; }
progress::-moz-progress-bar { background: var(--_pass); }
.moving { color: var(--_active); }
.moving::-webkit-progress-value { background: var(--_active); }
.moving::-moz-progress-bar { background: var(--_active); }
.moving:indeterminate {
  background: linear-gradient(90deg, transparent 30%, var(--_active) 50%, transparent 70%) var(--_border) 0 0 / 200% 100%;
  animation: pass 1.4s linear infinite;
}
.moving:indeterminate::-webkit-progress-bar { background: transparent; }
.moving:indeterminate::-moz-progress-bar { background: transparent; }
@keyframes pass { from { background-position: 200% 0; } to { background-position: 0 0; } }

.line { margin: 0; display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.5rem; }
.line > .label { color: var(--_muted); }
.line > .control { margin-inline-start: auto; }

.history {
  position: relative; overflow: auto; max-block-size: var(--verdict-history-block-size, 16rem);
  border: 1px solid var(--_border); border-radius: calc(var(--_radius) * 0.75);
}
.history[hidden], .empty[hidden], .running[hidden], .far[hidden], .moving[hidden] { display: none; }
table { inline-size: 100%; border-collapse: collapse; font-size: 0.8125rem; }
caption { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
th, td { padding: 0.35rem 0.5rem; text-align: start; vertical-align: top; }
thead th {
  position: sticky; inset-block-start: 0; background: var(--_raised);
  color: var(--_muted); font-weight: 600; white-space: nowrap;
}
tbody tr + tr > * { border-block-start: 1px solid var(--_border); }
.outcome { white-space: nowrap; font-weight: 600; color: var(--_pass); }
tr[data-failed] .outcome { color: var(--_fail); }
.what { inline-size: 100%; }
/* Names are written by others: each is a bidirectional world of its own, laid out left to right. */
.command, .reason { display: block; unicode-bidi: isolate; direction: ltr; overflow-wrap: anywhere; }
.command { font-family: var(--_mono); font-size: 0.78rem; }
.reason { color: var(--_muted); }
tbody .command, tbody .reason {
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; line-clamp: 3; overflow: hidden;
}
tbody .reason:empty { display: none; }
.when { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
.took { display: block; color: var(--_muted); }
.empty { margin: 0; color: var(--_muted); }

.running { margin: 0; padding: 0; list-style: none; display: grid; gap: 0.35rem; }
.running li {
  display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.3rem 0.6rem; align-items: baseline;
  padding-inline-start: 0.6rem; border-inline-start: 3px solid var(--_active);
}
.running progress { grid-column: 1 / -1; block-size: 0.3rem; }
.count { color: var(--_muted); font-size: 0.8125rem; font-variant-numeric: tabular-nums; }

button {
  font: inherit;
  font-size: 0.8125rem;
  min-block-size: 1.9rem;
  padding: 0.2rem 0.7rem;
  color: var(--_text);
  background: var(--_raised);
  border: 1px solid var(--_control);
  border-radius: calc(var(--_radius) * 0.75);
  cursor: pointer;
}
button:hover { border-color: currentColor; }
button:active { translate: 0 1px; }
:focus-visible { outline: 2px solid var(--_focus); outline-offset: 2px; }

@media (prefers-reduced-motion: reduce) {
  *, *::before, *::after { animation: none !important; transition: none !important; translate: none !important; }
}
@media (forced-colors: active) {
  .stat, .base, .history { border: 1px solid CanvasText; }
  progress { forced-color-adjust: none; background: Canvas; border: 1px solid CanvasText; }
  progress::-webkit-progress-bar { background: Canvas; }
  progress::-webkit-progress-value { background: Highlight; }
  progress::-moz-progress-bar { background: Highlight; }
  :focus-visible { outline-color: Highlight; }
}
`;

/** Style sheets by document: a sheet works only in the document that made it. @type {WeakMap<Document, CSSStyleSheet>} */
const sheets = new WeakMap();

/**
 * The sheet that both widgets adopt: made once a document.
 *
 * @param {Document} document
 * @returns {CSSStyleSheet[]} Empty for a document that is not shown.
 */
export function sheetsFor(document) {
  const view = document.defaultView;
  if (!view) return [];
  let sheet = sheets.get(document);
  if (!sheet) {
    sheet = new view.CSSStyleSheet();
    sheet.replaceSync(CSS);
    sheets.set(document, sheet);
  }
  return [sheet];
}
