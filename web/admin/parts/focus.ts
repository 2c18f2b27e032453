/** Where the focus goes when what had it is removed. */

/** Whether what had the focus is gone. */
export const isFocusLost = (): boolean => document.activeElement === document.body

export function focusRoomIfLost(): void {
  if (isFocusLost()) document.getElementById('main')?.focus()
}

export const controls = 'input:not([type=hidden], [hidden]), textarea, select, button:not([hidden]), a[href]'

export const follows = (one: Node, other: Node): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

/**
 * Before a control is removed, moves the focus to the next of its kind in its row, else to the one before it,
 * else to the control that follows.
 */
export function focusBeside(control: HTMLElement, kind: string): void {
  const alike = [...(control.closest('.row')?.querySelectorAll<HTMLElement>(kind) ?? [])]
  const at = alike.indexOf(control)
  const following = [...document.querySelectorAll<HTMLElement>(controls)].find((one) => follows(control, one))
  ;(alike[at + 1] ?? alike[at - 1] ?? following)?.focus()
}
