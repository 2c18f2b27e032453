import { useMemo, useState } from 'react'
import { useSite } from '../../app/service.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useLetters } from '../../parts/keys.ts'
import { Page as Room } from '../../parts/page.tsx'
import { dayOf } from '../../parts/dates.ts'
import { useActions } from './actions.ts'
import { useAddress, type Address } from './address.ts'
import { createClock, type Clock } from './board-event.ts'
import { AskedScope } from './asked-scope.tsx'
import { useShownEvents } from './changes.ts'
import { pagedBy } from './days.ts'
import { useBoardEvents } from './events.ts'
import { Filters, isShown } from './filters.tsx'
import { HeadActions, PagingButtons, useHeading } from './head.tsx'
import { EmptyBoard, LoadingBoard, Refused, TooMany } from './notices.tsx'
import { Surface } from './surface.tsx'

/** The calendar for editors. */
export function Page() {
  const { timezone } = useSite()
  const clock = useMemo(() => createClock(timezone), [timezone])
  const today = dayOf(clock.now())
  const [address, go] = useAddress(today)
  const { view, day } = address
  const [hasTurned, setTurned] = useState(false)
  const turnTo = (part: Partial<Address>) => {
    setTurned(true)
    go(part)
  }
  const turn = (pages: number) => turnTo({ day: pagedBy(view, day, pages) })
  // The day may have changed since the board was last rendered.
  const toToday = () => turnTo({ day: dayOf(clock.now()) })
  const heading = useHeading(view, day)
  useLetters({ p: () => turn(-1), f: () => turn(1), t: toToday })
  return (
    <Room
      title={heading}
      before={<PagingButtons turn={turn} toToday={toToday} />}
      actions={<HeadActions view={view} onView={(next) => turnTo({ view: next })} />}
    >
      {/* The focus stays on the button that was pressed, from which nobody hears what the heading says now. */}
      <p className="unseen" role="status">
        {hasTurned && heading}
      </p>
      <Board clock={clock} today={today} address={address} go={go} />
    </Room>
  )
}

interface BoardProps {
  readonly clock: Clock
  readonly today: string
  readonly address: Address
  readonly go: (part: Partial<Address>) => void
}

function Board(props: BoardProps) {
  const { address, go } = props
  const actions = useActions()
  const { changes } = actions
  const { data, error, isPaused, refetch } = useBoardEvents(address.view, address.day)
  const all = useShownEvents(data?.events, changes)
  const events = useMemo(() => all.filter((event) => isShown(event, address)), [all, address])
  return (
    <div className="board">
      {changes.refusal && <Refused refusal={changes.refusal} onClose={changes.dismiss} />}
      {actions.create.error && <Failure error={actions.create.error} />}
      {error && <Failure error={error} retry={() => void refetch()} />}
      <Filters events={all} address={address} go={go} />
      {data && data.total > data.events.length && <TooMany shown={data.events.length} total={data.total} />}
      {data === undefined ? (
        !error && <LoadingBoard isPaused={isPaused} />
      ) : (
        <>
          {events.length === 0 && <EmptyBoard isFiltered={all.length > 0} go={go} />}
          <Surface {...props} events={events} actions={actions} />
        </>
      )}
      {actions.asked && <AskedScope change={actions.asked} onAnswer={actions.answer} />}
    </div>
  )
}
