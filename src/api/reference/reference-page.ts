import type { Json as Document } from './openapi/document.ts'
import { translate } from '../../locales/index.ts'
import type { Message } from '../../locales/fr.ts'
import { escapeHtml } from './escape-html.ts'

/** HTML reference rendered from the OpenAPI document, without scripts or external resources. */

// The document is our own, so its shape is known to those who read it here.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

const lastPart = (reference: string) => reference.split('/').at(-1)!

const inCode = (text: unknown) => `<code>${escapeHtml(text)}</code>`

const link = (name: string) => `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`

/** `array of integer`, `string or null`, or a link to the schema that has a name. */
function typeOf(schema: Json): string {
  if (schema.$ref !== undefined) return link(lastPart(schema.$ref))
  const parts: Json[] | undefined = schema.anyOf ?? schema.allOf
  if (parts !== undefined) return parts.map(typeOf).join(' | ')
  if (schema.const !== undefined) return inCode(schema.const)
  const types = [schema.type ?? []].flat().filter((type) => type !== 'array')
  const items = [schema.type].flat().includes('array') ? [`array&lt;${typeOf(schema.items ?? {})}&gt;`] : []
  const typeNames = [...items, ...types.map(escapeHtml)].join(' | ')
  return `${typeNames || (schema.enum ? 'string' : 'any')}${schema.format ? ` (${escapeHtml(schema.format)})` : ''}`
}

const allowedValues = ({ enum: words }: Json, translateText: Translate) =>
  words === undefined ? '' : `<br>${translateText('Allowed values:')} ${words.map(inCode).join(', ')}`

const defaultValue = (schema: Json, translateText: Translate) =>
  'default' in schema ? `<br>${translateText('Default:')} ${inCode(schema.default)}` : ''

type Translate = (text: Message) => string

interface Row {
  readonly name: string
  readonly place?: string
  readonly required: boolean
  readonly schema: Json
  readonly description: string
}

const row = ({ name, place, required, schema, description }: Row, translateText: Translate) => `<tr>
<th scope="row">${inCode(name)}${required ? ` <strong>${translateText('required')}</strong>` : ''}</th>
<td>${typeOf(schema)}</td>
<td>${place === undefined ? '' : `${escapeHtml(place)}. `}${escapeHtml(description)}${allowedValues(schema, translateText)}${defaultValue(schema, translateText)}</td>
</tr>`

const table = (caption: string, rows: readonly Row[], translateText: Translate) =>
  rows.length === 0
    ? ''
    : `<div class="wide" role="region" aria-label="${escapeHtml(caption)}" tabindex="0"><table><caption>${escapeHtml(caption)}</caption>
<thead><tr><th scope="col">${translateText('Name')}</th><th scope="col">${translateText('Type')}</th><th scope="col">${translateText('Meaning')}</th></tr></thead>
<tbody>${rows.map((one) => row(one, translateText)).join('\n')}</tbody></table></div>`

const fieldsOf = (schema: Json): Row[] =>
  Object.entries<Json>(schema.properties ?? {}).map(([name, field]) => ({
    name,
    required: (schema.required ?? []).includes(name),
    schema: field,
    description: field.description ?? '',
  }))

const resolve = (document: Json, part: Json): Json =>
  part.$ref === undefined ? part : document.components[part.$ref.split('/').at(-2)][lastPart(part.$ref)]

function parametersOf(document: Json, operation: Json): Row[] {
  return (operation.parameters ?? []).map((reference: Json) => {
    const { name, in: place, required, schema, description } = resolve(document, reference)
    return { name, place, required, schema, description }
  })
}

const responseLine = (document: Json, status: string, reference: Json) => {
  const { description, content = {} } = resolve(document, reference)
  const schema = content['application/json']?.schema
  const shape = status.startsWith('2') && schema !== undefined ? ` ${typeOf(schema)}` : ''
  const lines = String(description)
    .split('\n\n')
    .map((line) => escapeHtml(line).replace(/`([^`]+)`/g, '<code>$1</code>'))
  return `<dt>${escapeHtml(status)}${shape}</dt>${lines.map((line) => `<dd>${line}</dd>`).join('')}`
}

function operationSection(
  document: Json,
  pattern: string,
  method: string,
  operation: Json,
  translateText: Translate,
) {
  const body = operation.requestBody?.content['application/json']
  const fields = body === undefined ? [] : fieldsOf(resolve(document, body.schema))
  return `<section id="${escapeHtml(operation.operationId)}" aria-labelledby="h-${escapeHtml(operation.operationId)}">
<h3 id="h-${escapeHtml(operation.operationId)}">${escapeHtml(operation.summary)}</h3>
<p class="call"><span class="method">${method.toUpperCase()}</span> ${inCode(pattern)}</p>
${operation.description === undefined ? '' : `<p>${escapeHtml(operation.description)}</p>`}
<details><summary>${translateText('Parameters and responses')}</summary>
${table(translateText('Parameters'), parametersOf(document, operation), translateText)}
${table(translateText('Body fields'), fields, translateText)}
${body?.example === undefined ? '' : `<h4>${translateText('Example')}</h4><pre tabindex="0">${escapeHtml(JSON.stringify(body.example, null, 2))}</pre>`}
<h4>${translateText('Responses')}</h4>
<dl>${Object.entries(operation.responses)
    .map(([status, reference]) => responseLine(document, status, reference))
    .join('\n')}</dl>
</details>
</section>`
}

interface Listed {
  readonly pattern: string
  readonly method: string
  readonly operation: Json
}

const operationsOf = (document: Json): Listed[] =>
  Object.entries<Json>(document.paths).flatMap(([pattern, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({ pattern, method, operation })),
  )

const schemaSection = ([name, schema]: [string, Json], translateText: Translate) =>
  schema.properties === undefined
    ? ''
    : `<section id="schema-${escapeHtml(name)}">${table(name, fieldsOf(schema), translateText)}</section>`

function renderSections(document: Json, translateText: Translate): string {
  const operations = operationsOf(document)
  return document.tags
    .map(({ name, description }: Json) => {
      const own = operations.filter(({ operation }) => operation.tags.includes(name))
      return `<section aria-labelledby="tag-${escapeHtml(name)}"><h2 id="tag-${escapeHtml(name)}">${escapeHtml(description)}</h2>
${own.map(({ pattern, method, operation }) => operationSection(document, pattern, method, operation, translateText)).join('\n')}</section>`
    })
    .join('\n')
}

export interface Page {
  readonly document: Document
  readonly language: string
  readonly languages: readonly string[]
  readonly rest: string
  /** Path of the style sheet. */
  readonly style: string
}

const languageLinks = ({ language, languages }: Page) =>
  languages
    .map(
      (one) =>
        `<a href="?ml_language=${escapeHtml(one)}" lang="${escapeHtml(one)}" hreflang="${escapeHtml(one)}"${one === language ? ' aria-current="true"' : ''}>${escapeHtml(new Intl.DisplayNames([one], { type: 'language' }).of(one))}</a>`,
    )
    .join('\n')

export function referencePage(page: Page): string {
  const { language, rest } = page
  const document: Json = page.document
  const translateText: Translate = (text) => escapeHtml(translate(text, language))
  const address = `${rest}/doc?ml_language=${language}`
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Calends ${escapeHtml(document.info.version)} – ${translateText('API reference')}</title>
<link rel="alternate" type="application/json" href="${escapeHtml(address)}">
<link rel="stylesheet" href="${escapeHtml(page.style)}">
</head>
<body>
<a class="skip" href="#content">${translateText('Skip to content')}</a>
<header>
<h1>Calends ${escapeHtml(document.info.version)} – ${translateText('API reference')}</h1>
<nav aria-label="${translateText('Languages')}">${languageLinks(page)}</nav>
</header>
<nav class="contents" aria-label="${translateText('Contents')}"><ul>
${document.tags.map(({ name, description }: Json) => `<li><a href="#tag-${escapeHtml(name)}">${escapeHtml(description)}</a></li>`).join('\n')}
<li><a href="#schemas">${translateText('Schemas')}</a></li>
</ul></nav>
<main id="content" tabindex="-1">
${String(document.info.description)
  .split('\n\n')
  .map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`)
  .join('\n')}
<p>${translateText('Base URL:')} ${inCode(rest)}. <a href="${escapeHtml(address)}">OpenAPI 3.1 (JSON)</a> · <a href="docs/console?ml_language=${escapeHtml(language)}">${translateText('Try requests in the browser')}</a></p>
${renderSections(document, translateText)}
<section aria-labelledby="schemas"><h2 id="schemas">${translateText('Schemas')}</h2>
${Object.entries<Json>(document.components.schemas)
  .map((entry) => schemaSection(entry, translateText))
  .join('\n')}</section>
</main>
</body>
</html>
`
}

export const referenceStyle = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0; display: grid; grid-template: auto 1fr / minmax(12rem, 16rem) minmax(0, 1fr) }
header { grid-column: 1 / -1; padding: .5rem 1.5rem; border-bottom: 1px solid; display: flex; flex-wrap: wrap; gap: 1rem; justify-content: space-between; align-items: center }
header nav a { margin-left: 1rem }
[aria-current] { font-weight: bold; text-decoration: none }
h1 { font-size: 1.4rem; margin: 0 }
.contents { padding: 1rem; position: sticky; top: 0; align-self: start }
.contents ul { list-style: none; padding: 0; margin: 0 }
.contents li { padding: .25rem 0 }
main { padding: 1rem 1.5rem; max-width: 70rem }
h2 { margin-top: 3rem; border-bottom: 1px solid }
h3 { margin: 1.5rem 0 0 }
.call { margin: .25rem 0; overflow-wrap: anywhere }
.method { font-weight: bold; border: 1px solid; border-radius: .25rem; padding: 0 .4rem }
code, pre { font-family: ui-monospace, monospace; font-size: .9em }
pre { overflow-x: auto; padding: 1rem; border: 1px solid }
summary { cursor: pointer; padding: .25rem 0 }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100%; margin: 1rem 0 }
caption { text-align: left; font-weight: bold }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-top: 1px solid; font-weight: normal }
thead th { font-weight: bold }
dt { font-weight: bold; margin-top: .5rem }
.skip { position: absolute; left: -99rem }
.skip:focus { left: .5rem; top: .5rem; background: Canvas; padding: .5rem }
@media (max-width: 50rem) { body { display: block } .contents { position: static } }
`
