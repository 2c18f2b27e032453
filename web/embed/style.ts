/** Inherits font, text colour and background from the host page; `--calends-…` properties customize the rest. */
export const style = `
:host { display: block; color: inherit; font: inherit; line-height: 1.45; font-variant-numeric: tabular-nums;
  text-align: start; text-indent: 0; white-space: normal;
  --_tint: var(--calends-accent, LinkText);
  --_line: var(--calends-line, color-mix(in oklab, currentColor 25%, transparent));
  --_row: var(--calends-row, 2.75rem);
  --_gap: var(--calends-gap, 0.75em); }
* { box-sizing: border-box; margin: 0; }
a { color: inherit; text-decoration: none; }
a:hover [part~=title] { text-decoration: underline; }
:focus-visible { outline: 3px solid var(--_tint); outline-offset: 2px; }
h1, h2, h3, h4, h5, h6 { font: inherit; font-size: 1.25em; font-weight: 700; }
ol { list-style: none; padding: 0; }
li { display: grid; grid-template-columns: 5.25em minmax(0, 1fr); gap: var(--_gap); padding-block: var(--_gap);
  border-block-start: 1px solid var(--_line); overflow-wrap: break-word; }
li a, li [part~=title], li [part~=place] { display: block; }
li time { color: var(--_tint); font-weight: 700; }
[part~=status] { border: 1px solid; padding-inline: 0.3em; }
[data-status=cancelled] [part~=title], [data-status=postponed] time { text-decoration: line-through; }
[part~=header], [part~=footer] { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between;
  gap: 0 var(--_gap); min-block-size: var(--_row); }
button { font: inherit; padding: 0; border: 0; background: none; cursor: pointer; }
button, [part~=footer] a, slot a { display: inline-flex; align-items: center; justify-content: center;
  min-block-size: var(--_row); min-inline-size: var(--_row); color: var(--_tint); text-decoration: underline; }
[part=steps] { display: flex; gap: 0.5em; }
[part=retry] { display: flex; }
[part=all-month] { padding-block: var(--_gap); border-block-start: 1px solid var(--_line); }
[part=all-month] a { text-decoration: underline; }
table { inline-size: 100%; table-layout: fixed; border-collapse: collapse; text-align: center; }
th { font-weight: 400; block-size: 2em; padding: 0; overflow: hidden; }
.fitting { display: block; container-type: inline-size; }
.fitting :last-child { display: none; }
@container (inline-size < 2.5em) {
  .fitting :first-child { display: none; }
  .fitting :last-child { display: inline; }
}
@container (inline-size < 5em) {
  .long :first-child { display: none; }
  .long :last-child { display: inline; }
}
td { border-block-start: 1px solid var(--_line); block-size: var(--_row); padding: 0; }
td a { display: grid; place-content: center; block-size: var(--_row); font-weight: 700; color: var(--_tint);
  text-decoration: underline; }
td a:focus-visible { outline-offset: -3px; }
td[aria-current] { font-weight: 700; box-shadow: inset 0 0 0 1px; }
td[aria-current]:has(a) { box-shadow: none; }
td[aria-current] a { background: var(--_tint); color: var(--calends-accent-ink, Canvas); }
td[aria-current] a:focus-visible { outline-color: currentColor; }
/* Forced colours drop shadows and backgrounds. */
@media (forced-colors: active) { td[aria-current] { outline: 2px solid; outline-offset: -2px; } }
.heard { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
:host([hidden]), [hidden] { display: none; }
`
