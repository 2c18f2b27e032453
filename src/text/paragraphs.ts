/** Divides text and inline elements at blank lines; other line breaks remain. */
class Paragraphs {
  private readonly paragraphs: string[] = []
  private readonly ancestors: string[] = []
  private paragraph = ''
  private hasContent = false
  /** Remembered, because to look at the end of a string that grows takes as long as the string is. */
  private endsWithBreak = false
  private lineBreaks = 0

  tag(tag: string): void {
    if (tag.startsWith('</')) {
      // The others were closed with the paragraph that they began in.
      if (this.ancestors.pop() !== undefined) this.write(tag)
      return
    }
    this.breakLines()
    this.write(tag)
    if (!tag.endsWith(' />')) this.ancestors.push(`</${/\w+/.exec(tag)![0]}>`)
    this.hasContent ||= tag.startsWith('<img')
  }

  /** Each line is a step, and found when it is its turn, because a list of them all would take long at once. */
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

  /** A line that ends with a break needs no second one. */
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

/** Pieces are texts and tags of inline elements. */
export function* inParagraphs(pieces: readonly string[]): Generator<void, string> {
  const paragraphs = new Paragraphs()
  for (const piece of pieces) {
    if (piece.startsWith('<')) paragraphs.tag(piece)
    else yield* paragraphs.text(piece)
    yield
  }
  return paragraphs.end()
}
