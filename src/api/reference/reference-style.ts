/** Style of the reference and of the root page; colours follow the system theme. */
export const referenceStyle = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0; display: grid; grid-template: auto 1fr / minmax(12rem, 16rem) minmax(0, 1fr) }
.page { display: block }
header { grid-column: 1 / -1; padding: .5rem 1.5rem; border-bottom: 1px solid; display: flex; flex-wrap: wrap; gap: 1rem; justify-content: space-between; align-items: center }
header nav a { margin-left: 1rem }
[aria-current] { font-weight: bold; text-decoration: none }
h1 { font-size: 1.4rem; margin: 0 }
.contents { padding: 1rem; position: sticky; top: 0; align-self: start; box-sizing: border-box; max-height: 100vh; overflow: auto; overflow-wrap: anywhere }
.contents ul { list-style: none; padding: 0; margin: 0 }
.contents li { padding: .25rem 0 }
.contents li li { padding: .1rem 0 .1rem 1rem; font-size: .9em }
[role=search] { margin-bottom: 1rem }
[role=search] input { font: inherit; width: 100%; box-sizing: border-box }
main { padding: 1rem 1.5rem; max-width: 70rem; overflow-wrap: anywhere }
h2 { margin-top: 3rem; border-bottom: 1px solid }
h3 { margin: 1.5rem 0 0 }
.call { margin: .25rem 0; overflow-wrap: anywhere }
.method { font-weight: bold; border: 1px solid; border-radius: .25rem; padding: 0 .4rem }
code, pre { font-family: ui-monospace, monospace; font-size: .9em }
pre { overflow-x: auto; padding: 1rem; border: 1px solid }
summary { cursor: pointer; padding: .25rem 0 }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100%; min-width: 30rem; margin: 1rem 0; overflow-wrap: normal }
caption { text-align: left; font-weight: bold }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-top: 1px solid; font-weight: normal }
thead th { font-weight: bold }
dt { font-weight: bold; margin-top: .5rem }
.skip { position: absolute; left: -99rem }
.skip:focus { left: .5rem; top: .5rem; background: Canvas; padding: .5rem }
@media (max-width: 50rem) { body { display: block } .contents { position: static; max-height: 40vh } main { padding: 1rem } }
`
