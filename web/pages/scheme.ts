const name = 'calends-scheme'

/** Storage may be disabled; then the choice lasts only for the page. */
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
    // The choice applies by CSS alone; only storing it has failed.
  }
}

/** The radio buttons switch the scheme by CSS alone; this stores the choice for other pages. */
export function rememberScheme(): void {
  const radios = [...document.querySelectorAll<HTMLInputElement>('.scheme input')]
  const known = radios.find(({ value }) => value === stored())
  if (known !== undefined) known.checked = true
  for (const radio of radios) radio.addEventListener('change', () => store(radio.value))
}
