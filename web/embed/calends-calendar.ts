import { capitalized, formatterIn, monthAfter } from './dates.ts'
import { make } from './dom.ts'
import { eventList, listFoot, readEvents, waitingList } from './list-view.ts'
import { allMonth, monthFoot, monthName, monthTable, readMonth } from './month-view.ts'
import { attributeNames, readSettings, type Settings } from './settings.ts'
import { style } from './style.ts'

/**
 * `<calends-calendar>`: a list or a month of events on pages of others. What stands between its tags, a link to the
 * calendar, is shown wherever the events are not: without scripts, and when the calendar cannot be reached.
 */

/** A constructed sheet is no inline style, so hosts with a strict policy allow it. */
const sheet = new CSSStyleSheet()
sheet.replaceSync(style)

/** Nobody waits longer for a calendar that does not answer. */
const patience = 20_000

class CalendsCalendar extends HTMLElement {
  static readonly observedAttributes = attributeNames

  readonly #root = this.attachShadow({ mode: 'open' })
  readonly #message = make('p', { role: 'status', part: 'message', class: 'heard' })
  readonly #retry = make('button', { type: 'button', part: 'retry', hidden: '' })
  readonly #slot = make('slot', {})
  #settings: Settings | undefined
  #month = ''
  #loading: AbortController | undefined
  #isDue = false

  constructor() {
    super()
    this.#root.adoptedStyleSheets = [sheet]
    this.#root.append(this.#slot)
    this.#retry.addEventListener('click', () => this.#tryAgain())
  }

  connectedCallback(): void {
    this.#renderSoon()
  }

  disconnectedCallback(): void {
    this.#loading?.abort()
  }

  attributeChangedCallback(): void {
    this.#renderSoon()
  }

  /** Attributes that change together are one change. */
  #renderSoon(): void {
    if (this.#isDue) return
    this.#isDue = true
    queueMicrotask(() => {
      this.#isDue = false
      if (this.isConnected) this.#render()
    })
  }

  #render(): void {
    const settings = readSettings(this)
    this.#settings = settings
    this.#month = settings.month
    this.#retry.textContent = settings.words('Try again')
    this.#slot.replaceChildren(
      make('a', { href: `${settings.source.base}/` }, settings.words('Open the calendar')),
    )
    this.#root.replaceChildren(
      ...(settings.hasHeader ? [this.#header(settings)] : []),
      this.#message,
      make('div', { part: 'body' }),
      make('p', { part: 'footer' }),
      this.#slot,
      this.#retry,
    )
    this.#load()
  }

  #header(settings: Settings): HTMLElement {
    const { view, heading, words } = settings
    if (view === 'list')
      return make('div', { part: 'header' }, make(heading, { part: 'heading' }, words('What’s on')))
    const steps = [this.#step(-1, 'previous'), this.#step(1, 'next')]
    return make(
      'div',
      { part: 'header' },
      make(heading, { part: 'heading' }),
      make('span', { part: 'steps' }, ...steps),
    )
  }

  /** Buttons stay the same from month to month, so the focus stays on them. */
  #step(months: 1 | -1, part: 'previous' | 'next'): HTMLElement {
    const button = make('button', { type: 'button', part })
    button.addEventListener('click', () => {
      this.#month = monthAfter(this.#month, months)
      this.#load(true)
    })
    return button
  }

  #part<T extends HTMLElement>(name: string): T | null {
    return this.#root.querySelector<T>(`[part=${name}]`)
  }

  #nameMonth(settings: Settings): void {
    const { locale, words } = settings
    const short = formatterIn(locale)({ month: 'short' })
    this.#part('heading')?.replaceChildren(capitalized(monthName(this.#month, settings)))
    for (const [part, text, months] of [
      ['previous', 'Previous month', -1],
      ['next', 'Next month', 1],
    ] as const) {
      const month = monthAfter(this.#month, months)
      const button = this.#part(part)
      button?.replaceChildren(short(`${month}-01`))
      // The name holds the words that are seen, for those who say what they press (WCAG 2.5.3).
      button?.setAttribute('aria-label', `${short(`${month}-01`)}, ${words(text)}`)
    }
  }

  /** The button goes when it has helped, so the focus moves on to what there is to read. */
  async #tryAgain(): Promise<void> {
    await this.#load()
    const first = this.#part('body')!.querySelector('a') ?? this.#retry
    first.focus()
  }

  /** Whatever was asked for before no longer counts. */
  async #load(isStep = false): Promise<void> {
    const settings = this.#settings!
    this.#loading?.abort()
    const loading = new AbortController()
    this.#loading = loading
    const late = setTimeout(() => loading.abort(), patience)
    this.#showWaiting(settings)
    try {
      await this.#show(settings, loading.signal, isStep)
    } catch (error) {
      if (this.#loading === loading && this.isConnected) this.#showFailure(settings, error)
    } finally {
      clearTimeout(late)
    }
  }

  #showWaiting(settings: Settings): void {
    const isMonth = settings.view === 'month'
    if (isMonth) this.#nameMonth(settings)
    this.#say('')
    this.#fill([isMonth ? monthTable(this.#month, settings) : waitingList(settings)], [])
    this.#part('body')!.setAttribute('aria-busy', 'true')
  }

  async #show(settings: Settings, signal: AbortSignal, isStep: boolean): Promise<void> {
    if (settings.view === 'list') {
      const found = await readEvents(settings, signal)
      signal.throwIfAborted()
      return this.#fill([eventList(found.events, settings)], listFoot(found, settings))
    }
    const month = this.#month
    const found = await readMonth(settings, month, signal)
    signal.throwIfAborted()
    this.#fill(
      [monthTable(month, settings, found), ...allMonth(found, settings)],
      monthFoot(month, found, settings),
    )
    if (isStep) this.#say(`${monthName(month, settings)}, ${settings.words.count(found.total)}`)
  }

  #fill(body: readonly HTMLElement[], footer: readonly HTMLElement[]): void {
    const part = this.#part('body')!
    part.removeAttribute('aria-busy')
    part.replaceChildren(...body)
    this.#part('footer')!.replaceChildren(...footer)
  }

  #say(text: string, isSeen = false): void {
    this.#message.className = isSeen ? '' : 'heard'
    this.#message.textContent = text
    this.#slot.hidden = !isSeen
    this.#retry.hidden = !isSeen
    this.#part('footer')!.hidden = isSeen
  }

  /** The reason is for whoever made the page, the link for whoever reads it. */
  #showFailure(settings: Settings, error: unknown): void {
    console.warn('<calends-calendar>', error)
    this.#part('body')!.replaceChildren()
    this.#say(`${settings.words('The calendar cannot be reached just now')}.`, true)
  }
}

/** The script may be on a page twice, by both of its addresses. */
if (customElements.get('calends-calendar') === undefined)
  customElements.define('calends-calendar', CalendsCalendar)
