const name = 'calends-scheme'

/** Storage may be switched off; then the choice lasts as long as the page. */
function stored(): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

function store(scheme: string): void {
  try {
    localStorage.setItem(name, scheme)
  } catch {
    // The style follows the chosen radio by itself, so nothing is lost but the memory of it.
  }
}

/** The radios choose light or dark by style alone; this remembers the choice from page to page. */
export function rememberScheme(): void {
  const radios = [...document.querySelectorAll<HTMLInputElement>('.scheme input')]
  const known = radios.find(({ value }) => value === stored())
  if (known !== undefined) known.checked = true
  for (const radio of radios) radio.addEventListener('change', () => store(radio.value))
}
