/**
 * Applies the stored colour scheme. A classic script in the head, because a module would run after the page has been
 * painted in the scheme of the system. Without it the radio buttons switch by CSS alone, on their page.
 */

const key = 'calends-scheme'

function show(stored: string | null): void {
  const scheme = stored === 'light' || stored === 'dark' ? stored : 'auto'
  // The buttons count only without it, because on the way back browsers check those that were checked before.
  document.documentElement.dataset.scheme = scheme
  for (const radio of document.querySelectorAll<HTMLInputElement>('.scheme input'))
    radio.checked = radio.value === scheme
}

/** Storage may be disabled; then the choice lasts only for the page. */
function withStorage(use: (storage: Storage) => void): void {
  try {
    use(localStorage)
  } catch {
    // What is shown stays as it is.
  }
}

const showStored = () => withStorage((storage) => show(storage.getItem(key)))

showStored()
addEventListener('DOMContentLoaded', showStored)
// A page that comes back from memory is as it was left, and another one may have changed the choice.
addEventListener('pageshow', showStored)
addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.name !== 'scheme') return
  show(target.value)
  withStorage((storage) => storage.setItem(key, target.value))
})
