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

/** Length in UTF-16 code units from which HTML continues in another piece. */
const pieceLength = 16 * 1024

const noPieces: readonly string[] = []

/**
 * Long HTML is a list of pieces. As one string it would be flattened before it is encoded: a copy of a quarter of a
 * megabyte, which V8 keeps for long, and with two bytes for every character if a single one requires them.
 */
class Html implements SafeHtml {
  declare readonly [safe]: true

  constructor(
    /** What follows the pieces, or everything if it is short. */
    readonly text: string,
    readonly pieces = noPieces,
  ) {}
}

/** Values that templates accept; `undefined`, `null` and `false` produce no output. */
export type Content = SafeHtml | string | number | undefined | null | false | readonly Content[]

class HtmlWriter {
  private pieces: string[] | undefined

  constructor(private text: string) {}

  addMarkup(markup: string): void {
    this.text += markup
  }

  add(content: Content): void {
    if (content === undefined || content === null || content === false) return
    if (typeof content === 'string') this.text += escapeMarkup(content)
    else if (typeof content === 'number') this.text += String(content)
    else if (content instanceof Html) this.addHtml(content)
    else for (const part of content as readonly Content[]) this.add(part)
  }

  private addHtml({ pieces, text }: Html): void {
    if (pieces.length > 0) this.endPiece(pieces)
    this.text += text
    if (this.text.length >= pieceLength) this.endPiece()
  }

  /** Continues in another piece, after those given. */
  private endPiece(following = noPieces): void {
    this.pieces ??= []
    this.pieces.push(this.text, ...following)
    this.text = ''
  }

  get html(): Html {
    return new Html(this.text, this.pieces)
  }
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
  const writer = new HtmlWriter(parts[0]!)
  for (let at = 0; at < contents.length; at++) {
    writer.add(contents[at])
    writer.addMarkup(parts[at + 1]!)
  }
  return writer.html
}

export const asHtml = (text: string): SafeHtml => new Html(text)

/** The text in pieces of moderate length. */
export function toPieces(content: SafeHtml): readonly string[] {
  const { pieces, text } = content as Html
  return [...pieces, text]
}

export const toText = (content: SafeHtml): string => toPieces(content).join('')

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
