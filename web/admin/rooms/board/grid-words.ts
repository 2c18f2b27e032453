import type { CalendarOptions } from '@fullcalendar/react'
import { useWords } from '../../app/words.tsx'
import { useDates, wallText } from '../../parts/dates.ts'
import type { View } from './days.ts'

/** What FullCalendar says, in the language of the interface. */
export function useGridWords(view: View): CalendarOptions {
  const t = useWords()
  const dates = useDates()
  const isMonth = view === 'month'
  return {
    dayHeaderFormat: isMonth ? { weekday: 'short' } : { weekday: 'short', day: 'numeric' },
    slotHeaderFormat: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    allDayText: t('all day'),
    eventsHint: t('Events'),
    closeHint: t('Close'),
    // As it is written in the cell, because names must contain what is seen.
    navLinkHint: (_: string, date: Date) => {
      const day = dates.fullDay(wallText(date))
      return isMonth ? t('{day}: new event', { day }) : day
    },
    dayHeaderContent: ({ text }) => text.replace(',', ''),
    // The grid names these links itself, and leaves out the weekday.
    dayHeaderDidMount: ({ el, date, hasNavLink }) => {
      if (hasNavLink)
        el.querySelector('[role=link]')?.setAttribute('aria-label', dates.fullDay(wallText(date)))
    },
    moreLinkText: (count: number) => t('{count} more', { count }),
    moreLinkHint: (count: number) => t('{count} more', { count }),
  }
}
