import { randomName } from '../../app/random-name.ts'
import { unsavedIn, type EditorState, type Unsaved } from './editor-state.ts'
import type { UnsavedInput, UnsavedStore, Writers } from './unsaved.ts'
import { isSame } from './values.ts'

const pauseMs = 400

/** Keeps what is typed into a form in browser storage. */
export class Keeping {
  private timer: ReturnType<typeof setTimeout> | undefined
  /** The input last written to browser storage, so that its age is preserved while nothing is typed. */
  private kept: Unsaved | undefined
  /** Of that, what is known to be in browser storage. */
  private written: Unsaved | undefined
  /** Where browser storage has an entry of this form. */
  private keptAt: string | undefined
  private readonly name = randomName()
  private isOpen = true

  constructor(
    private readonly store: UnsavedStore,
    /** The key in browser storage. */
    private readonly keyOf: (id: number | undefined) => string,
    private readonly state: () => EditorState,
    /** The input that was restored. */
    private readonly earlier: UnsavedInput | undefined,
  ) {
    if (earlier === undefined) return
    this.written = this.kept = unsavedIn(state())
    this.keptAt = this.key
  }

  private get key(): string {
    return this.keyOf(this.state().id)
  }

  /** Whose entries in browser storage may be replaced: all as long as the form is open. */
  private get writers(): Writers | undefined {
    return this.isOpen ? undefined : [this.name, this.earlier?.writer]
  }

  /** What is still being sent when the form is left goes on, but does not touch what is typed in the form opened next. */
  setOpen(isOpen: boolean): void {
    this.isOpen = isOpen
  }

  soon(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.now(), pauseMs)
  }

  async now(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    const { key } = this
    const [former, unsaved] = [this.kept, unsavedIn(this.state())]
    this.kept = unsaved
    if (unsaved !== undefined && isSame(unsaved, former)) return
    this.written = undefined
    if (unsaved === undefined) return this.nothing(key)
    this.keptAt = key
    if (await this.store.write(key, this.entryOf(unsaved), this.writers)) this.written = unsaved
  }

  /** The same before the page ends, which may be before that is done. */
  atEnd(): void {
    const unsaved = unsavedIn(this.state())
    if (unsaved !== undefined && !isSame(unsaved, this.written))
      this.store.writeSpare(this.key, this.entryOf(unsaved))
    void this.now()
  }

  /** Removes what was kept of the resource with this ID, or of a new one. */
  remove(id: number | undefined): Promise<void> {
    return this.store.remove(this.keyOf(id), this.writers)
  }

  /** What was typed is thrown away. */
  end(): Promise<void> {
    clearTimeout(this.timer)
    this.kept = undefined
    this.written = undefined
    this.keptAt = undefined
    return this.remove(this.state().id)
  }

  private entryOf(unsaved: Unsaved): UnsavedInput {
    return { ...unsaved, writer: this.name, at: Date.now() }
  }

  /** Without an entry nothing is written, because Safari stops a page that is left in the middle of it, and all others wait. */
  private async nothing(key: string): Promise<void> {
    if (this.keptAt !== key) return
    this.keptAt = undefined
    await this.store.remove(key, this.writers)
  }
}
