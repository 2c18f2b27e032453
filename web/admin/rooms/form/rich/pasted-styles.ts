/** The value that the `style` attribute of an element gives a property, also one that only its author knows. */
export function declared(element: Element, property: string): string | undefined {
  const style = element.getAttribute('style') ?? ''
  return new RegExp(`(?:^|;)\\s*${property}\\s*:([^;]*)`, 'i').exec(style)?.[1]!.trim().toLowerCase()
}
