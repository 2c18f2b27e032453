/** Grants write access to one worker at a time, in request order. */
export class FairLock<Writer> {
  private readonly waiting: Writer[] = []
  private holder: Writer | undefined

  constructor(private readonly grant: (writer: Writer) => void) {}

  acquire(writer: Writer): void {
    this.waiting.push(writer)
    this.grantNext()
  }

  release(writer: Writer): void {
    if (this.holder !== writer) return
    this.holder = undefined
    this.grantNext()
  }

  /** Removes an exited worker from the queue and releases its lock. */
  removeWaiter(writer: Writer): void {
    while (this.waiting.includes(writer)) this.waiting.splice(this.waiting.indexOf(writer), 1)
    this.release(writer)
  }

  private grantNext(): void {
    if (this.holder !== undefined) return
    this.holder = this.waiting.shift()
    if (this.holder !== undefined) this.grant(this.holder)
  }
}
