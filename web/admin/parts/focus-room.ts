/** Whether what had the focus is gone. */
export const isFocusLost = (): boolean => document.activeElement === document.body

export function focusRoomIfLost(): void {
  if (isFocusLost()) document.getElementById('main')?.focus()
}
