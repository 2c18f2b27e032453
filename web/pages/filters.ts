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
      apply(field, loading.signal)
        .then(() => (shown = pageAddress()))
        .catch(() => {
          // Without a connection the page and the button stay unchanged.
        })
    }, pause)
  })
  // Opening and closing a sheet also adds a history entry, but for the same page.
  addEventListener('popstate', () => {
    if (pageAddress() !== shown) location.reload()
  })
}

async function apply(field: HTMLInputElement | HTMLSelectElement, signal: AbortSignal): Promise<void> {
  const form = field.form!
  const address = new URL(form.action)
  address.search = String(new URLSearchParams([...new FormData(form)] as [string, string][]))
  if (address.href === new URL(pageAddress(), location.href).href) return
  const response = await fetch(address, { signal })
  if (!response.ok) return form.submit()
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  history.pushState(null, '', address.href + location.hash)
  const top = field.getBoundingClientRect().top
  show(page, form)
  scrollBy(0, field.getBoundingClientRect().top - top)
}

function show(page: Document, form: HTMLFormElement): void {
  document.title = page.title
  for (const part of ['.masthead', '.footer ul'])
    document.querySelector(part)!.replaceWith(page.querySelector(part)!)
  renewForm(form, page.querySelector<HTMLFormElement>('.filters form')!)
  renewAround(document.querySelector('main')!, page.querySelector('main')!)
}

const countBeside = (input: HTMLInputElement) => input.closest('.facet')!.querySelector('.count')!

/** Keeps the fields and updates the counts next to them. */
function renewForm(form: HTMLFormElement, made: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('.facet input')) {
    const same = `.facet [name="${input.name}"][value="${CSS.escape(input.value)}"]`
    const other = made.querySelector<HTMLInputElement>(same)
    if (other === null) continue
    input.disabled = other.disabled
    countBeside(input).textContent = countBeside(other).textContent
  }
  const found = made.querySelector<HTMLElement>('[data-found]')!
  form.querySelector('[type="submit"]')!.textContent = made.querySelector('[type="submit"]')!.textContent
  form.querySelector('[data-found]')!.textContent = found.dataset.found!
}

const holderOfFilters = (element: Element) =>
  [...element.children].find((child) => child.matches('.filters') || child.querySelector('.filters') !== null)

/** Replaces everything but the filters. They are never detached, because that would close a sheet. */
function renewAround(own: Element, made: Element): void {
  const [here, there] = [holderOfFilters(own), holderOfFilters(made)]
  if (here === undefined || there === undefined) return
  for (const node of [...own.childNodes]) if (node !== here) node.remove()
  const nodes = [...made.childNodes]
  here.before(...nodes.slice(0, nodes.indexOf(there)))
  here.after(...nodes.slice(nodes.indexOf(there) + 1))
  if (!here.matches('.filters')) renewAround(here, there)
}
