/** Who may write: one after the other, in the order in which they asked. */
export class Turns<Writer> {
  private readonly waiting: Writer[] = []
  private current: Writer | undefined

  constructor(private readonly grant: (writer: Writer) => void) {}

  take(writer: Writer): void {
    this.waiting.push(writer)
    this.next()
  }

  give(writer: Writer): void {
    if (this.current !== writer) return
    this.current = undefined
    this.next()
  }

  /** Whoever has died writes no more. */
  forget(writer: Writer): void {
    while (this.waiting.includes(writer)) this.waiting.splice(this.waiting.indexOf(writer), 1)
    this.give(writer)
  }

  private next(): void {
    if (this.current !== undefined) return
    this.current = this.waiting.shift()
    if (this.current !== undefined) this.grant(this.current)
  }
}
