import { escapeMarkup } from '../../text/escape.ts'

/**
 * HTML templates: inserted values are escaped unless they are HTML already, so user content can never become markup.
 * `asHtml` is the only way to insert markup as text, and is used only for text that was sanitized or generated here.
 */

declare const safe: unique symbol

/** HTML that is inserted without escaping. */
export interface SafeHtml {
  readonly [safe]: true
}

class Html implements SafeHtml {
  declare readonly [safe]: true

  constructor(readonly text: string) {}
}

/** Values that templates accept; `undefined`, `null` and `false` produce no output. */
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

/** Removes the indentation of templates, which is only for the source. Each template is processed once. */
const templates = new WeakMap<TemplateStringsArray, readonly string[]>()

function withoutIndentation(template: TemplateStringsArray): readonly string[] {
  const known = templates.get(template)
  if (known !== undefined) return known
  const parts = template.map((part) => part.replace(/\s*\n\s*/g, '\n'))
  templates.set(template, parts)
  return parts
}

/** Attribute values must be in double quotes, because other delimiters are not escaped. */
export function html(template: TemplateStringsArray, ...contents: readonly Content[]): SafeHtml {
  const parts = withoutIndentation(template)
  let text = parts[0]!
  for (let at = 0; at < contents.length; at++) text += textOf(contents[at]) + parts[at + 1]!
  return new Html(text)
}

/** Marks text as HTML. */
export const asHtml = (text: string): SafeHtml => new Html(text)

export const toText = (content: SafeHtml): string => textOf(content)

/** A boolean attribute, with the space before it: `${flag('data-today', isToday)}`. */
export const flag = (name: string, isSet: boolean): SafeHtml => asHtml(isSet ? ` ${name}` : '')

/** An attribute with the space before it; omitted if it has no value. */
export const attribute = (name: string, value: string | number | undefined | null | false): SafeHtml =>
  asHtml(
    value === undefined || value === null || value === false
      ? ''
      : ` ${name}="${escapeMarkup(String(value))}"`,
  )

const linkSchemes = /^(?:https?:|mailto:|tel:|webcal:|\/|#|\?)/i

/** Returns the URL only if its scheme is safe, because a `javascript:` URL would run code. */
export const linkTo = (url: string): string => (linkSchemes.test(url) ? url : '#')

/** JSON in a script element, with `<` escaped because it could end the element (HTML 4.12.1.3). */
export const dataScript = (type: string, value: unknown, id?: string): SafeHtml =>
  html`<script type="${type}"${attribute('id', id)}>
    ${asHtml(JSON.stringify(value).replaceAll('<', '\\u003c'))}
  </script>`
