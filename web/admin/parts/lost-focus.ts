import { controls, focusRoomIfLost, follows, isFocusLost } from './focus.ts'

/**
 * Gives the focus to the nearest control when what has it is removed, because browsers let it fall to the page, where
 * keyboards and screen readers begin anew (ARIA Authoring Practices, Keyboard Interface).
 */

const focusable = `${controls}, [contenteditable=true], [tabindex="0"]`

/** Longer than rooms take to move it to a better place themselves, which they count in frames. */
const patience = { ms: 400, frames: 30 }

/**
 * Calls back after both: on a busy machine frames take longer, and in a hidden page they wait until it is seen. Returns
 * a function that ends it.
 */
function afterPatience(act: () => void): () => void {
  const end = performance.now() + patience.ms
  let frame: number
  const look = (left: number) => {
    frame = requestAnimationFrame((now) => (left > 0 || now < end ? look(left - 1) : act()))
  }
  look(patience.frames)
  return () => cancelAnimationFrame(frame)
}

/** The last control that had the focus in the room or in a dialog, and where it was, once it is removed. */
interface Spot {
  readonly element: Element
  readonly place?: {
    readonly parent: Node
    readonly before: Node | null
  }
}

const openDialog = () => [...document.querySelectorAll('dialog[open]')].at(-1)

/** The spot after nodes were removed that it may have been in, or beside. */
function moved(spot: Spot | undefined, { removedNodes, target, previousSibling }: MutationRecord) {
  if (spot === undefined) return undefined
  const { element, place } = spot
  const removed = [...removedNodes]
  const around = place?.parent ?? element
  const isGone =
    removed.some((node) => node.contains(around)) || (place && removed.includes(place.before as ChildNode))
  return isGone ? { element, place: { parent: target, before: previousSibling } } : spot
}

/** Best first: the control itself, those that came after it, then those before it, from the nearest one. */
function candidates(root: Element, spot: Spot | undefined): readonly Element[] {
  const all = [...root.querySelectorAll(focusable)]
  if (spot === undefined) return all
  const { element, place } = spot
  if (place === undefined) return [element]
  const { parent, before } = place
  const isAfter = (control: Element) =>
    before === null ? follows(parent, control) : follows(before, control) && !before.contains(control)
  const after = all.filter(isAfter)
  return [...after, ...all.filter((control) => !after.includes(control)).reverse()]
}

/** Watches the page for as long as it is open. */
export function keepFocus(): void {
  let focused: Element | undefined
  let inRoom: Spot | undefined
  let inDialog: Spot | undefined
  /** Ends the wait for a better place, if there is one. */
  let stop: (() => void) | undefined
  const endWait = () => {
    stop?.()
    stop = undefined
  }
  const findPlace = () => {
    stop = undefined
    if (!isFocusLost() || focused === undefined || focused.isConnected) return
    const dialog = openDialog()
    const room = document.getElementById('main')
    const root = dialog ?? room
    if (root === null || root === undefined) return
    for (const control of candidates(root, dialog === undefined ? inRoom : inDialog))
      if (isFocusLost()) (control as HTMLElement).focus()
    focusRoomIfLost()
  }
  document.addEventListener('focusin', ({ target }) => {
    endWait()
    focused = target as Element
    if (focused.closest('dialog') !== null) inDialog = { element: focused }
    else if (focused.closest('main') !== null) inRoom = { element: focused }
  })
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null) return
    // What is left by a click beside it is still there then, and shall not have the focus again.
    setTimeout(() => {
      if (target === focused && focused?.isConnected === true && isFocusLost()) focused = undefined
    })
  })
  new MutationObserver((records) => {
    const before = [inRoom, inDialog]
    for (const record of records) {
      if (record.removedNodes.length === 0) continue
      inRoom = moved(inRoom, record)
      inDialog = moved(inDialog, record)
    }
    const isNews = before[0] !== inRoom || before[1] !== inDialog
    if (!isFocusLost() || (stop !== undefined && !isNews)) return
    // Each loss has a wait of its own, because rooms count their frames anew too.
    endWait()
    stop = afterPatience(findPlace)
  }).observe(document.body, { childList: true, subtree: true })
}
