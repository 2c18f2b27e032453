/** Whether what had the focus is gone. */
export const isFocusLost = (): boolean => document.activeElement === document.body

/** Gives a lost focus to the room. */
export function focusRoomIfLost(): void {
  if (isFocusLost()) document.getElementById('main')?.focus()
}
