/** About a hundred metres: enough to find places nearby, without revealing more than that. */
const rounded = (degrees: number) => degrees.toFixed(3)

function setField(form: HTMLFormElement, name: string, value: string): void {
  const known = form.elements.namedItem(name)
  const field = known instanceof HTMLInputElement ? known : document.createElement('input')
  field.type = 'hidden'
  field.name = name
  field.value = value
  form.append(field)
}

function search(form: HTMLFormElement, { coords }: GeolocationPosition): void {
  const near = form.elements.namedItem('near')
  if (near instanceof HTMLInputElement) near.value = ''
  setField(form, 'geoloc_lat', rounded(coords.latitude))
  setField(form, 'geoloc_lng', rounded(coords.longitude))
  form.requestSubmit()
}

/** The browser asks for permission; without it, the field next to the button still works. */
export function offerNearMe(): void {
  if (!('geolocation' in navigator)) return
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-near-me]')) {
    const message = document.createElement('p')
    message.setAttribute('role', 'status')
    button.after(message)
    button.hidden = false
    button.addEventListener('click', () => askWhere(button, message))
  }
}

function askWhere(button: HTMLButtonElement, message: HTMLElement): void {
  // Not `disabled`, because that would take the focus from the button.
  if (button.hasAttribute('aria-disabled')) return
  button.setAttribute('aria-disabled', 'true')
  // Emptied, because the same text once more would not be announced.
  message.textContent = ''
  const answered = () => button.removeAttribute('aria-disabled')
  navigator.geolocation.getCurrentPosition(
    (position) => {
      answered()
      search(button.form!, position)
    },
    () => {
      answered()
      message.textContent = button.dataset.refused ?? ''
    },
    { timeout: 15_000, maximumAge: 600_000 },
  )
}
