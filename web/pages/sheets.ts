const focusable =
  'a[href], button:not([disabled]):not([hidden]), input:not([type="hidden"]):not([disabled]), select'

/**
 * On narrow screens the filters cover the page like a dialog: while they do, Tab stays inside them, and Escape returns
 * to where they were opened.
 */
export function keepFocusInSheets(): void {
  const openSheet = () => {
    const sheet = document.querySelector<HTMLElement>('.filters:target')
    return sheet !== null && getComputedStyle(sheet).position === 'fixed' ? sheet : undefined
  }
  let wasOpen = openSheet() !== undefined
  addEventListener('hashchange', () => {
    const sheet = openSheet()
    if (sheet !== undefined) sheet.querySelector<HTMLElement>(focusable)?.focus()
    else if (wasOpen) document.querySelector<HTMLElement>('a[href="#filters"]')?.focus()
    wasOpen = sheet !== undefined
  })
  document.addEventListener('keydown', (event) => {
    const sheet = openSheet()
    if (sheet === undefined) return
    if (event.key === 'Escape') {
      // The page may be too busy to have been told that it was opened.
      wasOpen = true
      location.hash = 'content'
    } else if (event.key === 'Tab') stayWithin(sheet, event)
  })
}

function stayWithin(sheet: HTMLElement, event: KeyboardEvent): void {
  const fields = [...sheet.querySelectorAll<HTMLElement>(focusable)].filter(
    (one) => one.offsetParent !== null,
  )
  const [first, last] = [fields[0], fields.at(-1)]
  const focused = document.activeElement
  // The browser focuses the sheet itself before its first field gets the focus.
  const isBeforeFields = focused === sheet || !sheet.contains(focused)
  const isAtEnd = focused === (event.shiftKey ? first : last)
  if (!isBeforeFields && !isAtEnd) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
}
