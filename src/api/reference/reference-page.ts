import type { Json as Document } from './openapi/document.ts'
import { translate } from '../../locales/index.ts'
import type { Translate } from './translated.ts'
import { escapeHtml } from './escape-html.ts'
import { beginningOfPage } from './page-beginning.ts'

/** HTML reference, rendered from the OpenAPI document; its script only filters operations. */

// We generate the document ourselves, so its structure is known here.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

const lastPart = (reference: string) => reference.split('/').at(-1)!

const inCode = (text: unknown) => `<code>${escapeHtml(text)}</code>`

const link = (name: string) => `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`

/** `array<integer>`, `string | null`, or a link to a named schema. */
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

/** Defaults are listed next to the reference to the fields. */
const bodyFields = (document: Json, body: Json): Row[] =>
  fieldsOf(resolve(document, body)).map((field) => ({
    ...field,
    schema: { ...field.schema, ...body.properties?.[field.name] },
  }))

function operationSection(document: Json, listed: Listed, translateText: Translate) {
  const { pattern, methods, operation } = listed
  const body = operation.requestBody?.content['application/json']
  const fields = body === undefined ? [] : bodyFields(document, body.schema)
  return `<section id="${escapeHtml(operation.operationId)}" ${filteredBy(listed)} aria-labelledby="h-${escapeHtml(operation.operationId)}">
<h3 id="h-${escapeHtml(operation.operationId)}">${escapeHtml(operation.summary)}</h3>
<p class="call"><span class="method">${escapeHtml(methods)}</span> ${inCode(pattern)}</p>
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
  /** `GET`, or the words for the three methods of an update. */
  readonly methods: string
  readonly operation: Json
}

/** The three methods of an update are equivalent, so they are listed as one entry. */
const operationsOf = (document: Json, language: string): Listed[] =>
  Object.entries<Json>(document.paths).flatMap(([pattern, { put, patch: _patch, ...operations }]) =>
    Object.entries<Json>(operations).map(([method, operation]) => ({
      pattern,
      methods:
        method === 'post' && put !== undefined
          ? translate('POST, PUT or PATCH', language)
          : method.toUpperCase(),
      operation,
    })),
  )

/** The text in which the script searches. */
const filteredBy = ({ pattern, methods, operation: { operationId, summary } }: Listed) =>
  `data-words="${escapeHtml(`${methods} ${pattern} ${operationId} ${summary}`.toLowerCase())}"`

const schemaSection = ([name, schema]: [string, Json], translateText: Translate) =>
  schema.properties === undefined
    ? ''
    : `<section id="schema-${escapeHtml(name)}">${table(name, fieldsOf(schema), translateText)}</section>`

const ofTag = (operations: readonly Listed[], tag: string) =>
  operations.filter(({ operation }) => operation.tags.includes(tag))

const renderSections = (document: Json, operations: readonly Listed[], translateText: Translate): string =>
  document.tags
    .map(
      ({
        name,
        description,
      }: Json) => `<section class="group" aria-labelledby="tag-${escapeHtml(name)}"><h2 id="tag-${escapeHtml(name)}">${escapeHtml(description)}</h2>
${ofTag(operations, name)
  .map((listed) => operationSection(document, listed, translateText))
  .join('\n')}</section>`,
    )
    .join('\n')

/** Removes everything up to the version, in which every namespace ends. */
const shortPattern = (pattern: string) => pattern.replace(/^.*\/v1(?=\/|$)/, '') || '/'

const contentsEntry = (listed: Listed) =>
  `<li ${filteredBy(listed)}><a href="#${escapeHtml(listed.operation.operationId)}">${escapeHtml(listed.operation.summary)}</a> ${inCode(shortPattern(listed.pattern))}</li>`

const contents = (
  document: Json,
  operations: readonly Listed[],
  translateText: Translate,
) => `<div role="search" hidden>
<label for="filter">${translateText('Filter operations')}</label>
<input type="search" id="filter" autocomplete="off">
<p role="status"></p>
<template>${translateText('No operation matches.')}</template>
</div>
<ul>
<li><a href="#signing-in">${translateText('Signing in')}</a></li>
${document.tags
  .map(
    ({ name, description }: Json) =>
      `<li class="group"><a href="#tag-${escapeHtml(name)}">${escapeHtml(description)}</a><ul>${ofTag(operations, name).map(contentsEntry).join('\n')}</ul></li>`,
  )
  .join('\n')}
<li><a href="#schemas">${translateText('Schemas')}</a></li>
</ul>`

/** Examples of the security schemes of the document. */
function signingIn({ document, rest }: Page, translateText: Translate) {
  const { basic, bearer } = (document as Json).components.securitySchemes
  const example = (option: string) =>
    `<pre tabindex="0">${escapeHtml(`curl ${option} '${rest}/events?status=draft'`)}</pre>`
  return `<section aria-labelledby="signing-in"><h2 id="signing-in">${translateText('Signing in')}</h2>
<p>${translateText('Published content can be read without credentials; everything else needs a user with a role.')}</p>
<dl>
<dt>HTTP Basic</dt><dd>${escapeHtml(basic.description)}${example("-u 'USERNAME:PASSWORD'")}</dd>
<dt>Bearer</dt><dd>${escapeHtml(bearer.description)}${example("-H 'Authorization: Bearer TOKEN'")}</dd>
</dl>
<p>${translateText('An application password and its token are issued together and shown only once.')}
${translateText('Administrators create them for every user, users for themselves; on the server, calends user password creates one.')}</p>
<p><a href="#createApplicationPasswordSelf">${translateText('Create an application password and its token')}</a></p>
</section>`
}

interface Page {
  readonly document: Document
  readonly language: string
  readonly languages: readonly string[]
  readonly rest: string
  /** URL of the document. */
  readonly address: string
  /** Path of the server root. */
  readonly root: string
}

const languageLinks = ({ language, languages }: Page) =>
  languages
    .map(
      (one) =>
        `<a href="?ml_language=${escapeHtml(one)}" lang="${escapeHtml(one)}" hreflang="${escapeHtml(one)}"${one === language ? ' aria-current="true"' : ''}>${escapeHtml(new Intl.DisplayNames([one], { type: 'language' }).of(one))}</a>`,
    )
    .join('\n')

export function referencePage(page: Page): string {
  const { language, rest, address, root } = page
  const document: Json = page.document
  const translateText: Translate = (text) => escapeHtml(translate(text, language))
  const operations = operationsOf(document, language)
  const title = `Calends ${document.info.version} – ${translate('API reference', language)}`
  return `${beginningOfPage({ language, title, asJson: address, root })}
<script src="${escapeHtml(root)}/docs/reference.js" defer></script>
</head>
<body>
<a class="skip" href="#content">${translateText('Skip to content')}</a>
<header>
<h1>${escapeHtml(title)}</h1>
<nav aria-label="${translateText('Languages')}">${languageLinks(page)}</nav>
</header>
<nav class="contents" aria-label="${translateText('Contents')}">
${contents(document, operations, translateText)}
</nav>
<main id="content" tabindex="-1">
${String(document.info.description)
  .split('\n\n')
  .map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`)
  .join('\n')}
<p>${translateText('Base URL:')} ${inCode(rest)}. <a href="${escapeHtml(address)}">OpenAPI 3.1 (JSON)</a> · <a href="${escapeHtml(root)}/docs/console?ml_language=${escapeHtml(language)}">${translateText('Try requests in the browser')}</a></p>
${signingIn(page, translateText)}
${renderSections(document, operations, translateText)}
<section aria-labelledby="schemas"><h2 id="schemas">${translateText('Schemas')}</h2>
${Object.entries<Json>(document.components.schemas)
  .map((entry) => schemaSection(entry, translateText))
  .join('\n')}</section>
</main>
</body>
</html>
`
}
