/** Leaflet interprets an attribution as HTML. */
export function escaped(text: string): string {
  const element = document.createElement('span')
  element.textContent = text
  return element.innerHTML
}
