/** Splits text and inline elements into paragraphs at blank lines; other line breaks are preserved. */
class Paragraphs {
  private readonly paragraphs: string[] = []
  private readonly ancestors: string[] = []
  private paragraph = ''
  private hasContent = false
  /** Tracked separately, because reading the end of a growing string takes time proportional to its length. */
  private endsWithBreak = false
  private lineBreaks = 0

  tag(tag: string): void {
    if (tag.startsWith('</')) {
      // Other elements were already closed with the paragraph in which they started.
      if (this.ancestors.pop() !== undefined) this.write(tag)
      return
    }
    this.breakLines()
    this.write(tag)
    if (!tag.endsWith(' />')) this.ancestors.push(`</${/\w+/.exec(tag)![0]}>`)
    this.hasContent ||= tag.startsWith('<img')
  }

  /** Yields after each line. Finds lines one at a time, because listing them all would take long in a single step. */
  *text(text: string): Generator<void, void> {
    let end = text.indexOf('\n')
    if (end < 0) return this.line(text)
    this.line(text.slice(0, end).trimEnd())
    for (let start = end + 1; ; start = end + 1) {
      end = text.indexOf('\n', start)
      if (end < 0) return this.newLine(text.slice(start).trimStart())
      this.newLine(text.slice(start, end).trim())
      yield
    }
  }

  private newLine(line: string) {
    this.lineBreaks += 1
    this.line(line)
  }

  private line(line: string) {
    if (line === '') return
    this.breakLines()
    this.write(line)
    this.hasContent ||= line.trim() !== ''
  }

  /** A line that already ends with a break needs no second one. */
  private breakLines() {
    if (this.lineBreaks > 1) this.endParagraph()
    else if (this.lineBreaks === 1 && this.hasContent && !this.endsWithBreak) this.write('<br />')
    this.lineBreaks = 0
  }

  private write(piece: string) {
    this.paragraph += piece
    this.endsWithBreak = piece === '<br />'
  }

  private endParagraph() {
    const text = this.paragraph.trim()
    if (this.hasContent) this.paragraphs.push(`<p>${text}${this.ancestors.toReversed().join('')}</p>`)
    this.ancestors.length = 0
    this.paragraph = ''
    this.hasContent = false
  }

  end(): string {
    this.endParagraph()
    return this.paragraphs.join('\n')
  }
}

/** Divides pieces, which are texts or tags of inline elements, into paragraphs. */
export function* inParagraphs(pieces: readonly string[]): Generator<void, string> {
  const paragraphs = new Paragraphs()
  for (const piece of pieces) {
    if (piece.startsWith('<')) paragraphs.tag(piece)
    else yield* paragraphs.text(piece)
    yield
  }
  return paragraphs.end()
}
