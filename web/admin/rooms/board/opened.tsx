import type { Actions } from './actions.ts'
import type { BoardEvent, Clock } from './board-event.ts'
import { QuickCreate, type NewEvent } from './create.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { EventMenu, Peek } from './peek.tsx'

/** The overlay that is open over the board. */
export type Open =
  | { readonly kind: 'peek' | 'menu'; readonly id: number; readonly anchor: HTMLElement }
  | { readonly kind: 'move'; readonly id: number }
  | { readonly kind: 'create'; readonly event: NewEvent; readonly anchor: HTMLElement }

export function Opened({
  open,
  eventOf,
  clock,
  today,
  actions,
  opening: { edit, move, close },
  onMoved,
}: {
  open: Open
  eventOf: (id: number) => BoardEvent | undefined
  clock: Clock
  today: string
  actions: Actions
  opening: {
    readonly edit: (event: BoardEvent) => void
    readonly move: (event: BoardEvent) => void
    readonly close: () => void
  }
  /** Moves the focus to the event once it is rendered in its new position. */
  onMoved: (id: number) => void
}) {
  if (open.kind === 'create') {
    const { event, anchor } = open
    return <QuickCreate event={event} anchor={anchor} actions={actions} today={today} onClose={close} />
  }
  const event = eventOf(open.id)
  // The event was moved out of the range, or to the trash.
  if (event === undefined) return null
  if (open.kind === 'move')
    return (
      <MoveDialog
        event={event}
        today={today}
        onMove={(startMs, endMs) => {
          onMoved(event.id)
          actions.shift(event, startMs, endMs)
        }}
        onClose={close}
      />
    )
  const shared = { event, anchor: open.anchor, actions, onEdit: edit, onMove: move, onClose: close }
  return open.kind === 'menu' ? <EventMenu {...shared} /> : <Peek {...shared} clock={clock} />
}
