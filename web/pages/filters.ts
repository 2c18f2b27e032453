/**
 * Applies filters as soon as they are chosen. The form stays in place and the page around it is replaced, so that the
 * focus does not move, a sheet stays open, and typed text is not lost. Without scripts the submit button does the same.
 */

/** Debounces requests, because arrow keys select every radio button on the way. */
const pause = 250

const pageAddress = () => location.pathname + location.search

export function applyFiltersAtOnce(): void {
  // A tile map shows only the places that the page was loaded with.
  if (document.querySelector('#map-places') !== null) return
  let shown = pageAddress()
  let timer: ReturnType<typeof setTimeout>
  let loading: AbortController | undefined
  document.addEventListener('change', ({ target }) => {
    const field = target as HTMLInputElement | HTMLSelectElement
    if (!field.matches('.filters :is([type="checkbox"], [type="radio"], select)')) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      loading?.abort()
      loading = new AbortController()
      apply(field, loading.signal).then(
        () => (shown = pageAddress()),
        () => location.assign(addressOf(field.form!)),
      )
    }, pause)
  })
  // Opening and closing a sheet also adds a history entry, but for the same page.
  addEventListener('popstate', () => {
    if (pageAddress() !== shown) location.reload()
  })
}

async function apply(field: HTMLInputElement | HTMLSelectElement, signal: AbortSignal): Promise<void> {
  const form = field.form!
  // A day that cannot be is said at its field, as it is when the form is sent.
  if (!form.reportValidity()) return
  const address = addressOf(form)
  if (address.href === new URL(pageAddress(), location.href).href) return
  say(form, '')
  const page = await pageAt(address, signal)
  // After an abort, the filter that was chosen meanwhile applies.
  if (page === undefined) return signal.aborted ? undefined : takeBack(form)
  const made = page.querySelector<HTMLFormElement>('.filters form')
  // The page of a problem has no filters, nor has a search that asks for nothing any more.
  if (made === null) return location.assign(address)
  history.pushState(null, '', address.href + location.hash)
  const top = field.getBoundingClientRect().top
  show(page, form, made)
  scrollBy(0, field.getBoundingClientRect().top - top)
}

function addressOf(form: HTMLFormElement): URL {
  const address = new URL(form.action)
  address.search = String(new URLSearchParams([...new FormData(form)] as [string, string][]))
  return address
}

/** Shown only if it is not the number of events, which is on the button as well. */
function say(form: HTMLFormElement, text: string, isSeen = false): void {
  const message = form.querySelector('[data-found]')!
  message.classList.toggle('visually-hidden', !isSeen)
  message.textContent = text
}

/** Back to the choices of the list that is still shown. Typed text stays. */
function takeBack(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('.facet input'))
    input.checked = input.defaultChecked
  for (const option of form.querySelectorAll('option')) option.selected = option.defaultSelected
  say(form, form.querySelector<HTMLElement>('[data-found]')!.dataset.unreachable!, true)
}

/** Undefined if nothing answers, or if another filter has been chosen meanwhile: the page then stays as it is. */
async function pageAt(address: URL, signal: AbortSignal): Promise<Document | undefined> {
  const text = await fetch(address, { signal })
    .then((response) => response.text())
    .catch(() => undefined)
  return text === undefined ? undefined : new DOMParser().parseFromString(text, 'text/html')
}

/** What the head says of the page: its addresses, in other languages, as data and as feeds. */
const ofPage = 'link:is([rel="canonical"], [rel="alternate"]), meta[property], meta[name="robots"]'

function show(page: Document, form: HTMLFormElement, made: HTMLFormElement): void {
  document.title = page.title
  for (const own of document.head.querySelectorAll(ofPage)) own.remove()
  document.head.append(...page.head.querySelectorAll(ofPage))
  for (const part of ['.masthead', '.footer ul'])
    document.querySelector(part)!.replaceWith(page.querySelector(part)!)
  renewForm(form, made)
  renewAround(document.querySelector('main')!, page.querySelector('main')!)
}

const countBeside = (input: HTMLInputElement) => input.closest('.facet')!.querySelector('.count')!

/** Keeps the fields, and updates the counts next to them and which ones are chosen by default. */
function renewForm(form: HTMLFormElement, made: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('.facet input')) {
    const same = `.facet [name="${input.name}"][value="${CSS.escape(input.value)}"]`
    const other = made.querySelector<HTMLInputElement>(same)
    if (other === null) continue
    // A field that is disabled loses the focus, and the keyboard its place.
    input.disabled = other.disabled && input !== document.activeElement
    input.defaultChecked = other.checked
    countBeside(input).textContent = countBeside(other).textContent
  }
  // A town that was typed replaces the position that the form has kept, also once it is cleared again.
  for (const kept of form.querySelectorAll<HTMLInputElement>('input[type="hidden"]'))
    if (made.elements.namedItem(kept.name) === null) kept.remove()
  for (const option of form.querySelectorAll('option'))
    option.defaultSelected =
      made.querySelector<HTMLOptionElement>(`option[value="${CSS.escape(option.value)}"]`)?.selected ?? false
  form.querySelector('[type="submit"]')!.textContent = made.querySelector('[type="submit"]')!.textContent
  say(form, made.querySelector<HTMLElement>('[data-found]')!.dataset.found!)
}

/** What stays in place with all that is typed, chosen and focused in it. */
const kept = '.filters, .search-form'

const holdersOfKept = (element: Element): Element[] =>
  [...element.children].filter((child) => child.matches(kept) || child.querySelector(kept) !== null)

/** Replaces everything but what is kept. That is never detached, because it would lose the focus and close a sheet. */
function renewAround(own: Element, made: Element): void {
  const [here, there] = [holdersOfKept(own), holdersOfKept(made)]
  if (here.length !== there.length) return
  for (const node of [...own.childNodes]) if (!here.includes(node as Element)) node.remove()
  let passed = 0
  for (const node of [...made.childNodes]) {
    if (node === there[passed]) passed++
    else own.insertBefore(node, here[passed] ?? null)
  }
  for (const [index, one] of here.entries()) if (!one.matches(kept)) renewAround(one, there[index]!)
}
