import { useRef, useState, type KeyboardEvent, type MouseEvent, type ReactElement } from 'react'
import { useNavigate } from 'react-router'
import { mayEdit, useSelf } from '../../app/session.tsx'
import { useWords } from '../../app/words.tsx'
import { useIsPhone } from '../../parts/phone.ts'
import { useMessages } from '../../parts/toasts.tsx'
import type { Actions } from './actions.ts'
import type { Address } from './address.ts'
import { Agenda } from './agenda.tsx'
import type { BoardEvent, Clock } from './board-event.ts'
import { rangeOf } from './days.ts'
import { Grid } from './grid.tsx'
import { eventIdAt, onBoardKey } from './keyboard.ts'
import { UnsavedEvent } from './create.tsx'
import { useKeptFocus } from './kept-focus.ts'
import { Hint } from './notices.tsx'
import { Opened, type Open } from './opened.tsx'
import { Target, type MoveTarget } from './target.tsx'

/** The grid, or the agenda for lists and phones, with the overlays. */

interface SurfaceProps {
  readonly clock: Clock
  readonly today: string
  readonly address: Address
  readonly go: (part: Partial<Address>) => void
  readonly events: readonly BoardEvent[]
  readonly actions: Actions
}

/** Which overlay is open, and functions to open each. */
function useOpen() {
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>()
  const openAt = (kind: 'peek' | 'menu', { id }: BoardEvent, anchor: HTMLElement) => {
    // Safari does not focus a link that is clicked, and the focus returns to where it was.
    anchor.focus()
    setOpen({ kind, id, anchor })
  }
  return {
    open,
    close: () => setOpen(undefined),
    edit: ({ id }: BoardEvent) => void navigate(`/events/${id}`),
    move: ({ id }: BoardEvent) => setOpen({ kind: 'move', id }),
    peek: (event: BoardEvent, anchor: HTMLElement) => openAt('peek', event, anchor),
    menu: (event: BoardEvent, anchor: HTMLElement) => openAt('menu', event, anchor),
    create: (start: string, end: string | undefined, anchor: HTMLElement) =>
      setOpen({ kind: 'create', event: { start, end }, anchor }),
  }
}

type Opening = ReturnType<typeof useOpen>

export function Surface(props: SurfaceProps) {
  const { clock, today, events, actions } = props
  const t = useWords()
  const self = useSelf()
  const { say } = useMessages()
  const opening = useOpen()
  const { keep, restore } = useKeptFocus(events, clock, actions)
  const eventOf = (id: number | undefined) => events.find((event) => event.id === id)
  const onKeyDown = (key: KeyboardEvent<HTMLElement>) =>
    onBoardKey(key, {
      eventOf,
      mayChange: (event) => mayEdit(event, self),
      onRefused: ({ title, author }, isCopy) => {
        if (isCopy)
          return say(
            t('“{title}” was not duplicated: only those who can change an event can duplicate it.', {
              title,
            }),
          )
        const reason =
          author === self.id
            ? t('This is published, so only editors can change it.')
            : t('This belongs to somebody else, so only editors can change it.')
        say(`${t('“{title}” was not changed.', { title })} ${reason}`)
      },
      isBar: (event) => clock.place(event).isBar,
      actions,
      onEdit: opening.edit,
      onMove: opening.move,
      onMenu: opening.menu,
    })
  const onContextMenu = (press: MouseEvent) => {
    const link = (press.target as Element).closest('a')
    const event = eventOf(eventIdAt(link))
    if (link === null || event === undefined) return
    press.preventDefault()
    opening.menu(event, link)
  }
  return (
    <>
      {opening.open === undefined && <UnsavedEvent today={today} />}
      <div
        onKeyDown={onKeyDown}
        onContextMenu={onContextMenu}
        onFocus={({ target }) => keep(eventIdAt(target))}
      >
        <Drawn {...props} opening={opening} onMount={restore} />
      </div>
      <Hint />
      {opening.open && (
        <Opened {...props} open={opening.open} opening={opening} eventOf={eventOf} onMoved={keep} />
      )}
    </>
  )
}

/**
 * Freezes the rendered events while one is dragged, because FullCalendar would lose the dragged event if it got new
 * ones.
 */
function useHeld() {
  const isHeld = useRef(false)
  const drawn = useRef<ReactElement>(undefined)
  const [, drawAgain] = useState(false)
  return {
    hold(next: boolean) {
      isHeld.current = next
      if (!next) drawAgain((was) => !was)
    },
    draw(element: ReactElement): ReactElement {
      if (!isHeld.current) drawn.current = element
      return drawn.current ?? element
    },
  }
}

function Drawn({
  clock,
  today,
  address: { view, day },
  go,
  events,
  actions,
  opening: { open, peek, create },
  onMount,
}: SurfaceProps & { opening: Opening; onMount: (id: number, element: HTMLElement) => void }) {
  const isPhone = useIsPhone()
  const target = useRef<MoveTarget>(null)
  const { hold, draw } = useHeld()
  if (isPhone || view === 'list') {
    const range = rangeOf(view === 'month' ? 'list' : view, day)
    return <Agenda events={events} clock={clock} range={range} today={today} onOpen={peek} />
  }
  return (
    <>
      {draw(
        <Grid
          view={view}
          day={day}
          clock={clock}
          events={events}
          openEvent={open?.kind === 'peek' ? open.id : undefined}
          onOpen={peek}
          onShift={actions.shift}
          onCreate={create}
          onDay={(next) => go({ view: 'day', day: next })}
          onTarget={(start) => target.current?.(start)}
          onHold={hold}
          onMount={onMount}
        />,
      )}
      <Target hasTime={view !== 'month'} ref={target} />
    </>
  )
}
