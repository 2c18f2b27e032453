import { capitalized } from '../../src/text/capitalized.ts'
import { formatterIn, monthAfter } from './dates.ts'
import { heard, make, setLang } from './dom.ts'
import { eventList, listFoot, readEvents, waitingList } from './list-view.ts'
import { allMonth, monthFoot, monthName, monthTable, readMonth } from './month-view.ts'
import { takeProperties, withProperties } from './properties.ts'
import { attributeNames, readSettings, type Settings } from './settings.ts'
import { patience, Refusal } from './source.ts'
import { style } from './style.ts'

/**
 * `<calends-calendar>`: a list or month of events on third-party pages. Its child content, a link to the calendar, is
 * displayed whenever the events are not: without scripts, and if the calendar is unreachable.
 */

/** A constructed style sheet is not an inline style, so hosts with a strict CSP allow it. */
const sheet = new CSSStyleSheet()
sheet.replaceSync(style)

/** JSON leaves out `words`, a function, which follows from the language. */
const areSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The settings whose changes lead back to the first month. */
const contentOf = ({ view, month, source, filters }: Settings) => ({
  view,
  month,
  base: source.base,
  filters,
})

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
  /** Whether the events are loaded, or being loaded, for the current settings. */
  #isCurrent = false

  constructor() {
    super()
    this.#root.adoptedStyleSheets = [sheet]
    this.#root.append(this.#slot)
    this.#retry.addEventListener('click', () => this.#tryAgain())
  }

  connectedCallback(): void {
    takeProperties(this)
    this.#renderSoon()
  }

  /** Not at once, because an element that moves is removed and inserted again. */
  disconnectedCallback(): void {
    this.#renderSoon()
  }

  attributeChangedCallback(): void {
    this.#renderSoon()
  }

  /** Batches changes of attributes and moves into one render. */
  #renderSoon(): void {
    if (this.#isDue) return
    this.#isDue = true
    queueMicrotask(() => {
      this.#isDue = false
      if (this.isConnected) this.#renderChanged()
      else this.#leave()
    })
  }

  /** The next insertion loads the events anew. */
  #leave(): void {
    this.#loading?.abort()
    this.#isCurrent = false
  }

  /** Setting an attribute to the value that it has changes nothing. */
  #renderChanged(): void {
    const [settings, former] = [readSettings(this), this.#settings]
    if (this.#isCurrent && former !== undefined && areSame(settings, former)) return
    if (former === undefined || !areSame(contentOf(settings), contentOf(former))) this.#month = settings.month
    this.#settings = settings
    this.#isCurrent = true
    this.#render(settings)
  }

  #render(settings: Settings): void {
    setLang(this.#retry, settings.words.lang)
    this.#retry.textContent = settings.words('Try again')
    this.#slot.replaceChildren(
      make(
        'a',
        { href: `${settings.source.base}/`, lang: settings.words.lang },
        settings.words('Open the calendar'),
      ),
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
      return make(
        'div',
        { part: 'header' },
        make(heading, { part: 'heading', lang: words.lang }, words('What’s on')),
      )
    const steps = [this.#step(-1, 'previous'), this.#step(1, 'next')]
    return make(
      'div',
      { part: 'header' },
      make(heading, { part: 'heading' }),
      make('span', { part: 'steps' }, ...steps),
    )
  }

  /** Reuses the buttons from month to month, so that they keep the focus. */
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
      // The accessible name contains the visible words, for speech input (WCAG 2.5.3).
      this.#part(part)?.replaceChildren(short(`${month}-01`), heard(`, ${words(text)}`, words.lang))
    }
  }

  /** The button disappears after success, so the focus moves to the first event. */
  async #tryAgain(): Promise<void> {
    await this.#load()
    const first = this.#part('body')!.querySelector('a') ?? this.#retry
    first.focus()
  }

  /** Aborts any earlier request. */
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
    if (isStep) this.#say(`${monthName(month, settings.words)}, ${settings.words.count(found.total)}`)
  }

  #fill(body: readonly HTMLElement[], footer: readonly HTMLElement[]): void {
    const part = this.#part('body')!
    part.removeAttribute('aria-busy')
    part.replaceChildren(...body)
    this.#part('footer')!.replaceChildren(...footer)
  }

  #say(text: string, isSeen = false, lang = this.#settings!.words.lang): void {
    setLang(this.#message, lang)
    this.#message.className = isSeen ? '' : 'heard'
    this.#message.textContent = text
    this.#slot.hidden = !isSeen
    this.#retry.hidden = !isSeen
    this.#part('footer')!.hidden = isSeen
  }

  /** Logs the reason for the page author; shows readers the link. */
  #showFailure(settings: Settings, error: unknown): void {
    console.warn('<calends-calendar>', error)
    this.#fill([], [])
    if (!(error instanceof Refusal))
      return this.#say(`${settings.words('The calendar cannot be reached just now')}.`, true)
    this.#say(error.sentences, true, error.lang)
    // The same request would be refused again.
    this.#retry.hidden = true
  }
}

/** The script may be loaded twice, by both of its URLs. */
if (customElements.get('calends-calendar') === undefined)
  customElements.define('calends-calendar', withProperties(CalendsCalendar))
