/** Gives the focus to the room if what had it is gone. */
export function focusRoomIfLost(): void {
  if (document.activeElement === document.body) document.getElementById('main')?.focus()
}
