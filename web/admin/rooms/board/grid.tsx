import FullCalendar, { type CalendarOptions, type EventApi, type EventInput } from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import timeGrid from '@fullcalendar/react/timegrid'
import { useMemo } from 'react'
import { localeOf } from '../../../../src/time/date-format.ts'
import { useSite } from '../../app/service.tsx'
import { mayEdit, useSelf } from '../../app/session.tsx'
import { useWords } from '../../app/words.tsx'
import { dayOf, useDates, wallText } from '../../parts/dates.ts'
import type { BoardEvent, Clock } from './board-event.ts'
import { rangeOf, type View } from './days.ts'
import { EventBody } from './event-body.tsx'
import { useGridWords } from './grid-words.ts'

/** A month, week or day, rendered by FullCalendar. Its times are local times of the site, passed as UTC. */

interface GridProps {
  readonly view: Exclude<View, 'list'>
  readonly day: string
  readonly clock: Clock
  readonly events: readonly BoardEvent[]
  readonly openEvent: number | undefined
  readonly onOpen: (event: BoardEvent, anchor: HTMLElement) => void
  readonly onShift: (event: BoardEvent, startMs: number, endMs: number) => void
  /** An empty slot was selected; `end` is exclusive. */
  readonly onCreate: (start: string, end: string | undefined, anchor: HTMLElement) => void
  readonly onDay: (day: string) => void
  /** The start that a dragged event would get; undefined when it is dropped. */
  readonly onTarget: (start: string | undefined) => void
  /** Dragging has started or ended. */
  readonly onHold: (isHeld: boolean) => void
  /** The element of an event was mounted. */
  readonly onMount: (id: number, element: HTMLElement) => void
}

const viewNames = { month: 'dayGridMonth', week: 'timeGridWeek', day: 'timeGridDay' } as const

const plugins = [dayGrid, timeGrid, interaction]

/** Options common to all views. */
const settings = {
  timeZone: 'UTC',
  firstDay: 1,
  headerToolbar: false,
  eventDisplay: 'block',
  eventOrder: 'start,-duration,title',
  editable: true,
  eventDurationEditable: true,
  navLinks: true,
  selectable: true,
  selectMirror: true,
  selectMinDistance: 6,
  selectLongPressDelay: 500,
  dayMaxEvents: 5,
  nowIndicator: true,
  slotDuration: '00:30:00',
  snapDuration: '00:15:00',
  slotHeaderInterval: '01:00:00',
  scrollTime: '07:00:00',
  slotEventOverlap: false,
  eventShortHeight: 48,
  fixedWeekCount: false,
  // Events that end after midnight do not fill the next day.
  nextDayThreshold: '06:00:00',
  dayRowClass: 'grid__row',
  dayHeaderRowClass: 'grid__head',
  dayHeaderClass: ({ isToday }) => (isToday ? 'grid__name grid__name--today' : 'grid__name'),
  dayHeaderDividerClass: 'grid__thick',
  dayCellTopClass: 'grid__top',
  navLinkClass: 'grid__day',
  dayCellInnerClass: 'grid__events',
  moreLinkClass: 'grid__more',
  slotLaneClass: ({ isMinor }) => (isMinor ? 'grid__slot grid__slot--minor' : 'grid__slot'),
  slotHeaderClass: 'grid__hour',
  allDayHeaderClass: 'grid__hour',
  allDayDividerClass: 'grid__line',
  nowIndicatorLineClass: 'grid__now',
  highlightClass: 'grid__highlight',
  columnEventAfterClass: 'grid__pull',
  rowEventAfterClass: 'grid__pull-end',
} satisfies CalendarOptions

const cellClass = ({ isOther, isToday }: { isOther: boolean; isToday: boolean }) =>
  ['grid__cell', isOther && 'grid__cell--other', isToday && 'grid__cell--today'].filter(Boolean).join(' ')

const eventOf = (api: EventApi) => api.extendedProps.event as BoardEvent

const msBetween = (before: Date | null, after: Date | null) =>
  before === null || after === null ? 0 : after.getTime() - before.getTime()

function useInputs({ events, clock }: GridProps): EventInput[] {
  const self = useSelf()
  const { root } = useSite()
  return useMemo(
    () =>
      events.map((event): EventInput => {
        const { start, end, isBar } = clock.place(event)
        return {
          id: String(event.id),
          title: event.title,
          url: `${root}/admin/events/${event.id}`,
          start: start.replace(' ', 'T'),
          end: end.replace(' ', 'T'),
          allDay: isBar,
          editable: mayEdit(event, self),
          event,
        }
      }),
    [events, clock, self, root],
  )
}

/** Moving and resizing with the pointer. */
function dragging({ onShift, onTarget, onHold }: GridProps): CalendarOptions {
  const stop = () => {
    onTarget(undefined)
    onHold(false)
  }
  return {
    eventDragStart: () => onHold(true),
    eventResizeStart: () => onHold(true),
    // All-day is changed only in the form, because dragging would have to guess the times.
    eventAllow: (target, dragged) => {
      onTarget(wallText(target.start))
      return dragged === null || target.allDay === dragged.allDay
    },
    eventDragStop: stop,
    eventResizeStop: stop,
    eventDrop: ({ oldEvent, event }) => {
      const moved = msBetween(oldEvent.start, event.start)
      onShift(eventOf(event), moved, moved)
    },
    eventResize: ({ oldEvent, event }) =>
      onShift(eventOf(event), msBetween(oldEvent.start, event.start), msBetween(oldEvent.end, event.end)),
  }
}

/** Selecting events and slots. */
function choosing({ view, onOpen, onCreate, onDay }: GridProps): CalendarOptions {
  const startAt = (date: Date, isDay: boolean) => (isDay ? dayOf(wallText(date)) : wallText(date))
  return {
    eventClick: ({ event, el, jsEvent }) => {
      // The browser opens the form in another tab.
      if (jsEvent.ctrlKey || jsEvent.metaKey) return
      jsEvent.preventDefault()
      onOpen(eventOf(event), el)
    },
    dateClick: ({ date, allDay, dayEl }) => onCreate(startAt(date, allDay), undefined, dayEl),
    select: ({ start, end, allDay, view: { calendar } }) => {
      const cell = document.querySelector<HTMLElement>(`.board [data-date="${dayOf(wallText(start))}"]`)
      calendar.unselect()
      if (cell !== null) onCreate(startAt(start, allDay), startAt(end, allDay), cell)
    },
    navLinkDayClick: (date, { currentTarget }) =>
      view === 'month'
        ? onCreate(dayOf(wallText(date)), undefined, currentTarget as HTMLElement)
        : onDay(dayOf(wallText(date))),
    moreLinkClick: ({ date }) => onDay(dayOf(wallText(date))),
  }
}

export function Grid(props: GridProps) {
  const t = useWords()
  const dates = useDates()
  const { view, day, clock, openEvent, onMount } = props
  const words = useGridWords(view)
  const inputs = useInputs(props)
  const { from } = rangeOf(view, day)
  const dayLabel = (date: Date) => {
    const number = date.getUTCDate()
    return number === 1 || dayOf(wallText(date)) === from ? dates.dayOfMonth(wallText(date)) : number
  }
  return (
    <FullCalendar
      key={`${view} ${day}`}
      {...settings}
      {...words}
      {...dragging(props)}
      {...choosing(props)}
      plugins={plugins}
      locale={localeOf(t.language)}
      initialView={viewNames[view]}
      initialDate={day}
      now={() => clock.now().replace(' ', 'T')}
      height={view === 'month' ? 'auto' : 'max(30rem, calc(100dvh - 9.5rem))'}
      events={inputs}
      dayCellTopContent={({ date }) => dayLabel(date)}
      dayCellClass={cellClass}
      dayLaneClass={(lane) => `grid__lane ${cellClass(lane)}`}
      eventClass={({ isMirror, isDragging }) =>
        ['grid__event', isMirror && isDragging && 'grid__event--lifted'].filter(Boolean).join(' ')
      }
      eventDidMount={({ el, event, isMirror }) => !isMirror && onMount(Number(event.id), el)}
      eventContent={({ event, isMirror, isShort }) => {
        const shown = event.extendedProps.event as BoardEvent | undefined
        if (shown === undefined) return null
        return (
          <EventBody
            event={shown}
            time={event.allDay || event.start === null ? undefined : dates.wallTime(wallText(event.start))}
            isOpen={!isMirror && shown.id === openEvent}
            hasPlace={view !== 'month' && !event.allDay && !isShort}
          />
        )
      }}
    />
  )
}
