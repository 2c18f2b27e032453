/**
 * Copies the text of an element, and selects it, so that people can copy it where the browser does not allow that;
 * resolves with whether it was copied.
 */
export async function copyTextOf(element: Element): Promise<boolean> {
  getSelection()?.selectAllChildren(element)
  // Pages without HTTPS have no clipboard, only the command of former times.
  const { clipboard } = navigator as { readonly clipboard?: Clipboard }
  if (clipboard === undefined) return document.execCommand('copy')
  return clipboard.writeText(element.textContent ?? '').then(
    () => true,
    () => false,
  )
}
