import { escapeMarkup } from '../../text/escape.ts'

/**
 * HTML by template: what is put into a template is escaped unless it is HTML already, so text from people can never
 * become markup. `asHtml` is the only way in for text that is markup, and stands only where it was cleaned or made here.
 */

declare const safe: unique symbol

/** HTML that may stand in a page as it is. */
export interface SafeHtml {
  readonly [safe]: true
}

class Html implements SafeHtml {
  declare readonly [safe]: true

  constructor(readonly text: string) {}
}

/** What a template takes: `undefined`, `null` and `false` leave nothing behind. */
export type Content = SafeHtml | string | number | undefined | null | false | readonly Content[]

function textOf(content: Content): string {
  if (content === undefined || content === null || content === false) return ''
  if (typeof content === 'string') return escapeMarkup(content)
  if (typeof content === 'number') return String(content)
  if (content instanceof Html) return content.text
  let text = ''
  for (const part of content as readonly Content[]) text += textOf(part)
  return text
}

/** The indentation of a template is for those who read the source; pages do without. Each template is looked at once. */
const templates = new WeakMap<TemplateStringsArray, readonly string[]>()

function withoutIndentation(template: TemplateStringsArray): readonly string[] {
  const known = templates.get(template)
  if (known !== undefined) return known
  const parts = template.map((part) => part.replace(/\s*\n\s*/g, '\n'))
  templates.set(template, parts)
  return parts
}

/** Attribute values have to stand in double quotes, because these are what is escaped. */
export function html(template: TemplateStringsArray, ...contents: readonly Content[]): SafeHtml {
  const parts = withoutIndentation(template)
  let text = parts[0]!
  for (let at = 0; at < contents.length; at++) text += textOf(contents[at]) + parts[at + 1]!
  return new Html(text)
}

/** Takes text as the HTML that it is. */
export const asHtml = (text: string): SafeHtml => new Html(text)

export const toText = (content: SafeHtml): string => textOf(content)

/** An attribute that is there or not: `${flag('data-today', isToday)}`, with the blank before it. */
export const flag = (name: string, isSet: boolean): SafeHtml => asHtml(isSet ? ` ${name}` : '')

/** An attribute with a value, left out where there is none; with the blank before it. */
export const attribute = (name: string, value: string | number | undefined | null | false): SafeHtml =>
  asHtml(
    value === undefined || value === null || value === false
      ? ''
      : ` ${name}="${escapeMarkup(String(value))}"`,
  )

const linkSchemes = /^(?:https?:|mailto:|tel:|webcal:|\/|#|\?)/i

/** An address to link to; nothing that could run, whoever wrote it. */
export const linkTo = (url: string): string => (linkSchemes.test(url) ? url : '#')

/** Data in a script element: `<` would let it end early (HTML 4.12.1.3). */
export const dataScript = (type: string, value: unknown, id?: string): SafeHtml =>
  html`<script type="${type}"${attribute('id', id)}>
    ${asHtml(JSON.stringify(value).replaceAll('<', '\\u003c'))}
  </script>`
